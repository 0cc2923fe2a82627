package diag

import (
	"cmp"
	"slices"
)

// Info is what a code means, for the reference page and for an author who
// meets the code for the first time.
type Info struct {
	Code Code
	// Title is a few words, without a full stop: "Unknown key".
	Title string
	// Explanation says when the code is reported and why it is a mistake, in
	// one to three sentences of plain Markdown.
	Explanation string
	// Wrong and Right are short pieces of an env.yaml: what causes the code,
	// and the same thing written well. Both may be empty for faults of awmc.
	Wrong, Right string
	Severity     Severity
}

// All returns every code that any stage may report, in order of code.
func All() []Info {
	all := slices.Concat(
		parseCodes(),
		checkCodes(),
		analyseCodes(),
		dataCodes(),
		goCodes(),
		proofCodes(),
		driverCodes(),
		faultCodes(),
	)
	slices.SortFunc(all, func(a, b Info) int { return cmp.Compare(a.Code, b.Code) })
	return all
}

// Lookup returns what a code means, and whether it is registered.
func Lookup(code Code) (Info, bool) {
	all := All()
	i := slices.IndexFunc(all, func(info Info) bool { return info.Code == code })
	if i < 0 {
		return Info{}, false
	}
	return all[i], true
}

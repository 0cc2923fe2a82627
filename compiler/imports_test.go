package compiler_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// allowed says which packages of this module each package may import
// directly; ARCHITECTURE.md has the same table. Packages below an entry
// follow it.
var allowed = map[string][]string{
	"ir/diag":            {},
	"ir":                 {"ir/diag"},
	"ir/describe":        {"ir", "ir/diag", "templates/rt/core"},
	"compiler/cache":     {},
	"compiler/parse":     {"ir/diag"},
	"compiler/sqltext":   {"ir/diag"},
	"compiler/check":     {"compiler/parse", "compiler/sqltext", "ir", "ir/diag", "templates/rt/core", "templates/rt/data"},
	"compiler/sqlc":      {"compiler/sqltext", "ir", "ir/diag"},
	"compiler/analyse":   {"compiler/parse", "compiler/check", "compiler/sqltext", "compiler/sqlc", "ir", "ir/diag", "ir/describe", "templates/rt"},
	"compiler/build":     {"ir/diag"},
	"compiler/stats":     {"compiler", "compiler/parse", "compiler/build", "compiler/check", "compiler/analyse", "ir", "ir/diag", "ir/describe", "templates/rt"},
	"compiler/model":     {"ir/diag", "templates/rt/model"},
	"compiler/synth":     {"compiler", "compiler/model", "compiler/parse", "compiler/check", "compiler/analyse", "compiler/build", "compiler/stats", "compiler/cache", "ir", "ir/diag", "templates"},
	"compiler":           {"compiler", "emit", "ir", "ir/diag", "ir/describe", "templates"},
	"emit":               {"ir", "ir/diag", "ir/describe", "templates"},
	"templates":          {"templates"},
	"templates/rt/core":  {},
	"templates/rt/data":  {"templates/rt/core"},
	"templates/rt/task":  {"templates/rt/core", "templates/rt/data"},
	"templates/rt/proof": {"templates/rt/core", "templates/rt/data", "templates/rt/task"},
	"templates/rt/store": {"templates/rt/core", "templates/rt/data"},
	"templates/rt/host":  {"templates/rt"},
	"templates/rt/fleet": {"templates/rt"},
	"templates/rt/model": {},
	"cmd":                {"compiler", "emit", "ir/diag", "templates"},
}

// standardOnly must import nothing but the standard library and each other,
// because a vendored environment brings them into a stranger's module.
var standardOnly = []string{"ir/diag", "ir", "templates/rt/core", "templates/rt/data", "templates/rt/task", "templates/rt/proof"}

const module = "github.com/awmc/awmc/"

// A cycle of concerns would let the compiler's stages grow into each other.
func TestImportsGoOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for dec.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkg := strings.TrimPrefix(p.ImportPath, module)
		may, rule := entry(pkg)
		if rule == "" {
			t.Errorf("%s is a package that no rule knows: add it to the table here and in ARCHITECTURE.md", pkg)
			continue
		}
		for _, imp := range p.Imports {
			rel, ours := strings.CutPrefix(imp, module)
			if ours && !within(rel, rule) && !withinAny(rel, may) {
				t.Errorf("%s imports %s, which %s may not", pkg, rel, rule)
			}
			if !ours && strings.Contains(imp, ".") && withinAny(pkg, standardOnly) && !strings.HasPrefix(pkg, "ir/describe") {
				t.Errorf("%s imports %s, but must do with the standard library", pkg, imp)
			}
		}
	}
}

// entry finds the rule for a package: the longest that it lies in.
func entry(pkg string) (may []string, rule string) {
	for r, m := range allowed {
		if within(pkg, r) && len(r) > len(rule) {
			may, rule = m, r
		}
	}
	return may, rule
}

func within(pkg, of string) bool { return pkg == of || strings.HasPrefix(pkg, of+"/") }

func withinAny(pkg string, of []string) bool {
	for _, o := range of {
		if within(pkg, o) {
			return true
		}
	}
	return false
}

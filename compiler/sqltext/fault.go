package sqltext

import "strings"

// FaultKind is what keeps a text from being one statement of the language.
type FaultKind uint8

// The kinds of faults.
const (
	NoText          FaultKind = iota + 1 // nothing but white space and comments
	Unterminated                         // a string, name or comment without its end
	BadCharacter                         // a character that SQL has no use for
	ForeignParam                         // ?1, @name or $name
	SecondStatement                      // something after the semicolon
	WrongStart                           // not SELECT, INSERT, UPDATE, DELETE or WITH
)

// Fault is one of these at its place.
type Fault struct {
	Range
	Kind FaultKind
	Text string // as written there
}

// CheckTokens looks for what is wrong with any text of SQL, whatever stands
// in it: statements and expressions.
func CheckTokens(src string, toks []Token) (Fault, bool) {
	any := false
	for _, t := range toks {
		text := t.Text(src)
		at := Range{t.Start, t.End}
		switch t.Kind {
		case Illegal:
			kind := BadCharacter
			if strings.ContainsRune("'\"`[", rune(text[0])) {
				kind = Unterminated
			}
			return Fault{at, kind, text}, true
		case BadParam:
			return Fault{at, ForeignParam, text}, true
		case Comment:
			if strings.HasPrefix(text, "/*") && (len(text) < 4 || !strings.HasSuffix(text, "*/")) {
				return Fault{at, Unterminated, text}, true
			}
			continue
		}
		any = true
	}
	if !any {
		return Fault{Range{0, len(src)}, NoText, src}, true
	}
	return Fault{}, false
}

// CheckStatement looks for what keeps a text from being exactly one
// statement of an allowed kind. A semicolon at its end is accepted.
func CheckStatement(src string, toks []Token) (Fault, bool) {
	if f, bad := CheckTokens(src, toks); bad {
		return f, true
	}
	first, ended := true, false
	for _, t := range toks {
		text := t.Text(src)
		at := Range{t.Start, t.End}
		switch {
		case t.Kind == Comment:
			continue
		case ended:
			return Fault{at, SecondStatement, text}, true
		case t.Kind == Op && text == ";":
			ended = true
		}
		if first {
			switch strings.ToUpper(text) {
			case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
			default:
				return Fault{at, WrongStart, text}, true
			}
			first = false
		}
	}
	return Fault{}, false
}

// Trim returns the range of a text without white space around it and
// without a semicolon at its end.
func Trim(toks []Token, src string) Range {
	start, end := -1, 0
	for _, t := range toks {
		if t.Kind == Comment || t.Kind == Op && t.Text(src) == ";" {
			continue
		}
		if start < 0 {
			start = t.Start
		}
		end = t.End
	}
	return Range{max(start, 0), end}
}

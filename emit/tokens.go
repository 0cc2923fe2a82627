package emit

import (
	"go/scanner"
	"go/token"
	"strings"
)

// lineToken is a token, the line it begins on, from 0, and the number of
// line breaks in it.
type lineToken struct {
	text   string
	line   int
	breaks int
}

// tokens scans Go text, comments included, without semicolons and commas,
// which formatting may add and remove, and without calls "budget.X()".
func tokens(src []byte, budget string) []lineToken {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	var all []lineToken
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON || tok == token.COMMA { // lit is "\n" for one that is not written
			continue
		}
		text := tok.String()
		if lit != "" {
			text = lit
		}
		if tok == token.COMMENT {
			text = strings.Join(strings.Fields(text), "") // reindented by gofmt
		}
		all = append(all, lineToken{text, file.Line(pos) - 1, strings.Count(lit, "\n")})
	}
	if budget == "" {
		return all
	}
	var kept []lineToken
	for i := 0; i < len(all); i++ {
		if all[i].text == budget && i+4 < len(all) && all[i+1].text == "." {
			i += 4 // budget . Step ( )
			continue
		}
		kept = append(kept, all[i])
	}
	return kept
}

package build

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Problem is one message of the Go compiler.
type Problem struct {
	Package string // path relative to the module, "" if unknown
	File    string // as the compiler names it; a //line directive makes it the source's
	Line    int
	Column  int
	Message string
}

// FromSource reports whether the message is about a line of an env.yaml (a
// go: step) rather than about emitted code.
func (p Problem) FromSource() bool {
	return strings.HasSuffix(p.File, ".yaml") || strings.HasSuffix(p.File, ".yml")
}

var position = regexp.MustCompile(`^(?:vet: )?(.+?):(\d+)(?::(\d+))?: (.*)$`)

// Compile builds packages of the module in dir, given by paths relative to
// it, without linking. It returns the compiler's messages; err is set if the
// Go tool could not do its work at all.
//
// said is called with each line of the Go tool's: its messages, and the import
// path of every package that it compiles because its cache does not have it.
func Compile(ctx context.Context, dir string, packages []string, said func(line string)) ([]Problem, error) {
	args := []string{"build", "-v", "-trimpath", gcflags}
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	out, err := Go(ctx, dir, &lines{each: said}, args...)
	if err == nil {
		return nil, nil
	}
	problems := parseProblems(out)
	if len(problems) == 0 {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return problems, nil
}

// parseProblems reads "# package" headers and positioned messages.
func parseProblems(out []byte) []Problem {
	var ps []Problem
	pkg := ""
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		line := sc.Text()
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			pkg, _, _ = strings.Cut(rest, " ")
			continue
		}
		m := position.FindStringSubmatch(line)
		if m == nil {
			// A continuation line belongs to the message before it.
			if len(ps) > 0 && strings.HasPrefix(line, "\t") {
				ps[len(ps)-1].Message += " " + strings.TrimSpace(line)
			}
			continue
		}
		p := Problem{Package: pkg, File: filepath.ToSlash(m[1]), Message: m[4]}
		p.Line, _ = strconv.Atoi(m[2])
		p.Column, _ = strconv.Atoi(m[3])
		ps = append(ps, p)
	}
	return ps
}

// gcflags makes the compiler report every mistake. Linking passes it as well:
// with other flags Go would compile every package once more.
const gcflags = "-gcflags=./...=-e"

// Link builds one program of the module in dir into the file exe.
func Link(ctx context.Context, dir, pkg, exe string) error {
	out, err := Go(ctx, dir, nil, "build", "-trimpath", gcflags, "-ldflags=-s -w", "-o", exe, "./"+pkg)
	if err != nil {
		return fmt.Errorf("go build ./%s: %w\n%s", pkg, err, out)
	}
	return nil
}

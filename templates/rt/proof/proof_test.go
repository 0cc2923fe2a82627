package proof

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
)

// How the proof judges whole environments is tested where environments can
// be compiled: compiler/broken_test.go. Here are the checks that no env.yaml
// can fail, because the language makes it impossible, and what runs twice the
// same.

func run(t testing.TB, env *core.Env, opt Options) *Report {
	t.Helper()
	worlds := store.New(env, store.Options{})
	defer worlds.Close()
	reversed := worlds.Reversed()
	defer reversed.Close()
	opt.Reversed = reversed
	r, err := Run(context.Background(), env, worlds, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func has(r *Report, code, tool string) *Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Code == code && f.Tool == tool })
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// A proof that depended on how many processors there are could not be
// repeated, and would change manifests for nothing.
func TestSameReport(t *testing.T) {
	var texts []string
	for _, jobs := range []int{1, 4} {
		r := run(t, shop.Honest(), Options{Seeds: 6, Walks: 6, Jobs: jobs})
		if !r.Passed {
			t.Errorf("a sound environment fails: %+v", r.Findings)
		}
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(b))
	}
	if texts[0] != texts[1] {
		t.Errorf("with one job\n%s\nwith four\n%s", texts[0], texts[1])
	}
}

func TestReportHasFigures(t *testing.T) {
	r := run(t, shop.Honest(), Options{Seeds: 5, Walks: 6})
	buy := r.Tasks[0]
	if buy.Seeds != 5 || buy.Mutants < 20 || buy.Caught != buy.Mutants || buy.Variants < 5 || buy.Score() != 1 {
		t.Errorf("%+v", buy)
	}
	if d := buy.Difficulty; d.Calls != 2 || d.DistinctTools != 2 || d.Changing != 1 || d.Carried != 1 {
		t.Errorf("%+v", d)
	}
	if c := r.Coverage; c.ToolsSucceeded != c.Tools || c.EntitiesChanged != 2 || !slices.Equal(c.UnchangedTables, []string{"customers"}) {
		t.Errorf("%+v", c)
	}
}

// liars are tools that generated code can't be: they go behind their
// session's back.
func TestLiars(t *testing.T) {
	add := func(env *core.Env, name string, readOnly bool, do func(ctx context.Context, s *core.Session) error) {
		env.Tools = append(env.Tools, core.Tool{Name: name, ReadOnly: readOnly, Line: 77, Writes: []string{"books"}, Output: core.Type{Kind: core.ObjectKind},
			Call: func(ctx context.Context, s *core.Session, _ json.RawMessage) (json.RawMessage, error) {
				if err := do(ctx, s); err != nil {
					return nil, err
				}
				return json.RawMessage("{}"), nil
			}})
	}
	const sell = "UPDATE books SET stock = stock - 1 WHERE id = 1"
	change := func(s *core.Session) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.Exec(ctx, sell)
			return err
		}
	}
	for _, c := range []struct {
		name, code string
		readOnly   bool
		do         func(ctx context.Context, s *core.Session) error
	}{
		{"reads_and_writes", codeReadWrites, true, func(ctx context.Context, s *core.Session) error {
			return s.Write(ctx, change(s))
		}},
		{"writes_and_refuses", codeHalfDone, false, func(ctx context.Context, s *core.Session) error {
			if _, err := s.Conn().ExecContext(ctx, sell); err != nil {
				return err
			}
			return core.Refuse("x/1", core.CodeConflict, "", "No.")
		}},
		{"writes_unseen", codeHalfDone, true, func(ctx context.Context, s *core.Session) error {
			_, err := s.Conn().ExecContext(ctx, sell)
			return err
		}},
		{"fails", codeInternal, false, func(context.Context, *core.Session) error { return errors.New("out of order") }},
		{"gives_too_little", codeOutput, true, func(context.Context, *core.Session) error { return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := shop.Honest()
			env.Tasks = nil
			add(env, c.name, c.readOnly, c.do)
			if c.code == codeOutput {
				env.Tools[len(env.Tools)-1].Output.Fields = []core.Param{{Name: "left", Type: core.Type{Kind: core.Integer}}}
			}
			r := run(t, env, Options{Seeds: 1, Walks: 4, Steps: 20})
			f := has(r, c.code, c.name)
			if f == nil {
				t.Fatalf("not found: %+v", r.Findings)
			}
			if len(f.Calls) != 1 || f.Line != 77 || r.Passed {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		text, value string
		want        bool
	}{
		{"Order 3 copies.", "3", true}, {"Order 30 copies.", "3", false}, {"The Quiet Sea, please", "the quiet sea", true}, {"x", "", false},
	} {
		if got := mentions(c.text, c.value); got != c.want {
			t.Errorf("mentions(%q, %q) = %v", c.text, c.value, got)
		}
	}
}

func TestOwnWords(t *testing.T) {
	known := strings.ToLower(`Please write "Bathroom pipe" as the reference. {"name":"Rohrdienst Ganahl"}`)
	for text, want := range map[string]bool{
		"Bathroom pipe reference": false, "Two words": false, "A leak under the basin": true, "Rohrdienst Ganahl, Bathroom pipe": false,
	} {
		if got := ownWords(text, known); got != want {
			t.Errorf("ownWords(%q) = %v", text, got)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		run(b, shop.Honest(), Options{Jobs: 1})
	}
}

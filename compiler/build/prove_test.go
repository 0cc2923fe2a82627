package build

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMain lets the test's program stand in for a fleet that proves: with
// AWMC_TEST_PROOF it prints that, and ends with exit code 3.
func TestMain(m *testing.M) {
	if said := os.Getenv("AWMC_TEST_PROOF"); said != "" {
		fmt.Print(said)
		fmt.Fprintln(os.Stderr, "panic: a step went wrong")
		os.Exit(3)
	}
	os.Exit(m.Run())
}

// One environment that brings its fleet down must not cost the proofs of
// those before it, which took minutes.
func TestReportsBeforeACrashAreKept(t *testing.T) {
	for _, c := range []struct{ name, said, want string }{
		{"crash", `{"environment": "a", "seeds": 1}` + "\n" + `{"environment": "b"}`, "a step went wrong"},
		{"cut off", `{"environment": "a"} {"environment": "b"} {"envir`, "a step went wrong"},
		{"no report", `{"environment": "a"} {"environment": "b"} {"seeds": 3} {"environment": "c"}`, "a step went wrong"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("AWMC_TEST_PROOF", c.said)
			var got []string
			err := Prove(t.Context(), os.Args[0], []string{"a", "b", "c"}, 25, func(env string, _ json.RawMessage) { got = append(got, env) })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want what the program said", err)
			}
			if !slices.Equal(got, []string{"a", "b"}) {
				t.Errorf("reports of %v, want a and b", got)
			}
		})
	}
}

func TestLinesComeWhole(t *testing.T) {
	var got []string
	l := &lines{each: func(s string) { got = append(got, s) }}
	for _, part := range []string{"a", "b\nc\n", "\nd", "", "\n", "never ended"} {
		if n, err := l.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if want := []string{"ab", "c", "", "d"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

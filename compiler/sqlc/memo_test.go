package sqlc

import (
	"os"
	"testing"
)

type memory map[string][]byte

func (m memory) Get(kind, key string) ([]byte, bool) { b, ok := m[kind+key]; return b, ok }
func (m memory) Put(kind, key string, value []byte) error {
	m[kind+key] = value
	return nil
}

// After an edit only new statements may cost a run of sqlc; another schema
// must not be answered from memory.
func TestMemo(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := Runner{Path: exe, Args: []string{"stand-in"}}
	queries := []Query{{Name: "A", Command: ":many", Text: "SELECT 1"}, {Name: "B", Command: ":many", Text: "SELECT 2"}}
	m := memory{}
	first, _, err := AnalyseWith(t.Context(), r, m, "schema", queries)
	if err != nil || len(first) != 2 {
		t.Fatalf("%v, %v", first, err)
	}
	gone := Runner{Path: exe + ".gone"}
	again, _, err := AnalyseWith(t.Context(), gone, m, "schema", queries)
	if err != nil || len(again) != 2 {
		t.Errorf("what is known was asked again: %v, %v", again, err)
	}
	if _, _, err := AnalyseWith(t.Context(), gone, m, "another schema", queries); err == nil {
		t.Error("another schema was answered from memory")
	}
}

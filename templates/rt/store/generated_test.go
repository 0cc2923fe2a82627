package store

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
)

// A generated column in the middle of a table shifted every later value of
// the change log by one, so that differences named the wrong columns.
func TestGeneratedColumnsDoNotShiftTheLog(t *testing.T) {
	env := &core.Env{
		Name: "tickets", Now: "2026-03-02 09:00:00", Data: []byte(`{"tables":[]}`),
		Schema: `CREATE TABLE tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL GENERATED ALWAYS AS (printf('T-%05d', id)) VIRTUAL,
  title TEXT NOT NULL,
  weight REAL
) STRICT`,
		Entities: []core.Entity{{Name: "tickets", Key: []string{"id"}, AutoID: true, Fields: []core.Field{
			{Name: "id", Type: core.Integer}, {Name: "number", Type: core.Text, FromID: "T-{id:05}"}, {Name: "title", Type: core.Text}, {Name: "weight", Type: core.Real}}}},
		Tools: []core.Tool{{Name: "add", Call: func(ctx context.Context, s *core.Session, _ json.RawMessage) (json.RawMessage, error) {
			return json.RawMessage(`{}`), s.Write(ctx, func(ctx context.Context) error {
				_, err := s.Exec(ctx, "INSERT INTO tickets (title, weight) VALUES ('lamp', 2)")
				return err
			})
		}}},
	}
	st := New(env, Options{})
	defer st.Close()
	w, err := st.Open(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if res := w.Call(t.Context(), "add", json.RawMessage(`{}`)); res.Err != nil {
		t.Fatal(res.Err)
	}
	d, err := w.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"tables":[{"table":"tickets","columns":["id","title","weight"],"changes":[{"key":[1],"new":[1,"lamp",2]}]}]}`
	if string(got) != want {
		t.Errorf("the difference is\n%s, want\n%s", got, want)
	}
}

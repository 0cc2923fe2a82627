package store_test

import (
	"context"
	"fmt"
	"log"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/store"
)

// notes stands for a generated package: its Env and its tools.
var notes = struct {
	Env func() *core.Env
	New func(*core.Session) tools
}{
	Env: func() *core.Env {
		return &core.Env{
			Name: "notes", Now: "2026-03-02 09:00:00",
			Schema:   `CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, due TEXT NOT NULL, UNIQUE (body)) STRICT`,
			Data:     []byte(`{"tables":[{"entity":"notes","columns":["id","body","due"],"rows":[[1,"Water the plants","2026-03-03"]]}]}`),
			Entities: []core.Entity{{Name: "notes", Key: []string{"id"}, AutoID: true, Fields: []core.Field{{Name: "id", Type: core.Integer}, {Name: "body", Type: core.Text, Unique: true}, {Name: "due", Type: core.DateKind}}}},
		}
	},
	New: func(s *core.Session) tools { return tools{s} },
}

type tools struct{ s *core.Session }

// AddNote is what a generated tool looks like.
func (t tools) AddNote(ctx context.Context, body string) (id int64, due core.Date, err error) {
	err = t.s.Write(ctx, func(ctx context.Context) error {
		return t.s.QueryRow(ctx, "INSERT INTO notes (body, due) VALUES (?1, plus_days(?2, 7)) RETURNING id, due", body, t.s.Today()).Scan(&id, &due)
	})
	return id, due, err
}

// A program that vendors an environment opens a database, prepares it once,
// and calls the tools through a session.
func Example() {
	ctx := context.Background()
	db, err := store.OpenDB(":memory:") // or a file
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if err := store.Prepare(ctx, db, notes.Env(), 0); err != nil { // or PrepareEmpty
		log.Fatal(err)
	}
	session, err := core.OpenSession(ctx, db, notes.Env(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	fmt.Println(notes.New(session).AddNote(ctx, "Call Mara"))
	fmt.Println(notes.New(session).AddNote(ctx, "Water the plants"))
	fmt.Println(session.Now())
	// Output:
	// 2 2026-03-09 <nil>
	// 0  conflict: Another row of notes has the same body (notes.body must be unique).
	// 2026-03-02 09:01:00
}

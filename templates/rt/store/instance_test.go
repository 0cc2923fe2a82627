package store

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCallsChangeOnlyTheirInstance(t *testing.T) {
	s := newStore(t)
	a, b := s.New(0, nil), s.New(0, nil)
	r := must(t, a, "place_order", `{"items":[{"book_id":5,"qty":2}]}`)
	if got, want := string(r.Output), `{"id":201,"status":"pending","seen_at":"2026-03-02 09:00:00"}`; got != want {
		t.Errorf("place_order gives %s, want %s", got, want)
	}
	if !r.Changed || a.Now() != "2026-03-02 09:01:00" || b.Now() != "2026-03-02 09:00:00" {
		t.Errorf("changed %v, clocks %s and %s", r.Changed, a.Now(), b.Now())
	}
	if got, want := string(must(t, a, "get_book", `{"book_id":5}`).Output), `{"id":5,"title":"The science of Everything, Volume 5","price_cents":535,"weight":2.5,"stock":3}`; got != want {
		t.Errorf("get_book gives %s, want %s", got, want)
	}
	if got, want := string(must(t, b, "get_book", `{"book_id":5}`).Output), `{"id":5,"title":"The science of Everything, Volume 5","price_cents":535,"weight":2.5,"stock":5}`; got != want {
		t.Errorf("get_book in the other gives %s, want %s", got, want)
	}
	d, err := a.Diff(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(cmp.Diff(nil, d))
	tab, err := a.Select(context.Background(), "SELECT b.id, b.stock, o.stock FROM books b JOIN before.books o ON o.id = b.id WHERE o.stock <> b.stock")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]any{{int64(5), int64(3), int64(5)}}, tab.Rows); diff != "" {
		t.Error(diff)
	}
}

package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/sqlite"

	"github.com/awmc/awmc/templates/rt/core"
)

// bareConnector opens the driver's own connections, without wrap.
type bareConnector struct {
	d   *sqlite.Driver
	dsn string
}

func (b bareConnector) Connect(context.Context) (driver.Conn, error) { return b.d.Open(b.dsn) }
func (b bareConnector) Driver() driver.Driver                        { return b.d }

func TestVendored(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	env := shopEnv(t)
	db, err := OpenDB(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Prepare(ctx, db, env, 0); err != nil {
		t.Fatal(err)
	}
	if err := Prepare(ctx, db, env, 0); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("prepared twice: %v", err)
	}
	s, err := core.OpenSession(ctx, db, env, &core.Actor{Entity: "customers", Key: int64(2)})
	if err != nil {
		t.Fatal(err)
	}
	out, err := newShop(s).PlaceOrder(ctx, placeOrderInput{Items: []item{{5, 1}}})
	if err != nil || out.ID != 201 || out.Seen != "2026-03-02 09:00:00" {
		t.Errorf("%+v, %v", out, err)
	}
	var e *core.Error
	_, err = newShop(s).PlaceOrder(ctx, placeOrderInput{Items: []item{{999, 1}}})
	if !errors.As(err, &e) || e.Code != core.CodeNotFound {
		t.Errorf("%v", err)
	}
	if err := errors.Join(s.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}

	if db, err = OpenDB(file); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// Another user goes on at the same clock.
	if s, err = core.OpenSession(ctx, db, env, nil); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Now() != "2026-03-02 09:01:00" {
		t.Errorf("the clock starts at %s again", s.Now())
	}
	orders, err := newShop(s).MyOrders(ctx, struct{}{})
	if err != nil || len(orders.Items) != 5 || orders.Items[0].Seen != "2026-03-02 09:01:00" {
		t.Errorf("%+v, %v", orders, err)
	}
}

func TestPrepareEmpty(t *testing.T) {
	db, err := OpenDB(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := PrepareEmpty(ctx, db, shopEnv(t)); err != nil {
		t.Fatal(err)
	}
	var books, sessions int
	if err := db.QueryRow("SELECT (SELECT count(*) FROM books), (SELECT count(*) FROM awmc_session)").Scan(&books, &sessions); err != nil || books != 0 || sessions != 1 {
		t.Errorf("%d books, %d sessions, %v", books, sessions, err)
	}
}

// A process that vendors an environment keeps SQLite's functions for its own
// databases.
func TestOtherDatabasesKeepTheirFunctions(t *testing.T) {
	ourSQLite(t)
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var now *string
	if err := db.QueryRow("SELECT date('now')").Scan(&now); err != nil || now == nil {
		t.Errorf("date('now') gives %v, %v", now, err)
	}
	if err := db.QueryRow("SELECT contains('a', 'b')").Scan(&now); err == nil {
		t.Error("contains is there")
	}
}

func TestMemoryDatabasesAreSeparate(t *testing.T) {
	a, b := ourSQLite(t), ourSQLite(t)
	for _, c := range []*sql.Conn{a, b} {
		if _, err := c.ExecContext(ctx, "CREATE TABLE t (x)"); err != nil {
			t.Fatal(err)
		}
	}
}

// An interrupted connection is thrown away by database/sql; the database in
// memory must outlive it.
func TestMemoryDatabaseOutlivesItsConnections(t *testing.T) {
	db, err := OpenDB(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxIdleConns(-1)
	if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO t VALUES (1)"); err != nil {
		t.Error(err)
	}
}

// Two sessions on one database take turns with the clock that views read,
// and each sees itself as the signed-in user.
func TestTwoSessionsOnOneDatabase(t *testing.T) {
	db, err := OpenDB(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	env := shopEnv(t)
	if err := Prepare(ctx, db, env, 0); err != nil {
		t.Fatal(err)
	}
	var sessions [2]*core.Session
	for i := range sessions {
		if sessions[i], err = core.OpenSession(ctx, db, env, &core.Actor{Entity: "customers", Key: int64(i + 1)}); err != nil {
			t.Fatal(err)
		}
		defer sessions[i].Close()
	}
	want := []string{"2026-03-02 09:00:00", "2026-03-02 09:01:00", "2026-03-02 09:02:00", "2026-03-02 09:03:00"}
	for turn, now := range want {
		s := sessions[turn%2]
		out, err := newShop(s).PlaceOrder(ctx, placeOrderInput{Items: []item{{int64(10 + turn), 1}}})
		if err != nil || out.Seen != now {
			t.Fatalf("turn %d: %+v, %v, want %s", turn, out, err, now)
		}
	}
	for i, s := range sessions {
		mine, err := newShop(s).MyOrders(ctx, struct{}{})
		if err != nil || len(mine.Items) != 7 || mine.Items[0].Seen != "2026-03-02 09:04:00" {
			t.Errorf("session %d: %+v, %v", i, mine, err)
		}
	}
}

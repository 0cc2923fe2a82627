package service_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/awmc/awmc/templates/rt/core"
	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
	"github.com/awmc/awmc/templates/rt/store"
	"github.com/awmc/awmc/templates/rt/task"
)

func inDir(dir string) func(*service.Options) {
	return func(o *service.Options) { o.StateDir = dir }
}

// leave plays a little in a service that keeps its instances, and returns
// the journal that it left behind.
func leave(t testing.TB, dir string) (id, path string) {
	t.Helper()
	s := shop.Open(t, inDir(dir))
	in := shop.Create(t, s, service.Start{Task: "buy_the_cheapest", Seed: 2})
	call(t, in, "get_bok", `{}`)
	must(t, in, "place_order", `{"book_id":1,"qty":2}`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return in.ID, filepath.Join(dir, in.ID+".jsonl")
}

// An episode that was played on another version of the environment can't be
// judged by this one.
func TestRestoredByAnotherVersionIsVoid(t *testing.T) {
	dir := t.TempDir()
	id, _ := leave(t, dir)
	s, err := service.New([]service.Entry{{Name: "shop", Env: func() *core.Env {
		env := shop.Env()
		env.Policy = "Orders can be cancelled."
		return env
	}}}, service.Options{StateDir: dir, Worlds: func(env *core.Env) core.Worlds { return store.New(env, store.Options{}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in, err := s.Instance(id)
	if err != nil {
		t.Fatal(err)
	}
	if v := verify(t, in, service.Finish{}); v.Outcome != task.EnvironmentError || !strings.Contains(v.Error, "another version") {
		t.Errorf("the verdict: %+v", v)
	}
}

func TestRestoredRemembersFormatErrors(t *testing.T) {
	dir := t.TempDir()
	id, _ := leave(t, dir)
	s := shop.Open(t, inDir(dir))
	in, err := s.Instance(id)
	if err != nil {
		t.Fatal(err)
	}
	if v := verify(t, in, service.Finish{FormatErrors: true}); v.Outcome != task.FormatError || !strings.Contains(v.Error, "get_bok") {
		t.Errorf("the verdict: %+v", v)
	}
}

// A journal whose calls give something else now is a fault, not a state.
func TestRestoredDifferentlyIsVoid(t *testing.T) {
	dir := t.TempDir()
	id, path := leave(t, dir)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(b), `"result":{"id":1,`, `"result":{"id":2,`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := shop.Open(t, inDir(dir))
	in, err := s.Instance(id)
	if err != nil {
		t.Fatal(err)
	}
	if res := call(t, in, "get_book", `{"book_id":1}`); res.Err == nil || res.Err.Code != core.CodeInternal {
		t.Errorf("got %s", res.Text())
	}
	if i := info(t, in); i.State != service.Void {
		t.Errorf("the instance is %+v", i)
	}
}

// A damaged journal costs its own instance, not the server's start.
func FuzzJournal(f *testing.F) {
	dir := f.TempDir()
	id, path := leave(f, dir)
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	header, _, _ := strings.Cut(string(good), "\n")
	for _, b := range []string{string(good), "", "{}\n", header, header + "\n", header + "\n{\"call\":{\"tool\":\"place_order\"}}\n", header + "\nnull\n", header + "\n{\"end\":{}}\n",
		strings.ReplaceAll(header, `"task":"buy_the_cheapest"`, `"task":"gone"`) + "\n", strings.ReplaceAll(header, `"environment":"shop"`, `"environment":"gone"`) + "\n"} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, content string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s := shop.Open(t, inDir(dir))
		if in, err := s.Instance(id); err == nil {
			call(t, in, "get_book", `{"book_id":1}`)
			info(t, in)
		}
	})
}

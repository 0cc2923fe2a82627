package sqlc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
)

// Memo keeps what sqlc said, so that after an edit only the statements that
// are new are shown to it again. A cache of package compiler/cache is one.
type Memo interface {
	Get(kind, key string) ([]byte, bool)
	Put(kind, key string, value []byte) error
}

// smallest is how many statements are worth a process of their own: starting
// sqlc and reading the schema takes as long as about forty.
const smallest = 40

// AnalyseWith is Analyse with a memory, and with several processes where
// there is much to do. A memory that can't be written is no error. Refusals
// are not remembered.
func AnalyseWith(ctx context.Context, r Runner, memo Memo, schema string, queries []Query) (map[string]Result, []Problem, error) {
	// The path of the program names its version.
	key := digest(filepath.Base(filepath.Dir(r.Path)) + "\x00" + schema)
	known := map[string]Result{}
	if memo != nil {
		if b, ok := memo.Get("sqlc", key); ok && json.Unmarshal(b, &known) != nil {
			known = map[string]Result{}
		}
	}
	results := make(map[string]Result, len(queries))
	var fresh []Query
	for _, q := range queries {
		if res, ok := known[digest(q.Command+q.Text)]; ok {
			results[q.Name] = res
		} else {
			fresh = append(fresh, q)
		}
	}
	got, problems, err := parallel(ctx, r, schema, fresh)
	if err != nil {
		return nil, nil, err
	}
	for _, q := range fresh {
		if res, ok := got[q.Name]; ok {
			results[q.Name] = res
		}
	}
	if memo != nil && len(got) > 0 {
		// Only what is asked for now is kept: statements that are gone would
		// pile up otherwise.
		keep := make(map[string]Result, len(queries))
		for _, q := range queries {
			if res, ok := results[q.Name]; ok {
				keep[digest(q.Command+q.Text)] = res
			}
		}
		if b, err := json.Marshal(keep); err == nil {
			_ = memo.Put("sqlc", key, b)
		}
	}
	return results, problems, nil
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// parallel shares the statements out over processes.
func parallel(ctx context.Context, r Runner, schema string, queries []Query) (map[string]Result, []Problem, error) {
	n := max(1, min(runtime.GOMAXPROCS(0), len(queries)/smallest))
	parts := make([]map[string]Result, n)
	problems := make([][]Problem, n)
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		part := queries[i*len(queries)/n : (i+1)*len(queries)/n]
		wg.Go(func() { parts[i], problems[i], errs[i] = Analyse(ctx, r, schema, part) })
	}
	wg.Wait()
	all := map[string]Result{}
	var said []Problem
	for i := range n {
		for name, res := range parts[i] {
			all[name] = res
		}
		said = append(said, problems[i]...)
	}
	return all, said, errors.Join(errs...)
}

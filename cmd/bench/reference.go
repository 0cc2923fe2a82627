package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/awmc/awmc/templates/rt/store"
)

// reference is the reference layout: a process and a file for each instance.
type reference struct {
	python, program, scratch string
	template                 []byte

	mu   sync.Mutex
	next int
	live map[*process]bool
}

// newReference takes the database of one of our instances for a template. It
// leaves out the triggers for flows, whose messages an SQLite before 3.47
// can't read; Python often comes with one. None of the tools needs them.
func newReference(ctx context.Context, o options, database []byte) (*reference, error) {
	r := &reference{python: o.python, program: o.peer, scratch: o.scratch, live: map[*process]bool{}}
	path := filepath.Join(o.scratch, "template.db")
	if err := os.WriteFile(path, database, 0o600); err != nil {
		return nil, err
	}
	db, err := store.OpenDB(path)
	if err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		return nil, err
	}
	var drops []string
	for rows.Next() {
		var drop string
		if err := rows.Scan(&drop); err != nil {
			return nil, err
		}
		drops = append(drops, drop)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, drop := range drops {
		if _, err := db.ExecContext(ctx, drop); err != nil {
			return nil, err
		}
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	r.template, err = os.ReadFile(path)
	return r, err
}

func (r *reference) start(ctx context.Context) (*instance, error) {
	r.mu.Lock()
	r.next++
	file := filepath.Join(r.scratch, fmt.Sprintf("peer-%d.db", r.next))
	r.mu.Unlock()
	for _, path := range []string{file, file + ".start"} {
		if err := os.WriteFile(path, r.template, 0o600); err != nil {
			return nil, err
		}
	}
	p, err := startProcess(r.python, r.program, file)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.live[p] = true
	r.mu.Unlock()
	port, err := p.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the peer doesn't say where it listens: %w", errors.Join(err, p.ended()))
	}
	address := net.JoinHostPort("127.0.0.1", strings.TrimSpace(port))
	in := &instance{agent: newAgent("http://" + address + "/mcp"), proc: p, file: file}
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return in, nil
		}
		if err := errors.Join(p.ended(), ctx.Err()); err != nil {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("the peer does not listen on %s", address)
		}
	}
}

func (r *reference) reset(ctx context.Context, in *instance) error {
	_, _, err := post(ctx, in.agent.http, in.agent.url[:len(in.agent.url)-len("mcp")]+"reset", http.Header{}, "")
	return err
}

func (r *reference) end(_ context.Context, in *instance) error {
	in.agent.close()
	r.mu.Lock()
	delete(r.live, in.proc)
	r.mu.Unlock()
	return errors.Join(in.proc.end(), os.Remove(in.file), os.Remove(in.file+".start"))
}

func (r *reference) memory() (total int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := range r.live {
		n, err := p.memory()
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func (r *reference) close() (err error) {
	for p := range r.live {
		err = errors.Join(err, p.end())
	}
	return err
}

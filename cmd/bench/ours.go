package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// ours is a generated server: one process for all instances.
type ours struct {
	proc    *process
	control string
	http    *http.Client
}

func startOurs(program string, agents int) (*ours, error) {
	p, err := startProcess(program, "serve", "--addr", "127.0.0.1:0", "--control", "127.0.0.1:0", "--log-level", "error")
	if err != nil {
		return nil, err
	}
	s := &ours{proc: p, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: agents}}}
	for s.control == "" {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("%s says nothing of its addresses: %v: %s", program, err, &p.failed)
		}
		if rest, ok := strings.CutPrefix(line, "trainers: "); ok {
			s.control, _, _ = strings.Cut(rest, "/v1")
		}
	}
	return s, nil
}

var asJSON = http.Header{"Content-Type": {"application/json"}}

func (s *ours) start(ctx context.Context) (*instance, error) {
	b, _, err := post(ctx, s.http, s.control+"/v1/instances", asJSON, "{}")
	if err != nil {
		return nil, err
	}
	var made struct{ ID, MCP string }
	if err := json.Unmarshal(b, &made); err != nil {
		return nil, err
	}
	return &instance{agent: newAgent(made.MCP), id: made.ID}, nil
}

func (s *ours) reset(ctx context.Context, in *instance) error {
	_, _, err := post(ctx, s.http, s.control+"/v1/instances/"+in.id+"/reset", asJSON, "{}")
	return err
}

func (s *ours) end(ctx context.Context, in *instance) error {
	in.agent.close()
	_, _, err := request(ctx, s.http, http.MethodDelete, s.control+"/v1/instances/"+in.id, nil, "")
	return err
}

func (s *ours) memory() (int64, error) { return s.proc.memory() }

// database is the file of an untouched instance.
func (s *ours) database(ctx context.Context) ([]byte, error) {
	in, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	b, _, err := request(ctx, s.http, http.MethodGet, s.control+"/v1/instances/"+in.id+"/database", nil, "")
	if err != nil {
		return nil, err
	}
	return b, s.end(ctx, in)
}

func (s *ours) close() error { return s.proc.end() }

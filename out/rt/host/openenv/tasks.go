package openenv

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// Splits of tasks: those to train on, and those that are held out.
const (
	trainSplit = "train"
	testSplit  = "test"
)

// mountTasks adds OpenEnv's task API, by which datasets are made, for one
// environment. Its addresses begin with the environment's name: as a wildcard
// that would be at odds with everything else on a server.
func (s *Server) mountTasks(mux *http.ServeMux, env string) {
	mux.HandleFunc("GET /"+env+"/splits", func(w http.ResponseWriter, _ *http.Request) {
		e, err := s.service.Environment(env)
		if err != nil {
			s.refuse(w, err)
			return
		}
		list := []map[string]string{}
		for _, name := range []string{trainSplit, testSplit} {
			if len(tasksOf(e.Spec, name)) > 0 {
				list = append(list, map[string]string{"name": name, "type": name})
			}
		}
		writeJSON(w, http.StatusOK, list)
	})
	s.onTasks(mux, env, "tasks", func(e *service.Environment, list []taskInfo, _ map[string]json.RawMessage, _ *problems) any {
		return map[string]any{"tasks": list, "env_name": e.Name}
	})
	s.onTasks(mux, env, "num_tasks", func(_ *service.Environment, list []taskInfo, _ map[string]json.RawMessage, _ *problems) any {
		return map[string]any{"num_tasks": len(list)}
	})
	s.onTasks(mux, env, "task", func(_ *service.Environment, list []taskInfo, data map[string]json.RawMessage, p *problems) any {
		i := p.integer(data, "index")
		if i == nil || *i < 0 || *i >= int64(len(list)) {
			p.add("index", fmt.Sprintf("Input should be from 0 to %d", len(list)-1), data["index"], "index")
			return nil
		}
		return map[string]any{"task": list[*i]}
	})
	s.onTasks(mux, env, "task_range", func(_ *service.Environment, list []taskInfo, data map[string]json.RawMessage, p *problems) any {
		start, stop := int64(0), int64(len(list))
		if n := p.integer(data, "start"); n != nil {
			start = min(max(*n, 0), stop)
		}
		if n := p.integer(data, "stop"); n != nil {
			stop = max(start, min(*n, stop))
		}
		return map[string]any{"tasks": list[start:stop]}
	})
}

// taskInfo is a task as trainers list it; its members are parameters of reset.
type taskInfo struct {
	TaskIdx int    `json:"task_idx"`
	Task    string `json:"task"`
	Ask     string `json:"ask"` // with {given} values still to be drawn
}

func tasksOf(env *core.Env, split string) []taskInfo {
	list := []taskInfo{}
	for i := range env.Tasks {
		if t := &env.Tasks[i]; t.HeldOut == (split == testSplit) {
			list = append(list, taskInfo{i, t.Name, t.Ask})
		}
	}
	return list
}

func (s *Server) onTasks(mux *http.ServeMux, env, name string, answer func(*service.Environment, []taskInfo, map[string]json.RawMessage, *problems) any) {
	mux.HandleFunc("POST /"+env+"/"+name, func(w http.ResponseWriter, r *http.Request) {
		e, err := s.service.Environment(env)
		var data map[string]json.RawMessage
		if err == nil {
			data, err = s.object(w, r)
		}
		if err != nil {
			s.refuse(w, err)
			return
		}
		var p problems
		split := p.text(data, "split")
		if !slices.Contains([]string{trainSplit, testSplit}, split) {
			p.add("literal_error", "Input should be 'train' or 'test'", data["split"], "split")
		}
		var out any
		if len(p) == 0 {
			out = answer(e, tasksOf(e.Spec, split), data, &p)
		}
		if len(p) > 0 {
			s.refuse(w, invalid(p.at("body")))
			return
		}
		writeJSON(w, http.StatusOK, out)
	})
}

// listEnvironments is GET /list_environments.
func (s *Server) listEnvironments(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, s.names(scopeOf(r)))
}

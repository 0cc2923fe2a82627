package nemo

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
	"github.com/awmc/awmc/out/rt/host/service"
)

// seeding is what seed_session reads of the row that an agent was given:
// members of its own, or of its task_data, verifier_metadata or metadata.
type seeding struct {
	resourcesSession string
	Task             string `json:"task"`
	TaskID           string `json:"task_id"`
	TaskIdx          *int   `json:"task_idx"`
	Seed             int64  `json:"seed"`
	Actor            string `json:"actor"`
	EndOnFormatError bool   `json:"end_on_format_error"`
	// KeepSession leaves the instance when it is verified, so that its
	// trajectory can be fetched from the control API.
	KeepSession bool `json:"keep_session"`
}

func parseSeeding(body map[string]json.RawMessage) (x seeding, err error) {
	for _, place := range []string{"metadata", "verifier_metadata", "task_data", ""} {
		raw, m := body[place], body
		if place != "" {
			if isNull(raw) {
				continue
			}
			m = nil
			if json.Unmarshal(raw, &m) != nil {
				continue // something else has that name
			}
		}
		if err := x.read(m, place); err != nil {
			return x, err
		}
	}
	if raw := body["resources_session_id"]; !isNull(raw) {
		if json.Unmarshal(raw, &x.resourcesSession) != nil || x.resourcesSession == "" {
			return x, invalidf("resources_session_id must be a text")
		}
	}
	return x, nil
}

// read takes what m says; what is null says nothing.
func (x *seeding) read(m map[string]json.RawMessage, place string) error {
	for name, dst := range map[string]any{
		"task": &x.Task, "task_id": &x.TaskID, "task_idx": &x.TaskIdx, "seed": &x.Seed, "actor": &x.Actor,
		"end_on_format_error": &x.EndOnFormatError, "keep_session": &x.KeepSession,
	} {
		raw := m[name]
		if isNull(raw) {
			continue
		}
		if err := json.Unmarshal(raw, dst); err != nil && name != "task" && name != "task_id" {
			return invalidf("%s: %s", strings.TrimPrefix(place+"."+name, "."), "this has the wrong type")
		}
	}
	return nil
}

// chooseTask finds the task: by index, or by name in task or task_id.
func (x *seeding) chooseTask(env *core.Env) (string, error) {
	n := len(env.Tasks)
	if x.TaskIdx != nil {
		if i := *x.TaskIdx; i < 0 || i >= n {
			return "", invalidf("task_idx %d is not from 0 to %d", i, n-1)
		}
		return env.Tasks[*x.TaskIdx].Name, nil
	}
	names := make([]string, n)
	for i := range env.Tasks {
		if names[i] = env.Tasks[i].Name; names[i] == x.Task || names[i] == x.TaskID {
			return names[i], nil
		}
	}
	name := x.Task
	if name == "" {
		name = x.TaskID
	}
	if name == "" {
		return "", invalidf("name a task: the row needs a member task (or task_idx), and seed if it is not 0; there are %s", strings.Join(names, ", "))
	}
	if near := core.Nearest(name, names); near != "" {
		return "", invalidf("there is no task %q; did you mean %q?", name, near)
	}
	return "", invalidf("there is no task %q; there are %s", name, strings.Join(names, ", "))
}

// seedSession starts an episode.
func (n *Server) seedSession(w http.ResponseWriter, r *http.Request) {
	in, named, err := n.seed(w, r)
	if err != nil {
		echoCookie(w, r)
		refuse(w, err)
		return
	}
	setCookie(w, in.ID)
	if named != "" {
		writeJSON(w, http.StatusOK, map[string]string{"resources_session_id": named})
		return
	}
	info, err := in.Info(r.Context())
	if err != nil {
		refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"instance": in.ID, "task": info.Task, "seed": info.Seed, "effective_seed": info.EffectiveSeed, "ask": info.Ask, "policy": in.Env.Spec.Policy,
	})
}

func (n *Server) seed(w http.ResponseWriter, r *http.Request) (in *service.Instance, named string, err error) {
	e, err := n.service.Environment(r.PathValue("env"))
	if err != nil {
		return nil, "", err
	}
	body, err := n.object(w, r, 1)
	if err != nil {
		return nil, "", err
	}
	x, err := parseSeeding(body)
	if err != nil {
		return nil, "", err
	}
	key := e.Name + "/" + x.resourcesSession
	if x.resourcesSession != "" {
		if in, err := n.again(key); in != nil || err != nil {
			return in, x.resourcesSession, err
		}
	}
	name, err := x.chooseTask(e.Spec)
	if err != nil {
		return nil, "", err
	}
	if old, there, err := n.current(r); err == nil && there != nil && x.resourcesSession == "" {
		n.end(old) // the agent begins anew
	}
	in, err = n.service.Create(r.Context(), service.Start{Environment: e.Name, Task: name, Seed: x.Seed, Actor: x.Actor, EndOnFormatError: x.EndOnFormatError})
	if err != nil {
		return nil, "", err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if x.resourcesSession != "" {
		if id, raced := n.named[key]; raced {
			// Two requests, one session: the first wins.
			defer n.discard(in)
			if first := n.sessions[id]; first != nil {
				return first.in, x.resourcesSession, nil
			}
			return nil, "", errClosed
		}
		n.name(key, in.ID)
	}
	n.sweep()
	n.sessions[in.ID] = &session{in: in, keep: x.KeepSession}
	return in, x.resourcesSession, nil
}

func (n *Server) discard(in *service.Instance) {
	if err := n.service.Delete(in.ID); err != nil {
		n.service.Log().Error("ending an episode", "instance", in.ID, "error", err)
	}
}

var errClosed = &service.Error{Kind: service.Conflict, Message: "this resources session was closed"}

// again finds the instance of a session that its caller has named before.
func (n *Server) again(key string) (*service.Instance, error) {
	n.mu.Lock()
	id, known := n.named[key]
	x := n.sessions[id]
	n.mu.Unlock()
	switch {
	case !known:
		return nil, nil
	case x == nil:
		return nil, errClosed
	}
	return x.in, nil
}

// name remembers an instance by its caller's name, or ("") that the name is
// not to be used any more. The caller has the lock.
func (n *Server) name(key, id string) {
	if _, known := n.named[key]; !known {
		if old, full := n.names.add(key); full {
			delete(n.named, old)
		}
	}
	n.named[key] = id
}

// closeSession ends an episode by its cookie, or by the name that its caller
// gave it, which it needn't have used yet.
func (n *Server) closeSession(w http.ResponseWriter, r *http.Request) {
	echoCookie(w, r)
	body, err := n.object(w, r, 1)
	if err != nil {
		refuse(w, err)
		return
	}
	x, err := parseSeeding(body)
	if err != nil {
		refuse(w, err)
		return
	}
	if x.resourcesSession == "" {
		if id, there, err := n.current(r); err == nil && there != nil {
			n.end(id)
		}
		writeJSON(w, http.StatusOK, struct{}{})
		return
	}
	key := r.PathValue("env") + "/" + x.resourcesSession
	n.mu.Lock()
	id := n.named[key]
	n.name(key, "")
	n.mu.Unlock()
	if id != "" {
		n.end(id)
	}
	writeJSON(w, http.StatusOK, map[string]string{"resources_session_id": x.resourcesSession})
}

package nemo

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/awmc/awmc/out/rt/host/service"
	"github.com/awmc/awmc/out/rt/task"
)

// Failure kinds of NeMo Gym's shared vocabulary.
const (
	sessionLost       = "session_lost"
	sessionExpired    = "session_expired"
	environmentFailed = "environment_server_failed"
	verifierError     = "verifier_error"
)

// verify judges an episode. The answer is the request's body with the reward
// and what explains it.
func (n *Server) verify(w http.ResponseWriter, r *http.Request) {
	echoCookie(w, r)
	body, err := n.object(w, r, 16)
	if err != nil {
		refuse(w, err)
		return
	}
	for _, name := range []string{"responses_create_params", "response"} {
		if isNull(body[name]) {
			refuse(w, invalidf("%s is missing", name))
			return
		}
	}
	said, err := parseResponse(body["response"])
	if err != nil {
		refuse(w, err)
		return
	}
	judged, kind, err := n.judge(r, said)
	if err != nil {
		refuse(w, err)
		return
	}
	add := func(name string, v any) {
		if b, err := json.Marshal(v); err == nil {
			body[name] = b
		}
	}
	reward := 0.0
	if judged.Reward != nil {
		reward = *judged.Reward
	}
	add("reward", reward)
	add("mask_sample", kind != "")
	add("failure_kind", nil)
	add("failure_reason", nil)
	if kind != "" {
		add("failure_kind", kind)
		// The rest of a fault is in the log, and no client's business.
		judged.Error, _, _ = strings.Cut(judged.Error, "\n")
		add("failure_reason", judged.Error)
	}
	add("outcome", judged.Outcome)
	add("share", judged.Share)
	add("verdict", judged)
	writeJSON(w, http.StatusOK, body)
}

// judge gives the verdict of a request's session, and what kind of failure
// makes it worthless, if one does. A request that is sent again gets the same
// verdict.
func (n *Server) judge(r *http.Request, said said) (v task.Verdict, kind string, err error) {
	id, x, err := n.current(r)
	if err != nil {
		n.mu.Lock()
		before, ok := n.judged[id]
		n.mu.Unlock()
		switch {
		case ok:
			return before, failureKind(&before), nil
		case service.KindOf(err) == service.Gone:
			if old, expired := n.service.ExpiredVerdict(id); expired == nil {
				return *old, sessionExpired, nil
			}
		case service.KindOf(err) == service.Fault:
			return v, "", err
		}
		return task.Verdict{Outcome: task.EnvironmentError, State: task.EnvironmentError, Conditions: []task.Condition{}, Error: err.Error()}, sessionLost, nil
	}
	got, err := x.in.Verify(r.Context(), service.Finish{Answer: said.answer, Truncated: said.truncated})
	if err != nil {
		return v, "", err
	}
	n.mu.Lock()
	if _, known := n.judged[id]; !known {
		if old, full := n.verdicts.add(id); full {
			delete(n.judged, old)
		}
		n.judged[id] = *got
	}
	n.mu.Unlock()
	if !x.keep {
		n.end(id)
	}
	return *got, failureKind(got), nil
}

func failureKind(v *task.Verdict) string {
	switch v.Outcome {
	case task.EnvironmentError:
		return environmentFailed
	case task.VerifierError:
		return verifierError
	}
	return ""
}

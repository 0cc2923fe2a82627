package openenv_test

import (
	"strings"
	"testing"
	"time"

	"github.com/awmc/awmc/templates/rt/host/openenv"
	"github.com/awmc/awmc/templates/rt/host/testdata/shop"
)

// A dropped socket must not cost the episode: hours of rollouts hang on it.
func TestResume(t *testing.T) {
	s := shop.Open(t)
	url := start(t, s, openenv.Options{}) + "/ws"
	c := dial(t, url)
	told := c.expect(`{"type":"reset","data":{"episode_id":"e","scenario":"shop","task_idx":0,"seed":3}}`, `"reset_ok"`)
	c.step("place_order", `{"book_id":1,"qty":1}`)
	c.ws.CloseNow()

	c = dial(t, url)
	again := c.expect(`{"type":"reset","data":{"episode_id":"e","resume":true}}`, `"resumed":true`, `"step_count":1`)
	if ask := between(told, `"task":"`, `"`); ask == "" || ask != between(again, `"task":"`, `"`) {
		t.Errorf("another task: %s", again)
	}
	// The world, the count and the dialect are those from before.
	if e := c.step("get_book", `{"book_id":1}`); !strings.Contains(string(e.Data.Observation["tool_result"]), `"stock":4`) {
		t.Errorf("the world was lost: %s", e.Data.Observation)
	}
	c.expect(`{"type":"state"}`, `{"episode_id":"e","step_count":2}`)

	// Another socket may take it over: the client may know that the network
	// broke before the server does.
	other := dial(t, url+"?episode_id=e")
	other.expect(`{"type":"state"}`, `{"episode_id":"e","step_count":2}`)
	if _, err := c.receive(); err == nil {
		t.Error("the socket before is still served")
	}

	// A plain reset starts over, whatever the episode's name was.
	other.ws.CloseNow()
	c = dial(t, url)
	c.expect(`{"type":"reset","data":{"episode_id":"e"}}`, `"reset_ok"`)
	c.expect(`{"type":"state"}`, `{"episode_id":"e","step_count":0}`)
}

// A reward whose frame was lost can be asked for again.
func TestResumeForTheReward(t *testing.T) {
	url := start(t, shop.Open(t), openenv.Options{}) + "/ws"
	c := dial(t, url)
	c.expect(`{"type":"reset","data":{"episode_id":"e","task_idx":1}}`, `"reset_ok"`)
	first := c.step("verify", `{"final_answer":"43"}`)
	c.ws.CloseNow()
	c = dial(t, url)
	c.expect(`{"type":"reset","data":{"episode_id":"e","resume":true}}`, `"done":true`)
	second := c.step("verify", `{}`)
	if *first.Data.Reward != 1 || *second.Data.Reward != 1 || !second.Data.Done {
		t.Errorf("rewards %v, then %v", first.Data, second.Data)
	}
}

func TestGraceEnds(t *testing.T) {
	s := shop.Open(t)
	url := start(t, s, openenv.Options{Grace: 50 * time.Millisecond}) + "/ws"
	c := dial(t, url)
	c.expect(`{"type":"reset","data":{"episode_id":"e"}}`, `"reset_ok"`)
	c.ws.CloseNow()
	eventually(t, func() bool { return len(s.Instances("")) == 0 })
	dial(t, url).expect(`{"type":"reset","data":{"episode_id":"e","resume":true}}`, "no episode")
	dial(t, url+"?episode_id=e").expect(`{"type":"state"}`, `"code":"SESSION_ERROR"`, "no episode")
}

// An episode that expires under an open socket is void, which the client must
// learn as such.
func TestExpiry(t *testing.T) {
	s := shop.Open(t)
	c := dial(t, start(t, s, openenv.Options{})+"/ws")
	c.expect(`{"type":"reset"}`, `"reset_ok"`)
	for _, in := range s.Instances("") {
		if err := s.Delete(in.ID); err != nil {
			t.Fatal(err)
		}
	}
	c.expect(`{"type":"step","data":{"type":"call_tool","tool_name":"echo","arguments":{"number":1}}}`, `"code":"SESSION_ERROR"`, "void")
	c.expect(`{"type":"reset"}`, `"reset_ok"`)
}

func between(s, from, to string) string {
	_, s, _ = strings.Cut(s, from)
	s, _, _ = strings.Cut(s, to)
	return s
}

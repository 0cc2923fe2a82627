package openenv

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// socket is one WebSocket. One goroutine reads, so that pings are answered
// while a call runs; one answers, message by message; one asks whether the
// client is still there.
type socket struct {
	server  *Server
	conn    *websocket.Conn
	session *session
	inbox   chan incoming
	seen    atomic.Int64  // when something last came, in unix nanoseconds
	gone    chan struct{} // closed when the episode is parked or over
	closed  bool          // the client said close
}

// incoming is a message, or (tooLong) the beginning of one.
type incoming struct {
	data    []byte
	tooLong int64
}

const (
	// backlog is how many messages a client may send ahead of the answers;
	// an honest one waits for each.
	backlog = 16
	// writeTimeout is how long a client may take to read an answer.
	writeTimeout = 30 * time.Second
	// refusalTimeout is how long a client without a session may take to ask
	// for something, so as to be told why.
	refusalTimeout = time.Minute
)

// accept upgrades a request to a WebSocket. The guard around the listener has
// checked the Origin, with the names that the server answers for.
func (s *Server) accept(w http.ResponseWriter, r *http.Request) *socket {
	if sc := scopeOf(r); sc != "" {
		if _, err := s.environment(sc); err != nil {
			s.refuse(w, err)
			return nil
		}
	}
	k := &socket{server: s, inbox: make(chan incoming, backlog), gone: make(chan struct{})}
	heard := func(context.Context) { k.seen.Store(time.Now().UnixNano()) }
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true,
		OnPingReceived:     func(ctx context.Context, _ []byte) bool { heard(ctx); return true },
		OnPongReceived:     func(ctx context.Context, _ []byte) { heard(ctx) },
	})
	if err != nil {
		return nil // it has been answered
	}
	conn.SetReadLimit(s.opt.Message)
	k.conn = conn
	heard(r.Context())
	return k
}

// serve answers the messages of a socket until it ends. Calls that run when
// it ends run on: whoever takes up the episode finds it in a definite state.
// What a socket holds is given back (finish) before it says goodbye: a client
// that has waited for that may open another.
func (k *socket) serve(ctx context.Context, answer func(context.Context, incoming) (reply any, bye bool), finish func()) {
	ctx = context.WithoutCancel(ctx)
	watched, stop := context.WithCancel(ctx)
	defer stop() // ends the reader, if the client hasn't answered the goodbye
	go k.read(watched)
	go k.watch(watched)
	for m := range k.inbox {
		reply, bye := answer(ctx, m)
		if reply != nil && !k.write(ctx, reply) {
			break
		}
		if bye {
			break
		}
	}
	finish()
	// Whatever it says, the socket is closed then.
	_ = k.conn.Close(websocket.StatusNormalClosure, "")
}

// read passes messages on until the socket ends.
func (k *socket) read(ctx context.Context) {
	defer close(k.inbox)
	for {
		_, r, err := k.conn.Reader(ctx)
		if err != nil {
			return
		}
		m, err := k.message(r.Read)
		if err != nil {
			return
		}
		select {
		case k.inbox <- m:
		default:
			// Nobody waits for so many answers.
			_ = k.conn.Close(websocket.StatusPolicyViolation, "wait for the answers before sending more")
			return
		}
	}
}

// message reads a message. One that is too long is read to its end, so that
// its sender can be told.
func (k *socket) message(read func([]byte) (int, error)) (m incoming, err error) {
	limit := k.server.service.Limits().Body
	buf := make([]byte, 4096)
	for {
		n, err := read(buf)
		if n > 0 {
			k.seen.Store(time.Now().UnixNano())
			if m.tooLong > 0 || int64(len(m.data)+n) > limit {
				m.tooLong += int64(len(m.data) + n)
				m.data = nil
			} else {
				m.data = append(m.data, buf[:n]...)
			}
			if n == len(buf) && len(buf) < 1<<20 {
				buf = make([]byte, 2*len(buf))
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return m, nil
			}
			return m, err
		}
	}
}

// watch ends a socket whose client has gone without saying so.
func (k *socket) watch(ctx context.Context) {
	every := k.server.opt.Ping
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if k.silent() < every {
			continue
		}
		ask, cancel := context.WithTimeout(ctx, every)
		err := k.conn.Ping(ask)
		cancel()
		if err != nil && k.silent() >= every {
			k.drop("")
			return
		}
	}
}

// silent is for how long nothing has come.
func (k *socket) silent() time.Duration { return time.Since(time.Unix(0, k.seen.Load())) }

// drop ends the socket without ceremony.
func (k *socket) drop(why string) {
	if why != "" {
		k.server.service.Log().Info("dropping a socket", "why", why)
	}
	_ = k.conn.CloseNow()
}

// write sends a message; false if the client is gone.
func (k *socket) write(ctx context.Context, v any) bool {
	b, err := encode(v)
	if err != nil {
		k.server.service.Log().Error("writing an answer", "error", err)
		b = []byte(fmt.Sprintf(`{"type":"error","data":{"message":"the answer can't be written","code":%q}}`, codeExecution))
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return k.conn.Write(ctx, websocket.MessageText, b) == nil
}

package mcpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/awmc/awmc/out/rt/host/service"
)

// ServeStdio speaks MCP for one instance, a message a line, until the input
// or the context ends. Requests are answered in the order they came, all of
// them even if the input ends at once (mcp-go's own stdio server runs calls
// side by side, in any order, and drops what is open when the input ends).
// Notifications don't wait in line, so that a request can be cancelled.
func (s *Server) ServeStdio(ctx context.Context, in *service.Instance, stdin io.Reader, stdout io.Writer) error {
	lines := make(chan []byte, 64)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		failed <- s.readLines(ctx, in, stdin, lines)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			if err := s.answerLine(ctx, in, line, stdout); err != nil {
				return err
			}
		}
	}
}

var errTooLong = errors.New("too long")

// readLines passes requests on and handles notifications itself. A nil line
// stands for one that is too long.
func (s *Server) readLines(ctx context.Context, in *service.Instance, stdin io.Reader, lines chan<- []byte) error {
	r := bufio.NewReaderSize(stdin, 64<<10)
	for {
		line, err := readLine(r, s.service.Limits().Body)
		if errors.Is(err, errTooLong) {
			line, err = nil, nil
		} else if line = bytes.TrimSpace(line); len(line) == 0 {
			if err != nil {
				return endOf(err)
			}
			continue
		}
		if m, bad := parse(line); line != nil && bad == nil && m.ID == nil && m.Method != "" {
			s.handle(ctx, in, m)
		} else {
			select {
			case lines <- line:
			case <-ctx.Done():
				return nil
			}
		}
		if err != nil {
			return endOf(err)
		}
	}
}

func endOf(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readLine reads up to a newline or the end. What is longer than limit is
// skipped.
func readLine(r *bufio.Reader, limit int64) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || int64(len(line)+len(part)) > limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errTooLong
		}
		return line, err
	}
}

func (s *Server) answerLine(ctx context.Context, in *service.Instance, line []byte, stdout io.Writer) error {
	if line == nil {
		return writeLine(stdout, failure(nil, mcp.INVALID_REQUEST, tooLong(s.service.Limits().Body)))
	}
	if line[0] == '[' {
		return s.answerBatch(ctx, in, line, stdout)
	}
	if out := s.Answer(ctx, in, line); out != nil {
		return writeLine(stdout, out)
	}
	return nil
}

// Answer answers one message that came by another way than HTTP. It is nil
// for what needs no answer.
func (s *Server) Answer(ctx context.Context, in *service.Instance, raw []byte) mcp.JSONRPCMessage {
	m, bad := parse(raw)
	switch {
	case bad != nil:
		return bad
	case m.Method == "" && m.ID != nil && (m.Result != nil || m.Error != nil):
		return nil // a response; nothing was asked
	case m.Method == "":
		return failure(m.ID, mcp.INVALID_REQUEST, "The message has no method.")
	}
	return s.handle(ctx, in, m)
}

func (s *Server) answerBatch(ctx context.Context, in *service.Instance, line []byte, stdout io.Writer) error {
	var list []json.RawMessage
	if json.Unmarshal(line, &list) != nil {
		return writeLine(stdout, failure(nil, mcp.PARSE_ERROR, "The message is not valid JSON."))
	}
	if len(list) == 0 || len(list) > maxBatch {
		return writeLine(stdout, failure(nil, mcp.INVALID_REQUEST, "A batch has 1 to 100 messages."))
	}
	var answers []mcp.JSONRPCMessage
	for _, raw := range list {
		if out := s.Answer(ctx, in, raw); out != nil {
			answers = append(answers, out)
		}
	}
	if answers == nil {
		return nil
	}
	return writeLine(stdout, answers)
}

func writeLine(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

func tooLong(limit int64) string {
	return fmt.Sprintf("The message is longer than the %d bytes that are accepted.", limit)
}

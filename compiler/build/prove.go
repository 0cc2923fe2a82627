package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Prove runs a program's own check and hands over its reports, one JSON object
// for each environment, as they come. program is a server or a fleet; names,
// for a fleet, limits it to some environments. After an error, those that each
// was not called for have no report.
func Prove(ctx context.Context, program string, names []string, seeds int, each func(env string, report json.RawMessage)) error {
	args := append([]string{"check", "--format", "json", "--seeds", fmt.Sprint(seeds)}, names...)
	cmd := exec.CommandContext(ctx, program, args...)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	unread := readReports(out, each)
	if unread != nil {
		_, err := io.Copy(io.Discard, out) // or the program waits for a reader
		unread = errors.Join(unread, err)
	}
	err = cmd.Wait()
	// Exit code 1 says that a finding failed the proof; the report has it.
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, tail(errOut.Bytes(), 40))
	}
	if unread != nil {
		return fmt.Errorf("%w\n%s", unread, tail(errOut.Bytes(), 40))
	}
	return nil
}

func readReports(r io.Reader, each func(string, json.RawMessage)) error {
	dec := json.NewDecoder(r)
	for {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("the proof's report can't be read: %w", err)
		}
		var head struct {
			Env string `json:"environment"`
		}
		if err := json.Unmarshal(raw, &head); err != nil || head.Env == "" {
			return fmt.Errorf("the proof's report names no environment: %s", raw[:min(len(raw), 200)])
		}
		each(head.Env, raw)
	}
}

func tail(b []byte, lines int) []byte {
	all := bytes.Split(bytes.TrimSpace(b), []byte{'\n'})
	return bytes.Join(all[max(0, len(all)-lines):], []byte{'\n'})
}

package build

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// Prove runs a program's own check and returns its reports, one JSON object
// for each environment, by name. program is a server or a fleet; names, for
// a fleet, limits it to some environments.
func Prove(ctx context.Context, program string, names []string, seeds int) (map[string]json.RawMessage, error) {
	args := []string{"check", "--format", "json", "--seeds", fmt.Sprint(seeds)}
	args = append(args, names...)
	cmd := exec.CommandContext(ctx, program, args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	// Exit code 1 says that a finding failed the proof; the report has it.
	if err := cmd.Run(); err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{"check"}, args[1:]...), " "), err, tail(errOut.Bytes(), 40))
	}
	reports := map[string]json.RawMessage{}
	dec := json.NewDecoder(&out)
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, fmt.Errorf("the proof's report can't be read: %w\n%s", err, tail(errOut.Bytes(), 40))
		}
		var head struct {
			Env string `json:"environment"`
		}
		if err := json.Unmarshal(raw, &head); err != nil || head.Env == "" {
			return nil, fmt.Errorf("the proof's report names no environment: %s", raw[:min(len(raw), 200)])
		}
		reports[head.Env] = raw
	}
	return reports, nil
}

func tail(b []byte, lines int) []byte {
	all := bytes.Split(bytes.TrimSpace(b), []byte{'\n'})
	return bytes.Join(all[max(0, len(all)-lines):], []byte{'\n'})
}

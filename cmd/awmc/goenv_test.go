package main

import (
	"os/exec"
	"strings"
)

// goEnv is what the Go tool says of itself; scripts run with an empty
// environment and would compile the standard library again.
func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

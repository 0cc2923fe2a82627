package task

import (
	"fmt"

	"github.com/awmc/awmc/out/rt/core"
)

// FindTask returns the task of that name; the error names the nearest one.
func FindTask(env *core.Env, name string) (*core.Task, error) {
	names := make([]string, len(env.Tasks))
	for i := range env.Tasks {
		if env.Tasks[i].Name == name {
			return &env.Tasks[i], nil
		}
		names[i] = env.Tasks[i].Name
	}
	if near := core.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("there is no task %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("there is no task %q; %s", name, thereIs(names))
}

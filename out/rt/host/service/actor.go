package service

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// ParseActor reads a signed-in user as people write it: "customers/1", or
// "1" for a row of the entity that the environment's own actor is of. ""
// means the environment's (nil).
func ParseActor(env *core.Env, s string) (*core.Actor, error) {
	if s == "" {
		return nil, nil
	}
	entity, key, ok := strings.Cut(s, "/")
	if !ok {
		if env.Actor == nil {
			return nil, invalidf("actor %q: write ENTITY/KEY; %s has no actor of its own", s, env.Name)
		}
		entity, key = env.Actor.Entity, s
	}
	var names []string
	for i := range env.Entities {
		e := &env.Entities[i]
		if e.Name != entity {
			names = append(names, e.Name)
			continue
		}
		if len(e.Key) != 1 {
			return nil, invalidf("actor %q: %s has a composite key, so none of its rows can be signed in", s, entity)
		}
		if !integerKey(e) {
			return &core.Actor{Entity: entity, Key: key}, nil
		}
		n, err := strconv.ParseInt(key, 10, 64)
		if err != nil {
			return nil, invalidf("actor %q: the key of %s is an integer", s, entity)
		}
		return &core.Actor{Entity: entity, Key: n}, nil
	}
	if near := core.Nearest(entity, names); near != "" {
		return nil, invalidf("actor %q: there is no entity %q; did you mean %q?", s, entity, near)
	}
	return nil, invalidf("actor %q: there is no entity %q", s, entity)
}

func integerKey(e *core.Entity) bool {
	for _, f := range e.Fields {
		if f.Name == e.Key[0] {
			return f.Type == core.Integer
		}
	}
	return e.AutoID
}

// FormatActor is the reverse of ParseActor.
func FormatActor(a *core.Actor) string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("%s/%v", a.Entity, a.Key)
}

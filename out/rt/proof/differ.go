package proof

import (
	"fmt"
	"slices"

	"github.com/awmc/awmc/out/rt/core"
)

// differs says in a few words where one end state first differs from another;
// "" if only in what awmc makes itself (ids, texts made from them, stamps of
// the clock). It is for people: package task decides whether states are equal.
func differs(env *core.Env, want, have *core.Diff) string {
	for i := range env.Entities {
		e := &env.Entities[i]
		a, b := tableOf(want, e.Name), tableOf(have, e.Name)
		if why := differentTables(e, a, b); why != "" {
			return why
		}
	}
	return ""
}

func tableOf(d *core.Diff, name string) *core.TableDiff {
	for i := range d.Tables {
		if d.Tables[i].Table == name {
			return &d.Tables[i]
		}
	}
	return &core.TableDiff{Table: name}
}

func differentTables(e *core.Entity, want, have *core.TableDiff) string {
	columns := want.Columns
	if columns == nil {
		columns = have.Columns
	}
	mine := byKey(have)
	for _, c := range want.Changes {
		if c.Old == nil {
			continue
		}
		o, ok := mine[fmt.Sprint(c.Key)]
		switch {
		case !ok || (o.New == nil) != (c.New == nil):
			return fmt.Sprintf("row %v of %s was not changed in the same way", keyText(c.Key), e.Name)
		case c.New != nil:
			if why := differentRows(e, columns, c.New, o.New, keyText(c.Key)); why != "" {
				return why
			}
		}
	}
	theirs := byKey(want)
	for _, c := range have.Changes {
		if _, ok := theirs[fmt.Sprint(c.Key)]; !ok && c.Old != nil {
			return fmt.Sprintf("row %v of %s was changed as well", keyText(c.Key), e.Name)
		}
	}
	a, b := inserted(want), inserted(have)
	if len(a) != len(b) {
		return fmt.Sprintf("%s has %s instead of %d", e.Name, plural(len(b), "new row", "new rows"), len(a))
	}
	for i := range a {
		if why := differentRows(e, columns, a[i], b[i], "the new row"); why != "" {
			return why
		}
	}
	return ""
}

func differentRows(e *core.Entity, columns []string, want, have []any, which string) string {
	for i, name := range columns {
		at := slices.IndexFunc(e.Fields, func(f core.Field) bool { return f.Name == name })
		if at < 0 || i >= len(want) || i >= len(have) || want[i] == have[i] {
			continue
		}
		f := &e.Fields[at]
		if f.Stamped && (want[i] == nil) == (have[i] == nil) || f.FromID != "" || e.AutoID && name == "id" {
			continue
		}
		return fmt.Sprintf("%s.%s of %s is %v instead of %v", e.Name, name, which, shown(have[i]), shown(want[i]))
	}
	return ""
}

func shown(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", short([]byte(x)))
	}
	return fmt.Sprint(v)
}

func keyText(key []any) string {
	if len(key) == 1 {
		return fmt.Sprint(key[0])
	}
	return fmt.Sprint(key)
}

func byKey(t *core.TableDiff) map[string]*core.Change {
	out := map[string]*core.Change{}
	for i := range t.Changes {
		out[fmt.Sprint(t.Changes[i].Key)] = &t.Changes[i]
	}
	return out
}

func inserted(t *core.TableDiff) [][]any {
	var out [][]any
	for _, c := range t.Changes {
		if c.Old == nil {
			out = append(out, c.New)
		}
	}
	return out
}

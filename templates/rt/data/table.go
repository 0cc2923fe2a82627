package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/awmc/awmc/templates/rt/core"
)

// redraws is how often a row is drawn again when a unique value came twice.
const redraws = 200

func (f *filler) table(t *core.TablePlan) error {
	ent := f.entities[t.Entity]
	if ent == nil {
		return &Error{Entity: t.Entity, Line: t.Line, Err: errors.New("there is no such entity")}
	}
	for _, row := range t.Rows {
		if err := f.fixed(t, row); err != nil {
			return err
		}
	}
	for i := range t.Blocks {
		if err := f.block(ent, t, &t.Blocks[i], i); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) fixed(t *core.TablePlan, row []any) error {
	cols := make([]string, 0, len(row))
	args := make([]any, 0, len(row))
	for i, v := range row {
		if _, isDefault := v.(map[string]any); isDefault {
			continue
		}
		x, err := Value(v)
		if err != nil {
			return &Error{Entity: t.Entity, Field: t.Columns[i], Line: t.Line, Err: err}
		}
		cols, args = append(cols, t.Columns[i]), append(args, x)
	}
	if err := f.q.Exec(insert(t.Entity, cols), args...); err != nil {
		return &Error{Entity: t.Entity, Line: t.Line, Row: describe(cols, args), Err: err}
	}
	return nil
}

func insert(table string, cols []string) string {
	if len(cols) == 0 {
		return `INSERT INTO ` + quote(table) + ` DEFAULT VALUES`
	}
	names := make([]string, len(cols))
	marks := make([]string, len(cols))
	for i, c := range cols {
		names[i], marks[i] = quote(c), fmt.Sprintf("?%d", i+1)
	}
	return `INSERT INTO ` + quote(table) + ` (` + strings.Join(names, ", ") + `) VALUES (` + strings.Join(marks, ", ") + `)`
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func describe(cols []string, args []any) string {
	parts := make([]string, len(cols))
	for i := range cols {
		parts[i] = fmt.Sprintf("%s: %v", cols[i], args[i])
	}
	return strings.Join(parts, ", ")
}

// block makes the rows of one generate block.
func (f *filler) block(ent *core.Entity, t *core.TablePlan, b *core.Block, index int) (err error) {
	fail := func(err error) error { return asError(err, t.Entity, b.Line) }
	r := Rand(f.seed, fmt.Sprintf("data/%s/%d", t.Entity, index))
	m := NewMaker(r, f.q, f.scope())
	if m.Changes, err = f.changes(t.Entity); err != nil {
		return fail(err)
	}
	into := f.inserts(t, b)
	m.Before = into.flush
	unique, err := f.uniqueColumns(ent, b)
	if err != nil {
		return fail(err)
	}
	if b.Each == nil {
		n, err := f.count(m, &b.Count)
		if err != nil {
			return fail(err)
		}
		if _, err = f.rows(into, m, unique, n, 0); err != nil {
			return err
		}
		return into.flush()
	}
	args, err := m.Scope.Args(b.Each.SQL.Args)
	if err != nil {
		return fail(err)
	}
	parents, err := f.q.All(b.Each.SQL.Text, args...)
	if err != nil {
		return fail(err)
	}
	var made int64
	for _, p := range parents.Rows {
		f.begin(m.Scope)
		m.Scope.Set(b.Each.Var, Row{Columns: parents.Columns, Values: p})
		clear(m.Taken)
		n, err := f.count(m, &b.Count)
		if err != nil {
			return fail(err)
		}
		if made, err = f.rows(into, m, unique, n, made); err != nil {
			return err
		}
	}
	return into.flush()
}

// changes tells the queries that read the table, which is being filled, from
// the others.
func (f *filler) changes(table string) (func(text string) bool, error) {
	if changes := f.readers[table]; changes != nil {
		return changes, nil
	}
	if f.views == nil {
		views, err := f.q.All("SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name")
		if err != nil {
			return nil, err
		}
		f.views = views
	}
	names := readers(table, f.views)
	known := map[string]bool{}
	f.readers[table] = func(text string) bool {
		changes, ok := known[text]
		if !ok {
			changes = slices.ContainsFunc(names, func(name string) bool { return mentions(text, name) })
			known[text] = changes
		}
		return changes
	}
	return f.readers[table], nil
}

func asError(err error, entity string, line int) error {
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	return &Error{Entity: entity, Line: line, Err: err}
}

func (f *filler) count(m *Maker, c *core.Count) (int64, error) {
	if c.SQL == nil {
		if c.Max > c.Min {
			return c.Min + m.Rand.Int64N(c.Max-c.Min+1), nil
		}
		return c.Min, nil
	}
	t, err := m.query(c.SQL)
	if err != nil {
		return 0, err
	}
	if len(t.Rows) == 0 || t.Rows[0][0] == nil {
		return 0, nil
	}
	n, ok := t.Rows[0][0].(int64)
	if !ok || n < 0 {
		return 0, fmt.Errorf("count: the query gives %v, not a number of rows", t.Rows[0][0])
	}
	return n, nil
}

// uniqueColumns lists the sets of columns whose values must not repeat and
// that this block fills, with the values there are already.
func (f *filler) uniqueColumns(ent *core.Entity, b *core.Block) ([]*uniqueSet, error) {
	fills := map[string]bool{}
	for _, g := range b.Fields {
		fills[g.Field] = true
	}
	var sets [][]string
	for _, fd := range ent.Fields {
		if fd.Unique {
			sets = append(sets, []string{fd.Name})
		}
	}
	if !ent.AutoID {
		sets = append(sets, ent.Key)
	}
	sets = append(sets, ent.Unique...)
	var out []*uniqueSet
	for _, cols := range sets {
		filled := true
		for _, c := range cols {
			filled = filled && fills[c]
		}
		if !filled {
			continue
		}
		names := make([]string, len(cols))
		for i, c := range cols {
			names[i] = quote(c)
		}
		have, err := f.q.All("SELECT " + strings.Join(names, ", ") + " FROM " + quote(ent.Name))
		if err != nil {
			return nil, err
		}
		u := &uniqueSet{cols: cols, seen: map[string]bool{}}
		for _, r := range have.Rows {
			u.seen[uniqueKey(r)] = true
		}
		out = append(out, u)
	}
	return out, nil
}

type uniqueSet struct {
	cols []string
	seen map[string]bool
	now  string // the key of the row that is being made
}

// uniqueKey is "" if a value is null: nulls never repeat.
func uniqueKey(values []any) string {
	var b []byte
	for _, v := range values {
		if v == nil {
			return ""
		}
		b = appendValue(b, v)
	}
	return string(b)
}

func (u *uniqueSet) of(m *Maker) string {
	values := make([]any, len(u.cols))
	for i, c := range u.cols {
		values[i], _ = m.Scope.Lookup(c)
	}
	return uniqueKey(values)
}

// rows makes n rows under the scope of m; made counts the block's rows. A
// loop item that is named as a counter stands for itself.
func (f *filler) rows(into *inserts, m *Maker, unique []*uniqueSet, n, made int64) (int64, error) {
	each := into.b.Each
	count := func(name string, value int64) {
		if each == nil || each.Var != name {
			m.Scope.Set(name, value)
		}
	}
	for i := range n {
		count("i", i+1)
		count("n", made+1)
		err := f.row(into, m, unique)
		if errors.Is(err, errExhausted) {
			break
		}
		if err != nil {
			return made, err
		}
		made++
	}
	return made, nil
}

func (f *filler) row(into *inserts, m *Maker, unique []*uniqueSet) error {
	t, b := into.t, into.b
	args := make([]any, len(b.Fields))
	for attempt := 0; ; attempt++ {
		for i := range b.Fields {
			g := &b.Fields[i]
			v, err := m.Make(g.Field, &g.Gen)
			if err == nil && isRow(v) {
				err = errors.New("the query has more than one column")
			}
			if errors.Is(err, errExhausted) {
				return err
			}
			if err != nil {
				return &Error{Entity: t.Entity, Field: g.Field, Line: max(g.Line, 0), Err: err}
			}
			m.Scope.Set(g.Field, v)
			args[i] = v
		}
		repeated := repeats(unique, m)
		if repeated == nil {
			break
		}
		if attempt == redraws {
			return &Error{Entity: t.Entity, Field: strings.Join(repeated.cols, ", "), Line: b.Line,
				Err: fmt.Errorf("no unused value was found in %d draws, and it must be unique", redraws)}
		}
		// Texts that run out of variety get a number, as people do it.
		if attempt >= redraws/4 && len(repeated.cols) == 1 {
			if done := suffix(b, repeated, m, args, attempt, m.Rand); done {
				for _, u := range unique { // others may have the column, too
					u.now = u.of(m)
				}
				break
			}
		}
	}
	for _, u := range unique {
		if u.now != "" {
			u.seen[u.now] = true
		}
	}
	return into.add(args)
}

func columns(b *core.Block) []string {
	cols := make([]string, len(b.Fields))
	for i := range b.Fields {
		cols[i] = b.Fields[i].Field
	}
	return cols
}

func isRow(v any) bool { _, ok := v.(Row); return ok }

// repeats is the first of the sets whose values were there before; nil if none
// were.
func repeats(unique []*uniqueSet, m *Maker) *uniqueSet {
	for _, u := range unique {
		if u.now = u.of(m); u.now != "" && u.seen[u.now] {
			return u
		}
	}
	return nil
}

// suffix makes a fake text unique by a number and reports whether the row is
// good now.
func suffix(b *core.Block, u *uniqueSet, m *Maker, args []any, attempt int, r *rand.Rand) bool {
	for i := range b.Fields {
		s, ok := args[i].(string)
		if b.Fields[i].Field != u.cols[0] || b.Fields[i].Gen.Kind != "fake" || !ok {
			continue
		}
		n := fmt.Sprint(2 + r.IntN(98+attempt*10))
		if at := strings.IndexByte(s, '@'); at > 0 {
			s = s[:at] + n + s[at:]
		} else {
			s += " " + n
		}
		args[i] = s
		m.Scope.Set(u.cols[0], s)
		return repeats([]*uniqueSet{u}, m) == nil
	}
	return false
}

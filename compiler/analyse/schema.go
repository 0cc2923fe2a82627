package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/sqltext"
	"github.com/awmc/awmc/ir"
)

// schemaWriter writes the DDL of an environment: first tables with their
// indexes and triggers in source order, then views in the order in which they
// depend on each other. People read it, so it is laid out like a table.
type schemaWriter struct {
	b     strings.Builder
	names map[string]bool // of tables, views, indexes and triggers
}

// tableSchema returns the DDL of the entities.
func tableSchema(entities []*ir.Entity, views []*ir.View) string {
	w := &schemaWriter{names: map[string]bool{}}
	for _, e := range entities {
		w.names[e.Name] = true
	}
	for _, v := range views {
		w.names[v.Name] = true
	}
	for i, e := range entities {
		if i > 0 {
			w.b.WriteByte('\n')
		}
		w.table(e)
		w.indexes(e)
		for _, f := range e.Flows {
			w.flow(f)
		}
	}
	return w.b.String()
}

// name claims a name for an index or a trigger.
func (w *schemaWriter) name(base string) string {
	name := base
	for n := 2; w.names[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	w.names[name] = true
	return sqltext.Name(name)
}

func (w *schemaWriter) table(e *ir.Entity) {
	if e.Doc != "" {
		for line := range strings.Lines(e.Doc) {
			fmt.Fprintf(&w.b, "-- %s\n", strings.TrimSpace(line))
		}
	}
	fmt.Fprintf(&w.b, "CREATE TABLE %s (\n", sqltext.Name(e.Name))
	width := 0
	for _, f := range e.Fields {
		width = max(width, len(sqltext.Name(f.Name)))
	}
	var lines []string
	for _, f := range e.Fields {
		lines = append(lines, fmt.Sprintf("  %-*s %s", width, sqltext.Name(f.Name), columnDef(e, f)))
	}
	if !e.AutoID && len(e.Key) > 1 {
		lines = append(lines, "  PRIMARY KEY ("+columnList(e.Key)+")")
	}
	for _, u := range e.Unique {
		if u.Where == "" {
			lines = append(lines, "  UNIQUE ("+columnList(u.Fields)+")")
		}
	}
	for _, c := range e.Checks {
		lines = append(lines, fmt.Sprintf("  CONSTRAINT %s CHECK (%s)", quoteName(checkName(e, c)), oneLine(c.SQL)))
	}
	w.b.WriteString(strings.Join(lines, ",\n"))
	w.b.WriteString("\n) STRICT;\n")
}

// checkName names a CHECK over several columns after what it says, so that
// its violation tells the agent the condition.
func checkName(e *ir.Entity, c *ir.TableCheck) string { return e.Name + ": " + oneLine(c.SQL) }

// oneLine is SQL without comments, each stretch of white space outside of
// strings as one space.
func oneLine(sql string) string {
	toks := sqltext.Lex(sql)
	var b strings.Builder
	end := 0
	for _, t := range toks {
		if t.Kind == sqltext.Comment {
			continue
		}
		if b.Len() > 0 && t.Start > end {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text(sql))
		end = t.End
	}
	return b.String()
}

// quoteName always quotes: names of constraints hold dots and spaces.
func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func columnList(fields []*ir.Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = sqltext.Name(f.Name)
	}
	return strings.Join(names, ", ")
}

// columnDef is what follows a column's name.
func columnDef(e *ir.Entity, f *ir.Field) string {
	parts := []string{storage(f.Type)}
	if e.AutoID && f == e.Key[0] {
		return "INTEGER PRIMARY KEY AUTOINCREMENT"
	}
	if !f.Optional {
		parts = append(parts, "NOT NULL")
	}
	if !e.AutoID && len(e.Key) == 1 && f == e.Key[0] {
		parts = append(parts, "PRIMARY KEY")
	} else if f.Unique {
		parts = append(parts, "UNIQUE")
	}
	if f.FromID != "" {
		parts = append(parts, "GENERATED ALWAYS AS ("+fromID(f.FromID)+") STORED")
	}
	if f.Default != nil {
		parts = append(parts, "DEFAULT "+literalSQL(*f.Default))
	}
	if f.Ref != nil {
		ref := fmt.Sprintf("REFERENCES %s (%s)", sqltext.Name(f.Ref.Entity.Name), sqltext.Name(f.Ref.Name))
		switch f.OnDelete {
		case ir.Cascade:
			ref += " ON DELETE CASCADE"
		case ir.SetNull:
			ref += " ON DELETE SET NULL"
		}
		parts = append(parts, ref+deferred)
	}
	for _, c := range columnChecks(f) {
		parts = append(parts, fmt.Sprintf("CONSTRAINT %s CHECK (%s)", quoteName(e.Name+"."+f.Name), c))
	}
	return strings.Join(parts, " ")
}

// deferred has references checked by COMMIT, so that a transaction may write
// rows in any order. To say so in the schema costs nothing at run time; a pragma
// would have to be repeated in every transaction.
const deferred = " DEFERRABLE INITIALLY DEFERRED"

// storage is the type of SQLite that a type of the language is stored as.
func storage(t ir.Type) string {
	switch t {
	case ir.Integer, ir.Boolean:
		return "INTEGER"
	case ir.Real:
		return "REAL"
	}
	return "TEXT"
}

// fromID turns a template such as "HF-{id:05}" into an expression.
func fromID(template string) string {
	before, rest, _ := strings.Cut(template, "{id")
	width, after, _ := strings.Cut(rest, "}")
	format := "%d"
	if width = strings.TrimPrefix(width, ":"); width != "" {
		format = "%" + width + "d"
	}
	escape := func(s string) string { return strings.ReplaceAll(s, "%", "%%") }
	return "printf(" + sqltext.Literal(escape(before)+format+escape(after)) + ", id)"
}

// literalSQL is a literal as SQL.
func literalSQL(l ir.Literal) string {
	switch v := l.Value.(type) {
	case nil:
		return "NULL"
	case bool:
		if v {
			return "1"
		}
		return "0"
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	}
	return sqltext.Literal(fmt.Sprint(l.Value))
}

func (w *schemaWriter) indexes(e *ir.Entity) {
	for _, u := range e.Unique {
		if u.Where == "" {
			continue
		}
		fmt.Fprintf(&w.b, "CREATE UNIQUE INDEX %s ON %s (%s) WHERE %s;\n",
			w.name(indexName(e, u.Fields)+"_unique"), sqltext.Name(e.Name), columnList(u.Fields), oneLine(u.Where))
	}
	for _, fields := range e.Index {
		fmt.Fprintf(&w.b, "CREATE INDEX %s ON %s (%s);\n", w.name(indexName(e, fields)), sqltext.Name(e.Name), columnList(fields))
	}
}

func indexName(e *ir.Entity, fields []*ir.Field) string {
	name := e.Name
	for _, f := range fields {
		name += "_" + f.Name
	}
	return name
}

// flow is a trigger that refuses any other transition than those listed. Its
// message is what the runtime reads: flow TABLE.FIELD FROM TO.
func (w *schemaWriter) flow(f *ir.Flow) {
	e, col := f.Field.Entity, sqltext.Name(f.Field.Name)
	var allowed []string
	for _, t := range f.From {
		if len(t.To) == 0 {
			continue
		}
		to := oneOf("NEW."+col, t.To)
		if len(t.To) > shortList {
			to = "(" + to + ")"
		}
		allowed = append(allowed, fmt.Sprintf("OLD.%s = %s AND %s", col, sqltext.Literal(t.From), to))
	}
	cond := "0"
	if len(allowed) > 0 {
		cond = strings.Join(allowed, "\n    OR ")
	}
	fmt.Fprintf(&w.b, `CREATE TRIGGER %s BEFORE UPDATE OF %s ON %s
  WHEN OLD.%s IS NOT NEW.%s AND NOT (
    %s
  )
  BEGIN SELECT RAISE(ABORT, %s || OLD.%s || ' ' || NEW.%s); END;
`, w.name(e.Name+"_"+f.Field.Name+"_flow"), col, sqltext.Name(e.Name), col, col, cond,
		sqltext.Literal("flow "+e.Name+"."+f.Field.Name+" "), col, col)
}

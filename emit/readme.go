package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/ir"
	"github.com/awmc/awmc/templates/rt/core"
)

// readmeFile writes README.md: for a person who meets the environment for
// the first time.
func (e *emitter) readmeFile() {
	var b strings.Builder
	env := e.env
	fmt.Fprintf(&b, "<!-- %s -->\n\n# %s\n\n", header, mdText(env.Title))
	para(&b, env.Summary)
	facts := []string{count(len(env.Tools), "tool"), count(len(env.Entities), "table"), count(len(env.Tasks), "task")}
	fmt.Fprintf(&b, "Category %s; %s. The clock starts at %s UTC", mdText(env.Category), strings.Join(facts, ", "), env.Now)
	if env.Actor != nil {
		fmt.Fprintf(&b, "; the signed-in user is `%s/%v`", env.Actor.Entity.Name, env.Actor.Key.Value)
	}
	fmt.Fprintf(&b, ".\nCompiled by awmc from `%s`; change that file, not this folder.\n", e.desc.Source)
	e.readmeRun(&b)
	if strings.TrimSpace(env.Policy) != "" {
		b.WriteString("\n## Policy\n\nWhat the agent is told:\n\n")
		for line := range strings.SplitSeq(strings.TrimSpace(printable(env.Policy)), "\n") {
			b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
		}
	}
	e.readmeTools(&b)
	e.readmeEntities(&b)
	e.readmeTasks(&b)
	e.addFile(env.Name+"/README.md", []byte(b.String()))
}

func (e *emitter) readmeRun(b *strings.Builder) {
	name := e.env.Name
	b.WriteString("\n## Run\n\n```sh\n")
	fmt.Fprintf(b, "go run ./cmd/%s          # MCP on stdio\n", name)
	fmt.Fprintf(b, "go run ./cmd/%s serve    # MCP and the control API over HTTP, many instances\n", name)
	fmt.Fprintf(b, "go run ./cmd/%s check    # the proof: every task can be done, and nothing else counts\n", name)
	fmt.Fprintf(b, "go test ./%s             # the same\n```\n", name)
	fmt.Fprintf(b, "\n## Use in another program\n\nThe package `%s` imports the standard library and `rt/core` only:\n\n```go\n"+
		"tools := %s.New(session) // session: core.OpenSession on a database from rt/store\n", name, name)
	if len(e.env.Tools) > 0 {
		t := upper(fieldName(e.env.Tools[0].GoName, e.env.Tools[0].Name))
		fmt.Fprintf(b, "out, err := tools.%s(ctx, %s.%sInput{})\n", t, name, t)
	}
	fmt.Fprintf(b, "```\n\nTo vendor it, copy `%s`, `rt/core`, `rt/data` and `rt/store`, or build into your module with\n`awmc build --library`, which writes the import paths of their new home.\n", name)
}

func (e *emitter) readmeTools(b *strings.Builder) {
	if len(e.env.Tools) == 0 {
		return
	}
	b.WriteString("\n## Tools\n\n| tool | what it does | parameters | refuses with |\n|---|---|---|---|\n")
	sitesOf := map[string][]core.Site{}
	for _, r := range e.desc.Rules {
		sitesOf[r.Name] = r.Sites
	}
	for _, t := range e.desc.Tools {
		var params []string
		for _, p := range t.Params {
			params = append(params, paramCell(p))
		}
		sites := slices.Clone(t.Sites)
		for _, r := range t.Uses {
			sites = append(sites, sitesOf[r]...)
		}
		var codes []string
		for _, s := range sites {
			if c := "`" + string(s.Code) + "`"; !slices.Contains(codes, c) {
				codes = append(codes, c)
			}
		}
		mark := ""
		if t.ReadOnly {
			mark = " (read-only)"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s | %s |\n", t.Name, mark, cell(t.Doc), strings.Join(params, "<br>"), strings.Join(codes, "<br>"))
	}
}

// paramCell is a parameter in a cell of the table: name, type and doc.
func paramCell(p core.Param) string {
	s := "`" + p.Name + "` " + typeWords(p)
	switch {
	case p.Default != nil:
		s += fmt.Sprintf(" = %s", cell(defaultText(p.Default)))
	case p.Optional:
		s += ", optional"
	}
	if p.Doc != "" {
		s += ": " + cell(p.Doc)
	}
	return s
}

func defaultText(v any) string {
	if raw, ok := v.([]byte); ok {
		return string(raw)
	}
	return compact(v)
}

// typeWords is a type in words: "integer", "one of a, b", "list of text".
func typeWords(p core.Param) string {
	switch {
	case p.Ref != "":
		return "→ " + p.Ref
	case len(p.Type.Enum) > 0:
		return "one of " + cell(strings.Join(p.Type.Enum, ", "))
	case p.Type.Kind == core.ListKind && p.Type.Elem != nil:
		return "list of " + typeWords(core.Param{Type: *p.Type.Elem})
	case p.Type.Kind == core.ObjectKind:
		var names []string
		for _, f := range p.Type.Fields {
			names = append(names, f.Name)
		}
		return "{" + strings.Join(names, ", ") + "}"
	}
	return string(p.Type.Kind)
}

func (e *emitter) readmeEntities(b *strings.Builder) {
	if len(e.env.Entities) == 0 {
		return
	}
	b.WriteString("\n## Tables\n\n```mermaid\nerDiagram\n")
	for _, ent := range e.env.Entities {
		for _, f := range ent.Fields {
			if f.Ref == nil {
				continue
			}
			one, many := "||", "o{"
			if f.Optional {
				one = "|o"
			}
			if f.Unique || len(ent.Key) == 1 && ent.Key[0] == f {
				many = "o|"
			}
			fmt.Fprintf(b, "  %s %s--%s %s : %s\n", f.Ref.Entity.Name, one, many, ent.Name, f.Name)
		}
	}
	for _, ent := range e.env.Entities {
		fmt.Fprintf(b, "  %s {\n", ent.Name)
		for _, f := range ent.Fields {
			fmt.Fprintf(b, "    %s %s%s\n", mermaidType(f.Type), f.Name, mermaidKey(ent, f))
		}
		b.WriteString("  }\n")
	}
	b.WriteString("```\n")
	for _, ent := range e.env.Entities {
		if ent.Doc != "" {
			fmt.Fprintf(b, "\n- `%s`: %s", ent.Name, cell(ent.Doc))
		}
	}
	if slices.ContainsFunc(e.env.Entities, func(ent *ir.Entity) bool { return ent.Doc != "" }) {
		b.WriteByte('\n')
	}
}

func mermaidType(t ir.Type) string {
	if s, ok := t.(ir.Scalar); ok {
		return s.String()
	}
	return "json"
}

func mermaidKey(ent *ir.Entity, f *ir.Field) string {
	var keys []string
	if slices.Contains(ent.Key, f) {
		keys = append(keys, "PK")
	}
	if f.Ref != nil {
		keys = append(keys, "FK")
	}
	if f.Unique {
		keys = append(keys, "UK")
	}
	if len(keys) == 0 {
		return ""
	}
	return " " + strings.Join(keys, ", ")
}

func (e *emitter) readmeTasks(b *strings.Builder) {
	if len(e.env.Tasks) == 0 {
		return
	}
	b.WriteString("\n## Tasks\n\n| task | asks |\n|---|---|\n")
	for _, t := range e.env.Tasks {
		held := ""
		if t.HeldOut {
			held = " (held out)"
		}
		fmt.Fprintf(b, "| `%s`%s | %s |\n", t.Name, held, cell(t.Ask))
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func para(b *strings.Builder, text string) {
	if text = strings.TrimSpace(printable(text)); text != "" {
		b.WriteString(mdText(text) + "\n\n")
	}
}

// mdText is text that Markdown shows as it is.
func mdText(s string) string {
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "`", "\\`", "*", "\\*", "[", "\\[", "]", "\\]", "|", "\\|")
	return r.Replace(printable(s))
}

// cell is text in a cell of a table: on one line.
func cell(s string) string { return mdText(oneLine(s)) }

package templates

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"
)

//go:embed start/env.yaml.tmpl
var startText string

// Start is a small, commented env.yaml for an environment called name.
func Start(name string) ([]byte, error) {
	t, err := template.New("env.yaml").Parse(startText)
	if err != nil {
		return nil, err
	}
	words := strings.Split(name, "_")
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	var b bytes.Buffer
	err = t.Execute(&b, struct{ Name, Title string }{name, strings.Join(words, " ")})
	return b.Bytes(), err
}

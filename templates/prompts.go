package templates

import (
	"bytes"
	"embed"
	"fmt"
	"text/template"
)

//go:embed prompts
var promptFiles embed.FS

var prompts = template.Must(template.New("").Option("missingkey=error").ParseFS(promptFiles, "prompts/*.tmpl"))

// Guide teaches the language of env.yaml, to models and to people, in about
// 4,000 tokens.
func Guide() []byte { return promptFile("language.md") }

// Seeds are scenarios to begin inventing others from, in YAML.
func Seeds() []byte { return promptFile("seeds.yaml") }

func promptFile(name string) []byte {
	b, err := promptFiles.ReadFile("prompts/" + name)
	if err != nil { // it is part of the program
		panic(fmt.Sprintf("templates: %v", err))
	}
	return b
}

// Prompt fills in one of the texts that are sent to a model: "tasks",
// "repair" and so on.
func Prompt(name string, data any) (string, error) {
	var b bytes.Buffer
	if err := prompts.ExecuteTemplate(&b, name+".md.tmpl", data); err != nil {
		return "", err
	}
	return b.String(), nil
}

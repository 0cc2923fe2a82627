package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// source is one environment that variants are made of.
type source struct{ category, name, text string }

func readSources(dir string) ([]source, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("there is no environment below %s", dir)
	}
	var out []source
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		out = append(out, source{
			category: filepath.Base(filepath.Dir(p)), name: strings.TrimSuffix(filepath.Base(p), ".yaml"), text: string(b)})
	}
	return out, nil
}

// variant is the environment under another name and with one more entity, so
// that it is another package with another schema. Its data and tasks stay,
// and with them what there is to prove.
func (s *source) variant(n int) (name, text string) {
	name = fmt.Sprintf("%s_v%04d", s.name, n)
	text = strings.Replace(s.text, "\nname: "+s.name, "\nname: "+name, 1)
	text = strings.Replace(text, "\nentities:\n", fmt.Sprintf("\nentities:\n  variant_%04d: {fields: {note: text}}\n", n), 1)
	return name, text
}

// writeVariants writes n variants, of all sources in turn.
func writeVariants(sources []source, n int, dir string) error {
	for i := range n {
		s := &sources[i%len(sources)]
		name, text := s.variant(i / len(sources))
		path := filepath.Join(dir, s.category, name+".yaml")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

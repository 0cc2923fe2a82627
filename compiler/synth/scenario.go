package synth

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Scenario is an idea for an environment.
type Scenario struct {
	Name     string `yaml:"name"`
	Category string `yaml:"category"`
	Summary  string `yaml:"summary"`
	Distinct string `yaml:"distinct,omitempty"` // what sets it apart from others
}

// text is what is compared with other scenarios.
func (s Scenario) text() string {
	return strings.ReplaceAll(s.Name, "_", " ") + ": " + s.Summary + " " + s.Distinct
}

func (s Scenario) check() error {
	j := Job{Name: s.Name, Category: s.Category, Summary: s.Summary}
	if s.Category == "" {
		return fmt.Errorf("%s has no category", s.Name)
	}
	return j.check()
}

// ReadScenarios reads a list of scenarios in YAML.
func ReadScenarios(path string) ([]Scenario, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	list, err := parseScenarios(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrInput, path, err)
	}
	for i, s := range list {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("%w: %s: item %d: %w", ErrInput, path, i+1, err)
		}
	}
	return list, nil
}

func parseScenarios(b []byte) ([]Scenario, error) {
	dec := yaml.NewDecoder(bytes.NewReader(b))
	dec.KnownFields(true)
	var list []Scenario
	if err := dec.Decode(&list); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return list, nil
}

// WriteScenarios writes a list that ReadScenarios reads, whole or not at all.
func WriteScenarios(path string, list []Scenario) error {
	var b bytes.Buffer
	b.WriteString("# Scenarios for awmc synth --scenarios: one environment each.\n")
	if len(list) == 0 {
		b.WriteString("[]\n")
	} else {
		enc := yaml.NewEncoder(&b)
		enc.SetIndent(2)
		if err := enc.Encode(list); err != nil {
			return err
		}
	}
	return writeAtomic(path, b.Bytes())
}

// JobOf makes a scenario a job that writes into a folder of many.
func JobOf(s Scenario, folder string) Job {
	return Job{Name: s.Name, Category: s.Category, Summary: s.Summary, Distinct: s.Distinct, Out: OutPath(folder, s.Category, s.Name)}
}

package synth

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/awmc/awmc/compiler/check"
	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// errInUse says that another run holds an environment.
var errInUse = errors.New("another run of awmc is at work on it")

// errThere says that a file would be overwritten.
var errThere = errors.New("is there already, and not from this work folder")

// ErrInput is wrapped by errors about what was asked for.
var ErrInput = errors.New("input")

// Job is an environment to be written.
type Job struct {
	Name     string `json:"name"`
	Category string `json:"category,omitempty"` // the model chooses if it is empty
	Summary  string `json:"summary,omitempty"`
	Distinct string `json:"distinct,omitempty"`
	// From is an env.yaml with parts that a person has written. They stay as
	// they are.
	From string `json:"from,omitempty"`
	// Out is the file to write.
	Out string `json:"out"`
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func (j *Job) check() error {
	if !nameForm.MatchString(j.Name) || len(j.Name) < 3 || len(j.Name) > 40 {
		return fmt.Errorf("the name %q must be 3 to 40 characters of snake_case, for example vet_clinic", j.Name)
	}
	if j.Category != "" && !nameForm.MatchString(j.Category) {
		return fmt.Errorf("the category %q must be in snake_case, for example health", j.Category)
	}
	if strings.TrimSpace(j.Summary) == "" && strings.TrimSpace(j.From) == "" {
		return fmt.Errorf("%s: there is nothing that says what it is", j.Name)
	}
	// Names that nothing may have are the compiler's to know; the model could
	// not mend one, since it is not the model's to choose.
	var ds diag.List
	small := "awmc: 1\nname: " + j.Name + "\nentities: {things: {fields: {name: text}}}\ntools: {get_thing: {get: things}}\n"
	check.Check(parse.Parse("", []byte(small), &ds), &ds)
	for _, d := range ds.Sorted() {
		if d.Code == diag.EnvName {
			return fmt.Errorf("%s; %s", d.Message, d.Hint)
		}
	}
	return nil
}

// given is what there is before the model has written anything.
type given struct {
	doc    document
	locked map[string]bool   // keys that stay as they are
	asks   map[string]string // requests that stay, by task
}

// given reads what a person has written. The error says what is wrong with it.
func (j *Job) given() (*given, error) {
	doc, order, _ := split(j.From)
	g := &given{doc: doc, locked: map[string]bool{"awmc": true, "name": true}, asks: map[string]string{}}
	doc["awmc"] = "awmc: 1\n"
	doc["name"] = "name: " + j.Name + "\n"
	for _, k := range order {
		g.locked[k] = true
	}
	if j.Category != "" {
		doc["category"], g.locked["category"] = "category: "+j.Category+"\n", true
	}
	if len(order) == 0 {
		return g, nil
	}
	var ds diag.List
	spec := parse.Parse("from", []byte(j.From), &ds)
	found := slices.DeleteFunc(ds.Sorted(), func(d diag.Diagnostic) bool { return d.Code == diag.MissingKey })
	if list, all := firstFailing(found); all > 0 || spec == nil {
		return nil, fmt.Errorf("what is written already has mistakes:\n%s", describe(list, j.From))
	}
	// Tasks without solutions are requests that a person has written: the
	// solutions are for the model to add.
	for _, t := range spec.Tasks {
		g.asks[t.Name.Value] = t.Ask.Value
		if len(t.Solve) == 0 {
			delete(g.locked, "tasks")
		}
	}
	if g.locked["tasks"] {
		clear(g.asks)
	}
	return g, nil
}

// Slug makes a name from a person's words: "a veterinary clinic" is
// veterinary_clinic.
func Slug(words string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if b.Len() == 0 && (w == "a" || w == "an" || w == "the" || w[0] >= '0' && w[0] <= '9') {
			continue
		}
		if b.Len()+len(w)+1 > 40 {
			break
		}
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(w)
	}
	return b.String()
}

// OutPath is where an environment goes in a folder of many.
func OutPath(folder, category, name string) string {
	return filepath.Join(folder, category, name+".yaml")
}

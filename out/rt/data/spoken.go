package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// spokenForm is a way of templates to say a date or a time.
type spokenForm struct {
	Name   string // the word behind the colon of {path:word}
	Layout string // layout of package time
	Clock  bool   // a time will do, and a date won't
}

var spoken = []spokenForm{
	{"date", "2 January 2006", false},
	{"day", "2 January", false},
	{"weekday", "Monday", false},
	{"time", "15:04", true},
}

// SpokenForms lists the words that may stand behind the colon of a template's
// {path:word} to say a date or a time as people do.
func SpokenForms() []string {
	names := make([]string, len(spoken))
	for i := range spoken {
		names[i] = spoken[i].Name
	}
	return names
}

// say writes a date, a datetime or a time in one of the spoken forms; ok is
// false if there is no such form.
func say(form string, v any) (text string, ok bool, err error) {
	i := slices.IndexFunc(spoken, func(f spokenForm) bool { return f.Name == form })
	if i < 0 {
		return "", false, nil
	}
	text, err = spoken[i].say(v)
	return text, true, err
}

// say writes a value; a row by its first column, a list by its elements, null
// as nothing.
func (f *spokenForm) say(v any) (string, error) {
	switch x := v.(type) {
	case nil:
		return "", nil
	case List:
		parts := make([]string, len(x))
		for i := range x {
			var err error
			if parts[i], err = f.say(x[i]); err != nil {
				return "", err
			}
		}
		return strings.Join(parts, ", "), nil
	case Row:
		if len(x.Values) == 0 {
			return "", nil
		}
		return f.say(x.Values[0])
	case string:
		if text, ok := f.format(x); ok {
			return text, nil
		}
	}
	need := "a date or a datetime"
	if f.Clock {
		need = "a datetime or a time"
	}
	return "", fmt.Errorf(":%s needs %s, not %s", f.Name, need, Show(v))
}

func (f *spokenForm) format(s string) (text string, ok bool) {
	if d := core.Date(s); !f.Clock && d.Valid() {
		return d.Go().Format(f.Layout), true
	}
	if d := core.DateTime(s); d.Valid() {
		return d.Go().Format(f.Layout), true
	}
	if f.Clock && core.Time(s).Valid() {
		return s[:len("15:04")], true
	}
	return "", false
}

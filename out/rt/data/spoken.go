package data

import (
	"fmt"
	"strings"

	"github.com/awmc/awmc/out/rt/core"
)

// spoken are the ways of templates to say a date or a time, by the word behind
// the colon of {path:word}.
var spoken = []struct {
	Name, Layout string // layout of package time
	Clock        bool   // a time will do, and a date won't
}{
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
	for _, f := range spoken {
		if f.Name != form {
			continue
		}
		switch x := v.(type) {
		case nil:
			return "", true, nil
		case List:
			parts := make([]string, len(x))
			for i := range x {
				if parts[i], _, err = say(form, x[i]); err != nil {
					return "", true, err
				}
			}
			return strings.Join(parts, ", "), true, nil
		case Row:
			if len(x.Values) > 0 {
				return say(form, x.Values[0])
			}
			return "", true, nil
		case string:
			if d := core.Date(x); !f.Clock && d.Valid() {
				return d.Go().Format(f.Layout), true, nil
			}
			if d := core.DateTime(x); d.Valid() {
				return d.Go().Format(f.Layout), true, nil
			}
			if t := core.Time(x); f.Clock && t.Valid() {
				return x[:len("15:04")], true, nil
			}
		}
		need := "a date or a datetime"
		if f.Clock {
			need = "a datetime or a time"
		}
		return "", true, fmt.Errorf(":%s needs %s, not %s", form, need, Show(v))
	}
	return "", false, nil
}

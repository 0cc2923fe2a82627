package host

import (
	"encoding/json"
	"io"

	"github.com/spf13/pflag"
)

// Format is a --format flag: text or json.
type Format string

// Add adds the flag; what is the end of its description.
func (f *Format) Add(flags *pflag.FlagSet, what string) {
	*f = "text"
	flags.Var(f, "format", "text for people or json for programs"+what)
}

// String implements pflag.Value.
func (f *Format) String() string { return string(*f) }

// Set implements pflag.Value.
func (f *Format) Set(s string) error {
	if s != "text" && s != "json" {
		return Usage("%q is neither text nor json", s)
	}
	*f = Format(s)
	return nil
}

// Type implements pflag.Value.
func (f *Format) Type() string { return "text|json" }

// WriteJSON writes v as one line, leaving <, > and & as they are.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// JSON reports whether the output is for programs.
func (f *Format) JSON() bool { return *f == "json" }

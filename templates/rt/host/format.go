package host

import (
	"encoding/json"
	"io"

	"github.com/spf13/pflag"
)

// format is a --format flag.
type format string

func (f *format) add(flags *pflag.FlagSet, what string) {
	*f = "text"
	flags.Var(f, "format", "text for people or json for programs"+what)
}

// String implements pflag.Value.
func (f *format) String() string { return string(*f) }

// Set implements pflag.Value.
func (f *format) Set(s string) error {
	if s != "text" && s != "json" {
		return Usage("%q is neither text nor json", s)
	}
	*f = format(s)
	return nil
}

// Type implements pflag.Value.
func (f *format) Type() string { return "text|json" }

// writeJSON writes v as one line, leaving <, > and & as they are.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

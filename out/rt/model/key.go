package model

import "strings"

// Key is a secret. However it is printed, what comes out is "[key]"; Reveal
// is the only way to it.
type Key string

const hidden = "[key]"

// Reveal returns the secret itself.
func (k Key) Reveal() string { return string(k) }

// String implements fmt.Stringer.
func (k Key) String() string {
	if k == "" {
		return ""
	}
	return hidden
}

// GoString implements fmt.GoStringer.
func (k Key) GoString() string { return k.String() }

// MarshalText implements encoding.TextMarshaler, so that no log or file in
// JSON or YAML has the secret.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Hide takes the secret out of a text. Servers like to quote it in errors.
func (k Key) Hide(text string) string {
	if len(k) < 4 { // too short to be a secret, and too likely in any text
		return text
	}
	return strings.ReplaceAll(text, string(k), hidden)
}

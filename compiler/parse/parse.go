// Package parse is the first stage of the compiler: it reads the bytes of an
// env.yaml into the structs of spec.go, where every name, text and value keeps
// its position. It knows the shape of the language (which keys there are, and
// what stands under them) and the traps of YAML; what names mean and whether
// SQL is right is for the stages after it.
//
// It imports ir/diag and the YAML library.
package parse

import (
	"github.com/awmc/awmc/ir/diag"
)

// The bounds of a file. They are far above what an environment needs; they
// are there so that no input can exhaust the compiler.
const (
	maxBytes = 4 << 20
	maxDepth = 40
)

// Parse reads one env.yaml. path is used for positions only. Mistakes are
// added to ds, as many as can be found in one go.
//
// It returns nil if the file is not YAML that can be read, so that no later
// stage reports what is only a consequence; otherwise an Env with everything
// that could be read. It never fails in another way, whatever the bytes are.
func Parse(path string, src []byte, ds *diag.List) *Env {
	s, ok := newSource(path, src, ds)
	if !ok {
		return nil
	}
	root, broken := load(s, ds)
	if root == nil {
		return nil
	}
	r := &reader{src: s, ds: ds, broken: broken}
	env := r.env(root)
	if broken != nil {
		// Parts of the file are missing from env; what was read has been
		// checked for its shape, and that is all it is good for.
		return nil
	}
	env.Source = src
	return env
}

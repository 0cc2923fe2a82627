package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/awmc/awmc/ir/diag"
)

// load reads the file into a tree of values whose root is a map. broken are
// the parts with YAML errors that had to be left out; root is nil if nothing
// could be read.
func load(s *source, ds *diag.List) (root *Value, broken []block) {
	node, err := readYAML(s.text)
	if err != nil {
		var rest []byte
		if broken, rest = reportSyntax(s, err, ds); broken == nil {
			return nil, nil
		}
		if node, err = readYAML(rest); err != nil {
			return nil, broken
		}
	}
	if node == nil {
		if broken == nil {
			ds.Error(diag.EmptyFile, diag.Span{File: s.path}, "the file is empty",
				"begin with `awmc: 1` and `name: …`")
		}
		return nil, broken
	}
	if at, deep := tooDeep(node, 1); deep {
		ds.Error(diag.TooDeep, s.at(at.line, at.col),
			fmt.Sprintf("lists and maps are nested more than %d deep", maxDepth),
			"flatten the structure")
		return nil, broken
	}
	b := &builder{src: s, ds: ds}
	root = b.value(node, diag.Span{})
	if root.Kind != MapValue {
		if !root.bad {
			ds.Error(diag.WrongShape, root.Span, "the file is "+shape(root)+", not a map of keys",
				"begin with `awmc: 1` and `name: …`, each on a line of its own")
		}
		return nil, broken
	}
	return root, broken
}

// errSecondDocument says that something follows the first document.
type errSecondDocument struct{ line int }

func (errSecondDocument) Error() string { return "a second YAML document" }

// readYAML reads the only document of a text; nil if there is none. It turns
// a panic of the library into an error, so that no file can stop the compiler.
func readYAML(text []byte) (node *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			node, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, second yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, errSecondDocument{second.Line}
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	if len(doc.Content) != 1 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Value == "" && root.Style == 0 && root.Anchor == "" {
		return nil, nil
	}
	return root, nil
}

// tooDeep returns the first node below the depth that is allowed.
func tooDeep(n *yaml.Node, depth int) (cursor, bool) {
	if depth > maxDepth && n.Kind != yaml.ScalarNode {
		return cursor{n.Line - 1, n.Column - 1}, true
	}
	for _, child := range n.Content {
		if at, deep := tooDeep(child, depth+1); deep {
			return at, true
		}
	}
	return cursor{}, false
}

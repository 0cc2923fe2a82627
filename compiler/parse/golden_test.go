package parse

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/awmc/awmc/ir/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each testdata/*.txtar holds one or more sources, NAME.yaml (or NAME.quoted,
// Go string literals, for bytes that an editor would not keep), and for each
// what must be said about it in NAME.out; NAME.spec, where it is there, is
// what was read, with positions.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	seen := map[diag.Code]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			for _, code := range golden(t, file) {
				seen[code] = true
			}
		})
	}
	// A code without a failing case is a promise that nothing keeps.
	for _, info := range diag.All() {
		if info.Code[3] == '1' && !seen[info.Code] && !slices.Contains(limitCodes, info.Code) {
			t.Errorf("no golden file has a case for %s (%s)", info.Code, info.Title)
		}
	}
}

func golden(t *testing.T, file string) (codes []diag.Code) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	var out []txtar.File
	for _, f := range archive.Files {
		name, ext, _ := strings.Cut(f.Name, ".")
		src := f.Data
		switch ext {
		case "yaml":
		case "quoted":
			src = unquote(t, f.Data)
		default:
			continue
		}
		var ds diag.List
		env := Parse(name+".yaml", src, &ds)
		var text bytes.Buffer
		list := ds.Sorted()
		if err := diag.WriteText(&text, list, func(string) []byte { return src }, false); err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			codes = append(codes, d.Code)
			if d.Hint == "" {
				t.Errorf("%s: %s has no hint", name, d.Code)
			}
		}
		out = append(out, f, txtar.File{Name: name + ".out", Data: text.Bytes()})
		compare(t, name+".out", want[name+".out"], text.String())
		if spec, ok := want[name+".spec"]; ok {
			got := dump(env)
			out = append(out, txtar.File{Name: name + ".spec", Data: []byte(got)})
			compare(t, name+".spec", spec, got)
		}
	}
	if *update {
		archive.Files = out
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return codes
}

func compare(t *testing.T, name, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" && !*update {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// unquote joins lines of Go string literals.
func unquote(t *testing.T, data []byte) []byte {
	var out []byte
	for line := range strings.Lines(string(data)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, text...)
	}
	return out
}

// dump prints what was read: one line for each thing that is set, texts with
// the stretch of the file they stand at.
func dump(env *Env) string {
	var b strings.Builder
	if env == nil {
		return "nothing\n"
	}
	dumpValue(&b, "", "env", reflect.ValueOf(env))
	return b.String()
}

func dumpValue(b *strings.Builder, indent, name string, v reflect.Value) {
	if v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return
	}
	switch x := v.Interface().(type) {
	case Text:
		fmt.Fprintf(b, "%s%s: %q %s\n", indent, name, x.Value, where(x.Span))
		return
	case *Value:
		dumpRaw(b, indent, name, x)
		return
	case diag.Span:
		fmt.Fprintf(b, "%s%s: %s\n", indent, name, where(x))
		return
	case []byte:
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		dumpValue(b, indent, name, v.Elem())
	case reflect.Struct:
		fmt.Fprintf(b, "%s%s:\n", indent, name)
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				dumpValue(b, indent+"  ", f.Name, v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			dumpValue(b, indent, fmt.Sprintf("%s[%d]", name, i), v.Index(i))
		}
	default:
		fmt.Fprintf(b, "%s%s: %v\n", indent, name, v.Interface())
	}
}

func dumpRaw(b *strings.Builder, indent, name string, v *Value) {
	switch v.Kind {
	case NullValue:
		fmt.Fprintf(b, "%s%s: null %s\n", indent, name, where(v.Span))
	case ScalarValue:
		fmt.Fprintf(b, "%s%s: %q %s\n", indent, name, v.Scalar.Value, where(v.Span))
	case ListValue:
		fmt.Fprintf(b, "%s%s: list %s\n", indent, name, where(v.Span))
		for i, item := range v.Items {
			dumpRaw(b, indent+"  ", fmt.Sprintf("[%d]", i), item)
		}
	case MapValue:
		fmt.Fprintf(b, "%s%s: map %s\n", indent, name, where(v.Span))
		for _, e := range v.Entries {
			dumpRaw(b, indent+"  ", e.Key.Value, e.Value)
		}
	}
}

func where(s diag.Span) string {
	return fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Col, s.End.Line, s.End.Col)
}

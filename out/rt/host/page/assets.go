package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
)

//go:embed html assets
var files embed.FS

const assetPath = "/ui/assets/"

// version changes with the assets, so that browsers may keep them for good.
var version = func() string {
	h := sha256.New()
	err := fs.WalkDir(files, "assets", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := files.ReadFile(p)
		if err == nil {
			h.Write(b)
		}
		return err
	})
	if err != nil { // the files are part of the program
		panic(err)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}()

// kinds are the content types of the assets. (Package mime asks the machine,
// and a browser that is told something else runs no script.)
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

func asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	b, err := files.ReadFile("assets/" + path.Base(name))
	if err != nil {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	if r.URL.Query().Get("v") == version {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	// If this fails the reader is gone.
	_, _ = w.Write(b)
}

// pages are the templates by the name of their file, each with the layout
// and the parts that pages share.
var pages = func() map[string]*template.Template {
	shared := template.Must(template.New("").Funcs(template.FuncMap{
		"path": link, "query": with, "count": count, "short": short, "join": strings.Join, "words": words, "moment": moment,
	}).ParseFS(files, "html/layout.html", "html/part_*.html"))
	names, err := fs.Glob(files, "html/page_*.html")
	if err != nil {
		panic(err)
	}
	m := map[string]*template.Template{}
	for _, file := range names {
		t := template.Must(template.Must(shared.Clone()).ParseFS(files, file))
		m[strings.TrimSuffix(strings.TrimPrefix(path.Base(file), "page_"), ".html")] = t
	}
	return m
}()

// link is the address of a page: its parts, which may hold anything, escaped
// and joined.
func link(parts ...string) string {
	var b strings.Builder
	b.WriteString("/ui")
	for _, p := range parts {
		b.WriteString("/" + url.PathEscape(p))
	}
	return b.String()
}

// with adds pairs of a name and a value to an address; empty values are left
// out.
func with(address string, pairs ...any) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := fmt.Sprint(pairs[i+1]); v != "" {
			q.Set(fmt.Sprint(pairs[i]), v)
		}
	}
	if len(q) == 0 {
		return address
	}
	return address + "?" + q.Encode()
}

// count is "no calls", "1 call", "7 calls".
func count(n int, one string, more ...string) string {
	many := one + "s"
	if len(more) > 0 {
		many = more[0]
	}
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// short is the beginning of an id, which is enough to tell it from others.
func short(id string) string {
	if len(id) > 8 {
		return id[:8]
	}
	return id
}

// words makes a name readable.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

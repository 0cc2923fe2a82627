package page

import (
	"net/http"
	"strconv"
)

// Pager says which part of a list is shown. (Exported, since templates reach
// into embedded structs only then.)
type Pager struct {
	Total, From, To int // From is the first one shown, from 0
	Page, Pages     int // from 1
	Previous, Next  string
}

// First is the number of the first one shown, for people.
func (p Pager) First() int { return min(p.From+1, p.Total) }

// paged cuts a list of so many into pages, and finds the one that a request
// asks for.
func paged(r *http.Request, total, size int) Pager {
	p := Pager{Total: total, Pages: max(1, (total+size-1)/size), Page: 1}
	if n, err := strconv.Atoi(r.FormValue("page")); err == nil {
		p.Page = min(max(1, n), p.Pages)
	}
	p.From = (p.Page - 1) * size
	p.To = min(total, p.From+size)
	if p.Page > 1 {
		p.Previous = turned(r, p.Page-1)
	}
	if p.Page < p.Pages {
		p.Next = turned(r, p.Page+1)
	}
	return p
}

// turned is the address of a request with another page.
func turned(r *http.Request, page int) string {
	q := r.URL.Query()
	q.Set("page", strconv.Itoa(page))
	return r.URL.EscapedPath() + "?" + q.Encode()
}

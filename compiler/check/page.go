package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/awmc/awmc/compiler/parse"
	"github.com/awmc/awmc/ir/diag"
)

// maxPage is the greatest page where the tool does not say otherwise.
const maxPage = 100

// Page returns the default and the greatest number of rows of a page; ok is
// false if the tool is not paged (or its page is not sound).
func Page(t *parse.Tool) (size, limit int64, ok bool) {
	size, limit, problem := page(t.Page)
	return size, limit, t.Page != nil && problem == nil
}

// pageProblem is what is wrong with a page.
type pageProblem struct {
	span          diag.Span
	message, hint string
}

func page(v *parse.Value) (size, limit int64, problem *pageProblem) {
	const hint = "write `page: 20` or `page: {default: 20, max: 100}`"
	number := func(v *parse.Value) (int64, *pageProblem) {
		n, err := strconv.ParseInt(v.Scalar.Value, 10, 32)
		if v.Kind != parse.ScalarValue || err != nil || n < 1 {
			return 0, &pageProblem{v.Span, "a page is a number of rows from 1", hint}
		}
		return n, nil
	}
	if v == nil {
		return 0, 0, nil
	}
	if v.Kind == parse.ScalarValue {
		size, problem = number(v)
		return size, max(size, maxPage), problem
	}
	d, m := v.Get("default"), v.Get("max")
	if d == nil {
		return 0, 0, &pageProblem{v.Span, "the page does not say how many rows it has by default", hint}
	}
	if size, problem = number(d); problem != nil {
		return 0, 0, problem
	}
	limit = max(size, maxPage)
	if m != nil {
		if limit, problem = number(m); problem != nil {
			return 0, 0, problem
		}
		if limit < size {
			return 0, 0, &pageProblem{m.Span, fmt.Sprintf("the greatest page, %d, is smaller than the default, %d", limit, size), "exchange them"}
		}
	}
	return size, limit, nil
}

// listParams are the parameters that sort and page add to a tool; taken are
// the ones it has.
func (c *checker) listParams(s *parse.Tool, taken []*parse.Member) []*parse.Member {
	var out []*parse.Member
	add := func(m *parse.Member, because string) {
		if other := memberOf(taken, m.Name.Value); other != nil {
			c.err(diag.ShortParam, other.Name.Span, fmt.Sprintf("parameter %s is what `%s` adds to tool %s", quote(m.Name.Value), because, quote(s.Name.Value)),
				"give it another name")
			return
		}
		out = append(out, m)
	}
	n := synthesis{s.Name.Span}
	if len(s.Sort) > 0 {
		names := make([]string, len(s.Sort))
		sort := n.member("sort")
		for i, col := range s.Sort {
			names[i] = col.Value
			sort.Enum = append(sort.Enum, n.value(col.Value))
		}
		sort.Optional = n.text("true")
		sort.Doc = n.text("What to sort by; by default " + strings.Join(names, ", then ") + ".")
		add(sort, "sort")
		order := n.member("order")
		order.Enum = []*parse.Value{n.value("asc"), n.value("desc")}
		order.Default = n.value("asc")
		order.Doc = n.text("Ascending (asc) or descending (desc).")
		add(order, "sort")
	}
	if s.Page != nil {
		size, limit, problem := page(s.Page)
		if problem != nil {
			c.err(diag.PageSize, problem.span, problem.message, problem.hint)
			return out
		}
		m := n.member("limit")
		m.Type, m.Min, m.Max = n.word("integer"), n.word("1"), n.word(strconv.FormatInt(limit, 10))
		m.Default = n.plain(strconv.FormatInt(size, 10))
		m.Doc = n.text("How many rows to return at most.")
		add(m, "page")
		o := n.member("offset")
		o.Type, o.Min, o.Default = n.word("integer"), n.word("0"), n.plain("0")
		o.Doc = n.text("How many rows to skip.")
		add(o, "page")
	}
	return out
}

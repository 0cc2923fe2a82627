package page

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/awmc/awmc/out/rt/host/service"
)

// card is an environment in the list.
type card struct {
	Name, Title, Summary, Category string
	Entities, Tools, Tasks         int
	Live                           int
	Trouble                        string // why it can't be used
	text                           string // what a search looks at
}

// cards describes all environments once: their descriptions don't change.
func cards(s *service.Service) []card {
	var list []card
	for _, name := range s.Names() {
		e, err := s.Environment(name)
		if err != nil {
			list = append(list, card{Name: name, Title: name, Trouble: sentence(err.Error()), text: strings.ToLower(name)})
			continue
		}
		c := card{
			Name: name, Title: cmp.Or(e.Spec.Title, name), Summary: e.Spec.Summary, Category: e.Spec.Category,
			Entities: len(e.Spec.Entities), Tools: len(e.Spec.Tools), Tasks: len(e.Spec.Tasks),
		}
		text := []string{name, c.Title, c.Summary, c.Category}
		for i := range e.Spec.Tools {
			text = append(text, e.Spec.Tools[i].Name)
		}
		for i := range e.Spec.Entities {
			text = append(text, e.Spec.Entities[i].Name)
		}
		c.text = strings.ToLower(strings.Join(text, "\n"))
		c.text += "\n" + words(c.text)
		list = append(list, c)
	}
	return list
}

// matches reports whether every word of a query occurs.
func (c *card) matches(query string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(c.text, w) {
			return false
		}
	}
	return true
}

type category struct {
	Name string
	N    int
	On   bool
}

type listView struct {
	Query, Category string
	Categories      []category
	All             int
	Cards           []card
	Pager
}

// cardsPerPage fills whole rows of two, three or four.
const cardsPerPage = 48

func (p *site) list(w http.ResponseWriter, r *http.Request) error {
	if names := p.s.Names(); len(names) == 1 {
		http.Redirect(w, r, link("env", names[0]), http.StatusSeeOther)
		return nil
	}
	v := listView{Query: r.FormValue("q"), Category: r.FormValue("category")}
	counts := map[string]int{}
	var found []card
	all := p.cards()
	for _, c := range all {
		if !c.matches(v.Query) {
			continue
		}
		counts[c.Category]++
		if v.Category == "" || v.Category == c.Category {
			found = append(found, c)
		}
	}
	v.All = len(all)
	if v.Category != "" && counts[v.Category] == 0 {
		counts[v.Category] = 0
	}
	for name, n := range counts {
		if name != "" {
			v.Categories = append(v.Categories, category{name, n, name == v.Category})
		}
	}
	slices.SortFunc(v.Categories, func(a, b category) int { return cmp.Compare(a.Name, b.Name) })
	v.Pager = paged(r, len(found), cardsPerPage)
	v.Cards = slices.Clone(found[v.From:v.To])
	live := map[string]int{}
	for _, in := range p.s.Instances("") {
		live[in.Env.Name]++
	}
	for i := range v.Cards {
		v.Cards[i].Live = live[v.Cards[i].Name]
	}
	return p.show(w, "list", frame{Title: "Environments", Nav: "environments"}, v)
}

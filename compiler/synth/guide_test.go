package synth

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/awmc/awmc/ir/diag"
	"github.com/awmc/awmc/templates"
	"github.com/awmc/awmc/templates/rt/data"
)

// guideBudget is 4,000 tokens at four bytes each.
const guideBudget = 16000

// guideExample joins the blocks of the guide to one file.
func guideExample(t *testing.T) document {
	t.Helper()
	var b strings.Builder
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(templates.Guide()), -1) {
		b.WriteString(m[1])
	}
	doc, _, unknown := split(b.String())
	if len(unknown) > 0 || len(doc) < 12 {
		t.Fatalf("%v, %d keys", unknown, len(doc))
	}
	return doc
}

func TestGuideIsShort(t *testing.T) {
	if n := len(templates.Guide()); n > guideBudget {
		t.Errorf("the guide has %d bytes; 4,000 tokens are about %d", n, guideBudget)
	}
}

// Who writes what the guide shows must not get a diagnostic.
func TestGuideCompiles(t *testing.T) {
	doc := guideExample(t)
	for st := range stages {
		list, _, err := checkPart(context.Background(), "bike_hire", st, doc, wanted{})
		if err != nil || len(list) > 0 {
			t.Fatalf("stage %s: %v\n%s", stages[st].name, err, describe(list, doc.render()))
		}
	}
	b, err := os.ReadFile("testdata/guide_more.yaml")
	if err != nil {
		t.Fatal(err)
	}
	more, order, _ := split(string(b))
	for _, k := range order {
		doc[k] = mergeEntries(doc[k], more[k])
	}
	list, _, err := checkPart(context.Background(), "bike_hire", stageSolutions, doc, wanted{})
	if err != nil || len(list) > 0 {
		t.Errorf("what the guide says in words: %v\n%s", err, describe(list, doc.render()))
	}
}

// What the guide names must exist.
func TestGuideNamesWhatExists(t *testing.T) {
	guide := string(templates.Guide())
	_, rest, _ := strings.Cut(guide, "Fakes: ")
	fakes, _, _ := strings.Cut(rest, ".")
	var known []string
	for _, k := range data.FakeKinds() {
		known = append(known, k.Name)
	}
	for _, name := range strings.Fields(fakes) {
		if !slices.Contains(known, name) {
			t.Errorf("there is no fake %s", name)
		}
	}
	for _, code := range []string{"invalid_argument", "not_found", "conflict", "forbidden", "failed_precondition"} {
		if !strings.Contains(guide, code) {
			t.Errorf("the guide does not name the code %s", code)
		}
	}
}

// What the guide warns of is what the compiler refuses.
func TestGuideWarnsRightly(t *testing.T) {
	for _, c := range []struct {
		old, new string
		code     diag.Code
	}{
		{`{sql: "SELECT hour_cents FROM bikes WHERE id = :bike_id"}`, `{sql: SELECT hour_cents, id FROM bikes}`, "AWM1013"},
		{`{get: rides, key: ":ride_id"}`, `{get: rides, key: :ride_id}`, "AWM1017"},
		{"conflict: Bike {bike.number} is {bike.status}.", "conflict: {bike.number} is {bike.status}.", "AWM1016"},
		{"conflict: Bike {bike.number} is {bike.status}.", "conflict: Not now: {bike.number} is {bike.status}.", "AWM1015"},
		{"not_found: You have no ride {ride_id}.", "not_found: You have no ride #{ride_id} here # no.", "AWM1014"},
		{`ride_id: "{mine.items.0.id}"`, `ride_id: {mine.items.0.id}`, ""},
	} {
		doc, _, _ := split(change(t, guideExample(t).render(), c.old, c.new))
		list, _, err := checkPart(context.Background(), "bike_hire", stageSolutions, doc, wanted{})
		if err != nil || len(list) == 0 || c.code != "" && list[0].Code != c.code {
			t.Errorf("%s: got %v %v, want %s", c.new, list, err, c.code)
		}
	}
}

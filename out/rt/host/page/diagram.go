package page

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/awmc/awmc/out/rt/core"
)

// diagram is a drawing of the entities and of what refers to what, ready for
// the template: everything has its place.
type diagram struct {
	W, H  int
	Boxes []*box
	Edges []edge
	Words string // what it shows, for those who can't see it
}

type box struct {
	Name       string
	X, Y, W, H int
	Rows       []boxRow
	More       int // fields that are not shown
}

type boxRow struct {
	Name, Type, Ref string
	Y               int // of the text's base line, within the box
	Key             bool
}

// edge is a reference: a line from the field to the row it refers to.
type edge struct {
	From, To, Title string
	Line, Foot      string // path data
	Optional        bool
}

// Sizes in pixels. The text is monospaced, so its width is known.
const (
	headHeight = 30
	rowHeight  = 20
	charWidth  = 7
	boxGap     = 28
	columnGap  = 88
	margin     = 16
	dummySize  = 8
	maxRows    = 14
	fewRows    = 7 // in a drawing of many boxes
	manyBoxes  = 8
	maxChars   = 20
)

// draw lays the entities out.
func draw(env *core.Env) *diagram {
	d := &diagram{}
	for i := range env.Entities {
		d.Boxes = append(d.Boxes, newBox(&env.Entities[i], len(env.Entities)))
	}
	var refs []reference
	index := map[string]int{}
	for i := range env.Entities {
		index[env.Entities[i].Name] = i
	}
	var said []string
	for i := range env.Entities {
		for _, f := range env.Entities[i].Fields {
			to, ok := index[f.Ref]
			if f.Ref == "" || !ok {
				continue
			}
			refs = append(refs, reference{from: i, to: to, field: f.Name, optional: f.Optional, one: f.Unique})
			said = append(said, fmt.Sprintf("%s.%s refers to %s", env.Entities[i].Name, f.Name, f.Ref))
		}
	}
	d.Words = "A diagram of " + count(len(d.Boxes), "entity", "entities")
	if len(said) > 0 {
		d.Words += ": " + strings.Join(said, "; ")
	}
	d.Words += "."
	l := arrange(d.Boxes, refs)
	d.W, d.H = l.width, l.height
	for i := range refs {
		d.Edges = append(d.Edges, d.edge(l, i))
	}
	return d
}

func newBox(e *core.Entity, boxes int) *box {
	b := &box{Name: e.Name}
	key := map[string]bool{}
	for _, k := range e.Key {
		key[k] = true
	}
	widest := runes(e.Name) + 4
	// Keys and references first: they are what the lines are about.
	var first, rest []boxRow
	for _, f := range e.Fields {
		r := boxRow{Name: clip(f.Name), Type: typeName(f), Key: key[f.Name], Ref: f.Ref}
		if r.Key || f.Ref != "" {
			first = append(first, r)
		} else {
			rest = append(rest, r)
		}
		widest = max(widest, runes(r.Name)+runes(r.Type)+3)
	}
	b.Rows = append(first, rest...)
	most := maxRows
	if boxes > manyBoxes {
		most = max(fewRows, len(first)+1)
	}
	if len(b.Rows) > most {
		b.More = len(b.Rows) - (most - 1)
		b.Rows = b.Rows[:most-1]
	}
	for i := range b.Rows {
		b.Rows[i].Y = headHeight + i*rowHeight + 17
	}
	lines := len(b.Rows)
	if b.More > 0 {
		lines++
	}
	b.W = max(150, widest*charWidth+24)
	b.H = headHeight + lines*rowHeight + 8
	return b
}

// typeName is a field's type in a word, or what it refers to.
func typeName(f core.Field) string {
	s := string(f.Type)
	switch {
	case f.Ref != "":
		s = "→ " + clip(f.Ref)
	case len(f.Enum) > 0:
		s = "enum"
	case f.FromID != "":
		s = "code"
	}
	if f.Optional {
		s += "?"
	}
	return s
}

// CapRight is where the round corner of the head begins.
func (b *box) CapRight() int { return b.W - 8 }

// TypeX is where the types end.
func (b *box) TypeX() int { return b.W - 12 }

// MoreY is the base line of what is said of fields that are not shown.
func (b *box) MoreY() int { return headHeight + len(b.Rows)*rowHeight + 17 }

func runes(s string) int { return utf8.RuneCountInString(s) }

// clip keeps a long name from making its box wide.
func clip(s string) string {
	if runes(s) <= maxChars {
		return s
	}
	return string([]rune(s)[:maxChars-1]) + "…"
}

// rowY is where a line meets a field; the header, if it is not shown.
func (b *box) rowY(field string) int {
	for _, r := range b.Rows {
		if r.Name == clip(field) {
			return b.Y + r.Y - 5
		}
	}
	return b.Y + headHeight/2
}

func (b *box) keyY() int {
	for _, r := range b.Rows {
		if r.Key {
			return b.Y + r.Y - 5
		}
	}
	return b.Y + headHeight/2
}

// edge draws a line through the places that the layout left for it.
func (d *diagram) edge(l *layout, i int) edge {
	r := l.refs[i]
	from, to := d.Boxes[r.from], d.Boxes[r.to]
	e := edge{
		From: from.Name, To: to.Name, Optional: r.optional,
		Title: from.Name + "." + r.field + " refers to " + to.Name,
	}
	y1, y2 := from.rowY(r.field), to.keyY()
	if r.from == r.to {
		x := from.X + from.W
		e.Line = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, y1, x+44, y1, x+44, y2, x, y2)
		e.Foot = foot(x, y1, 1, r.one)
		return e
	}
	side := -1 // the field looks to the left
	x1, x2 := from.X, to.X+to.W
	if from.X < to.X {
		side, x1, x2 = 1, from.X+from.W, to.X
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%d %d", x1, y1)
	x, y := x1, y1
	curve := func(toX, toY int) {
		bend := max(20, abs(toX-x)/2)
		fmt.Fprintf(&path, "C%d %d %d %d %d %d", x+side*bend, y, toX-side*bend, toY, toX, toY)
		x, y = toX, toY
	}
	for _, p := range l.ways[i] {
		near, far := p.X, p.X+p.W
		if side < 0 {
			near, far = far, near
		}
		curve(near, p.Y+p.H/2)
		fmt.Fprintf(&path, "L%d %d", far, y)
		x = far
	}
	curve(x2, y2)
	e.Line = path.String()
	e.Foot = foot(x1, y1, side, r.one)
	return e
}

// foot is how a line begins at a field: a crow's foot, since many rows may
// refer to the same, or a bar if only one can.
func foot(x, y, side int, one bool) string {
	if one {
		return fmt.Sprintf("M%d %dV%d", x+side*7, y-5, y+5)
	}
	return fmt.Sprintf("M%d %dL%d %dL%d %d", x, y-5, x+side*10, y, x, y+5)
}

func abs(n int) int { return max(n, -n) }

package page

import (
	"cmp"
	"slices"
)

// reference is a field of one box that refers to another.
type reference struct {
	from, to      int
	field         string
	optional, one bool
}

// layout puts boxes into columns: what is referred to stands left of what
// refers to it. Lines that pass a column get a place of their own in it.
type layout struct {
	boxes         []*box
	refs          []reference
	rank          []int
	columns       [][]*spot
	ways          [][]*box // of each reference, from the field on
	width, height int
}

// spot is a box or the place of a line in a column.
type spot struct {
	box   *box
	line  bool
	left  []*spot // neighbours in the columns beside it
	right []*spot
	order float64
}

// arrange sets the boxes' places.
func arrange(boxes []*box, refs []reference) *layout {
	l := &layout{boxes: boxes, refs: refs, rank: make([]int, len(boxes)), ways: make([][]*box, len(refs))}
	l.ranks()
	l.fill()
	for range 6 {
		l.sort(false)
		l.sort(true)
	}
	l.place()
	return l
}

// ranks finds each box's column: one more than the greatest of those it
// refers to. A reference that would close a circle is passed over.
func (l *layout) ranks() {
	const fresh, open, done = 0, 1, 2
	state := make([]int, len(l.boxes))
	var visit func(i int) int
	visit = func(i int) int {
		state[i] = open
		for _, r := range l.refs {
			if r.from != i || r.to == i || state[r.to] == open {
				continue
			}
			if state[r.to] == fresh {
				visit(r.to)
			}
			l.rank[i] = max(l.rank[i], l.rank[r.to]+1)
		}
		state[i] = done
		return l.rank[i]
	}
	for i := range l.boxes {
		if state[i] == fresh {
			visit(i)
		}
	}
	// What refers to nothing may stand just left of the first that needs it.
	for i := range l.boxes {
		nearest := -1
		refers := false
		for _, r := range l.refs {
			if r.from == r.to {
				continue
			}
			refers = refers || r.from == i
			if r.to == i && (nearest < 0 || l.rank[r.from] < nearest) {
				nearest = l.rank[r.from]
			}
		}
		if !refers && nearest > 0 {
			l.rank[i] = nearest - 1
		}
	}
}

// fill makes the columns, and the places of lines that pass some.
func (l *layout) fill() {
	spots := make([]*spot, len(l.boxes))
	l.columns = make([][]*spot, 1+slices.Max(append(l.rank, 0)))
	for i, b := range l.boxes {
		spots[i] = &spot{box: b}
		l.columns[l.rank[i]] = append(l.columns[l.rank[i]], spots[i])
	}
	for i, r := range l.refs {
		a, b := r.from, r.to
		if a == b || l.rank[a] == l.rank[b] {
			continue
		}
		back := l.rank[a] > l.rank[b] // from right to left, as most are
		if back {
			a, b = b, a
		}
		last := spots[a]
		for c := l.rank[a] + 1; c <= l.rank[b]; c++ {
			next := spots[b]
			if c < l.rank[b] {
				next = &spot{box: &box{H: dummySize}, line: true}
				l.columns[c] = append(l.columns[c], next)
				l.ways[i] = append(l.ways[i], next.box)
			}
			last.right, next.left = append(last.right, next), append(next.left, last)
			last = next
		}
		if back {
			slices.Reverse(l.ways[i])
		}
	}
}

// sort orders each column by the middle of the neighbours on one side, which
// makes lines cross less.
func (l *layout) sort(fromRight bool) {
	position := map[*spot]float64{}
	number := func(column []*spot) {
		for i, s := range column {
			position[s] = (float64(i) + 0.5) / float64(len(column))
		}
	}
	for _, c := range l.columns {
		number(c)
	}
	for i := range l.columns {
		c := l.columns[i]
		if fromRight {
			c = l.columns[len(l.columns)-1-i]
		}
		for _, s := range c {
			beside := s.left
			if fromRight {
				beside = s.right
			}
			s.order = position[s]
			if len(beside) > 0 {
				sum := 0.0
				for _, n := range beside {
					sum += position[n]
				}
				s.order = sum / float64(len(beside))
			}
		}
		slices.SortStableFunc(c, func(a, b *spot) int { return cmp.Compare(a.order, b.order) })
		number(c)
	}
}

// place gives every spot its coordinates: columns from left to right, and in
// a column as near to the neighbours as those above and below allow.
func (l *layout) place() {
	x := margin
	for _, c := range l.columns {
		y, w := margin, 0
		for _, s := range c {
			s.box.X, s.box.Y = x, y
			y += s.box.H + boxGap
			if !s.line {
				w = max(w, s.box.W)
			}
		}
		for _, s := range c {
			s.box.W = w
		}
		x += w + columnGap
	}
	l.width = x - columnGap + margin + 32 // room for loops on the right
	for range 8 {
		for _, c := range l.columns {
			settle(c, true)
		}
		for _, c := range slices.Backward(l.columns) {
			settle(c, false)
		}
	}
	top := margin
	for _, c := range l.columns {
		for _, s := range c {
			top = min(top, s.box.Y)
		}
	}
	for _, c := range l.columns {
		for _, s := range c {
			s.box.Y += margin - top
			l.height = max(l.height, s.box.Y+s.box.H+margin)
		}
	}
}

// settle moves the spots of a column to the middle of their neighbours, in
// the least squares sense, keeping order and distance: neighbouring spots
// that would overlap are joined into blocks (pooling adjacent violators).
func settle(column []*spot, byLeft bool) {
	type block struct {
		want float64 // the sum over its spots
		n    int
	}
	var blocks []block
	offset := 0.0 // of a spot, if all touched
	offsets := make([]float64, len(column))
	for i, s := range column {
		offsets[i] = offset
		offset += float64(s.box.H + boxGap)
		blocks = append(blocks, block{want: wanted(s, byLeft) - offsets[i], n: 1})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if a.want/float64(a.n) <= b.want/float64(b.n) {
				break
			}
			blocks = append(blocks[:len(blocks)-2], block{a.want + b.want, a.n + b.n})
		}
	}
	i := 0
	for _, b := range blocks {
		for range b.n {
			column[i].box.Y = int(b.want/float64(b.n) + offsets[i])
			i++
		}
	}
}

// wanted is the top that would put a spot level with its neighbours.
func wanted(s *spot, byLeft bool) float64 {
	beside := s.right
	if byLeft {
		beside = s.left
	}
	if len(beside) == 0 {
		beside = append(slices.Clone(s.left), s.right...)
	}
	if len(beside) == 0 {
		return float64(s.box.Y)
	}
	sum := 0.0
	for _, n := range beside {
		sum += float64(n.box.Y) + float64(n.box.H)/2
	}
	return sum/float64(len(beside)) - float64(s.box.H)/2
}

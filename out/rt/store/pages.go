package store

// pageSize is the page size of an instance's database. An instance owns the
// pages it has written, about ten for an order in a shop: 10 KB with this
// size, 36 KB with SQLite's usual 4096, at the same speed.
const pageSize = 1024

// image is a whole database file that nobody changes any more: the starting
// state of a seed, shared by all its instances.
type image struct {
	data   []byte
	sig    string // of the schema, see signature
	digest string // of data
}

// pages is the content of a database file: an image, and the pages that
// differ from it. An instance that changed nothing owns nothing.
type pages struct {
	base *image
	own  map[uint32]*page
	size int64
	// version counts the changes, so that a connection can tell whether what
	// it has cached is still right.
	version uint64
}

type page struct {
	data   [pageSize]byte
	shared bool // with a fork: to be copied before it is written
}

func newPages(base *image) *pages {
	p := &pages{base: base}
	if base != nil {
		p.size = int64(len(base.data))
	}
	return p
}

// fork returns a copy. Both share their pages until they write them.
func (p *pages) fork() *pages {
	f := &pages{base: p.base, size: p.size}
	if len(p.own) > 0 {
		f.own = make(map[uint32]*page, len(p.own))
		for n, pg := range p.own {
			if !pg.shared { // once it is, others read this
				pg.shared = true
			}
			f.own[n] = pg
		}
	}
	return f
}

// at returns what page n holds from offset from on; nil if it was never
// written.
func (p *pages) at(n uint32, from int) []byte {
	if pg := p.own[n]; pg != nil {
		return pg.data[from:]
	}
	if p.base != nil {
		if start := int64(n) * pageSize; start < int64(len(p.base.data)) {
			return p.base.data[start+int64(from) : start+pageSize]
		}
	}
	return nil
}

// read fills b from the offset and returns how much there was.
func (p *pages) read(b []byte, off int64) int {
	if off >= p.size {
		return 0
	}
	b = b[:min(int64(len(b)), p.size-off)]
	for done := 0; done < len(b); {
		from := int((off + int64(done)) % pageSize)
		part := b[done:min(len(b), done+pageSize-from)]
		src := p.at(uint32((off+int64(done))/pageSize), from)
		if n := copy(part, src); n < len(part) {
			clear(part[n:])
		}
		done += len(part)
	}
	return len(b)
}

// write stores b at the offset, which may lie beyond the end.
func (p *pages) write(b []byte, off int64) {
	p.version++
	for len(b) > 0 {
		n, from := uint32(off/pageSize), int(off%pageSize)
		k := min(len(b), pageSize-from)
		pg := p.own[n]
		if pg == nil || pg.shared {
			fresh := new(page)
			if k < pageSize {
				copy(fresh.data[:], p.at(n, 0))
			}
			if p.own == nil {
				p.own = map[uint32]*page{}
			}
			p.own[n], pg = fresh, fresh
		}
		copy(pg.data[from:], b[:k])
		b, off = b[k:], off+int64(k)
	}
	p.size = max(p.size, off)
}

// truncate cuts the file.
func (p *pages) truncate(size int64) {
	p.version++
	p.size = size
	for n := range p.own {
		if int64(n)*pageSize >= size {
			delete(p.own, n)
		}
	}
}

// bytes is the whole file.
func (p *pages) bytes() []byte {
	b := make([]byte, p.size)
	p.read(b, 0)
	return b
}

// memory is what p owns beside its image, in bytes.
func (p *pages) memory() int { return len(p.own) * pageSize }

// drop frees what p owns although an idle connection may still refer to it.
func (p *pages) drop() {
	if p != nil {
		*p = pages{version: p.version + 1}
	}
}

package service

// grave remembers an instance that is gone, so that what is asked about it
// can be answered: expired episodes are void, which is not the same as never
// having been.
type grave struct {
	environment, task string
	seed, effective   int64
	expired           bool
}

// maxGraves bounds the memory of the dead.
const maxGraves = 1 << 16

type graves struct {
	byID map[string]grave
	ring []string
	next int
}

func newGraves() graves { return graves{byID: map[string]grave{}} }

func (g *graves) add(id string, what grave) {
	if len(g.ring) < maxGraves {
		g.ring = append(g.ring, id)
	} else {
		delete(g.byID, g.ring[g.next])
		g.ring[g.next] = id
		g.next = (g.next + 1) % maxGraves
	}
	g.byID[id] = what
}

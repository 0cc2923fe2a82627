package nemo

// remembered bounds what is remembered of sessions that are over.
const remembered = 1 << 14

// ring holds the last keys of a map.
type ring struct {
	keys []string
	next int
}

// add notes a new key. It returns the one to forget for it, if any.
func (r *ring) add(key string) (forget string, full bool) {
	if len(r.keys) < remembered {
		r.keys = append(r.keys, key)
		return "", false
	}
	forget, r.keys[r.next] = r.keys[r.next], key
	r.next = (r.next + 1) % remembered
	return forget, true
}

package term

// Walk visits the terms below roots in topological order: arguments before the terms that use them,
// each term once in the life of the walk. A second call with another root visits only new terms, so an
// incremental client keeps one walk. The cost is linear in the number of visited terms. There is no
// recursion, so the depth of terms is not limited.
type Walk struct {
	s     *Store
	seen  []uint64 // bit set by ID
	stack []ID
}

// NewWalk returns a walk over a store that has visited nothing.
func NewWalk(s *Store) *Walk { return &Walk{s: s} }

// Seen reports whether a term was visited.
func (w *Walk) Seen(id ID) bool {
	i := int(id >> 6)
	return i < len(w.seen) && w.seen[i]>>(id&63)&1 == 1
}

func (w *Walk) mark(id ID) {
	i := int(id >> 6)
	if i >= len(w.seen) {
		w.seen = append(w.seen, make([]uint64, max(i+1, w.s.Len()/64+1)-len(w.seen))...)
	}
	w.seen[i] |= 1 << (id & 63)
}

// Visit calls f for every term below root, root included, that this walk has
// not visited. f may construct terms.
func (w *Walk) Visit(root ID, f func(ID)) {
	w.stack = append(w.stack[:0], root)
	for len(w.stack) > 0 {
		id := w.stack[len(w.stack)-1]
		if w.Seen(id) {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		before := len(w.stack)
		args := w.s.Args(id)
		for i := len(args) - 1; i >= 0; i-- {
			if !w.Seen(args[i]) {
				w.stack = append(w.stack, args[i])
			}
		}
		if len(w.stack) == before {
			w.stack = w.stack[:before-1]
			w.mark(id)
			f(id)
		}
	}
}

// Below returns the terms below roots, the roots included, in topological
// order: the order in which a walk visits them.
func (s *Store) Below(roots ...ID) []ID {
	w := NewWalk(s)
	var order []ID
	for _, r := range roots {
		w.Visit(r, func(id ID) { order = append(order, id) })
	}
	return order
}

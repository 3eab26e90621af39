package raceproof

// set is an immutable map from values to bits, a treap (Seidel, Aragon, "Randomized search trees", Algorithmica 1996).
// Paths that come from one place share most of their sets. The priority of an element is a hash of its value, so equal
// sets have equal trees. nil is the empty set.
type set struct {
	of          value
	bit         bool
	size        int32
	left, right *set
}

// weight returns the priority of a value, which no other value has.
func weight(x value) uint64 {
	h := uint64(uint32(x.n))<<32 | uint64(uint32(x.v))
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (s *set) len() int {
	if s == nil {
		return 0
	}
	return int(s.size)
}

// get returns the bit of a value; not ok: the value is not in the set.
func (s *set) get(x value) (bit, ok bool) {
	for s != nil {
		switch c := compareValues(x, s.of); {
		case c == 0:
			return s.bit, true
		case c < 0:
			s = s.left
		default:
			s = s.right
		}
	}
	return false, false
}

func (s *set) has(x value) bool {
	_, ok := s.get(x)
	return ok
}

// join returns the set of all elements of left, then those of s alone, then those of right. s is heavier than both.
func (s *set) join(left, right *set) *set {
	if left == s.left && right == s.right {
		return s
	}
	return &set{s.of, s.bit, int32(left.len()+right.len()) + 1, left, right}
}

// split returns the elements before and after a value, and the bit of the value.
func (s *set) split(x value) (before, after *set, bit, ok bool) {
	if s == nil {
		return nil, nil, false, false
	}
	switch c := compareValues(x, s.of); {
	case c == 0:
		return s.left, s.right, s.bit, true
	case c < 0:
		before, after, bit, ok = s.left.split(x)
		return before, s.join(after, s.right), bit, ok
	}
	before, after, bit, ok = s.right.split(x)
	return s.join(s.left, before), after, bit, ok
}

// append returns the elements of two sets, of which the second one's are greater.
func (s *set) append(t *set) *set {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	case weight(s.of) > weight(t.of):
		return s.join(s.left, s.right.append(t))
	}
	return t.join(s.append(t.left), t.right)
}

// with returns the set with a new value.
func (s *set) with(x value, bit bool) *set {
	if s == nil || weight(x) > weight(s.of) {
		before, after, _, _ := s.split(x)
		return (&set{of: x, bit: bit, size: 1}).join(before, after)
	}
	if compareValues(x, s.of) < 0 {
		return s.join(s.left.with(x, bit), s.right)
	}
	return s.join(s.left, s.right.with(x, bit))
}

// without returns the set without a value.
func (s *set) without(x value) *set {
	switch {
	case s == nil:
		return nil
	case x == s.of:
		return s.left.append(s.right)
	case compareValues(x, s.of) < 0:
		return s.join(s.left.without(x), s.right)
	}
	return s.join(s.left, s.right.without(x))
}

// common returns the elements that are in two sets, with equal bits. It skips shared parts.
func (s *set) common(t *set) *set {
	switch {
	case s == t:
		return s
	case s == nil || t == nil:
		return nil
	case weight(s.of) < weight(t.of):
		s, t = t, s
	}
	before, after, bit, ok := t.left, t.right, t.bit, true
	if s.of != t.of {
		before, after, bit, ok = t.split(s.of)
	}
	left, right := s.left.common(before), s.right.common(after)
	if ok && bit == s.bit {
		return s.join(left, right)
	}
	return left.append(right)
}

// keep returns the elements for which a function is true.
func (s *set) keep(which func(value) bool) *set {
	if s == nil {
		return nil
	}
	left, right := s.left.keep(which), s.right.keep(which)
	if which(s.of) {
		return s.join(left, right)
	}
	return left.append(right)
}

// any reports whether a function is true for an element.
func (s *set) any(which func(x value, bit bool) bool) bool {
	return s != nil && (s.left.any(which) || which(s.of, s.bit) || s.right.any(which))
}

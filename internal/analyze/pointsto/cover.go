package pointsto

// Limits on the locations of an object from which on new ones get a step, or a smaller one. The number of
// locations without a step counts if a location was reached by many movements; a multiple of it
// always counts. Pointers that often leave their object, and many steps in a small one, are of no use.
const (
	maxExact   = 64
	maxNumbers = 256 // for numbers that are addresses
	maxStepped = 256
	maxMoves   = 8
	maxOutside = 8
)

// A program with more than maxLocs locations has the limit fewLocs for all of them, so that the analysis ends.
const (
	maxLocs = 1 << 16
	fewLocs = 4
)

// neighbours holds the locations above a location, which cover it, and the ones below, which it covers.
type neighbours struct {
	above, below []LocID
	moves        int // from the start of the object to the location, as it was found
}

// covers reports whether all offsets of b are offsets of a, a different location of the same object.
func covers(a, b Loc) bool {
	return a.Step != 0 && a != b && b.Step%a.Step == 0 && mod(b.Off-a.Off, a.Step) == 0
}

// loc returns the identifier of a location.
func (s *solver) loc(l Loc) LocID {
	if l.Step != 0 {
		l.Off = mod(l.Off, l.Step)
	}
	id, ok := s.locIDs[l]
	if ok {
		return id
	}
	id = LocID(len(s.Locs))
	s.locIDs[l] = id
	s.Locs, s.order = append(s.Locs, l), append(s.order, neighbours{})
	o := &s.locsOf[l.Obj]
	for _, k := range o.stepped {
		s.compare(k, id)
	}
	if l.Step == 0 {
		o.exact = append(o.exact, id)
		if s.outside(l) {
			o.outside++
		}
		return id
	}
	for _, k := range o.exact {
		s.compare(id, k)
	}
	o.stepped = append(o.stepped, id)
	return id
}

// objectLocs holds the locations of an object without a step and with one. A number of the former are outside
// the object.
type objectLocs struct {
	exact, stepped []LocID
	outside        int
}

// outside reports whether a location is outside its object, and not at the end of it.
func (s *solver) outside(l Loc) bool {
	size := s.Objects[l.Obj].Size
	return l.Step == 0 && (l.Off < 0 || size >= 0 && l.Off > size)
}

// compare records which of two locations covers the other.
func (s *solver) compare(a, b LocID) {
	if covers(s.Locs[b], s.Locs[a]) {
		a, b = b, a
	}
	if s.plain || !covers(s.Locs[a], s.Locs[b]) {
		return
	}
	s.order[a].below = append(s.order[a].below, b)
	s.order[b].above = append(s.order[b].above, a)
}

// room returns the numbers of locations of an object without and with a step from which on new ones get a step, or
// a smaller one.
func (s *solver) room(id ObjID) (exact, stepped int) {
	if s.few || len(s.Locs) > maxLocs {
		return fewLocs, fewLocs
	}
	if size := s.Objects[id].Size; size >= 0 {
		return maxNumbers, int(min(maxStepped, maxOutside+size/4))
	}
	return maxNumbers, maxStepped
}

// widened returns a location that results from a movement by off from another one. If its object has many
// locations, a pointer that moves probably moves again. So the result stands for all multiples of off,
// then for all bytes.
func (s *solver) widened(from LocID, l Loc, off int64, exact int) LocID {
	moves := s.order[from].moves
	if off != 0 {
		moves++
	}
	most, stepped := s.room(l.Obj)
	exact = min(exact, most)
	switch o := &s.locsOf[l.Obj]; {
	case off == 0:
	case len(o.stepped) > stepped:
		l.Step = 1
	case l.Step != 0:
	case len(o.exact) > exact && (moves > maxMoves || len(o.exact) > 4*exact),
		s.outside(l) && o.outside > maxOutside:
		l.Step = max(off, -off)
	}
	n := len(s.Locs)
	id := s.loc(l)
	if len(s.Locs) > n {
		s.order[id].moves = moves
	}
	return id
}

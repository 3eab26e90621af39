package efsm

// Handover is an atomic write of a step and an atomic read of the next one, by another
// thread, that sees it.
type Handover struct{ Write, Read *Access }

// Handovers returns how a step of state a can synchronise with the next one, of
// another thread's state b: where both accesses of one of them are done, other accesses
// of the two, though adjacent, may be ordered, as those of a section before its atomic
// write are before whoever reads that. Which of a state's accesses come first is not
// known.
func Handovers(a, b *State) []Handover {
	var list []Handover
	for i := range a.Accesses {
		for j := range b.Accesses {
			w, r := &a.Accesses[i], &b.Accesses[j]
			if w.Var == r.Var && w.Atomic && r.Atomic && w.Mode != Read && r.Mode != Write {
				list = append(list, Handover{w, r})
			}
		}
	}
	return list
}

// Conflict reports whether two accesses of different threads race if nothing orders
// them: of the same data, not both atomic, one at least a write.
func (s *System) Conflict(x, y *Access) bool {
	return x.Var == y.Var && s.Vars[x.Var].Class == Data && (x.Mode != Read || y.Mode != Read) && !(x.Atomic && y.Atomic)
}

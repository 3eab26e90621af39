package efsm

// Handover is an atomic write of a step and an atomic read of the next step, by another thread, that
// sees it.
type Handover struct{ Write, Read *Access }

// Handovers returns the ways in which a step of state a can synchronise with the next one, of another
// thread's state b. If both accesses of a handover are executed, other accesses of the two steps may be
// ordered, though adjacent. For example, accesses of a section before its atomic write are ordered
// before the thread that reads that. The order of the accesses within a state is not known.
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

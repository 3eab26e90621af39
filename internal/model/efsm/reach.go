package efsm

// Reach is the reachability of control states per depth (CSR): R(0) holds the entry and R(d+1) the
// successors of R(d), guards ignored. It is the analysis of Ganai and Gupta, section 2.3, for any
// graph: a Thread, or a graph that an engine derives from one. Depths are computed on demand.
type Reach struct {
	succ   [][]StateID // by state
	levels [][]StateID // by depth, each ascending
	always bool        // all further depths have the last level
}

// NewReach returns the analysis of a graph, given by the successors of each node
// (entry 0 is unused).
func NewReach(entry StateID, succ [][]StateID) *Reach {
	r := &Reach{succ: succ}
	r.add([]StateID{entry})
	return r
}

// Everywhere returns a Reach without an analysis: R(0) is the entry, and every other R(d) has all
// nodes.
func Everywhere(entry StateID, nodes int) *Reach {
	r := &Reach{succ: make([][]StateID, nodes), always: true}
	r.add([]StateID{entry})
	var all []StateID
	for c := 1; c < nodes; c++ {
		all = append(all, StateID(c))
	}
	r.add(all)
	return r
}

// Reach returns the analysis of the thread.
func (t *Thread) Reach() *Reach { return NewReach(t.Entry, t.Successors()) }

// Successors returns the successors of each state along edges, in their order.
func (t *Thread) Successors() [][]StateID {
	succ := make([][]StateID, len(t.States))
	for i := range t.States {
		for _, e := range t.States[i].Edges {
			succ[i] = append(succ[i], e.To)
		}
	}
	return succ
}

// At returns R(d), ascending. The slice is the analysis's.
func (r *Reach) At(d int) []StateID {
	if r.always {
		d = min(d, len(r.levels)-1)
	}
	for len(r.levels) <= d {
		var next []StateID
		for _, c := range r.levels[len(r.levels)-1] {
			next = append(next, r.succ[c]...)
		}
		r.add(next)
	}
	return r.levels[d]
}

// Sum returns the sum of |R(0)|, …, |R(d)|: the size of an unrolling to depth d.
func (r *Reach) Sum(d int) int {
	sum := 0
	for i := range d + 1 {
		sum += len(r.At(i))
	}
	return sum
}

// add appends a level that holds the given states.
func (r *Reach) add(states []StateID) {
	set := make([]uint64, len(r.succ)/64+1)
	for _, c := range states {
		set[c/64] |= 1 << (c % 64)
	}
	level := make([]StateID, 0, len(states))
	for c := range StateID(len(r.succ)) {
		if set[c/64]&(1<<(c%64)) != 0 {
			level = append(level, c)
		}
	}
	r.levels = append(r.levels, level)
}

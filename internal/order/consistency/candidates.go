package consistency

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Pruning is a set of reasons to leave out the arc of a pair. No answer depends on them.
type Pruning uint16

// The reasons.
const (
	PruneOrder     Pruning = 1 << iota // the read must precede the write
	PruneExclusive                     // never both executed, never at one index, or never with one value
	PruneHidden                        // another write must come between and hides the write
	PruneImplied                       // the from-reads follow from those of another pair and program order
	PruneSingle                        // a read with one candidate needs no variable
	PruneSections                      // the sections of a lock are disjoint for all values of its word, and so are the accesses in them
)

// AllPruning is the set of all reasons.
const AllPruning = PruneOrder | PruneExclusive | PruneHidden | PruneImplied | PruneSingle | PruneSections

// reach holds the facts about one read before its arcs are made.
type reach struct {
	read    event.ID
	within  []event.ID // earlier writes of its node that it may see
	writes  []event.ID // of other nodes, that it may see
	initial bool       // it may see the initial value
	hides   []event.ID // writes that must precede it, are executed when it is, and hit its index
	init    term.ID    // it sees the initial value
}

// area is the work on one region: its reads and writes.
type area struct {
	region event.RegionID
	reads  []reach
	writes []event.ID // by thread, in program order
	// first and past bound the writes of each thread in writes.
	first, past []int
	// next has, for each write, the first later write of its thread, perhaps of its node, that surely
	// overwrites it. prev has the last earlier write that is surely executed with it, at its index. Both
	// index writes; -1: none.
	next, prev []int
}

// builder makes the relations of a graph.
type builder struct {
	g       *event.Graph
	terms   *term.Store
	must    *Must
	known   *guards
	without Pruning
	given   []*event.Candidates // by read: the most it may see; nil: anything
	weak    []bool              // by region, with Options.Model; else nil
	model   *Model              // Options.Model
	rel     *Relations
	facts   []term.ID
	before  map[nodePair]term.ID // the first of the pair precedes the second
	locks   []lock               // those whose sections are ordered as wholes
	work    []*area

	// heldBy remembers, by event, the answers of holds.
	heldBy    [][]hold
	heldKnown []bool
}

// areas groups the events of the graph by region. It leaves out regions without reads, unless they are weak.
func (b *builder) areas() []*area {
	byRegion := make([]*area, len(b.g.Regions))
	for id := 1; id < len(b.g.Events); id++ {
		e := &b.g.Events[id]
		if e.Guard == term.False {
			continue
		}
		a := byRegion[e.Region]
		if a == nil {
			a = &area{region: e.Region}
			byRegion[e.Region] = a
		}
		if e.Kind == event.Read {
			a.reads = append(a.reads, reach{read: event.ID(id)})
		} else {
			a.writes = append(a.writes, event.ID(id))
		}
	}
	var list []*area
	for _, a := range byRegion {
		if a == nil || len(a.reads) == 0 && !b.isWeak(a.region) {
			continue
		}
		b.arrange(a)
		list = append(list, a)
	}
	return list
}

// arrange sorts the writes and links the writes of one thread.
func (b *builder) arrange(a *area) {
	slices.SortFunc(a.writes, b.compareWrites)
	a.first = make([]int, len(b.g.Threads))
	a.past = make([]int, len(b.g.Threads))
	for i, w := range a.writes {
		t := b.node(w).Thread
		if a.past[t] == 0 {
			a.first[t] = i
		}
		a.past[t] = i + 1
	}
	a.next = make([]int, len(a.writes))
	a.prev = make([]int, len(a.writes))
	for i, w := range a.writes {
		a.next[i], a.prev[i] = -1, -1
		for j := i + 1; j < a.past[b.node(w).Thread]; j++ {
			if b.overwrites(a.writes[j], w) {
				a.next[i] = j
				break
			}
		}
		for j := i - 1; j >= a.first[b.node(w).Thread]; j-- {
			if b.overwrites(a.writes[j], w) {
				a.prev[i] = j
				break
			}
		}
	}
}

// overwrites reports whether the write w is executed at the index of e whenever
// e is.
func (b *builder) overwrites(w, e event.ID) bool {
	x, y := &b.g.Events[w], &b.g.Events[e]
	return x.Index == y.Index && b.known.implies(y.Guard, x.Guard)
}

// together reports whether two events may be executed at one index.
func (b *builder) together(x, y event.ID) bool {
	e, f := &b.g.Events[x], &b.g.Events[y]
	if b.without&PruneExclusive != 0 {
		return true
	}
	return !b.known.exclude(e.Guard, f.Guard) && b.sameIndex(x, y) != term.False
}

// sameIndex returns the Bool that two events of one region hit one granule.
func (b *builder) sameIndex(x, y event.ID) term.ID {
	e, f := &b.g.Events[x], &b.g.Events[y]
	if e.Index == f.Index {
		return term.True
	}
	return b.terms.Eq(e.Index, f.Index)
}

func (b *builder) node(e event.ID) *event.Node { return &b.g.Nodes[b.g.Events[e].Node] }

// precedes reports whether event x must come before event y: by their nodes, or
// within one.
func (b *builder) precedes(x, y event.ID) bool {
	n, m := b.g.Events[x].Node, b.g.Events[y].Node
	if n == m {
		return x < y
	}
	return b.must.Before(n, m)
}

// visible finds the writes that a read may see.
func (b *builder) visible(a *area, r *reach) {
	e := &b.g.Events[r.read]
	covered := false
	initial := b.given == nil || b.given[r.read].Initial
	writes := b.mayBeSeen(a, r.read)
	for _, i := range writes {
		w := a.writes[i]
		if b.g.Events[w].Node != e.Node || w > r.read || !b.together(w, r.read) {
			continue
		}
		if b.overwrites(w, r.read) {
			covered = true
			r.within = r.within[:0]
		}
		r.within = append(r.within, w)
	}
	if covered && b.without&PruneHidden == 0 {
		return
	}
	b.hiding(a, r)
	r.initial = initial && len(r.hides) == 0 && (b.without&PruneExclusive != 0 || b.terms.Eq(e.Value, b.initial(r.read)) != term.False)
	for _, i := range writes {
		if w := a.writes[i]; b.g.Events[w].Node != e.Node && b.maySee(a, r, i) {
			r.writes = append(r.writes, w)
		}
	}
}

// mayBeSeen returns the numbers of the writes that a read may see, as far as that was known
// before.
func (b *builder) mayBeSeen(a *area, read event.ID) []int {
	list := make([]int, 0, len(a.writes))
	if b.given == nil {
		for i := range a.writes {
			list = append(list, i)
		}
		return list
	}
	for _, w := range b.given[read].Writes {
		if i, found := slices.BinarySearchFunc(a.writes, w, b.compareWrites); found {
			list = append(list, i)
		}
	}
	return list
}

// compareWrites orders writes by thread, then in program order.
func (b *builder) compareWrites(x, y event.ID) int {
	n, m := b.node(x), b.node(y)
	return cmp.Or(cmp.Compare(n.Thread, m.Thread), cmp.Compare(n.Index, m.Index), cmp.Compare(x, y))
}

// hiding finds, per thread, the last write that must precede a read and that it sees if there is no later
// one.
func (b *builder) hiding(a *area, r *reach) {
	if b.without&PruneHidden != 0 {
		return
	}
	node := b.g.Events[r.read].Node
	for t := range b.g.Threads {
		count := b.must.Count(node, event.ThreadID(t))
		for i := a.past[t] - 1; i >= a.first[t]; i-- {
			if w := a.writes[i]; b.node(w).Index < count && b.overwrites(w, r.read) {
				r.hides = append(r.hides, w)
				break
			}
		}
	}
}

// maySee reports whether a read may see the write with number i of another
// node.
func (b *builder) maySee(a *area, r *reach, i int) bool {
	w, node := a.writes[i], b.g.Events[r.read].Node
	if b.without&PruneOrder == 0 && b.must.Before(node, b.g.Events[w].Node) {
		return false
	}
	if !b.together(w, r.read) {
		return false
	}
	if b.without&PruneExclusive == 0 && b.terms.Eq(b.g.Events[r.read].Value, b.g.Events[w].Value) == term.False {
		return false
	}
	if b.without&PruneHidden != 0 {
		return true
	}
	if j := a.next[i]; j >= 0 {
		next := a.writes[j]
		if o := b.g.Events[next].Node; o == b.g.Events[w].Node || b.must.Before(o, node) || b.within(w, next, r.read) {
			return false
		}
	}
	for _, o := range r.hides {
		if b.precedes(w, o) || b.within(r.read, o, w) {
			return false
		}
	}
	if i, j := b.common(w, r.read); i != nil && b.inOrder(i, j) == term.False {
		return false
	}
	return true
}

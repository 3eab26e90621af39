package fromefsm

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Reduction selects the threads that may execute.
type Reduction uint8

// The reductions.
const (
	None         Reduction = iota // any thread
	Stubborn                      // threads of a conditional stubborn set
	Transactions                  // threads of a set that is smaller because of gates that are shut
)

// reducer lets only threads of a conditional stubborn set execute (Kahlon, Gupta, Sinha,
// section 4.2). Thread i conflicts with j if j may touch a variable that i touches now, before i
// moves, and one of them writes it. J_i is the closure of i under conflicts; the set is the smallest
// J_i of a thread that can move, the first among equals.
//
// A waiting thread touches the variables that it waits for, so that its J has the threads
// that may enable it. States that end the process conflict with all threads. So do sticky
// states, which every cycle with a visible state has: no step is put off for ever.
type reducer struct {
	*builder
	owner   map[term.ID]efsm.VarID
	touches [][]touched // by thread and state
	later   []laterOf   // by thread
	gates   []efsm.VarID
	waits   [][]gateSet       // by thread and state: the gates that it waits for there
	shut    [][]bitblast.Edge // by thread and gate: no other thread opens it before this one moves
	// For a temporal property, by thread and state: the observations that a step changes, and whether it
	// conflicts with all threads.
	observed [][][]efsm.VarID
	alone    [][]bool
}

// reduce restricts the threads that execute visible states, by a constraint.
func (b *builder) reduce() {
	n := len(b.System.Threads)
	r := &reducer{builder: b, owner: make(map[term.ID]efsm.VarID), touches: make([][]touched, n), later: make([]laterOf, n), waits: make([][]gateSet, n)}
	for v := 1; v < len(b.System.Vars); v++ {
		r.owner[b.System.Vars[v].Term] = efsm.VarID(v)
	}
	for i := 1; i < n; i++ {
		t := &b.System.Threads[i]
		r.touches[i], r.waits[i] = make([]touched, len(t.States)), make([]gateSet, len(t.States))
		for c := 1; c < len(t.States); c++ {
			r.touches[i][c] = now(t, efsm.StateID(c))
		}
	}
	if b.opts.Reduce == Transactions {
		r.findGates()
	}
	if b.opts.Property.IsTemporal() {
		r.observe()
	}
	for i := 1; i < n; i++ {
		r.later[i] = r.accesses(efsm.ThreadID(i))
	}
	r.Allowed = r.choose(r.conflicts())
	pruned := bitblast.True
	for i := 1; i < n; i++ {
		visible := b.graph.And(b.execute[i], r.enabled(efsm.ThreadID(i)))
		pruned = b.graph.And(pruned, b.graph.And(visible, r.Allowed[i].Not()).Not())
	}
	b.Circuit.Constraints = append(b.Circuit.Constraints, circuit.Signal{Edge: pruned, Name: "a stubborn set"})
	b.Circuit.Pruning = 1
}

// conflicts returns, by pair of threads, whether the first conflicts with the second.
func (r *reducer) conflicts() [][]bitblast.Edge {
	n := len(r.System.Threads)
	conflict := make([][]bitblast.Edge, n)
	for i := 1; i < n; i++ {
		conflict[i] = make([]bitblast.Edge, n)
		current := r.current(efsm.ThreadID(i))
		vars := slices.Sorted(maps.Keys(current))
		for j := 1; j < n; j++ {
			conflict[i][j] = bitblast.True
			if i == j {
				continue
			}
			r.poll()
			var ways []bitblast.Edge
			meet := func(at bitblast.Edge, u use) {
				if at != bitblast.False {
					ways = append(ways, r.graph.And(at, r.meets(efsm.ThreadID(i), r.later[j].ways[u])))
				}
			}
			for _, v := range vars {
				meet(current[v].writes, use{v, false})
				meet(current[v].reads, use{v, true})
			}
			at := slices.DeleteFunc(slices.Clone(r.at[i]), func(e bitblast.Edge) bool { return e == bitblast.NoEdge })
			meet(circuit.Or(r.graph, at...), use{ends, true})
			conflict[i][j] = circuit.Or(r.graph, ways...)
		}
	}
	return conflict
}

// meets returns whether a thread may do later accesses before thread i moves.
func (r *reducer) meets(i efsm.ThreadID, later []way) bitblast.Edge {
	var ways []bitblast.Edge
	for _, w := range later {
		at := w.at
		for l := range r.gates {
			if w.gates.has(l) {
				at = r.graph.And(at, r.shut[i][l].Not())
			}
		}
		ways = append(ways, at)
	}
	return circuit.Or(r.graph, ways...)
}

// choose returns, by thread, whether it is in the chosen set, given the conflicts of the threads.
func (r *reducer) choose(conflict [][]bitblast.Edge) []bitblast.Edge {
	n := len(conflict)
	for k := 1; k < n; k++ {
		for i := 1; i < n; i++ {
			for j := 1; j < n; j++ {
				conflict[i][j] = circuit.Or(r.graph, conflict[i][j], r.graph.And(conflict[i][k], conflict[k][j]))
			}
		}
	}
	free := bitblast.True // no set is chosen yet
	chosen := make([][]bitblast.Edge, n)
	for size := 1; size < n; size++ {
		for i := 1; i < n; i++ {
			this := r.graph.And(free, r.graph.And(r.enabled(efsm.ThreadID(i)), r.holdsTimes(conflict[i][1:], size)))
			free = r.graph.And(free, this.Not())
			for j := 1; j < n; j++ {
				chosen[j] = append(chosen[j], r.graph.And(this, conflict[i][j]))
			}
		}
	}
	allowed := make([]bitblast.Edge, n)
	for i := 1; i < n; i++ {
		allowed[i] = circuit.Or(r.graph, chosen[i]...)
	}
	return allowed
}

// holdsTimes returns whether exactly the given number of edges hold.
func (b *builder) holdsTimes(edges []bitblast.Edge, times int) bitblast.Edge {
	exactly := make([]bitblast.Edge, times+1) // by number, for the edges so far
	for k := range exactly {
		exactly[k] = bitblast.False
	}
	exactly[0] = bitblast.True
	for _, e := range edges {
		for k := times; k >= 0; k-- {
			fewer := bitblast.False
			if k > 0 {
				fewer = exactly[k-1]
			}
			exactly[k] = b.graph.Ite(e, fewer, exactly[k])
		}
	}
	return exactly[times]
}

// enabled returns whether a thread is at a visible state and could execute it.
func (b *builder) enabled(id efsm.ThreadID) bitblast.Edge {
	t := &b.System.Threads[id]
	var ways []bitblast.Edge
	for c := 1; c < len(t.States); c++ {
		if t.States[c].IsVisible() {
			ways = append(ways, b.ready(id, efsm.StateID(c)))
		}
	}
	return circuit.Or(b.graph, ways...)
}

// sticky returns visible states such that every cycle with a visible state has one of them. They are
// the first visible states behind the targets of back edges, in a depth-first search.
func sticky(t *efsm.Thread) []bool {
	marked := make([]bool, len(t.States))
	state := make([]uint8, len(t.States)) // 1: on the path, 2: done
	passed := make([]bool, len(t.States))
	var first func(c efsm.StateID)
	first = func(c efsm.StateID) {
		marked[c] = t.States[c].IsVisible()
		if marked[c] || passed[c] {
			return
		}
		passed[c] = true
		for _, e := range t.States[c].Edges {
			first(e.To)
		}
	}
	var visit func(c efsm.StateID)
	visit = func(c efsm.StateID) {
		state[c] = 1
		for _, e := range t.States[c].Edges {
			switch state[e.To] {
			case 0:
				visit(e.To)
			case 1:
				first(e.To)
			}
		}
		state[c] = 2
	}
	visit(t.Entry)
	return marked
}

package fromefsm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
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
// section 4.2). The variables that a state touches are known from the system. Thread i
// conflicts with j if j may touch a variable that i touches now, before i moves, and one of
// them writes it. J_i is the closure of i under conflicts; the set is the smallest
// J_i of a thread that can move, the first among equals.
//
// A waiting thread touches the variables that it waits for, so that its J has the threads
// that may enable it. States that end the process conflict with all threads. So do sticky
// states, which every cycle with a visible state has: no step is put off for ever.
type reducer struct {
	*builder
	touches [][]touched // by thread and state
	classes [][]*class  // by thread
	gates   []efsm.VarID
	waits   [][]gateSet       // by thread and state: the gates that it waits for there
	shut    [][]bitblast.Edge // by thread and gate: no other thread opens it before this one moves
}

// maxConflicts bounds the number of pairs of a class and a state that are compared.
const maxConflicts = 1 << 23

// reduce strengthens execute of all threads, unless the system is too large.
func (b *builder) reduce() {
	n := len(b.System.Threads)
	r := &reducer{builder: b, touches: make([][]touched, n), classes: make([][]*class, n), waits: make([][]gateSet, n)}
	states, classes := 0, 0
	for i := 1; i < n; i++ {
		t := &b.System.Threads[i]
		r.touches[i], r.waits[i] = make([]touched, len(t.States)), make([]gateSet, len(t.States))
		for c := 1; c < len(t.States); c++ {
			r.touches[i][c] = now(t, efsm.StateID(c))
		}
		r.classes[i] = r.classify(efsm.ThreadID(i))
		states, classes = states+len(t.States), classes+len(r.classes[i])
	}
	if states*classes > maxConflicts {
		return
	}
	if b.opts.Reduce == Transactions {
		r.findGates()
	}
	r.Reduced = true
	r.choose(r.conflicts())
}

// conflicts returns, by pair of threads, whether the first conflicts with the second.
func (r *reducer) conflicts() [][]bitblast.Edge {
	n := len(r.System.Threads)
	conflict := make([][]bitblast.Edge, n)
	for i := 1; i < n; i++ {
		conflict[i] = make([]bitblast.Edge, n)
		for j := 1; j < n; j++ {
			conflict[i][j] = bitblast.True
			if i == j {
				continue
			}
			var ways []bitblast.Edge
			for _, k := range r.classes[i] {
				r.poll()
				ways = append(ways, r.graph.And(circuit.Or(r.graph, k.at...), r.meets(efsm.ThreadID(i), efsm.ThreadID(j), k.touches)))
			}
			conflict[i][j] = circuit.Or(r.graph, ways...)
		}
	}
	return conflict
}

// meets returns whether thread j may do an access that conflicts with thread i's accesses before i
// moves.
func (r *reducer) meets(i, j efsm.ThreadID, touches touched) bitblast.Edge {
	at := make(map[gateSet][]bitblast.Edge) // the states where j may do so if i keeps none of these gates shut
	for c, patterns := range r.patterns(j, touches) {
		for _, gates := range patterns {
			at[gates] = append(at[gates], r.at[j][c])
		}
	}
	var ways []bitblast.Edge
	for _, gates := range slices.Sorted(maps.Keys(at)) {
		way := circuit.Or(r.graph, at[gates]...)
		for l := range r.gates {
			if gates.has(l) {
				way = r.graph.And(way, r.shut[i][l].Not())
			}
		}
		ways = append(ways, way)
	}
	return circuit.Or(r.graph, ways...)
}

// choose strengthens execute of all threads, given their conflicts.
func (r *reducer) choose(conflict [][]bitblast.Edge) {
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
	for i := 1; i < n; i++ {
		r.execute[i] = r.graph.And(r.execute[i], circuit.Or(r.graph, chosen[i]...))
	}
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

// touched holds the shared variables that a state accesses, and whether it writes them. Variable 0
// stands for the places in question.
type touched struct {
	writes map[efsm.VarID]bool
	all    bool // and every other variable
}

// conflicts reports whether two states have conflicting accesses.
func (t touched) conflicts(o touched) bool {
	if t.all || o.all {
		return true
	}
	for v, writes := range t.writes {
		if other, ok := o.writes[v]; ok && (writes || other) {
			return true
		}
	}
	return false
}

func now(t *efsm.Thread, c efsm.StateID) touched {
	st := &t.States[c]
	out := touched{writes: make(map[efsm.VarID]bool), all: st.Kind == efsm.Halt}
	for _, a := range st.Accesses {
		out.writes[a.Var] = out.writes[a.Var] || a.Mode != efsm.Read
	}
	if c == t.Entry && t.Alive != 0 {
		out.writes[t.Alive] = out.writes[t.Alive]
	}
	if st.Asked {
		out.writes[0] = true
	}
	return out
}

// class is a set of states of a thread with the same accesses.
type class struct {
	touches touched
	at      []bitblast.Edge // the thread is at one of them
}

// classify returns the classes of a thread's states.
func (r *reducer) classify(id efsm.ThreadID) []*class {
	t := &r.System.Threads[id]
	sticky := sticky(t)
	var list []*class
	number := make(map[string]*class)
	for c := 1; c < len(t.States); c++ {
		touches := r.touches[id][c]
		if sticky[c] {
			touches = touched{all: true}
		}
		key := fmt.Sprint(touches)
		k := number[key]
		if k == nil {
			k = &class{touches: touches}
			number[key] = k
			list = append(list, k)
		}
		k.at = append(k.at, r.at[id][c])
	}
	return list
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

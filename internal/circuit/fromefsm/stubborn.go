package fromefsm

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/bitblast"
	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/efsm"
)

// stubborn lets only threads of a conditional stubborn set execute (Kahlon, Gupta, Sinha,
// section 4.2). The variables that a state touches now, and later, are known from the
// system. Thread i conflicts with j if j may later touch a variable that i touches now, and
// one of them writes it. J_i is the closure of i under conflicts; the set is the smallest
// J_i of a thread that can move, the first among equals.
//
// A waiting thread touches the variables that it waits for, so that its J has the threads
// that may enable it. States that end the process conflict with all threads. So do sticky
// states, which every cycle with a visible state has: no step is put off for ever.
func (b *builder) stubborn() {
	n := len(b.System.Threads)
	conflict := make([][]bitblast.Edge, n)
	for i := 1; i < n; i++ {
		conflict[i] = make([]bitblast.Edge, n)
	}
	later := make([][]touched, n)
	for i := 1; i < n; i++ {
		later[i] = b.later(efsm.ThreadID(i))
	}
	for i := 1; i < n; i++ {
		classes := b.classes(efsm.ThreadID(i))
		for j := 1; j < n; j++ {
			if i == j {
				conflict[i][j] = bitblast.True
				continue
			}
			var ways []bitblast.Edge
			for _, k := range classes {
				b.poll()
				var there []bitblast.Edge
				for d := 1; d < len(later[j]); d++ {
					if k.touches.conflicts(later[j][d]) {
						there = append(there, b.at[j][d])
					}
				}
				ways = append(ways, b.graph.And(circuit.Or(b.graph, k.at...), circuit.Or(b.graph, there...)))
			}
			conflict[i][j] = circuit.Or(b.graph, ways...)
		}
	}
	for k := 1; k < n; k++ {
		for i := 1; i < n; i++ {
			for j := 1; j < n; j++ {
				conflict[i][j] = circuit.Or(b.graph, conflict[i][j], b.graph.And(conflict[i][k], conflict[k][j]))
			}
		}
	}
	free := bitblast.True // no set is chosen yet
	chosen := make([][]bitblast.Edge, n)
	for size := 1; size < n; size++ {
		for i := 1; i < n; i++ {
			this := b.graph.And(free, b.graph.And(b.enabled(efsm.ThreadID(i)), b.holdsTimes(conflict[i][1:], size)))
			free = b.graph.And(free, this.Not())
			for j := 1; j < n; j++ {
				chosen[j] = append(chosen[j], b.graph.And(this, conflict[i][j]))
			}
		}
	}
	for i := 1; i < n; i++ {
		b.execute[i] = b.graph.And(b.execute[i], circuit.Or(b.graph, chosen[i]...))
	}
}

// maxTouched bounds what is known of states and variables.
const maxTouched = 1 << 24

// reducible reports whether the system is small enough for that.
func (b *builder) reducible() bool {
	states := 0
	for i := range b.System.Threads {
		states += len(b.System.Threads[i].States)
	}
	return states*len(b.System.Vars) <= maxTouched
}

// holdsTimes returns whether exactly so many of some edges hold.
func (b *builder) holdsTimes(edges []bitblast.Edge, times int) bitblast.Edge {
	exactly := make([]bitblast.Edge, times+1) // by number, of the edges so far
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

// touched is a set of accesses: of each shared variable, by VarID, and of places that are
// asked about as variable 0.
type touched struct {
	reads, writes []bool
	all           bool // and everything else
}

func (b *builder) touched() touched {
	return touched{reads: make([]bool, len(b.System.Vars)), writes: make([]bool, len(b.System.Vars))}
}

// add adds what others have, and reports whether that was new.
func (t *touched) add(o touched) bool {
	grew := o.all && !t.all
	t.all = t.all || o.all
	for v := range o.reads {
		grew = grew || o.reads[v] && !t.reads[v] || o.writes[v] && !t.writes[v]
		t.reads[v] = t.reads[v] || o.reads[v]
		t.writes[v] = t.writes[v] || o.writes[v]
	}
	return grew
}

// conflicts reports whether accesses of the two sets do.
func (t touched) conflicts(o touched) bool {
	if t.all || o.all {
		return true
	}
	for v := range t.reads {
		if t.writes[v] && (o.reads[v] || o.writes[v]) || t.reads[v] && o.writes[v] {
			return true
		}
	}
	return false
}

func (b *builder) now(id efsm.ThreadID, c efsm.StateID) touched {
	t := &b.System.Threads[id]
	st := &t.States[c]
	out := b.touched()
	for _, a := range st.Accesses {
		out.reads[a.Var] = out.reads[a.Var] || a.Mode != efsm.Write
		out.writes[a.Var] = out.writes[a.Var] || a.Mode != efsm.Read
	}
	if c == t.Entry && t.Alive != 0 {
		out.reads[t.Alive] = true
	}
	out.writes[0] = st.Asked
	out.all = st.Kind == efsm.Halt
	return out
}

// later returns what a thread may touch from each state on.
func (b *builder) later(id efsm.ThreadID) []touched {
	t := &b.System.Threads[id]
	list := make([]touched, len(t.States))
	for c := 1; c < len(t.States); c++ {
		list[c] = b.now(id, efsm.StateID(c))
	}
	for grew := true; grew; {
		grew = false
		b.poll()
		for c := len(t.States) - 1; c > 0; c-- {
			for _, e := range t.States[c].Edges {
				grew = list[c].add(list[e.To]) || grew
			}
		}
	}
	return list
}

// class is states of a thread that touch the same.
type class struct {
	touches touched
	at      []bitblast.Edge // the thread is at one of them
}

// classes returns the classes of a thread's states that touch something.
func (b *builder) classes(id efsm.ThreadID) []*class {
	t := &b.System.Threads[id]
	sticky := sticky(t)
	var list []*class
	number := make(map[string]*class)
	for c := 1; c < len(t.States); c++ {
		touches := b.now(id, efsm.StateID(c))
		if sticky[c] {
			touches = b.touched()
			touches.all = true
		}
		key := fmt.Sprint(touches)
		k := number[key]
		if k == nil {
			k = &class{touches: touches}
			number[key] = k
			list = append(list, k)
		}
		k.at = append(k.at, b.at[id][c])
	}
	return list
}

// sticky returns visible states such that every cycle with a visible state has one of
// them: the first visible states behind the targets of back edges, in a depth-first search.
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

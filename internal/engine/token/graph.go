package token

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// role is the kind of a node of a thread's bracketed graph.
type role uint8

const (
	operation role = iota // a state of the thread
	readSync              // before a visible one: the thread may acquire the token
	writeSync             // after it, on one of its edges: the thread may give the token away
)

// nodeID identifies a node of a bracketed graph; package efsm's Reach treats it as a state.
type nodeID = efsm.StateID

// node is a node of a bracketed graph.
type node struct {
	role  role
	state efsm.StateID // the operation, or the one that is bracketed
	next  []nodeID     // of an operation: a successor for each edge of its state, then its end or stop; of another node: its successor, if it has one
}

// weight is how many depths a state takes once its graph is bracketed.
func weight(st *efsm.State) int {
	if st.IsVisible() {
		return 3
	}
	return 1
}

// graph is a thread with its shared accesses bracketed:
//
//	… → read_sync → visible state ─edge→ write_sync → …
//	                              └edge→ write_sync → …
//
// The guards of edges are about the values before the state's step, so each edge has a write_sync of its
// own. The thread's stop also has one, where no guard holds or a mark is met: others see the effect of its
// last operation. A state that ends the process has none: the token stays where it is.
type graph struct {
	nodes []node // index nodeID, entry 0 unused
	entry nodeID
}

// bracket returns the graph of a thread. needs reports which states need the token. If one of them can be
// reached from the entry without any visible state, the entry is preceded by a read_sync, too.
func bracket(terms *term.Store, t *efsm.Thread, needs func(*efsm.State) bool) *graph {
	g := &graph{nodes: make([]node, len(t.States))}
	in := make([]nodeID, len(t.States)) // where edges to a state lead
	simplifier := term.NewTranslator(terms, term.New(term.Options{}))
	for c := 1; c < len(t.States); c++ {
		g.nodes[c] = node{state: efsm.StateID(c)}
		in[c] = nodeID(c)
		if t.States[c].IsVisible() {
			in[c] = g.add(node{role: readSync, state: efsm.StateID(c), next: []nodeID{nodeID(c)}})
		}
	}
	for c := 1; c < len(t.States); c++ {
		st := &t.States[c]
		for _, e := range st.Edges {
			to := in[e.To]
			if st.Kind == efsm.Visible {
				to = g.add(node{role: writeSync, state: efsm.StateID(c), next: []nodeID{to}})
			}
			g.nodes[c].next = append(g.nodes[c].next, to)
		}
		if st.Kind == efsm.Visible && mayEnd(terms, simplifier, st) {
			g.nodes[c].next = append(g.nodes[c].next, g.add(node{role: writeSync, state: efsm.StateID(c)}))
		}
	}
	g.entry = in[t.Entry]
	if !t.States[t.Entry].IsVisible() && needsEarly(t, needs) {
		g.entry = g.add(node{role: readSync, state: t.Entry, next: []nodeID{g.entry}})
	}
	return g
}

// mayEnd reports whether a thread may be done after a state, or stop there. Terms of
// a system need not be simple.
func mayEnd(terms *term.Store, simplifier *term.Translator, st *efsm.State) bool {
	goes := term.False
	for _, e := range st.Edges {
		goes = terms.Or(goes, e.Guard)
	}
	return simplifier.Term(goes) != term.True || len(st.Marks) > 0
}

func (g *graph) add(n node) nodeID {
	g.nodes = append(g.nodes, n)
	return nodeID(len(g.nodes) - 1)
}

// needsEarly reports whether a state that needs the token can be reached from the
// entry along local states only.
func needsEarly(t *efsm.Thread, needs func(*efsm.State) bool) bool {
	reached := scc.Reach(t.Entry, func(c efsm.StateID) (list []efsm.StateID) {
		for _, e := range t.States[c].Edges {
			if !t.States[e.To].IsVisible() {
				list = append(list, e.To)
			}
		}
		return list
	})
	for c := range reached {
		if needs(&t.States[c]) {
			return true
		}
	}
	return false
}

// successors returns the graph as efsm.NewReach takes it.
func (g *graph) successors() [][]nodeID {
	succ := make([][]nodeID, len(g.nodes))
	for i := range g.nodes {
		succ[i] = g.nodes[i].next
	}
	return succ
}

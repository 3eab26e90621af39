package raceproof

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Functions that several calls share (pointsto limits the contexts) return only to calls from which they were entered
// in the same state. Otherwise a lock would be lost, and a thread would seem to run before its creation, where
// another call of the same function has other locks or more threads. This is the matching of calls and returns
// of Reps, Horwitz, Sagiv, "Precise interprocedural dataflow analysis via graph reachability", POPL 1995.

// anyEntry marks paths that came by several entries.
const anyEntry int32 = -1

// entry is a state in which a shared function is entered.
type entry struct {
	callers []caller
	has     map[caller]bool
}

// caller is a call, in a function that was itself entered by the entry from.
type caller struct {
	at   pointsto.At
	from int32
}

// comeIn returns a path into a function that is called at a place.
func (a *prover) comeIn(at pointsto.At, callee pointsto.NodeID, p *path) *path {
	if len(a.pts.Nodes[callee].Callers) < 2 {
		return p
	}
	if a.passedBy(callee) {
		return p.with(func(q *path) { q.from, q.tries, q.taken = 0, nil, nil })
	}
	key := append([]byte{}, fmt.Sprint(callee, p.locks, p.tries, p.taken, p.sections)...)
	for _, s := range p.status {
		key = append(key, byte(s))
	}
	id := number(a.entryIDs, string(key))
	if int(id) > len(a.entries) {
		a.entries = append(a.entries, entry{has: make(map[caller]bool)})
		a.entriesOf[callee] = append(a.entriesOf[callee], id)
	}
	e := &a.entries[id-1]
	if by := (caller{at, p.from}); !e.has[by] {
		e.has[by] = true
		e.callers = append(e.callers, by)
		a.returnTo(callee, id, by)
	}
	return p.with(func(q *path) { q.from = id })
}

// returnTo lets the paths at the ends of a function, which was entered before, return to a further caller of an entry.
func (a *prover) returnTo(n pointsto.NodeID, id int32, by caller) {
	before := a.back
	a.back = []caller{by}
	blocks := a.pts.View(n).IR.Blocks
	for b := 1; b < len(blocks); b++ {
		if blocks[b].Term.Op != ir.TermRet {
			continue
		}
		at := pointsto.At{Node: n, Block: ir.BlockID(b), Instr: len(blocks[b].Instrs)}
		at.Instr = a.entryOf(at)
		if s := a.states[at]; s != nil {
			a.walk(at, without(s.list, func(p *path) bool { return p.from > 0 && p.from != id }), nil)
		}
	}
	a.back = before
}

// callers returns the calls to which a path returns from a function. Within returnTo there is one.
func (a *prover) callers(n pointsto.NodeID, p *path) (list []caller) {
	switch node := &a.pts.Nodes[n]; {
	case a.back != nil:
		return a.back
	case len(node.Callers) < 2:
		for _, c := range node.Callers {
			list = append(list, caller{c, p.from})
		}
		return list
	case p.from > 0:
		return a.entries[p.from-1].callers
	}
	for _, id := range a.entriesOf[n] {
		list = append(list, a.entries[id-1].callers...)
	}
	return list
}

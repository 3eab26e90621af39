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

// further is a call by which a function is entered in a state in which it was entered before.
type further struct {
	by    caller
	entry int32
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
		a.returnAgain(callee, further{by, id})
	}
	return p.with(func(q *path) { q.from = id })
}

// returnAgain lets the paths at the ends of a function return to a further call, and to no other.
func (a *prover) returnAgain(n pointsto.NodeID, to further) {
	blocks := a.pts.View(n).IR.Blocks
	for b := 1; b < len(blocks); b++ {
		if blocks[b].Term.Op != ir.TermRet {
			continue
		}
		at := pointsto.At{Node: n, Block: ir.BlockID(b), Instr: len(blocks[b].Instrs)}
		if at.Instr = a.entryOf(at); a.states[at] != nil && (a.again[at] != nil || !a.todo.has(at)) {
			a.again[at] = append(a.again[at], to)
			a.todo.push(at)
		}
	}
}

// callers returns the calls to which a path returns from a function.
func (a *prover) callers(n pointsto.NodeID, p *path) (list []caller) {
	switch node := &a.pts.Nodes[n]; {
	case len(node.Callers) < 2:
		for _, c := range node.Callers {
			list = append(list, caller{c, p.from})
		}
		return list
	case a.to != nil:
		for _, f := range a.to {
			if p.from <= 0 || p.from == f.entry {
				list = append(list, f.by)
			}
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

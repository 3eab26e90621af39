package raceproof

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// access is an instruction of a node that accesses memory which other threads may access.
type access struct {
	at            pointsto.At
	writes        bool
	atomic        bool // no race with another such access
	weak          bool // atomic, but without synchronisation through the values that it reads or writes
	whole         bool // the initialisation or the freeing of whole objects
	size          int64
	locs          []pointsto.Loc // by object
	print         int32          // the number of these locations and the size; equal ones may have several
	pointer       value          // the accessed pointer; none for whole
	paths         []*path
	thread        pointsto.ThreadID
	form          form // of the pointer, also for freeing
	spot          *spot
	update        answer
	class, family int32 // see classify; 0: not asked
}

// wholeSize is the size of an access to a whole object, as a location with step 1.
const wholeSize = 1

// collect finds all accesses, and all misused locks.
func (a *prover) collect() {
	if a.partial {
		a.assume()
	}
	for _, at := range slices.SortedFunc(maps.Keys(a.states), pointsto.At.Compare) {
		if a.ctx.Err() != nil {
			a.lose("there was no time")
			return
		}
		a.walk(at, a.states[at].list, a.visit)
	}
}

// visit handles one instruction. Terminators access nothing: the end of a scope, or of a thread's
// stack, is no access (C11 5.1.2.4 is about evaluations).
func (a *prover) visit(at pointsto.At, list []*path) {
	view := a.pts.View(at.Node)
	block := &view.IR.Blocks[at.Block]
	here := access{at: at, paths: list, thread: a.pts.Nodes[at.Node].Thread}
	if at.Instr == len(block.Instrs) {
		return
	}
	in := &block.Instrs[at.Instr]
	arg := func(k int) value { return value{at.Node, view.Arg(at.Block, at.Instr, k)} }
	modelled := !slices.ContainsFunc(list, func(p *path) bool { return !p.inModel() })
	switch in.Op {
	case ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit:
		if in.Op != ir.OpLimit || !a.cutAtArguments(in) {
			a.cut(in.Op.String() + ": " + in.Text)
		}
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		a.noteLimits(at, in)
		if in.Op != ir.OpLoad {
			a.overwrite(at, in, a.noteFlag(at, in, list))
			a.noteWord(at, in, list)
		}
		if modelled {
			a.hide(arg(0), in)
			return
		}
		here.writes = in.Op != ir.OpLoad
		here.atomic = a.prog.ExcusesAccess(in)
		here.weak = here.atomic && in.IsWeak()
		here.size = in.Type.Bytes(a.prog.Model)
		here.pointer = arg(0)
		here.form = a.formOf(here.pointer)
		a.note(here, a.pts.PointsTo(at.Node, here.pointer.v), in)
	case ir.OpFree:
		here.form = a.formOf(arg(0))
		a.touchAll(here, a.pts.PointsTo(at.Node, arg(0).v), pointsto.Heap)
	case ir.OpAlloc:
		if ir.AllocKind(in.Sub) == ir.HeapZero {
			a.touchAll(here, a.pts.PointsTo(at.Node, view.Def(at.Block, at.Instr)), pointsto.Heap)
		}
	case ir.OpEnter:
		if view.IR.Locals[in.Local].Initialised {
			a.touchAll(here, a.pts.PointsTo(at.Node, view.Def(at.Block, at.Instr)), pointsto.Local)
		}
	case ir.OpRelease:
		if a.runsOnce(at.Node) {
			a.mustHold(arg(0), control, list)
		}
	case ir.OpCall, ir.OpCallPtr:
		a.noteLocks(at, list)
	}
}

// cut notes a construct behind which nothing is known.
func (a *prover) cut(what string) {
	if !a.survey {
		a.lose(what)
	} else if !slices.Contains(a.beyond, what) {
		a.beyond = append(a.beyond, what)
	}
}

// touchAll adds the initialisation or the freeing of the objects of a kind among locations.
func (a *prover) touchAll(here access, locs []pointsto.LocID, kind pointsto.Kind) {
	for _, l := range locs {
		if l == pointsto.Wild {
			a.lose("free of a pointer that was made from a number")
			return
		}
		if o := a.pts.Locs[l].Obj; o != 0 && a.pts.Objects[o].Kind == kind {
			a.touch(here, o)
		}
	}
}

func (a *prover) touch(here access, o pointsto.ObjID) {
	if !a.escaped[o] || a.pts.Objects[o].Bookkeeping {
		return
	}
	here.writes, here.whole, here.size = true, true, wholeSize
	here.print = a.printOf(footprint{object: o}, func() []pointsto.Loc { return []pointsto.Loc{{Obj: o, Step: 1}} })
	here.locs = a.prints[here.print]
	a.accesses = append(a.accesses, here)
}

// note adds an access, if other threads can reach any of its memory.
func (a *prover) note(x access, locs []pointsto.LocID, in *ir.Instr) {
	before, size := in.Location(0, x.size)
	x.form.off += before // locks are relative to the start of the location
	if len(locs) == 0 {
		return
	}
	x.print = a.printOf(footprint{from: &locs[0], n: len(locs), before: before, whole: x.size, size: size}, func() (out []pointsto.Loc) {
		for _, l := range locs {
			if l == pointsto.Wild {
				a.lose("an access through a pointer that was made from a number")
				return nil
			}
			at := a.pts.Locs[l]
			if at.Obj != 0 && !a.pts.Objects[at.Obj].Bookkeeping && a.escaped[at.Obj] && !a.pts.Outside(at, x.size) {
				at.Off += before
				out = append(out, at)
			}
		}
		return out
	})
	x.locs = a.prints[x.print]
	if x.size = size; len(x.locs) > 0 {
		a.accesses = append(a.accesses, x)
	}
}

// footprint identifies the locations of accesses: those of a pointer, or all of an object.
type footprint struct {
	from                *pointsto.LocID
	n                   int
	before, whole, size int64
	object              pointsto.ObjID
}

// printOf returns the number of a footprint. find returns the locations of a new one.
func (a *prover) printOf(key footprint, find func() []pointsto.Loc) int32 {
	id, ok := a.printIDs[key]
	if !ok {
		locs := find()
		slices.SortStableFunc(locs, func(l, m pointsto.Loc) int { return int(l.Obj - m.Obj) })
		id = int32(len(a.prints))
		a.prints = append(a.prints, locs)
		a.printIDs[key] = id
	}
	return id
}

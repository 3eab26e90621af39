package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// trust holds the reasons why a lock may not exclude threads: a thread releases it without holding it,
// a mutex gets a kind that does not exclude, a semaphore counts beyond one.
type trust struct {
	given   []pointsto.LocID // released by a thread that may not hold it
	written []written
	ended   []use // destroyed mutexes
	reset   []use // initialised, or written by the program: no longer held
	held    []use // taken in any mode
	taken   []use // mutexes
	worth   []worth
	known   map[int32]bool // cached results by lock
}

// written is a store that may invalidate a mutex, a semaphore, or a control.
type written struct {
	to                      []pointsto.LocID // possible places, which other stores may share
	size                    int64
	mutex, counter, control bool
	word                    bool // it preserves a lock of the program's own, but not others
	by                      pointsto.At
}

// use is a call with a lock as an argument.
type use struct {
	at      pointsto.At
	arg     value
	list    []*path
	operand int // index of the operand arg
}

// worth is an initialisation of a semaphore.
type worth struct {
	arg value
	one bool // with at most one, and executed at most once
}

// kindSize is the size of a mutex's kind, and of a semaphore's value, in bytes.
const kindSize = 4

// kindOffset returns the offset of the kind in a mutex (clib's mutex.h).
func (a *prover) kindOffset() int64 {
	if a.prog.Model == ir.LP64 {
		return 16
	}
	return 12
}

// initialises returns the lock that a library function makes valid: the target of its first
// parameter.
func (a *prover) initialises(n pointsto.NodeID) (lock value, ok bool) {
	f := a.pts.View(n).IR
	if !f.Model || f.Role.Verb != ir.VerbInit || lockClasses[f.Role.Object] == plainLock {
		return value{}, false
	}
	if attributes := a.param(n, 1); f.Role.Object == ir.OnMutex && attributes.v != ssa.NoValue && a.pts.View(n).Values[attributes.v].Type.IsPtr() {
		// The attributes determine the kind.
		c, null := a.constOf(attributes)
		return a.param(n, 0), null && c.Lo == 0
	}
	return a.param(n, 0), true
}

func (a *prover) param(n pointsto.NodeID, index int) value {
	return value{n, a.pts.View(n).Param(index)}
}

// bornValid reports whether the locks that a pointer may point to are valid by their initial contents:
// their bytes are zero or explicitly initialised with a valid kind or value.
func (a *prover) bornValid(x value, class lockClass) bool {
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		o := &a.pts.Objects[a.pts.Locs[l].Obj]
		var init []ir.InitItem
		switch o.Kind {
		case pointsto.Global, pointsto.ThreadLocal:
			if a.prog.Globals[o.Global].External {
				return false
			}
			init = a.prog.Globals[o.Global].Init
		case pointsto.Local:
			local := &a.pts.View(o.Node).IR.Locals[o.Local]
			if !local.Initialised {
				return false
			}
			init = local.Init
		case pointsto.Heap:
			if !o.Zeroed {
				return false
			}
		default:
			return false
		}
		for i := range init {
			if class != mutex || slices.Contains(init[i].Bytes, 0xff) {
				return false
			}
		}
	}
	return true
}

// serves returns the role of a library function, or else the common role of all its callers.
func (a *prover) serves(n pointsto.NodeID) ir.Role {
	f, callers := a.pts.View(n).IR, a.pts.Nodes[n].Callers
	if f.Role != (ir.Role{}) || !f.Model || len(callers) == 0 || a.pts.Recursive(a.pts.Nodes[n].Func) {
		return f.Role
	}
	role := a.serves(callers[0].Node)
	for _, c := range callers[1:] {
		if a.serves(c.Node) != role {
			return ir.Role{}
		}
	}
	return role
}

// overwrite records a store that may invalidate a lock; word: it preserves a lock of the program's own.
func (a *prover) overwrite(at pointsto.At, in *ir.Instr, word bool) {
	view := a.pts.View(at.Node)
	w := written{by: at, word: word, size: in.Type.Bytes(a.prog.Model), mutex: true, counter: true, control: true}
	if f := view.IR; f.Model {
		switch role := a.serves(at.Node); {
		case role == ir.Role{Verb: ir.VerbInit, Object: ir.OnMutex}:
			_, valid := a.initialises(at.Node)
			w.mutex = !valid
		case role == ir.Role{Verb: ir.VerbDestroy, Object: ir.OnMutex}: // see ended
			w.mutex = false
		case role.Object == ir.OnSemaphore && role.Verb != ir.VerbPeek: // see worth
			w.counter = false
		case role.Verb == ir.VerbRun:
			w.control = false
		}
	}
	if in.Op == ir.OpStore {
		if c, ok := a.constOf(value{at.Node, view.Arg(at.Block, at.Instr, 1)}); ok && c.Lo < 0x80 && c.Hi == 0 {
			w.mutex = false // an invalid kind is not possible
			w.counter = w.counter && c.Lo != 0
		}
	}
	if w.to = a.pts.PointsTo(at.Node, view.Arg(at.Block, at.Instr, 0)); len(w.to) > 0 {
		a.trust.written = append(a.trust.written, w)
	}
}

// mayWrite reports whether a store may write to bytes at a place.
func (a *prover) mayWrite(w *written, l pointsto.Loc, size int64) bool {
	return slices.ContainsFunc(w.to, func(to pointsto.LocID) bool {
		return to == pointsto.Wild || pointsto.Overlap(l, size, a.pts.Locs[to], w.size)
	})
}

// noteLocks records the effects of a call on locks.
func (a *prover) noteLocks(at pointsto.At, list []*path) {
	if a.inside[at.Node] {
		return
	}
	args := a.arguments(at)
	for _, callee := range a.pts.Callees(at.Node, at.Block, at.Instr) {
		f := a.pts.View(callee).IR
		if !f.Model || len(args) == 0 {
			continue
		}
		first := value{at.Node, args[0]}
		switch f.Role {
		case ir.Role{Verb: ir.VerbDestroy, Object: ir.OnMutex}:
			a.trust.ended = append(a.trust.ended, use{at: at, arg: first, list: list})
		case ir.Role{Verb: ir.VerbInit, Object: ir.OnSemaphore}:
			w := worth{arg: first}
			if len(args) > 2 {
				c, ok := a.constOf(value{at.Node, args[2]})
				w.one = ok && c.Lo <= 1 && a.once.inThread(at) &&
					a.once.thread(a.pts.Nodes[at.Node].Thread)
			}
			a.trust.worth = append(a.trust.worth, w)
		}
		if resets(f) {
			a.trust.reset = append(a.trust.reset, use{at: at, arg: first, list: list})
		}
		x, ok := a.summaryOf(a.pts.Nodes[callee].Func)
		if !ok || x.arg >= len(args) {
			continue
		}
		arg := value{at.Node, args[x.arg]}
		if x.effect == takes || x.effect == tries || x.effect == keeps {
			a.trust.held = append(a.trust.held, use{at: at, arg: arg, list: list, operand: x.arg})
		}
		if x.class == mutex && (x.effect == takes || x.effect == keeps) {
			a.trust.taken = append(a.trust.taken, use{at: at, arg: arg, list: list})
		}
		if x.effect == gives || x.effect == keeps {
			a.mustHold(arg, x.class, list)
		}
	}
}

// mustHold records the locks that a thread may release without holding them.
func (a *prover) mustHold(x value, class lockClass, list []*path) {
	if slices.ContainsFunc(list, func(p *path) bool { return !a.holds(p, x, class) }) {
		a.trust.given = append(a.trust.given, a.pts.PointsTo(x.n, x.v)...)
	}
}

// trusted reports whether a lock excludes others.
func (a *prover) trusted(l int32) bool {
	known, ok := a.trust.known[l]
	if !ok {
		known = a.examine(&a.locks[l])
		a.trust.known[l] = known
	}
	return known
}

func (a *prover) examine(f *lockFact) bool {
	for _, id := range a.pts.PointsTo(f.at.n, f.at.v) {
		if id == pointsto.Wild || !a.sound(f, id) {
			return false
		}
	}
	return true
}

// sound reports whether no reason for distrust applies to one of the possible places of a lock.
func (a *prover) sound(f *lockFact, id pointsto.LocID) bool {
	l := a.pts.Locs[id]
	for _, g := range a.trust.given {
		if g == pointsto.Wild || a.overlap(id, 1, g, 1) {
			return false
		}
	}
	if a.mayBeReset(id) {
		return false
	}
	kind := l
	if f.class == mutex {
		kind.Off += a.kindOffset()
	}
	for _, w := range a.trust.written {
		if (f.class == mutex && w.mutex || f.class == semaphore && w.counter || f.class == control && w.control) &&
			(slices.Contains(w.to, pointsto.Wild) || a.mayWrite(&w, kind, kindSize) && !(f.class == mutex && a.writtenElsewhere(&w, id, kind.Off-l.Off))) {
			return false
		}
	}
	switch f.class {
	case flag:
		return a.wordsOnly(id)
	case mutex:
		return a.neverUsedDestroyed(id)
	case semaphore:
		n := 0
		for _, w := range a.trust.worth {
			if a.mayBe(w.arg, id) {
				n++
				if !w.one || n > 1 {
					return false
				}
			}
		}
	}
	return true
}

// mayBeReset reports whether a thread may initialise a lock, or write its bytes, while another thread
// holds it. Its own lock is dropped in flow.go.
func (a *prover) mayBeReset(id pointsto.LocID) bool {
	for _, r := range a.trust.reset {
		if !a.mayBe(r.arg, id) {
			continue
		}
		own := a.pts.Nodes[r.at.Node].Thread
		for _, h := range a.trust.held {
			if !a.mayBe(h.arg, id) {
				continue
			}
			switch other := a.pts.Nodes[h.at.Node].Thread; {
			case own == other && a.once.thread(own):
			case own == other:
				return true
			case slices.ContainsFunc(r.list, func(p *path) bool { return p.status[other]&mayRun != 0 }):
				return true
			}
		}
	}
	return false
}

// mayBe reports whether a pointer may point to a place.
func (a *prover) mayBe(x value, id pointsto.LocID) bool {
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		if l == pointsto.Wild || a.overlap(l, 1, id, 1) {
			return true
		}
	}
	return false
}

// neverUsedDestroyed reports whether a mutex is never locked after its destruction, which makes it
// invalid.
func (a *prover) neverUsedDestroyed(id pointsto.LocID) bool {
	for _, d := range a.trust.ended {
		if !a.mayBe(d.arg, id) {
			continue
		}
		for _, t := range a.trust.taken {
			if a.mayBe(t.arg, id) && a.mayFollow(d, t) {
				return false
			}
		}
	}
	return true
}

// mayFollow reports whether t may come after d.
func (a *prover) mayFollow(d, t use) bool {
	own, other := a.pts.Nodes[d.at.Node].Thread, a.pts.Nodes[t.at.Node].Thread
	if own != other {
		spawn := a.pts.Threads[other].Spawn
		made := other > 1 && !a.pts.Threads[other].Merged && a.pts.Nodes[spawn.Node].Thread == own && a.once.thread(own) // only this thread makes it
		return made && a.reaches(d.at, spawn) || slices.ContainsFunc(d.list, func(p *path) bool {
			return p.status[other]&mayRun != 0 || p.status[other]&unborn != 0 && !made
		})
	}
	return !a.once.thread(own) || a.reaches(d.at, t.at)
}

// reaches reports whether control may reach one place of a thread from another.
func (a *prover) reaches(from, to pointsto.At) bool {
	seen := make(map[pointsto.At]bool)
	work := []pointsto.At{{Node: from.Node, Block: from.Block, Instr: from.Instr + 1}}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		a.search++
		block := &a.pts.View(at.Node).IR.Blocks[at.Block]
		called := false
		for ; at.Instr < len(block.Instrs) && !called; at.Instr++ {
			if at == to {
				return true
			}
			for _, callee := range a.pts.Callees(at.Node, at.Block, at.Instr) {
				work = append(work, pointsto.At{Node: callee, Block: 1})
				called = true
			}
		}
		if called {
			continue
		}
		for _, b := range block.Term.Targets {
			work = append(work, pointsto.At{Node: at.Node, Block: b})
		}
		if block.Term.Op == ir.TermRet {
			for _, c := range a.pts.Nodes[at.Node].Callers {
				work = append(work, pointsto.At{Node: c.Node, Block: c.Block, Instr: c.Instr + 1})
			}
		}
	}
	return false
}

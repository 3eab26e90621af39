package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A lock of the program's own may be a word that is zero while the lock is free:
//
//	void take(struct l *l) { while (atomic_exchange(&l->word, 1)) ; }
//	void give(struct l *l) { atomic_store(&l->word, 0); }
//
// A thread holds the lock if its atomic operation makes the word nonzero, acquires, and reads zero. The
// lock excludes other threads if the word is changed only by such operations, and by releasing stores
// of zero in threads that hold the lock (wordsOnly). Then the word becomes zero only when its holder
// releases the lock, and the next holder reads that zero. A function with the role to initialise the
// word may also store zero while no thread can hold the lock. The result of the operation may come
// through results of functions (tell).

// flagOp returns the effect of an access on a lock that is a word. clears reports whether the access
// initialises the word.
func (a *prover) flagOp(at pointsto.At, in *ir.Instr) (x effect, clears bool) {
	f := a.pts.View(at.Node).IR
	if f.Model || in.Field != (ir.Field{}) || !in.Type.IsInt() {
		return noEffect, false
	}
	zero := func(k int) (is, known bool) {
		c, known := a.constOf(a.argOf(at, k))
		return c.Lo == 0 && c.Hi == 0, known
	}
	to := 1
	switch {
	case in.Op == ir.OpStore:
		free, known := zero(1)
		switch {
		case !known || !free:
		case f.Role.Object.IsLock() && f.Role.Verb == ir.VerbInit:
			return noEffect, true
		case in.Order.Releases():
			return gives, false
		}
		return noEffect, false
	case in.Op == ir.OpCmpXchg:
		if free, known := zero(1); !known || !free {
			return noEffect, false
		}
		to = 2
	case ir.RMWKind(in.Sub) != ir.RMWXchg && ir.RMWKind(in.Sub) != ir.RMWOr:
		return noEffect, false
	}
	if free, known := zero(to); known && !free && in.Dst != 0 && in.Order.Acquires() {
		return tries, false
	}
	return noEffect, false
}

// flag applies the effect of an access to the program's own locks.
func (a *prover) flag(at pointsto.At, in *ir.Instr, list []*path) []*path {
	view := a.pts.View(at.Node)
	word := func() value { return value{at.Node, view.Arg(at.Block, at.Instr, 0)} }
	switch x, clears := a.flagOp(at, in); {
	case x == tries:
		return a.try(word(), exclusive, flag, value{at.Node, view.Def(at.Block, at.Instr)}, list)
	case x == gives:
		return a.give(word(), list)
	case clears:
		return each(a.give(word(), list), func(p *path) *path { return a.remember(p, word(), "") })
	}
	return list
}

// tell splits paths by whether a function's result, and so the result of the call, is zero, if that
// determines whether a lock is held.
func (a *prover) tell(result, def value, list []*path) (out []*path) {
	if result.v == ssa.NoValue || !slices.ContainsFunc(list, func(p *path) bool { return a.tellsLock(p, result, maxImplied) }) {
		return list
	}
	for _, zero := range []bool{false, true} {
		out = append(out, each(list, func(p *path) *path {
			if p = a.imply(p, result, zero, maxImplied); p == nil {
				return nil
			}
			return a.imply(p, def, zero, 0)
		})...)
	}
	return out
}

// tellsLock reports whether a fact about a lock on a path depends on a value being zero or nonzero.
func (a *prover) tellsLock(p *path, x value, fuel int) bool {
	x = a.root(x)
	if slices.ContainsFunc(p.tries, func(t try) bool { return t.of == x }) {
		return true
	}
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def || fuel == 0 {
		return false
	}
	switch view.Instr(x.v).Op {
	case ir.OpEq, ir.OpNe, ir.OpZExt, ir.OpSExt, ir.OpNot:
		return a.tellsLock(p, value{x.n, view.Arg(d.Block, d.Index, 0)}, fuel-1)
	}
	return false
}

// noteFlag records the effect of an access on the program's own lock. It reports whether the word
// remains a lock.
func (a *prover) noteFlag(at pointsto.At, in *ir.Instr, list []*path) bool {
	word := value{at.Node, a.pts.View(at.Node).Arg(at.Block, at.Instr, 0)}
	x, clears := a.flagOp(at, in)
	switch {
	case x == tries:
		a.trust.held = append(a.trust.held, use{at: at, arg: word, list: list})
	case x == gives:
		a.mustHold(word, flag, list)
	case clears:
		a.trust.reset = append(a.trust.reset, use{at: at, arg: word, list: list})
	}
	return x != noEffect || clears
}

// wordsOnly reports whether a word is written only by operations of its lock, all of one size.
func (a *prover) wordsOnly(id pointsto.LocID) bool {
	size, l := int64(0), a.pts.Locs[id]
	for _, w := range a.trust.written {
		if w.word && slices.Contains(w.to, id) {
			size = w.size
		}
	}
	if l.Step%max(size, 1) != 0 {
		return false
	}
	for _, w := range a.trust.written {
		for _, to := range w.to {
			kept := w.word && to == id && w.size == size
			if !kept && (to == pointsto.Wild || pointsto.Overlap(l, size, a.pts.Locs[to], w.size)) {
				return false
			}
		}
	}
	return size > 0
}

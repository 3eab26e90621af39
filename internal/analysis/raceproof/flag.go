package raceproof

import (
	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// A lock of the program's own is a word that is zero while the lock is free:
//
//	__heddle_role(lock, spinlock) void take(struct l *l) { while (atomic_exchange(&l->word, 1)) ; }
//	__heddle_role(unlock, spinlock) void give(struct l *l) { atomic_store(&l->word, 0); }
//
// A role says where to look for such words, and nothing more. A thread holds the lock if
// its atomic operation, which makes the word nonzero and acquires, found it zero. That
// excludes others if the word is changed by such operations only, and by stores of zero
// that release, by threads that hold the lock (wordsOnly). For then the word becomes
// zero only when its holder gives the lock up, and the next holder reads that zero. Zero
// may also be stored while nobody can hold the lock, by a function with the role to
// initialise it.

// flagOp returns the effect on a lock that is a word, of an access by a function with that
// role; clears reports that the access initialises the word.
func (a *prover) flagOp(at pointsto.At, in *ir.Instr) (x effect, clears bool) {
	view := a.pts.View(at.Node)
	f := view.IR
	if f.Model || !f.Role.Object.IsLock() {
		return noEffect, false
	}
	zero := func(k int) (is, known bool) {
		c, known := a.constOf(value{at.Node, view.Arg(at.Block, at.Instr, k)})
		return c.Lo == 0 && c.Hi == 0, known
	}
	switch verb := f.Role.Verb; {
	case verb == ir.VerbLock || verb == ir.VerbTryLock:
		to := 1
		if in.Op == ir.OpCmpXchg {
			free, known := zero(1)
			if to = 2; !known || !free {
				return noEffect, false
			}
		} else if in.Op != ir.OpRMW || ir.RMWKind(in.Sub) != ir.RMWXchg && ir.RMWKind(in.Sub) != ir.RMWOr {
			return noEffect, false
		}
		if free, known := zero(to); known && !free && in.Dst != 0 && in.Order.Acquires() {
			return tries, false
		}
	case in.Op != ir.OpStore || verb != ir.VerbUnlock && verb != ir.VerbInit:
	default:
		if free, known := zero(1); !known || !free {
			return noEffect, false
		}
		if verb == ir.VerbUnlock && in.Order.Releases() {
			return gives, false
		}
		return noEffect, verb == ir.VerbInit
	}
	return noEffect, false
}

// flag does what an access does to a lock of the program's own.
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

// triesFlag reports whether the result of a function of the program says whether it took
// a lock.
func (a *prover) triesFlag(n pointsto.NodeID) bool {
	f := a.pts.View(n).IR
	return !f.Model && f.Role.Verb.Tries()
}

// tell splits paths by whether a function's result is zero, and so the result of the call.
func (a *prover) tell(result, def value, list []*path) (out []*path) {
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

// noteFlag notes what an access does to a lock of the program's own. It reports whether
// that keeps the lock a lock.
func (a *prover) noteFlag(at pointsto.At, in *ir.Instr, list []*path) bool {
	word := value{at.Node, a.pts.View(at.Node).Arg(at.Block, at.Instr, 0)}
	x, clears := a.flagOp(at, in)
	switch {
	case x == tries:
		a.trust.held = append(a.trust.held, use{at, word, list})
	case x == gives:
		a.mustHold(word, flag, list)
	case clears:
		a.trust.reset = append(a.trust.reset, use{at, word, list})
	}
	return x != noEffect || clears
}

// wordsOnly reports whether only operations that keep it a lock write to a word, all of
// one size.
func (a *prover) wordsOnly(id pointsto.LocID) bool {
	size, l := int64(0), a.pts.Locs[id]
	for _, w := range a.trust.written {
		if w.word && w.at == id {
			size = w.size
		}
	}
	if l.Step%max(size, 1) != 0 {
		return false
	}
	for _, w := range a.trust.written {
		kept := w.word && w.at == id && w.size == size
		if !kept && (w.at == pointsto.Wild || pointsto.Overlap(l, size, a.pts.Locs[w.at], w.size)) {
			return false
		}
	}
	return size > 0
}

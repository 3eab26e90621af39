package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A word is a lock if it is taken and released in sections of the program:
//
//	__VERIFIER_atomic_begin(); assume(w == 0); w = 1; __VERIFIER_atomic_end();
//	… __VERIFIER_atomic_begin(); w = 0; __VERIFIER_atomic_end();
//
// The word is a global that is initially zero, and only constants are stored in it. A thread takes the
// lock when it stores a nonzero constant in the section in which it read zero. It releases the lock
// when it stores zero in a section. Assume every store is one of these, and no thread releases the lock
// without holding it. Then no thread holds the lock while the word is zero: sections are not
// interrupted, so the word is still zero when it is taken. Of two holders, the later one's section
// comes after the section in which the earlier one released the lock. Sections are ordered (semantics
// 10.6) unless they are inside a section of a library model. A thread that stores while no other thread
// exists does not hold the lock afterwards.
//
// On a path, having read zero is a lock of a class of its own, which lasts until the end of the
// section.

// wordAt reports whether an access is to a word that can be a lock.
func (a *prover) wordAt(x value, in *ir.Instr) bool {
	size := in.Type.Bytes(a.prog.Model)
	l, ok := a.only(x)
	if !ok || in.Field != (ir.Field{}) || !in.Type.IsInt() || a.pts.Objects[l.Obj].Kind != pointsto.Global {
		return false
	}
	known, asked := a.words[markKey{l, size}]
	if !asked {
		taken, given := false, false
		known = a.bornZero(l, size) && a.writtenOnly(l, size, func(w *write) bool {
			_, one := a.only(w.to) // else noteWord would not see that the store may touch the word
			taken, given = taken || w.sets, given || w.clears
			return one && (w.sets || w.clears)
		}) && taken && given
		a.words[markKey{l, size}] = known
	}
	return known
}

// ordered reports whether the path is in a section that is ordered with all others.
func (p *path) ordered() bool { return len(p.sections) > 0 && p.sections[0] == ir.UserSection }

// readWord records that a word is zero if the value loaded from it in a section is zero.
func (a *prover) readWord(at pointsto.At, in *ir.Instr, list []*path) []*path {
	to := a.argOf(at, 0)
	if !slices.ContainsFunc(list, (*path).ordered) || !a.wordAt(to, in) || a.pts.Recursive(a.pts.Nodes[at.Node].Func) {
		return list
	}
	l, ok := a.lock(to, exclusive, found)
	if !ok {
		return list
	}
	def := value{at.Node, a.pts.View(at.Node).Def(at.Block, at.Instr)}
	a.mention(def)
	return each(list, func(p *path) *path {
		if !p.ordered() {
			return p
		}
		return p.with(func(n *path) { n.tries = append(slices.Clip(p.tries), try{def, l}) })
	})
}

// wordOp returns the effect on a path of a store to a lock that is a word: takes, gives, or noEffect if
// it invalidates the lock. If no other thread exists it is gives.
func (a *prover) wordOp(at pointsto.At, p *path) effect {
	c, _ := a.constOf(a.argOf(at, 1))
	switch to := a.argOf(at, 0); {
	case a.alone(a.pts.Nodes[at.Node].Thread, p):
		return gives
	case !p.ordered():
	case c.Lo|c.Hi == 0:
		if a.holds(p, to, word) {
			return gives
		}
	default:
		if l, ok := a.lock(to, exclusive, found); ok && slices.Contains(p.locks, l) {
			return takes
		}
	}
	return noEffect
}

// alone reports whether no other thread exists.
func (a *prover) alone(own pointsto.ThreadID, p *path) bool {
	for t, s := range p.status {
		if t != 0 && t != int(own) && s&mayRun != 0 {
			return false
		}
	}
	return a.once.thread(own)
}

// writeWord applies the effect of a store to a lock that is a word.
func (a *prover) writeWord(at pointsto.At, in *ir.Instr, list []*path) []*path {
	to := a.argOf(at, 0)
	if !a.wordAt(to, in) {
		return list
	}
	return each(list, func(p *path) *path {
		op := a.wordOp(at, p)
		p = a.give(to, []*path{p})[0]
		if l, ok := a.lock(to, exclusive, word); ok && op == takes {
			p = p.hold(l)
		}
		return p
	})
}

// forgetFound drops the facts about words read as zero at the end of a section.
func (a *prover) forgetFound(p *path) *path {
	if p.ordered() {
		return p
	}
	return p.drop(func(l int32) bool { return a.locks[l].class == found })
}

// noteWord records a store that invalidates a lock.
func (a *prover) noteWord(at pointsto.At, in *ir.Instr, list []*path) {
	to := a.argOf(at, 0)
	if in.Op == ir.OpStore && a.wordAt(to, in) && slices.ContainsFunc(list, func(p *path) bool { return a.wordOp(at, p) == noEffect }) {
		a.trust.given = append(a.trust.given, a.pts.PointsTo(to.n, to.v)...)
	}
}

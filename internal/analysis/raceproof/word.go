package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// A word is a lock where it is taken and given up in sections of the program:
//
//	__VERIFIER_atomic_begin(); assume(w == 0); w = 1; __VERIFIER_atomic_end();
//	… __VERIFIER_atomic_begin(); w = 0; __VERIFIER_atomic_end();
//
// The word is a global that is born zero, and only constants are ever stored in it. A thread takes the lock when
// it stores a constant other than zero in the section in which it found zero, and gives it up when it stores zero in a section. If
// every store is one or the other, and nobody gives up what it does not hold, then nobody holds the lock while the word is
// zero: sections are not interrupted, so the word is still zero when it is taken. Of two holders the later
// one's section comes after that in which the earlier one gave up, and sections are ordered (semantics 10.6), if they are not
// within one of a library model. Who stores while there is no other thread holds nothing afterwards.
//
// On a path, to have found zero is a lock of a class of its own, that lasts as long as the section.

// wordAt returns the word that an access of so many bytes is to, if it can be a lock.
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
			_, one := a.only(w.to) // else noteWord would not see that the store may be to the word
			taken, given = taken || w.sets, given || w.clears
			return one && (w.sets || w.clears)
		}) && taken && given
		a.words[markKey{l, size}] = known
	}
	return known
}

// ordered reports whether the path is in a section that is ordered with all others.
func (p *path) ordered() bool { return len(p.sections) > 0 && p.sections[0] == ir.UserSection }

// readWord notes that a thread finds a word zero if what it loads in a section is.
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

// wordOp returns what a store does to a lock that is a word on a path: takes, gives, or, if it spoils the lock, nothing. Who is
// alone gives.
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

// alone reports whether a thread is the only one there is.
func (a *prover) alone(own pointsto.ThreadID, p *path) bool {
	for t, s := range p.status {
		if t != 0 && t != int(own) && s&mayRun != 0 {
			return false
		}
	}
	return a.once.thread(own)
}

// writeWord does what a store does to a lock that is a word.
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

// forgetFound forgets at the end of a section what was found in words.
func (a *prover) forgetFound(p *path) *path {
	if p.ordered() {
		return p
	}
	return p.drop(func(l int32) bool { return a.locks[l].class == found })
}

// noteWord notes a store that spoils a lock.
func (a *prover) noteWord(at pointsto.At, in *ir.Instr, list []*path) {
	to := a.argOf(at, 0)
	if in.Op == ir.OpStore && a.wordAt(to, in) && slices.ContainsFunc(list, func(p *path) bool { return a.wordOp(at, p) == noEffect }) {
		a.trust.given = append(a.trust.given, a.pts.PointsTo(to.n, to.v)...)
	}
}

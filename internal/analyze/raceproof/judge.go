package raceproof

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// judge checks every pair of accesses that may conflict.
func (a *prover) judge() *Result {
	a.barriers = a.newBarriers()
	a.findClaims()
	a.findBelongings()
	a.findAnnounces()
	r := &Result{Program: a.prog, Accesses: len(a.accesses), Beyond: a.beyond, steps: a.steps, arrivals: a.arrivals}
	if a.pts.NoNumbers {
		r.Beyond = append(r.Beyond, "pointers that are made from numbers or from pieces of pointers lead to no shared object")
		if len(a.pts.Wraps) > 0 {
			r.Beyond = append(r.Beyond, "distances between the elements of arrays do not wrap around")
		}
	}
	if text := a.unreached(); a.survey && text != "" {
		r.Beyond = append(r.Beyond, text)
	}
	for o, shares := range a.byObject() {
		if len(shares) > 0 {
			r.Shared++
			a.judgeObject(r, pointsto.ObjID(o), a.groups(shares))
		}
	}
	a.settle(r)
	a.finish(r)
	r.Teams = a.teams
	slices.SortFunc(r.Pairs, comparePairs)
	return r
}

// maxNamed bounds the functions that are named as not reached.
const maxNamed = 8

// unreached describes the functions of the program that may run, but that the walk did not reach: they are called
// only behind constructs without a meaning. Nothing is known about their accesses. Empty: there are none.
func (a *prover) unreached() string {
	reached := make(map[ir.FuncID]bool)
	for n := 1; n < len(a.pts.Nodes); n++ {
		f := a.pts.Nodes[n].Func
		reached[f] = reached[f] || a.prog.Funcs[f].Model || a.states[pointsto.At{Node: pointsto.NodeID(n), Block: 1}] != nil
	}
	var names []string
	for f, is := range reached {
		if !is {
			names = append(names, a.prog.Funcs[f].Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	text := fmt.Sprintf("functions that were not reached access no shared object (%d)", len(names))
	if len(names) > maxNamed {
		return text + ": " + strings.Join(names[:maxNamed], ", ") + " …"
	}
	return text + ": " + strings.Join(names, ", ")
}

// The limits for the number of pairs that are judged for their classes, and that are reported. A survey, or a report
// of many pairs, has a part of the open pairs of a location and a kind.
const (
	maxPairs  = 1 << 23
	maxLeft   = 1 << 14
	maxSurvey = 16
)

// pairKey identifies a reported pair.
type pairKey struct {
	Pair
	of   *tally
	kind Kind
}

// teamReason returns the reason why two accesses by threads of a team cannot race.
func (a *prover) teamReason(x, y *access) Reason {
	switch {
	case a.iterationsApart(x, y) || a.takenByOne(x, y):
		return Apart
	case a.barrierBetween(x, y):
		return Ordered
	}
	return None
}

// doubtful reports whether two accesses are under one lock on all paths, which may not exclude other threads.
func (a *prover) doubtful(o pointsto.ObjID, x, y *access) bool {
	for _, p := range x.paths {
		for _, q := range y.paths {
			if !a.common(o, x, p, y, q, func(int32) bool { return true }) {
				return false
			}
		}
	}
	return true
}

// reason returns the reason why two accesses of an object cannot race.
func (a *prover) reason(o pointsto.ObjID, x, y *access) Reason {
	if x.thread == y.thread && a.once.thread(x.thread) {
		return OneThread
	}
	if a.apart(x, y) || a.claimedApart(x, y) || a.belongsApart(o, x, y) {
		return Apart
	}
	if reason := a.teamReason(x, y); reason != None {
		a.teams = true
		return reason
	}
	reason := Ordered
	for _, p := range x.paths {
		for _, q := range y.paths {
			switch {
			case x.thread != y.thread && (p.status[y.thread]&mayRun == 0 || q.status[x.thread]&mayRun == 0):
			case a.ranBefore(p, q) || a.ranBefore(q, p):
			case a.announcedBefore(x, y, q) || a.announcedBefore(y, x, p):
			case a.endedBefore(x, y, q) || a.endedBefore(y, x, p):
			case p.inSection() && q.inSection():
				reason = max(reason, Sections)
			case a.locked(o, x, p, y, q), a.lockedSlot(o, x, p, y, q):
				reason = max(reason, Locked)
			case a.isFresh(x, p) || a.isFresh(y, q):
				reason = Fresh
			default:
				return None
			}
		}
	}
	return reason
}

// ranBefore reports whether p comes before q: p is in a routine that pthread_once runs, and q comes
// after a call that returned after the routine. Or p is in the work of the first under a lock, and q
// comes after that.
func (a *prover) ranBefore(p, q *path) bool {
	return slices.ContainsFunc(p.locks, func(l int32) bool {
		f := &a.locks[l]
		if f.class == first {
			return slices.Contains(q.inits, f.after) && a.trusted(f.under)
		}
		return f.class == control && slices.Contains(q.inits, ranOnce+f.form.key()) && a.trusted(l)
	})
}

// locked reports whether two paths hold a common lock with mutual exclusion.
func (a *prover) locked(o pointsto.ObjID, x *access, p *path, y *access, q *path) bool {
	return a.common(o, x, p, y, q, a.trusted)
}

// common reports whether two paths hold a common lock that is accepted.
func (a *prover) common(o pointsto.ObjID, x *access, p *path, y *access, q *path, accepted func(int32) bool) bool {
	for _, k := range p.locks {
		for _, l := range q.locks {
			f, g := &a.locks[k], &a.locks[l]
			if f.mode == shared && g.mode == shared || !f.class.excludes(g.class) {
				continue
			}
			if a.sameLock(o, x, f, y, g) && accepted(k) && accepted(l) {
				return true
			}
		}
	}
	return false
}

// sameLock reports whether two threads that access the same byte of an object hold the same lock.
// Either there is only one such lock, or the lock's place is determined by the byte's place.
func (a *prover) sameLock(o pointsto.ObjID, x *access, f *lockFact, y *access, g *lockFact) bool {
	if len(f.form.terms) == 0 && len(g.form.terms) == 0 && f.form.obj != 0 {
		return f.form.obj == g.form.obj && f.form.off == g.form.off
	}
	if x.whole || y.whole || !a.aligned(o, x, y) {
		return false
	}
	k, ok := a.relation(x.form, f.form)
	if !ok {
		return false
	}
	l, ok := a.relation(y.form, g.form)
	return ok && k == l
}

// aligned reports whether two accesses of an object that share a byte begin at the same byte.
func (a *prover) aligned(o pointsto.ObjID, x, y *access) bool {
	for _, l := range x.locs {
		for _, m := range y.locs {
			if l.Obj != o || !pointsto.Overlap(l, x.size, m, y.size) {
				continue
			}
			// The possible distances of their starts are those of l and m, modulo step.
			step := pointsto.Loc{Obj: o, Off: l.Off - m.Off, Step: gcd(l.Step, m.Step)}
			for d := -x.size; d < y.size+x.size; d++ {
				if d != 0 && d > -y.size && d < x.size && pointsto.Overlap(step, 1, pointsto.Loc{Obj: o, Off: -d}, 1) {
					return false
				}
			}
		}
	}
	return true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// relation determines a lock's place from a byte's place. The lock is at ratio/per times the byte's
// distance from the start of its object, plus off, from the start of obj. For obj 0 it is at the
// byte's own place plus off.
type relation struct {
	obj        pointsto.ObjID
	ratio, per int64
	off        int64
}

// relation returns the relation of a lock's place to that of an access.
func (a *prover) relation(access, lock form) (relation, bool) {
	if diff, ok := lock.plus(form{off: access.off, terms: access.terms}, -1); ok && len(diff.terms) == 0 && access.obj == lock.obj {
		return relation{ratio: 1, per: 1, off: diff.off}, true
	}
	if access.obj == 0 || lock.obj == 0 || len(access.terms) != 1 || len(lock.terms) != 1 {
		return relation{}, false
	}
	s, t := access.terms[0], lock.terms[0]
	if s.atom != t.atom || t.coef%s.coef != 0 && !a.atoms[s.atom].small {
		return relation{}, false
	}
	// lock = obj + off + t·i, access = obj' + off' + s·i, so s·lock = t·access + rest.
	g := gcd(s.coef, t.coef)
	if s.coef < 0 {
		g = -g
	}
	ratio, per := t.coef/g, s.coef/g
	return relation{obj: lock.obj, ratio: ratio, per: per, off: per*lock.off - ratio*access.off}, true
}

func (a *prover) position(x *access) Position {
	return Position{a.pts.Nodes[x.at.Node].Func, x.at.Block, x.at.Instr}
}

// source is the place of an access in the program, outside the library models.
func (a *prover) source(x *access) ir.Pos {
	at := a.pts.Site(x.at)
	block := &a.pts.View(at.Node).IR.Blocks[at.Block]
	if at.Instr == len(block.Instrs) {
		return block.Term.Pos
	}
	return block.Instrs[at.Instr].Pos
}

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Func, q.Func), cmp.Compare(p.Block, q.Block), cmp.Compare(p.Instr, q.Instr))
}

func comparePairs(p, q Pair) int {
	return cmp.Or(p.A.compare(q.A), p.B.compare(q.B), comparePlaces(p.PosA, q.PosA), comparePlaces(p.PosB, q.PosB))
}

func comparePlaces(p, q ir.Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

package lockorder

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// verbOf returns the effect of a library function on the lock of its first argument, or VerbJoin for a
// join. If a lock operation fails the thread holds less than it may, which is sound.
func verbOf(f *ir.Func) ir.RoleVerb {
	if r := f.Role; f.Model && (r.Object.IsLock() || r.Verb == ir.VerbJoin) {
		return r.Verb
	}
	return ir.NoRole
}

// The bytes in which a mutex counts how often it is held beyond the first time (clib/src/mutex.h). Its
// other bytes can only prevent it from being taken.
const countOffset, countSize = 4, 4

// trust checks that only the models set the counts of mutexes: another count could keep a released
// mutex locked.
func (a *prover) trust() {
	readWrite := false
	for n := 1; n < len(a.pts.Nodes) && a.why == ""; n++ {
		id := pointsto.NodeID(n)
		view := a.pts.View(id)
		if r := view.IR.Role; view.IR.Model && r.Object == ir.OnRWLock {
			if r.Verb == ir.VerbInit && len(a.pts.PointsTo(id, param(view, 1))) > 0 {
				a.fail("a read-write lock may let writers go first")
			}
			readWrite = readWrite || r.Verb == ir.VerbLock
		}
		if a.ofLocks(id) {
			continue
		}
		for at, in := range view.Instrs() {
			if in.Op.Writes() {
				a.keepsLocks(a.pts.PointsTo(id, view.Arg(at.Block, at.Index, 0)), in.Type.Bytes(a.prog.Model))
			}
		}
	}
	for _, id := range a.locks {
		l := a.pts.Locs[id]
		if readWrite && a.writersFirst(l, a.prog.Globals[a.pts.Objects[l.Obj].Global].Init) {
			a.fail("%s lets writers go first", a.pts.LocName(id))
		}
		for _, it := range a.prog.Globals[a.pts.Objects[l.Obj].Global].Init {
			for k, v := range it.Bytes {
				if at := it.Offset + int64(k) - l.Off; v != 0 && at >= countOffset && at < countOffset+countSize {
					a.fail("%s does not begin as a mutex", a.pts.LocName(id))
				}
			}
		}
	}
}

func param(view *ssa.Func, index int) ssa.ValueID {
	for v, d := range view.Values {
		if d.Kind == ssa.Param && d.Index == index {
			return ssa.ValueID(v)
		}
	}
	return ssa.NoValue
}

// writersFirst reports whether an initial value gives a read-write lock the kind in which readers wait
// for waiting writers (clib/src/rwlock.c).
func (a *prover) writersFirst(l pointsto.Loc, init []ir.InitItem) bool {
	kind := int64(48)
	if a.prog.Model == ir.ILP32 {
		kind = 24
	}
	for _, it := range init {
		if k := l.Off + kind - it.Offset; k >= 0 && k < int64(len(it.Bytes)) && it.Bytes[k] == 2 {
			return true
		}
	}
	return false
}

// ofLocks reports whether a function belongs to the models of locks, which write only correct counts,
// or zero, to mutexes. It belongs to them if it has their role, or if all its callers do.
func (a *prover) ofLocks(n pointsto.NodeID) bool {
	f, callers := a.pts.View(n).IR, a.pts.Nodes[n].Callers
	if !f.Model || f.Role != (ir.Role{}) || len(callers) == 0 || a.pts.Recursive(a.pts.Nodes[n].Func) {
		return f.Model && f.Role.Object.IsLock()
	}
	return !slices.ContainsFunc(callers, func(c pointsto.At) bool { return !a.ofLocks(c.Node) })
}

// keepsLocks checks that a write of some bytes does not touch a lock's count.
func (a *prover) keepsLocks(to []pointsto.LocID, size int64) {
	for _, at := range to {
		for _, l := range a.locks {
			count := a.pts.Locs[l]
			count.Off += countOffset
			if at == pointsto.Wild || at != pointsto.Num && pointsto.Overlap(a.pts.Locs[at], size, count, countSize) {
				a.fail("%s is written to", a.pts.LocName(l))
			}
		}
	}
}

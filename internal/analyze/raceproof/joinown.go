package raceproof

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Threads that are each given an object of their own, in which their identifier is:
//
//	for (…) { p = malloc(…); all[i] = p; pthread_create(&p->id, 0, f, p); }
//	for (…) { q = all[i]; pthread_join(q->id, 0); … q->result … free(q); }
//
// A thread that has joined the thread whose identifier is in an object comes after all accesses of the
// joined thread to the object through its argument, if
//   - threads of the kind are created nowhere else, each with an object that is allocated after the
//     previous thread was created, and the identifier is stored at a fixed place in it;
//   - only the creation writes to such places, and the handle is loaded from such a place;
//   - only the creator joins such threads, its kind has only one thread, and no thread is detached;
//   - the creator has created no such thread since then, because the object might be the argument of
//     that thread.
//
// On a path, having joined the thread of an object is a lock of a class of its own, about the object.

// idPlace returns the place of the identifier in the threads' own objects, if only the creation of such
// threads writes there.
func (a *prover) idPlace(t pointsto.ThreadID) (place pointsto.LocID, ok bool) {
	if !a.owns[t].objects {
		return 0, false
	}
	model := a.pts.Threads[t].Spawn.Node
	at := a.pts.Nodes[model].Callers[0]
	id, arg := a.argOf(at, 0), a.argOf(at, len(a.pts.View(model).IR.Params)-1)
	f, g := a.formOf(id), a.formOf(arg)
	if diff, ok := f.plus(g, -1); !ok || len(diff.terms) > 0 || f.obj != g.obj {
		return 0, false
	}
	locs := a.pts.PointsTo(id.n, id.v)
	if len(locs) != 1 || locs[0] == pointsto.Wild || a.pts.Locs[locs[0]].Step != 0 {
		return 0, false
	}
	return locs[0], a.onlyWriter(&creation{t: t, id: id})
}

// joinOwn records that the thread whose identifier was loaded from an object has ended.
func (a *prover) joinOwn(at pointsto.At, handle value, list []*path) []*path {
	locs := a.pts.PointsTo(handle.n, handle.v)
	own := a.pts.Nodes[at.Node].Thread
	if len(locs) != 1 {
		return list
	}
	t := a.joinable[locs[0]]
	if t == 0 || a.pts.Threads[t].Merged || a.pts.Threads[t].Parent != own || !a.once.thread(own) || a.joiners[locs[0]] != own {
		return list
	}
	handle = a.uncast(handle)
	view := a.pts.View(handle.n)
	d := &view.Values[handle.v]
	if d.Kind != ssa.Def || view.Instr(handle.v).Op != ir.OpLoad || view.Instr(handle.v).Field != (ir.Field{}) || a.pts.Recursive(a.pts.Nodes[handle.n].Func) {
		return list
	}
	from := value{handle.n, view.Arg(d.Block, d.Index, 0)}
	to := a.pts.PointsTo(from.n, from.v)
	if place, ok := a.idPlace(t); !ok || len(to) != 1 || to[0] != place {
		return list
	}
	l, ok := a.ended(t, from)
	if !ok {
		return list
	}
	return each(list, func(p *path) *path { return p.hold(l) })
}

// uncast returns the pointer from which a number of its size was made.
func (a *prover) uncast(x value) value {
	for range maxForm {
		x = a.root(x)
		view := a.pts.View(x.n)
		d := &view.Values[x.v]
		if d.Kind != ssa.Def {
			break
		}
		if op := view.Instr(x.v).Op; op != ir.OpIntToPtr && op != ir.OpPtrToInt {
			break
		}
		from := view.Arg(d.Block, d.Index, 0)
		if d.Type.Bytes(a.prog.Model) != view.Values[from].Type.Bytes(a.prog.Model) {
			break
		}
		x.v = from
	}
	return x
}

// ended returns the lock that stands for the end of the thread of an object, given a pointer to the
// object.
func (a *prover) ended(t pointsto.ThreadID, x value) (id int32, ok bool) {
	f := a.formOf(x)
	if f.obj != 0 || len(f.terms) != 1 || f.terms[0].coef != 1 {
		return 0, false
	}
	f.off = 0
	deps := a.deps(f)
	if slices.ContainsFunc(deps, func(d value) bool { return a.pts.Recursive(a.pts.Nodes[d.n].Func) }) {
		return 0, false
	}
	key := lockKey{fmt.Sprintf("%s of %d", f.key(), t), exclusive, over}
	if id, ok = a.lockIDs[key]; !ok {
		id = int32(len(a.locks))
		a.locks, a.lockDeps = append(a.locks, lockFact{form: f, class: over, at: x, of: t}), append(a.lockDeps, deps)
		a.lockIDs[key] = id
		for _, d := range deps {
			a.mention(d)
		}
	}
	return id, true
}

// notOver drops, at the creation of threads of a kind, the facts about ended threads of the kind.
func (a *prover) notOver(t pointsto.ThreadID, p *path) *path {
	return p.drop(func(l int32) bool { return a.locks[l].class == over && a.locks[l].of == t })
}

// endedBefore reports whether x is through a thread's argument, and q comes after the end of that
// thread.
func (a *prover) endedBefore(x, y *access, q *path) bool {
	return slices.ContainsFunc(q.locks, func(l int32) bool {
		f := &a.locks[l]
		return f.class == over && f.of == x.thread && y.form.obj == 0 && slices.Equal(f.form.terms, y.form.terms) && a.byArgument(x)
	})
}

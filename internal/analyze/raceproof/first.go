package raceproof

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The first thread in a critical section does work that the others rely on:
//
//	lock(m); if (!ready) { x = 1; ready = 1; } unlock(m); … use(x) …
//
// A mark is a variable that is initialised with zero and only ever set to nonzero values. Assume a
// thread reads zero from it while it holds a lock. Then it is the first as long as it holds the lock:
// no earlier section of the lock has read the mark as nonzero, or set it, since then the mark would not
// be zero. Now consider a thread that has been in such a section, whether or not it has left the lock.
// It comes after the work of the first thread: both are in sections of the lock, sections are ordered,
// and the first thread's section is not the later one.
//
// On a path, being the first is a lock of a class of its own. It is released together with the lock
// under which it holds (lockFact.under). Having been in a section that found the mark set is recorded
// on the path, too. Threads created by the first meanwhile are excluded.

// write is an instruction that writes memory.
type write struct {
	at     pointsto.At
	to     value // the pointer
	size   int64
	sets   bool // stores a nonzero constant
	clears bool // stores zero
}

// findWrites lists all writes of a program.
func (a *prover) findWrites() []write {
	var list []write
	for n := 1; n < len(a.pts.Nodes); n++ {
		id := pointsto.NodeID(n)
		view := a.pts.View(id)
		for at, in := range view.Instrs() {
			if in.Op != ir.OpStore && in.Op != ir.OpRMW && in.Op != ir.OpCmpXchg {
				continue
			}
			w := write{at: pointsto.At{Node: id, Block: at.Block, Instr: at.Index}, to: value{id, view.Arg(at.Block, at.Index, 0)}, size: in.Type.Bytes(a.prog.Model)}
			if in.Op == ir.OpStore && in.Field == (ir.Field{}) {
				c, known := a.constOf(value{id, view.Arg(at.Block, at.Index, 1)})
				w.sets = known && c.Type.IsInt() && c.Lo|c.Hi != 0
				w.clears = known && c.Type.IsInt() && c.Lo|c.Hi == 0
			}
			list = append(list, w)
		}
	}
	return list
}

// markAt returns the mark that an access of size bytes touches, if it is a mark.
func (a *prover) markAt(x value, size int64) (l pointsto.Loc, ok bool) {
	if l, ok = a.only(x); !ok || size > 8 || a.pts.Objects[l.Obj].Kind != pointsto.Global {
		return l, false
	}
	known, asked := a.marks[markKey{l, size}]
	if !asked {
		known = a.isMark(l, size)
		a.marks[markKey{l, size}] = known
	}
	return l, known
}

type markKey struct {
	at   pointsto.Loc
	size int64
}

func (a *prover) isMark(l pointsto.Loc, size int64) bool {
	return a.bornZero(l, size) && a.writtenOnly(l, size, func(w *write) bool { return w.sets })
}

// bornZero reports whether bytes of a global are initially zero.
func (a *prover) bornZero(l pointsto.Loc, size int64) bool {
	g := &a.prog.Globals[a.pts.Objects[l.Obj].Global]
	if g.External {
		return false
	}
	for _, item := range g.Init {
		for i, b := range item.Bytes {
			if at := item.Offset + int64(i); b != 0 && l.Off <= at && at < l.Off+size {
				return false
			}
		}
		if (item.Global != 0 || item.Func != 0) && item.Offset < l.Off+size && l.Off < item.Offset+8 {
			return false
		}
	}
	return true
}

// writtenOnly reports whether all writes that touch bytes of a global cover exactly these bytes and are
// allowed.
func (a *prover) writtenOnly(l pointsto.Loc, size int64, allowed func(*write) bool) bool {
	if a.writes == nil {
		a.writes = a.findWrites()
	}
	for i := range a.writes {
		w := &a.writes[i]
		for _, id := range a.pts.PointsTo(w.to.n, w.to.v) {
			if m := a.pts.Locs[id]; id == pointsto.Wild || m.Obj == l.Obj && !(allowed(w) && m == l && w.size == size) && pointsto.Overlap(m, w.size, l, size) {
				return false
			}
		}
	}
	return true
}

// firstUnder returns the lock that represents being the first under lock l. ok is false if l may be
// several locks, or does not exclude all others.
func (a *prover) firstUnder(l int32, mark markKey) (id int32, ok bool) {
	f := a.locks[l]
	if f.mode != exclusive || f.class != plainLock && f.class != mutex && f.class != word || len(f.form.terms) > 0 || f.form.obj == 0 {
		return 0, false
	}
	key := lockKey{fmt.Sprintf("%s, %d marked %d+%d", f.form.key(), f.class, mark.at.Obj, mark.at.Off), f.mode, first}
	if id, ok = a.lockIDs[key]; !ok {
		id = int32(len(a.locks))
		f.class, f.under, f.mark, f.after = first, l, mark, fmt.Sprint("after ", id)
		a.locks, a.lockDeps = append(a.locks, f), append(a.lockDeps, nil)
		a.lockIDs[key] = id
	}
	return id, true
}

// readMark records that a thread is the first under each held lock if a load of a mark returns zero.
func (a *prover) readMark(at pointsto.At, in *ir.Instr, list []*path) []*path {
	view := a.pts.View(at.Node)
	size := in.Type.Bytes(a.prog.Model)
	mark, ok := a.markAt(value{at.Node, view.Arg(at.Block, at.Instr, 0)}, size)
	if !ok || in.Field != (ir.Field{}) || a.pts.Recursive(a.pts.Nodes[at.Node].Func) {
		return list
	}
	def := value{at.Node, view.Def(at.Block, at.Instr)}
	a.mention(def)
	return each(list, func(p *path) *path {
		q := p
		for _, l := range p.locks {
			if id, ok := a.firstUnder(l, markKey{mark, size}); ok {
				q = q.with(func(n *path) { n.tries = append(slices.Clip(q.tries), try{def, id}) })
			}
		}
		return q
	})
}

// setMark records that a thread has set a mark under its held locks.
func (a *prover) setMark(at pointsto.At, in *ir.Instr, list []*path) []*path {
	size := in.Type.Bytes(a.prog.Model)
	mark, ok := a.markAt(value{at.Node, a.pts.View(at.Node).Arg(at.Block, at.Instr, 0)}, size)
	if !ok {
		return list
	}
	return each(list, func(p *path) *path {
		for _, l := range p.locks {
			if id, ok := a.firstUnder(l, markKey{mark, size}); ok {
				p = a.came(p, id)
			}
		}
		return p
	})
}

// foundNonzero records that the marks read by a load are set.
func (a *prover) foundNonzero(p *path, x value) *path {
	for _, t := range p.tries {
		if t.of == x && a.locks[t.lock].class == first {
			p = a.came(p, t.lock)
		}
	}
	return p
}

// came records on a path that the thread comes after the first.
func (a *prover) came(p *path, id int32) *path {
	key := a.locks[id].after
	if slices.Contains(p.inits, key) {
		return p
	}
	return p.with(func(n *path) { n.inits = append(slices.Clip(p.inits), key) })
}

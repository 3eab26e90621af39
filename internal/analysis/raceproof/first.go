package raceproof

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// Who comes first does what others rely on:
//
//	lock(m); if (!ready) { x = 1; ready = 1; } unlock(m); … use(x) …
//
// A mark is a variable that is born zero and becomes nonzero only, wherever it is written. A thread that found
// it zero while it held a lock is the first as long as it holds that: no section of the lock in which
// the mark was found or made nonzero is over before, since the mark would not be zero then. So a thread
// that has been in such a section, and left the lock or not, comes after what the first does: either is in a section
// of the lock, the sections follow one another, and the first one's is not the later one.
//
// On a path, being the first is a lock of a class of its own, that is given up with the one under which it
// is (lockFact.under), and to have been in such a section is remembered. What the first creates meanwhile comes after neither.

// write is an instruction that writes.
type write struct {
	at     pointsto.At
	to     value // the pointer
	size   int64
	sets   bool // a constant that is not zero is stored
	clears bool // zero is
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

// markAt returns the mark that an access of so many bytes is to, if it is one.
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

// bornZero reports whether bytes of a global are zero when the program begins.
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

// writtenOnly reports whether all writes that touch bytes of a global are to all of them, and such as a function allows.
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

// firstUnder returns the lock that who comes first under a lock holds; ok is false if there are several of
// these locks, or it does not exclude all others.
func (a *prover) firstUnder(l int32, mark markKey) (id int32, ok bool) {
	f := a.locks[l]
	if f.mode != exclusive || f.class != plainLock && f.class != mutex && f.class != word || len(f.form.terms) > 0 || f.form.obj == 0 {
		return 0, false
	}
	key := lockKey{fmt.Sprintf("%s, %d marked %d+%d", f.form.key(), f.class, mark.at.Obj, mark.at.Off), f.mode, first}
	if id, ok = a.lockIDs[key]; !ok {
		id = int32(len(a.locks))
		f.class, f.under, f.mark = first, l, mark
		a.locks, a.lockDeps = append(a.locks, f), append(a.lockDeps, nil)
		a.lockIDs[key] = id
	}
	return id, true
}

// readMark notes that a thread that holds locks is the first under each if a load finds zero.
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

// setMark notes that a thread that holds locks has made a mark nonzero.
func (a *prover) setMark(at pointsto.At, in *ir.Instr, list []*path) []*path {
	size := in.Type.Bytes(a.prog.Model)
	mark, ok := a.markAt(value{at.Node, a.pts.View(at.Node).Arg(at.Block, at.Instr, 0)}, size)
	if !ok {
		return list
	}
	return each(list, func(p *path) *path {
		for _, l := range p.locks {
			if id, ok := a.firstUnder(l, markKey{mark, size}); ok {
				p = p.came(id)
			}
		}
		return p
	})
}

// foundNonzero notes of the marks that a load was of that they are set.
func (a *prover) foundNonzero(p *path, x value) *path {
	for _, t := range p.tries {
		if t.of == x && a.locks[t.lock].class == first {
			p = p.came(t.lock)
		}
	}
	return p
}

// came notes that the thread comes after the first.
func (p *path) came(id int32) *path {
	key := afterFirst(id)
	if slices.Contains(p.inits, key) {
		return p
	}
	return p.with(func(n *path) { n.inits = append(slices.Clip(p.inits), key) })
}

// afterFirst names what is remembered of who comes after the first.
func afterFirst(id int32) string { return fmt.Sprint("after ", id) }

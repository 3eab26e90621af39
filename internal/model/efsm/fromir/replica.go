package fromir

import (
	"math/bits"
	"strconv"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// With Options.Replicate, a place that creates threads without a bound has replicas: a few threads
// represent any number of created threads (efsm.System.Replicas). An input selects the replica that a
// creation starts. It may be a replica that was started before, or none; then the new thread is not
// in the system. Replicas cannot be distinguished:
//
//   - Their descriptors are one merged object. A model reads an arbitrary value from it, unless all
//     writes store the same value. The comparison of two handles for equality may have either result,
//     and a join of a replica never waits.
//   - A lock held by a replica has the number of the first replica as owner, and each replica knows
//     whether it holds the lock. A release by another thread is a mark.
//   - All objects without a constant size that one place makes are one object, whose bytes have an
//     arbitrary value at every read. If races are looked for, only one thread may use it.
//   - Replicas create no threads, and do not ask for their number.

// replicate makes the threads of a list replicas.
func (b *builder) replicate(list []*thread) {
	for _, t := range list {
		t.like = list[0]
	}
}

// findNoSpawns refuses a replica that creates threads.
func (b *builder) findNoSpawns(t *thread) {
	for _, c := range t.copies {
		for _, in := range c.fn.InstrsOf(c.flow.order) {
			if in.Op == ir.OpSpawn {
				b.refuse(in.Pos, c.fn.Name, "threads that are created by any number of threads")
			}
		}
	}
}

// owns returns the number of a thread as the owner of a lock.
func (t *thread) owns() efsm.ThreadID {
	if t.like != nil {
		return t.like.id
	}
	return t.id
}

// findDescriptors finds the objects that are the descriptors of replicas.
func (b *builder) findDescriptors() {
	b.descriptors = make(map[pointsto.ObjID]bool)
	for _, t := range b.threads {
		for key, list := range t.spawns {
			if len(list) == 0 || list[0].like == nil {
				continue
			}
			for _, n := range key.copied.nodes {
				view := b.points.View(n)
				if !view.Reachable(key.Block) {
					continue
				}
				for _, l := range b.points.PointsTo(n, view.Arg(key.Block, key.Index, 0)) {
					id := b.points.Locs[l].Obj
					if l == pointsto.Num || l == pointsto.Wild || b.points.Objects[id].Kind != pointsto.Model {
						b.refuse(ir.Pos{}, key.copied.fn.Name, "a thread that is passed what is no descriptor")
					}
					b.descriptors[id] = true
				}
			}
		}
	}
}

// mayDescribe reports whether an operand may be a pointer to a merged object.
func (b *builder) mayDescribe(c *copied, at ir.At, operand int) bool {
	for _, n := range c.nodes {
		view := b.points.View(n)
		if !view.Reachable(at.Block) {
			continue
		}
		for _, l := range b.points.PointsTo(n, view.Arg(at.Block, at.Index, operand)) {
			if l != pointsto.Num && (l == pointsto.Wild || b.descriptors[b.points.Locs[l].Obj] || b.points.Objects[b.points.Locs[l].Obj].Size < 0) {
				return true
			}
		}
	}
	return false
}

// equal returns whether two values, operands of an instruction, are equal. For equal pointers to merged
// objects the result is arbitrary.
func (x *region) equal(c *copied, at ir.At, operands [2]int, a, b term.ID) term.ID {
	eq := x.b.terms.Eq(a, b)
	if len(x.b.merged) > 0 && x.b.mayDescribe(c, at, operands[0]) && x.b.mayDescribe(c, at, operands[1]) {
		return x.b.terms.And(eq, x.any(term.Bool))
	}
	return eq
}

// ordersMerged reports whether both operands of an instruction may be pointers to merged objects.
func (x *region) ordersMerged(c *copied, at ir.At) bool {
	return len(x.b.merged) > 0 && x.b.mayDescribe(c, at, 0) && x.b.mayDescribe(c, at, 1)
}

// any returns an input that is no choice of the program.
func (x *region) any(sort term.Sort) term.ID {
	v := x.b.sys.AddVar(efsm.Var{Name: "in" + strconv.Itoa(len(x.b.sys.Vars)) + ".any", Sort: sort, Class: efsm.Input, Thread: x.t.id})
	return x.b.sys.Vars[v].Term
}

// spawnReplica starts one of some replicas, or none.
func (x *region) spawnReplica(c *copied, in *ir.Instr, p *path, list []*thread) *path {
	s := x.b.terms
	arg := x.arg(c, p, in.Args[0])
	if !s.IsConst(arg) {
		x.refuse("a thread that is passed one of several descriptors")
	}
	if p.depth == 0 {
		x.enabled(p.cond)
	}
	width := uint(bits.Len(uint(len(list))))
	which := x.any(term.BV(width))
	for k, t := range list {
		is := s.Eq(which, s.Uint(uint64(k), width))
		t.args = append(t.args, arg)
		x.accessed(t.alive, efsm.Write, true, s.And(p.cond, is))
		x.assign(p, t.alive, s.Or(is, x.value(p, t.alive)))
	}
	return p
}

// several reports whether some threads stand for more than one thread.
func (b *builder) several(threads map[*thread]bool) bool {
	for t := range threads {
		if t.like != nil {
			return true
		}
	}
	return len(threads) > 1
}

// addHeld makes, for each thread, the variable that says whether it holds a lock that replicas use.
func (b *builder) addHeld(l *lock, name string) {
	used := false
	for t := range l.threads {
		used = used || t.like != nil
	}
	if !used {
		return
	}
	l.held = make(map[*thread]efsm.VarID)
	for _, t := range b.threads {
		if l.threads[t] {
			l.held[t] = b.sys.AddVar(efsm.Var{Name: name + ".held", Thread: t.id, Sort: term.Bool, Init: term.False})
		}
	}
}

// replicas lists the replicas of the system.
func (b *builder) replicas() (out [][]efsm.ThreadID) {
	for _, t := range b.threads {
		switch {
		case t.like == nil:
		case t.like == t:
			out = append(out, []efsm.ThreadID{t.id})
		default:
			out[len(out)-1] = append(out[len(out)-1], t.id)
		}
	}
	return out
}

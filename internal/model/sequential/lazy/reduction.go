package lazy

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// reduction leaves out executions that differ from others only in the order of operations that commute.
// A context of a thread must begin with an operation that could not have been done at the end of the
// thread's previous context. This means that another thread did an operation in between that does not
// commute with it: both access the same bytes, and one of them writes.
//
//	other.t     another thread did something since the last context of thread t
//	lost.t      another thread accessed memory at an address that is not known
//	since.t.i   another thread did something that does not commute with access i of
//	            those of t
//
// All of them hold when the thread is created.
//
// No state is lost. If a context of an execution begins otherwise, its first operation can be moved to
// the previous context of the thread. That needs no more rounds or contexts, and all threads reach the
// same states. Whether a context is allowed depends only on the execution before it, so prefixes of
// remaining executions remain. Therefore, if no remaining execution uses up the bound, no execution at
// all exceeds it.
//
// The idea is from Kahlon, Wang, Gupta, "Monotonic partial order reduction: an optimal symbolic
// partial order reduction technique", CAV 2009. Deviation: the dependence is between an operation and
// a context, not between two operations, since an operation depends on the earlier ones in its context
// anyway.
type reduction struct {
	seq     *sequential.Sequential
	steps   [][]operation // by thread
	watched [][]watched   // by thread
	other   []ir.GlobalID // by thread; 0: its operations are known
	lost    []ir.GlobalID // by thread
}

// operation describes the effects of a step on memory that several threads access.
type operation struct {
	opaque   bool // it may conflict with any operation
	accesses []access
	creates  int // index of the created thread; 0: none
}

// access is an access to bytes of a global.
type access struct {
	at     ir.GlobalByte
	size   int64
	writes bool
}

// conflicts reports whether two accesses do not commute.
func (a access) conflicts(b access) bool {
	return a.at.Global == b.at.Global && (a.writes || b.writes) && a.at.Off < b.at.Off+b.size && b.at.Off < a.at.Off+a.size
}

// watched is an access of a thread with its flag.
type watched struct {
	access access
	since  ir.GlobalID
}

// maxAccesses bounds the accesses of an operation that are compared one by one.
const maxAccesses = 8

// newReduction analyses the steps of a program. It returns nil if a context may be empty because it is
// out of the order of creation, since operations cannot be moved there.
func newReduction(c *contexts) *reduction {
	if c.latest != 0 {
		return nil
	}
	r := &reduction{seq: c.seq}
	users := make(map[ir.GlobalID]uint64)
	for tid := range r.seq.Inlined.Threads {
		var list []operation
		for i := range r.seq.Inlined.Threads[tid].Steps {
			op := r.operation(&r.seq.Inlined.Threads[tid].Steps[i])
			for _, a := range op.accesses {
				users[a.at.Global] |= sequential.ThreadSet(tid)
			}
			list = append(list, op)
		}
		r.steps = append(r.steps, list)
	}
	for tid, list := range r.steps {
		r.watched = append(r.watched, nil)
		r.other = append(r.other, 0)
		r.lost = append(r.lost, r.flag(fmt.Sprintf("lost.%d", tid)))
		for i := range list {
			op := &list[i]
			op.accesses = slices.DeleteFunc(op.accesses, func(a access) bool { return !sequential.Several(users[a.at.Global]) })
			op.opaque = op.opaque || len(op.accesses) > maxAccesses
			if !op.opaque {
				r.watch(tid, op.accesses)
			} else if r.other[tid] == 0 {
				r.other[tid] = r.flag(fmt.Sprintf("other.%d", tid))
			}
		}
	}
	return r
}

func (r *reduction) flag(name string) ir.GlobalID {
	return r.seq.AddGlobal(ir.Global{Name: name + ".driver", Size: 1, Align: 1, Model: true, Init: []ir.InitItem{{Bytes: []byte{1}}}})
}

// operation analyses the memory accesses of a step.
func (r *reduction) operation(p *sequential.Step) operation {
	op := operation{creates: p.Creates}
	fn := &r.seq.Program.Funcs[p.Func]
	known := fn.KnownAddresses(r.seq.Program.Model)
	for _, in := range fn.Instrs() {
		if !in.Op.Accesses() {
			continue
		}
		at, ok := known[in.Args[0].Reg()]
		if !ok {
			op.opaque = true
			continue
		}
		op.accesses = append(op.accesses, access{at, in.Type.Bytes(r.seq.Program.Model), in.Op.Writes()})
	}
	return op
}

// watch adds flags for accesses of a thread.
func (r *reduction) watch(tid int, list []access) {
	for _, a := range list {
		if r.index(tid, a) < 0 {
			r.watched[tid] = append(r.watched[tid], watched{a, r.flag(fmt.Sprintf("since.%d.%d", tid, len(r.watched[tid])))})
		}
	}
}

// index returns the index of an access among the watched accesses of a thread; -1: none.
func (r *reduction) index(tid int, a access) int {
	return slices.IndexFunc(r.watched[tid], func(w watched) bool { return w.access == a })
}

// effects holds, in registers, the accesses of a context so far. It is nil without a reduction.
type effects struct {
	r      *reduction
	b      *ir.FuncBuilder
	tid    int
	did    []ir.Reg // by watched access of the thread
	opaque ir.Reg
}

// begin begins a context of a thread.
func (r *reduction) begin(b *ir.FuncBuilder, tid int) *effects {
	if r == nil {
		return nil
	}
	e := &effects{r: r, b: b, tid: tid, opaque: b.NewReg(ir.I8, "opaque", 0)}
	b.CopyTo(e.opaque, b.Int(ir.I8, 0))
	for i := range r.watched[tid] {
		did := b.NewReg(ir.I8, fmt.Sprintf("did%d", i), 0)
		b.CopyTo(did, b.Int(ir.I8, 0))
		e.did = append(e.did, did)
	}
	return e
}

// allow restricts whether a context continues with a step. At the beginning of the context, before any
// step ran, it may only continue with a step that does not commute with operations of other threads
// since the last context.
func (e *effects) allow(step int, ran, goes ir.Operand) ir.Operand {
	if e == nil {
		return goes
	}
	b, r := e.b, e.r
	op := &r.steps[e.tid][step]
	since := b.LoadGlobal(ir.I8, r.lost[e.tid])
	if op.opaque {
		since = b.Or(since, b.LoadGlobal(ir.I8, r.other[e.tid]))
	}
	for _, i := range e.watches(op) {
		since = b.Or(since, b.LoadGlobal(ir.I8, r.watched[e.tid][i].since))
	}
	return b.And(goes, b.Or(ran, b.NonZero(since)))
}

// watches returns the watched accesses of the thread that an operation performs.
func (e *effects) watches(op *operation) []int {
	var list []int
	for _, a := range op.accesses {
		if i := e.r.index(e.tid, a); i >= 0 && !op.opaque {
			list = append(list, i)
		}
	}
	return list
}

// add adds the accesses of a step.
func (e *effects) add(step int) {
	if e == nil {
		return
	}
	op := &e.r.steps[e.tid][step]
	one := e.b.Int(ir.I8, 1)
	if op.creates != 0 {
		e.b.StoreGlobal(e.r.lost[op.creates], one)
	}
	if op.opaque {
		e.b.CopyTo(e.opaque, one)
	}
	for _, i := range e.watches(op) {
		e.b.CopyTo(e.did[i], one)
	}
}

// end ends the context. Other threads may then begin with operations that do not commute with the
// effects. The flags of its own thread are reset.
func (e *effects) end(ran ir.Operand) {
	if e == nil {
		return
	}
	b, r, zero := e.b, e.r, e.b.Int(ir.I8, 0)
	raise := func(flag ir.GlobalID, v ir.Operand) {
		b.StoreGlobal(flag, b.Or(b.LoadGlobal(ir.I8, flag), v))
	}
	for t := range r.steps {
		if t == e.tid {
			b.StoreGlobal(r.lost[t], zero)
			if r.other[t] != 0 {
				b.StoreGlobal(r.other[t], zero)
			}
			for _, w := range r.watched[t] {
				b.StoreGlobal(w.since, zero)
			}
			continue
		}
		if r.other[t] != 0 {
			raise(r.other[t], b.Convert(ir.OpZExt, ir.I8, ran))
		}
		if r.other[e.tid] != 0 {
			raise(r.lost[t], ir.RegOperand(e.opaque))
		}
		for _, w := range r.watched[t] {
			for i, own := range r.watched[e.tid] {
				if own.access.conflicts(w.access) {
					raise(w.since, ir.RegOperand(e.did[i]))
				}
			}
		}
	}
}

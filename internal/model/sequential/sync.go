package sequential

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// The state of locks and threads is memory of the sequential program.
//
//	lock.x     byte 0: the index of the exclusive holder, plus one; 0: nobody
//	           byte 1+t: how often thread t holds it shared
//	done.t     1: thread t is finished
//	handle.t   the pointer by which it is joined; null: it was not created
//
// A lock is known by its address, so that each address at which there may be one has
// a word. An operation through a pointer that is not known looks for it among the
// addresses that the pointer may have (package pointsto).

// lockWord is the word of the lock at an address.
type lockWord struct {
	at   field
	word ir.GlobalID
}

// lockWord returns the word of the lock at an address, made when first needed.
func (f *inliner) lockWord(at field) ir.GlobalID {
	for _, l := range f.locks {
		if l.at == at {
			return l.word
		}
	}
	o := &f.out.Objects[at.obj]
	name := fmt.Sprintf("lock.%s.%d", f.out.Program.Globals[o.Global].Name, at.offset)
	word := f.word(name, 1)
	f.out.Program.Globals[word].Size += int64(f.opts.Threads)
	f.locks = append(f.locks, lockWord{at, word})
	return word
}

// find emits the search for the word of the lock to which the pointer of an operation points.
func (e *emitter) find(p ir.Operand, at ir.At) ir.Operand {
	if known, ok := e.div.t.lockOf[at]; ok {
		return e.out.GlobalAddr(e.div.t.inl.lockWord(known))
	}
	word, any := e.out.Null(), e.out.Int(ir.I1, 0)
	for _, at := range e.mayBeAt(at) {
		addr := e.out.Moved(e.out.GlobalAddr(e.div.t.inl.out.Objects[at.obj].Global), int64(at.offset))
		same := e.out.Equal(p, addr)
		word = e.out.Select(same, e.out.GlobalAddr(e.div.t.inl.lockWord(at)), word)
		any = e.out.Or(any, same)
	}
	e.demand(any, "a lock whose address is not known")
	return word
}

// mayBeAt returns the possible places of an operation's lock. If the pointer is unknown these are the
// aligned places of all objects to which it can point, up to a number; demand handles other places.
func (e *emitter) mayBeAt(at ir.At) []field {
	var out []field
	if locs, ok := e.div.t.mayLock[at]; ok {
		for _, id := range locs {
			out = append(out, e.div.t.inl.places(id)...)
		}
		return out
	}
	for i := range e.div.t.inl.out.Objects {
		o := &e.div.t.inl.out.Objects[i]
		if o.Private || o.Model || i == 0 {
			continue
		}
		for off := int64(0); off+lockAlign <= o.size && len(out) < maxLockPlaces; off += lockAlign {
			out = append(out, field{objectID(i), uint64(off)})
		}
	}
	return out
}

// Locks are aligned to lockAlign bytes. maxLockPlaces bounds the places at which a lock is searched
// for through an unknown pointer.
const (
	lockAlign     = 4
	maxLockPlaces = 128
)

// demand marks as unsupported where a condition does not hold.
func (e *emitter) demand(cond ir.Operand, what string) {
	e.out.Unless(cond, func() {
		addMark(e.out, &e.div.t.inl.out.Marks, verdict.Mark{Unsupported: what})
		e.out.Assume(e.out.Int(ir.I1, 0))
	})
}

// loadByte and storeByte access a byte of a lock's word.
func (e *emitter) loadByte(word ir.Operand, n int) ir.Operand {
	v := e.out.Temp(ir.I8)
	e.out.Emit(ir.Instr{Op: ir.OpLoad, Type: ir.I8, Dst: v, Args: []ir.Operand{e.out.Moved(word, int64(n))}, Align: 1})
	e.isOf(Sync)
	return ir.RegOperand(v)
}

func (e *emitter) storeByte(word ir.Operand, n int, v ir.Operand) {
	e.out.Store(e.out.Moved(word, int64(n)), v, ir.Access{Align: 1})
	e.isOf(Sync)
}

func (e *emitter) byteConst(v int) ir.Operand { return e.out.Int(ir.I8, uint64(v)) }

func (e *emitter) lock(in *ir.Instr, at ir.At) {
	word := e.find(e.arg(in.Args[0]), at)
	tid, self := e.div.t.tid, e.byteConst(e.div.t.tid+1)
	owner := e.loadByte(word, 0)
	free := e.out.Equal(owner, e.byteConst(0))
	switch {
	case in.Op == ir.OpLockState:
		e.lockState(in, word, owner)
	case in.Op == ir.OpRelease:
		e.release(word, free)
	case ir.LockMode(in.Sub) == ir.Shared:
		e.out.Assume(free)
		n := e.loadByte(word, 1+tid)
		e.storeByte(word, 1+tid, e.out.Binary(ir.OpAdd, 0, n, e.byteConst(1)))
	default:
		e.out.Assume(free)
		for _, n := range e.shared(word) {
			e.out.Assume(e.out.Equal(n, e.byteConst(0)))
		}
		e.storeByte(word, 0, self)
	}
}

// shared loads how often each thread holds a lock shared; nothing when no lock is ever
// held so.
func (e *emitter) shared(word ir.Operand) []ir.Operand {
	if !e.div.t.inl.sharing {
		return nil
	}
	var out []ir.Operand
	for s := range e.div.t.inl.threads {
		out = append(out, e.loadByte(word, 1+s))
	}
	return out
}

// release releases one hold: the exclusive one, else a shared one of the thread's own, else any.
// Releasing a free lock has no effect.
func (e *emitter) release(word, free ir.Operand) {
	e.storeByte(word, 0, e.byteConst(0))
	counts := e.shared(word)
	if counts == nil {
		return
	}
	left := free // a hold still has to be released
	order := []int{e.div.t.tid}
	for s := range counts {
		if s != e.div.t.tid {
			order = append(order, s)
		}
	}
	for _, s := range order {
		here := e.out.And(left, e.out.NonZero(counts[s]))
		less := e.out.Binary(ir.OpSub, 0, counts[s], e.byteConst(1))
		e.storeByte(word, 1+s, e.out.Select(here, less, counts[s]))
		left = e.out.And(left, e.out.Not(here))
	}
}

// lockState computes the holder of a lock.
func (e *emitter) lockState(in *ir.Instr, word, owner ir.Operand) {
	zero := e.out.Int(ir.I32, 0)
	self := e.out.Equal(owner, e.byteConst(e.div.t.tid+1))
	other := e.out.And(e.out.NonZero(owner), e.out.Not(self))
	state := e.out.Select(self, e.out.Int(ir.I32, ir.LockHeldBySelf), e.out.Select(other, e.out.Int(ir.I32, ir.LockHeldByOther), zero))
	for s, n := range e.shared(word) {
		bit := uint64(ir.LockSharedByOther)
		if s == e.div.t.tid {
			bit = ir.LockSharedBySelf
		}
		held := e.out.Select(e.out.NonZero(n), e.out.Int(ir.I32, bit), zero)
		state = e.out.Or(state, held)
	}
	e.out.CopyTo(e.reg(in.Dst), state)
}

// join assumes that the thread with a handle is finished; null is main's.
func (e *emitter) join(h ir.Operand) {
	over, known := e.out.Int(ir.I1, 0), e.out.Int(ir.I1, 0)
	for s := range e.div.t.inl.out.Threads {
		info := &e.div.t.inl.out.Threads[s]
		handle := e.out.Null()
		if s > 0 {
			handle = e.get(info.Handle, ir.Ptr)
		}
		same := e.out.Equal(h, handle)
		known = e.out.Or(known, same)
		done := e.out.NonZero(e.get(info.Done, ir.I8))
		over = e.out.Or(over, e.out.And(same, done))
	}
	e.demand(known, "a join of a value that is no thread")
	e.out.Assume(over)
}

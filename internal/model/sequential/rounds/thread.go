package rounds

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// threadRounds emits the run of a thread through the rounds.
//
// The round is kept in order encoding: over[r] means that round r is over for the thread, and the last
// round being over means that the thread stops. Before each visible operation
//
//	over[0] |= choose; over[r] |= over[r-1] & choose
type threadRounds struct {
	prog  *Program
	tid   int
	last  ir.Operand   // parameter: the last round so far; zero: all rounds exist
	over  []ir.Reg     // by round
	own   []ir.Operand // by round, with an arbitrary schedule: whether it belongs to the thread
	round ir.Operand   // the current round
	stops ir.Operand   // whether the thread stops at the current step
}

// Thread adds the function that runs a thread through its rounds, from its first step.
func (r *Program) Thread(tid int) ir.FuncID {
	r.B = r.Seq.NewFunc(fmt.Sprintf("thread%d", tid))
	return r.thread(&threadRounds{prog: r, tid: tid}, 0)
}

// ThreadAgain is Thread for a thread that is run again. The function has the last round so far as a
// parameter, and main continues after the steps that it runs alone.
func (r *Program) ThreadAgain(tid int) ir.FuncID {
	r.B = r.Seq.NewFunc(fmt.Sprintf("thread%d", tid))
	last := r.B.Param(r.Seq.Program.Model.PtrInt(), "last", 0)
	return r.thread(&threadRounds{prog: r, tid: tid, last: ir.RegOperand(last)}, r.Seq.Inlined.Threads[tid].Alone)
}

func (r *Program) thread(w *threadRounds, from int) ir.FuncID {
	b := r.B
	t := &r.Seq.Inlined.Threads[w.tid]
	w.over, w.round, w.stops = make([]ir.Reg, r.Rounds), r.word(0), b.Int(ir.I1, 0)
	for k := range w.over {
		w.over[k] = b.NewReg(ir.I1, fmt.Sprintf("over%d", k), 0)
		b.CopyTo(w.over[k], b.Int(ir.I1, 0))
	}
	w.findOwn()
	for i := from; i < len(t.Steps); i++ {
		p := &t.Steps[i]
		first := i == 0 && w.tid > 0
		copied := r.sharing.of[p.At]
		switches := !p.Silent && i >= t.Alone || first
		if switches {
			w.choose()
		}
		goes := b.Int(ir.I1, 1)
		if !first || copied == nil {
			goes = b.NonZero(b.LoadGlobal(ir.I8, p.At))
		}
		if switches {
			goes = b.And(goes, b.Not(w.stops))
		}
		b.When(goes, func() {
			if switches {
				w.assumeOwn()
			}
			if first && copied != nil {
				b.Assume(b.NonZero(r.loadByte(r.element(copied.copies, w.round))))
			}
			if !p.Silent {
				r.storeByte(r.element(r.ran[w.tid], w.round), 1)
			}
			r.SetRound(w.round)
			b.Call(p.Func, ir.NoType, w.round)
		})
	}
	b.RetVoid()
	return r.Seq.AddFunc(b)
}

// SetRound stores the round of the next step: the trace orders steps by it.
func (r *Program) SetRound(k ir.Operand) {
	if r.Seq.Program.Model.PtrBits() > 32 {
		k = r.B.Convert(ir.OpTrunc, ir.I32, k)
	}
	r.B.StoreGlobal(r.Seq.Round, k)
}

// findOwn finds the contexts that belong to the thread.
func (w *threadRounds) findOwn() {
	r := w.prog
	for k := range w.over {
		if r.owner == 0 {
			return
		}
		tid := r.loadByte(r.element(r.owner, r.word(k)))
		w.own = append(w.own, r.B.Equal(tid, r.B.Int(ir.I8, uint64(w.tid))))
	}
}

// choose chooses the round in which a thread continues, or that it stops.
func (w *threadRounds) choose() {
	b := w.prog.B
	for k, over := range w.over {
		more := b.Choose(ir.I1, ir.ChooseNondet)
		if k > 0 {
			more = b.And(ir.RegOperand(w.over[k-1]), more)
		}
		b.CopyTo(over, b.Or(ir.RegOperand(over), more))
	}
	w.round, w.stops = w.prog.word(0), ir.RegOperand(w.over[len(w.over)-1])
	for k := 1; k < len(w.over); k++ {
		w.round = b.Select(ir.RegOperand(w.over[k-1]), w.prog.word(k), w.round)
	}
	if w.last == 0 {
		return
	}
	for k := range len(w.over) - 1 {
		isLast := b.Equal(w.last, w.prog.word(k))
		w.stops = b.Select(isLast, ir.RegOperand(w.over[k]), w.stops)
	}
}

// assumeOwn assumes that the current context belongs to the thread.
func (w *threadRounds) assumeOwn() {
	if w.own == nil {
		return
	}
	b, own := w.prog.B, w.own[0]
	for k := 1; k < len(w.own); k++ {
		own = b.Select(ir.RegOperand(w.over[k-1]), w.own[k], own)
	}
	b.Assume(own)
}

package seqz

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// runner makes functions that run a thread through its rounds, from one point to the
// next, on copies of what threads share. A round is one of the copies: with an
// arbitrary schedule it is a context, and belongs to one thread.
type runner struct {
	*turned
	owner ir.GlobalID   // Arbitrary: a byte per round, whose it is
	ran   []ir.GlobalID // by slot: a byte per round, whether the thread did something in it
	until int           // the last copy that holds something
}

// newRunner gives the points of all threads functions that work on copies.
func newRunner(d *driver, s *sharing) *runner {
	d.Failed = make(map[ir.GlobalID]int)
	flat := *d.Flat
	flat.Threads = slices.Clone(flat.Threads)
	d.Flat = &flat
	n := physical(d)
	r := &runner{turned: &turned{copies: newCopies(d, s, n), reached: make(map[string]ir.GlobalID)}, until: n - 1}
	if d.limits.Schedule == Arbitrary {
		r.owner = d.add(ir.Global{Name: "owner", Size: int64(n), Align: 1, Model: true})
	}
	r.Round = d.add(ir.Global{Name: "round", Size: 4, Align: 4, Model: true})
	for slot := range d.Flat.Threads {
		r.ran = append(r.ran, d.add(ir.Global{Name: fmt.Sprintf("ran.%d", slot), Size: int64(n), Align: 1, Model: true}))
		points := slices.Clone(flat.Threads[slot].Points)
		flat.Threads[slot].Points = points
		for i := range points {
			p := &points[i]
			d.Program.Funcs[p.Func], p.Classes = r.point(slot, p, d.Program.Funcs[p.Func].Name)
		}
	}
	return r
}

// physical returns the number of copies: of rounds, or of contexts. Where the order of
// creation may differ from that of the slots, a round takes several passes over the slots.
func physical(d *driver) int {
	if d.limits.Schedule == RoundRobin && d.varies {
		return d.limits.Number * max(1, len(d.Flat.Threads)-1)
	}
	return d.limits.Number
}

// refuse makes a program that is only a mark.
func (t *turned) refuse(why string) *Sequential {
	b := t.function("sequential")
	t.mark(Cut{Unsupported: why})
	b.Halt(b.Int(ir.I32, 0))
	t.Program.Start = t.finish()
	return t.Sequential
}

// element returns the address of an element of an array of bytes.
func (d *driver) element(array ir.GlobalID, i ir.Operand) ir.Operand {
	return d.b.PtrAdd(d.b.GlobalAddr(array), i)
}

func (d *driver) loadByte(p ir.Operand) ir.Operand { return d.b.Load(ir.I8, p, ir.Access{Align: 1}) }

func (d *driver) storeByte(p ir.Operand, v uint64) {
	d.b.Store(p, d.b.Int(ir.I8, v), ir.Access{Align: 1})
}

// number returns a choice of a number up to a limit, of no more bits than it needs.
func (d *driver) number(limit int) ir.Operand {
	word := d.Program.Model.PtrInt()
	if limit == 0 {
		return d.b.Int(word, 0)
	}
	n := bits.Len(uint(limit))
	k := d.b.Convert(ir.OpZExt, word, d.b.Choose(ir.Int(n), ir.ChooseNondet))
	if limit != 1<<n-1 {
		d.assume(d.b.Compare(ir.OpULe, k, d.b.Int(word, uint64(limit))))
	}
	return k
}

// thread adds the function that runs a thread through its rounds. If the thread is run
// again, it has the last round that there is so far as a parameter, and what main does
// alone is done before.
//
// The round is kept in order encoding: over[r] says that round r is over for the thread,
// and the last one that the thread stops. Before each visible operation
//
//	over[0] |= choose; over[r] |= over[r-1] & choose
func (r *runner) thread(slot int, again bool) ir.FuncID {
	b := r.function(fmt.Sprintf("thread%d", slot))
	t := &r.Flat.Threads[slot]
	w := &way{runner: r, slot: slot, over: make([]ir.Reg, r.n), round: b.Int(r.Program.Model.PtrInt(), 0), stops: b.Int(ir.I1, 0)}
	from := 0
	if again {
		w.last, from = ir.RegOperand(b.Param(r.Program.Model.PtrInt(), "last", 0)), t.Alone
	}
	for k := range w.over {
		w.over[k] = b.NewReg(ir.I1, fmt.Sprintf("over%d", k), 0)
		b.CopyTo(w.over[k], b.Int(ir.I1, 0))
	}
	w.owned()
	for i := from; i < len(t.Points); i++ {
		p := &t.Points[i]
		first := i == 0 && slot > 0
		switches := !p.Silent && i >= t.Alone || first
		if switches {
			w.choose()
		}
		goes := b.Int(ir.I1, 1)
		if !first || r.of[p.At] == nil {
			goes = b.Compare(ir.OpNe, r.loadByte(b.GlobalAddr(p.At)), b.Int(ir.I8, 0))
		}
		if switches {
			goes = b.Binary(ir.OpAnd, 0, goes, b.Unary(ir.OpNot, 0, w.stops))
		}
		r.when(goes, func() {
			if switches {
				w.mine()
			}
			if o := r.of[p.At]; first && o != nil {
				flag := r.loadByte(r.element(o.copies, w.round))
				r.assume(b.Compare(ir.OpNe, flag, b.Int(ir.I8, 0)))
			}
			if !p.Silent {
				r.storeByte(r.element(r.ran[slot], w.round), 1)
			}
			r.now(w.round)
			b.Call(p.Func, ir.NoType, w.round)
		})
	}
	b.RetVoid()
	return r.finish()
}

// way is the way of a thread through the rounds.
type way struct {
	*runner
	slot  int
	last  ir.Operand   // parameter: the last round there is so far; zero: all are there
	over  []ir.Reg     // by round
	own   []ir.Operand // by round, with an arbitrary schedule: whether it is the thread's
	round ir.Operand   // at hand
	stops ir.Operand   // whether the thread stops at the point at hand
}

// owned finds out which contexts are the thread's.
func (w *way) owned() {
	for k := range w.over {
		if w.owner == 0 {
			return
		}
		of := w.loadByte(w.element(w.owner, w.b.Int(w.Program.Model.PtrInt(), uint64(k))))
		w.own = append(w.own, w.b.Compare(ir.OpEq, of, w.b.Int(ir.I8, uint64(w.slot))))
	}
}

// choose chooses the round in which a thread goes on, or that it stops.
func (w *way) choose() {
	b, word := w.b, w.Program.Model.PtrInt()
	for k, over := range w.over {
		more := b.Choose(ir.I1, ir.ChooseNondet)
		if k > 0 {
			more = b.Binary(ir.OpAnd, 0, ir.RegOperand(w.over[k-1]), more)
		}
		b.CopyTo(over, b.Binary(ir.OpOr, 0, ir.RegOperand(over), more))
	}
	w.round, w.stops = b.Int(word, 0), ir.RegOperand(w.over[len(w.over)-1])
	for k := 1; k < len(w.over); k++ {
		w.round = b.Select(ir.RegOperand(w.over[k-1]), b.Int(word, uint64(k)), w.round)
	}
	if w.last == 0 {
		return
	}
	for k := range len(w.over) - 1 {
		isLast := b.Compare(ir.OpEq, w.last, b.Int(word, uint64(k)))
		w.stops = b.Select(isLast, ir.RegOperand(w.over[k]), w.stops)
	}
}

// mine assumes that the context at hand is the thread's.
func (w *way) mine() {
	if w.owner == 0 {
		return
	}
	mine := w.own[0]
	for k := 1; k < len(w.own); k++ {
		mine = w.b.Select(ir.RegOperand(w.over[k-1]), w.own[k], mine)
	}
	w.assume(mine)
}

// now says which round the next point is in, for whoever reads an execution.
func (r *runner) now(k ir.Operand) {
	if r.Program.Model.PtrBits() > 32 {
		k = r.b.Convert(ir.OpTrunc, ir.I32, k)
	}
	r.store(r.Round, k)
}

// chooseOwner chooses whose a context is, and returns that.
func (r *runner) chooseOwner(k int) ir.Operand {
	of := r.number(len(r.Flat.Threads) - 1)
	at := r.element(r.owner, r.b.Int(r.Program.Model.PtrInt(), uint64(k)))
	r.b.Store(at, r.b.Convert(ir.OpTrunc, ir.I8, of), ir.Access{Align: 1})
	return of
}

// within drops executions that use more than the bound, where there are more copies
// than that.
func (t *turned) within(used ir.Operand) {
	if t.n > t.limits.Number {
		t.assume(t.b.Compare(ir.OpULe, used, t.b.Int(ir.I32, uint64(t.limits.Number))))
	}
}

// judge decides by what threads reached; what they did is an execution.
func (t *turned) judge() {
	b := t.b
	for _, text := range t.order {
		t.when(b.Compare(ir.OpNe, t.load(t.reached[text], ir.I8), b.Int(ir.I8, 0)), func() {
			b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: text})
		})
	}
	for _, v := range t.violated {
		in := v.assert
		in.Args = []ir.Operand{b.Compare(ir.OpEq, t.load(v.flag, ir.I8), b.Int(ir.I8, 0))}
		b.Emit(in)
	}
}

// end ends the start function, with a mark where the execution uses up the bound.
func (t *turned) end(used ir.Operand) {
	b := t.b
	t.when(b.Compare(ir.OpEq, used, b.Int(ir.I32, uint64(t.limits.Number))), func() {
		t.mark(Cut{Mark: verdict.Mark{Bound: verdict.SwitchBound, Limit: t.limits.Number}})
	})
	b.Halt(b.Int(ir.I32, 0))
	t.Program.Start = t.finish()
}

// rounds computes how many rounds or contexts an execution uses, as smc.Bounds
// counts them.
func (r *runner) rounds() ir.Operand {
	b := r.b
	word := r.Program.Model.PtrInt()
	used, last := b.Int(ir.I32, 1), b.Int(ir.I32, 0)
	for k := range r.n {
		for slot := range r.ran {
			index := b.Int(ir.I32, uint64(slot))
			if r.varies {
				index = r.last32(r.Flat.Threads[slot].Index)
			}
			ran := b.Compare(ir.OpNe, r.loadByte(r.element(r.ran[slot], b.Int(word, uint64(k)))), b.Int(ir.I8, 0))
			var more ir.Operand
			if r.limits.Schedule == RoundRobin {
				more = b.Compare(ir.OpSLt, index, last)
			} else {
				more = b.Compare(ir.OpNe, index, last)
			}
			more = b.Convert(ir.OpZExt, ir.I32, b.Binary(ir.OpAnd, 0, ran, more))
			used, last = b.Binary(ir.OpAdd, 0, used, more), b.Select(ran, index, last)
		}
	}
	return used
}

// last32 loads a word as it is at the end.
func (r *runner) last32(g ir.GlobalID) ir.Operand {
	if o := r.of[g]; o != nil {
		return r.get(o, r.until, &o.cells[0])
	}
	return r.load(g, ir.I32)
}

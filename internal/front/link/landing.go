package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// landing rewrites a function that has calls which may end in a jump. Behind these it
// returns when a jump is under way, unless that leads to a setjmp of its own:
//
//	x = f();            t = f(); if jumping goto J; x = t;
//	…                   …
//	x = setjmp(env);    set_jump(env, &landing, 1); x = 0;
//	…                P: …
//
//	                 J: switch landing { case 1: landing = 0; x = jumping; jumping = 0; goto P }
//	                    return
//
// The landing is an object of the frame, whose address set_jump keeps in env: to jump when the
// frame is gone is to write to a dead object. A jump ends the Locals that are not alive where
// it leads, as goto does; variables in registers that changed since may be as they were
// (semantics 13.4).
type landing struct {
	*jumpCalls
	f      *ir.Func
	b      *ir.FuncBuilder
	local  ir.LocalID // zero: no call of setjmp
	at     ir.Operand // its address
	places []place
	leaps  []leap
	back   ir.BlockID // returns to a caller that looks again
	rank   []int32    // by block: the order of the source
	ranked int32      // how many have one

	variables map[ir.At][]ir.Reg // by call of setjmp: those that a jump may change
}

// place is where a call of setjmp returns.
type place struct {
	number int // that set_jump is given
	block  ir.BlockID
	result ir.Reg
	alive  []bool
	saved  []savedVariable
}

// savedVariable is a register with the value that it had when setjmp was called.
type savedVariable struct{ variable, value ir.Reg }

// leap is where control comes behind a call while a jump is under way.
type leap struct {
	block       ir.BlockID
	pos         ir.Pos
	alive       []bool
	fromHandler bool // of a signal
}

// ofLibrary is how the library's integers are accessed.
var ofLibrary = ir.Access{Align: 4}

func (c *jumpCalls) rewrite(f *ir.Func, m ir.DataModel) {
	l := &landing{jumpCalls: c, f: f}
	if has(f, c.lands) {
		l.prepare()
	}
	alive := aliveLocals(f)
	blocks := ir.BlockID(len(f.Blocks))
	l.b = ir.NewFuncBuilder(m, f)
	l.back = l.b.NewBlock()
	for id := ir.BlockID(1); id < blocks; id++ {
		l.block(id, alive[id])
	}
	for _, p := range l.leaps {
		l.leap(p)
	}
	l.open(l.back)
	for local := 1; local < len(f.Locals); local++ {
		l.b.Leave(ir.LocalID(local))
	}
	if lower.IsAtomicName(f.Name) {
		l.b.Emit(ir.Instr{Op: ir.OpAtomicEnd, Sub: uint8(ir.UserSection)})
	}
	l.b.Terminate(ir.Term{Op: ir.TermRet, HasArg: f.Result != ir.NoType, Arg: l.nothing()})
	lower.MakeReducible(f, l.rank)
	f.Canonicalise()
}

// prepare gives the function a landing.
func (l *landing) prepare() {
	prependBlock(l.f)
	l.f.Locals = append(l.f.Locals, ir.Local{Name: "setjmp", Size: 4, Align: 4, Initialised: true})
	l.local = ir.LocalID(len(l.f.Locals) - 1)
	live := l.f.Liveness(nil)
	l.variables = make(map[ir.At][]ir.Reg)
	for at, in := range l.f.Instrs() {
		if l.sets(in) {
			l.variables[at] = changing(l.f, live, at)
		}
	}
}

// nothing returns an arbitrary result, which is never used.
func (l *landing) nothing() ir.Operand {
	if l.f.Result == ir.NoType {
		return 0
	}
	return l.b.Int(l.f.Result, 0)
}

// prependBlock gives a function an entry that nothing jumps to.
func prependBlock(f *ir.Func) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Term.Targets {
			f.Blocks[b].Term.Targets[i]++
		}
	}
	f.Blocks = slices.Insert(f.Blocks, 1, ir.Block{Term: ir.Term{Op: ir.TermBr, Targets: []ir.BlockID{2}}})
}

// open makes a block the current one, which comes next in the source.
func (l *landing) open(b ir.BlockID) {
	l.rank = append(l.rank, make([]int32, max(0, len(l.f.Blocks)-len(l.rank)))...)
	l.ranked++
	l.rank[b] = l.ranked
	l.b.SetBlock(b)
}

// block rewrites a block of the function, at whose beginning some Locals are alive.
func (l *landing) block(id ir.BlockID, alive []bool) {
	old := l.f.Blocks[id]
	l.f.Blocks[id] = ir.Block{}
	l.open(id)
	if id == 1 && l.local != 0 {
		l.at = l.b.Enter(l.local)
	}
	for i := range old.Instrs {
		in := old.Instrs[i]
		l.b.Pos = in.Pos
		label, here := l.opensLabel(l.f, &in)
		switch {
		case label > 0 && here:
			l.place(place{number: labelPlaces + label, alive: slices.Clone(alive)})
		case label > 0:
			l.b.Call(l.set, ir.NoType, in.Args[0], l.at, l.b.Int(ir.I32, uint64(labelPlaces+label)))
			l.b.CopyTo(in.Dst, l.b.Int(ir.I32, 0))
		case l.sets(&in):
			l.b.Call(l.set, ir.NoType, in.Args[0], l.at, l.b.Int(ir.I32, uint64(len(l.places)+1)))
			if len(in.Args) == 2 { // sigsetjmp and its like keep the mask of signals
				l.b.Call(in.Func, in.Type, in.Args...)
			}
			if in.Dst != 0 {
				l.b.CopyTo(in.Dst, l.b.Int(ir.I32, 0))
			}
			to := place{number: len(l.places) + 1, result: in.Dst, alive: slices.Clone(alive)}
			for _, r := range l.variables[ir.At{Block: id, Index: i}] {
				to.saved = append(to.saved, savedVariable{r, l.b.Temp(l.f.Regs[r].Type)})
				l.b.CopyTo(to.saved[len(to.saved)-1].value, ir.RegOperand(r))
			}
			l.place(to)
		case l.mayJump(&in):
			l.call(in, alive)
		default:
			l.b.Emit(in)
			live(&in, alive)
		}
	}
	if old.Term.Op == ir.TermRet && l.local != 0 {
		l.b.Leave(l.local)
	}
	l.b.Pos = old.Term.Pos
	l.b.Terminate(old.Term)
}

// labelPlaces is added to the numbers of labels, which are places like calls of setjmp.
const labelPlaces = 1 << 16

// place makes a jump lead here.
func (l *landing) place(to place) {
	to.block = l.b.NewBlock()
	l.places = append(l.places, to)
	l.b.Br(to.block)
	l.open(to.block)
}

// call inserts a test after a call for a jump that is under way. The call has no result then: the
// variable to which it is assigned keeps its value.
func (l *landing) call(in ir.Instr, alive []bool) {
	result := in.Dst
	if result != 0 {
		in.Dst = l.b.Temp(in.Type)
	}
	l.b.Emit(in)
	jump, next := l.back, l.b.NewBlock()
	if l.local != 0 || l.ofHandler(&in) {
		jump = l.b.NewBlock()
		l.leaps = append(l.leaps, leap{jump, in.Pos, slices.Clone(alive), l.ofHandler(&in)})
	}
	l.b.CondBr(l.b.Compare(ir.OpNe, l.b.Load(ir.I32, l.b.GlobalAddr(l.jumping), ofLibrary), l.b.Int(ir.I32, 0)), jump, next)
	l.open(next)
	if result != 0 {
		l.b.CopyTo(result, ir.RegOperand(in.Dst))
	}
}

// ofHandler reports whether an instruction calls handlers of signals.
func (l *landing) ofHandler(in *ir.Instr) bool { return l.interrupt != 0 && in.Func == l.interrupt }

// leap goes to the place of this frame that a jump leads to, or returns.
func (l *landing) leap(p leap) {
	l.b.Pos = p.pos
	l.open(p.block)
	if p.fromHandler {
		l.b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: "longjmp out of a handler of a signal"})
		l.b.Unreachable()
		return
	}
	where := l.b.Load(ir.I32, l.at, ofLibrary)
	var cases []ir.Case
	var targets []ir.BlockID
	for i := range l.places {
		n := uint64(l.places[i].number)
		cases = append(cases, ir.Case{Lo: n, Hi: n})
		targets = append(targets, l.b.NewBlock())
	}
	l.b.Switch(where, l.back, cases, targets)
	for i, to := range l.places {
		l.open(targets[i])
		l.land(&to, p.alive)
	}
}

// land makes control continue after a call of setjmp.
func (l *landing) land(to *place, alive []bool) {
	l.b.Store(l.at, l.b.Int(ir.I32, 0), ofLibrary)
	jumping := l.b.GlobalAddr(l.jumping)
	if to.result != 0 {
		l.b.CopyTo(to.result, l.b.Load(ir.I32, jumping, ofLibrary))
	}
	l.b.Store(jumping, l.b.Int(ir.I32, 0), ofLibrary)
	for id := range alive {
		switch {
		case alive[id] && !to.alive[id]:
			l.b.Leave(ir.LocalID(id))
		case to.alive[id] && !alive[id]:
			l.b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: "longjmp into a block that has ended"})
		}
	}
	for _, s := range to.saved {
		l.restore(s)
	}
	l.b.Br(to.block)
}

// restore gives a variable that has changed since setjmp was called its value of then, or
// leaves it as it is: C leaves that open, as registers may or may not be restored.
func (l *landing) restore(s savedVariable) {
	now, then, same := ir.RegOperand(s.variable), ir.RegOperand(s.value), ir.OpEq
	if l.f.Regs[s.variable].Type.IsFloat() {
		same = ir.OpFEq
	}
	changed, next := l.b.NewBlock(), l.b.NewBlock()
	l.b.CondBr(l.b.Compare(same, now, then), next, changed)
	l.open(changed)
	restored := l.b.NewReg(ir.I8, "restored_"+l.f.Regs[s.variable].Name, 0)
	l.b.Emit(ir.Instr{Op: ir.OpChooseRange, Type: ir.I8, Dst: restored, Sub: uint8(ir.ChooseUninit), Args: []ir.Operand{l.b.Int(ir.I8, 0), l.b.Int(ir.I8, 1)}})
	l.b.CopyTo(s.variable, l.b.Select(l.b.Compare(ir.OpNe, ir.RegOperand(restored), l.b.Int(ir.I8, 0)), then, now))
	l.b.Br(next)
	l.open(next)
}

// changing returns the variables in registers that are read after a call of setjmp and may be assigned
// before that: C11 7.13.2.1p3 gives them no value after a jump back.
func changing(f *ir.Func, live *ir.Liveness, at ir.At) (out []ir.Reg) {
	reached := make([]bool, len(f.Blocks))
	work := slices.Clone(f.Blocks[at.Block].Term.Targets)
	assigned := make([]bool, len(f.Regs))
	for _, in := range f.Blocks[at.Block].Instrs[at.Index+1:] {
		assigned[in.Dst] = true
	}
	for ; len(work) > 0; work = work[1:] {
		if b := &f.Blocks[work[0]]; !reached[work[0]] {
			reached[work[0]] = true
			work = append(work, b.Term.Targets...)
			for i := range b.Instrs {
				assigned[b.Instrs[i].Dst] = true
			}
		}
	}
	for r, isLive := range live.Before(at.Block, at.Index+1) {
		if isLive && assigned[r] && f.Regs[r].Name != "" && ir.Reg(r) != f.Blocks[at.Block].Instrs[at.Index].Dst {
			out = append(out, ir.Reg(r))
		}
	}
	return out
}

// aliveLocals returns, by block and Local, whether the object may be alive at the start of the block.
func aliveLocals(f *ir.Func) [][]bool {
	in := make([][]bool, len(f.Blocks))
	in[1] = make([]bool, len(f.Locals))
	order := f.ReversePostorder()
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			out := slices.Clone(in[b])
			for i := range f.Blocks[b].Instrs {
				live(&f.Blocks[b].Instrs[i], out)
			}
			for _, to := range f.Blocks[b].Term.Targets {
				if in[to] == nil {
					in[to] = make([]bool, len(f.Locals))
				}
				for id := range out {
					if out[id] && !in[to][id] {
						in[to][id], changed = true, true
					}
				}
			}
		}
	}
	return in
}

// live brings the Locals that are alive behind an instruction up to date.
func live(in *ir.Instr, alive []bool) {
	if in.Op == ir.OpEnter || in.Op == ir.OpLeave {
		alive[in.Local] = in.Op == ir.OpEnter
	}
}

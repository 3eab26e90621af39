package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Threads of one kind that access separate places:
//
//	for (i = 0; i < n; i++) pthread_create(&t[i], 0, f, &data[i]);
//	for (i = 0; i < n; i++) pthread_create(&t[i], 0, g, (void *)i); // g: data[(int)arg]
//	for (…) { p = malloc(…); pthread_create(&t, 0, h, p); }
//
// Accesses through the argument of a thread do not overlap those of other threads of the kind, since
// the arguments are far enough apart. In the first two cases one loop creates all such threads, one per
// iteration. It is entered once, and its counter has a different value each time. In the third case
// each thread gets an object that is allocated after the previous thread was created.

// own describes how the arguments of the threads of a kind differ.
type own struct {
	pointers int64 // the pointers are at least this many bytes apart; 0: they are no such pointers
	numbers  uint  // the number of low bits in which the numbers differ; 0: they may be equal
	objects  bool  // they point to the start of different objects
}

// findOwn finds the kinds of threads with different arguments.
func (a *prover) findOwn() {
	a.owns = make([]own, len(a.pts.Threads))
	for t := 2; t < len(a.pts.Threads); t++ {
		id := pointsto.ThreadID(t)
		if a.once.thread(id) || a.pts.Threads[t].Merged {
			continue
		}
		a.owns[t] = a.ownOf(id)
	}
}

func (a *prover) ownOf(t pointsto.ThreadID) own {
	model := a.pts.Threads[t].Spawn.Node
	create := a.pts.View(model).IR
	if create.Role.Verb != ir.VerbCreate || !a.pts.Nodes[model].Single || a.once.cyclicAt(a.pts.Threads[t].Spawn) {
		return own{}
	}
	at := a.pts.Nodes[model].Callers[0]
	if a.pts.View(at.Node).IR.Blocks[at.Block].Instrs[at.Instr].Op != ir.OpCall {
		return own{}
	}
	arg := a.argOf(at, len(create.Params)-1)
	o := own{objects: a.newEachTime(at, arg)}
	if !a.runsOnceOnly(at.Node) {
		return o
	}
	c, ok := a.countedAt(at)
	if !ok {
		return o
	}
	if bits, ok := a.isCounter(arg, &c); ok {
		o.numbers = bits
	} else if p, ok := a.elementOf(arg, &c); ok && a.plainCounter(arg, &c) && p.scale < a.maxScale() {
		o.pointers = p.scale
	}
	return o
}

// maxScale bounds the distance of two places, so that no sum of multiples wraps. With pointers of 64
// bits the multiplied numbers have at most 33 bits. With pointers of 32 bits the number is the counter
// of a loop that creates a thread in each iteration, and no execution has 2^16 threads.
func (a *prover) maxScale() int64 {
	if a.prog.Model.PtrBits() == 32 {
		return 1 << 16
	}
	return 1 << 30
}

// plainCounter reports whether the place depends on the counter itself or its extension. Then two iterations have
// different places. A counter of 64 bits has less than 2^33 values: each iteration creates a thread.
func (a *prover) plainCounter(pointer value, c *counted) bool {
	x := &a.atoms[a.formOf(pointer).terms[0].atom]
	phi := a.formOf(value{pointer.n, c.phi})
	if !x.small && (a.prog.Model.PtrBits() != 64 || x.of.n == 0) || len(phi.terms) != 1 || phi.terms[0].coef != 1 || phi.off != 0 || phi.obj != 0 {
		return false
	}
	return x.of == value{pointer.n, c.phi} || x.widens == phi.terms[0].atom+1
}

// isCounter reports whether a number is a loop's counter, possibly extended, and the number of bits of
// the counter.
func (a *prover) isCounter(x value, c *counted) (bits uint, ok bool) {
	view := a.pts.View(x.n)
	for x.v != c.phi {
		d := &view.Values[x.v]
		if d.Kind != ssa.Def {
			return 0, false
		}
		switch view.Instr(x.v).Op {
		case ir.OpCopy, ir.OpSExt, ir.OpZExt, ir.OpIntToPtr:
			x.v = view.Arg(d.Block, d.Index, 0)
		default:
			return 0, false
		}
	}
	t := view.Values[x.v].Type
	return uint(t.Bits(a.prog.Model)), t.IsInt()
}

// newEachTime reports whether a pointer is the result of an allocation that is executed again before
// control returns to the use of the pointer.
func (a *prover) newEachTime(at pointsto.At, x value) bool {
	x = a.copied(x)
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if x.n != at.Node || d.Kind != ssa.Def || view.Instr(x.v).Op != ir.OpCall {
		return false
	}
	callees := a.pts.Callees(x.n, d.Block, d.Index)
	if len(callees) != 1 {
		return false
	}
	if a.pts.View(callees[0]).IR.Role.Verb != ir.VerbAllocate {
		return false
	}
	return view.Loops.Innermost(at.Block) == view.Loops.Innermost(d.Block)
}

// copied follows copies to the original value.
func (a *prover) copied(x value) value {
	view := a.pts.View(x.n)
	for view.Values[x.v].Kind == ssa.Def && view.Instr(x.v).Op == ir.OpCopy {
		d := &view.Values[x.v]
		x.v = view.Arg(d.Block, d.Index, 0)
	}
	return x
}

// apart reports whether two accesses of threads of one kind are each to a place of its own thread.
func (a *prover) apart(x, y *access) bool {
	if x.thread != y.thread {
		return false
	}
	o := &a.owns[x.thread]
	if o.objects && a.byArgument(x) && a.byArgument(y) {
		return true
	}
	if x.whole || y.whole {
		return false
	}
	size := max(x.size, y.size)
	if o.pointers > 0 && a.byArgument(x) && a.byArgument(y) {
		return max(x.form.off-y.form.off, y.form.off-x.form.off)+size <= o.pointers
	}
	if o.numbers == 0 || x.form.obj == 0 || x.form.obj != y.form.obj || !slices.Equal(x.form.terms, y.form.terms) || len(x.form.terms) != 1 {
		return false
	}
	t := x.form.terms[0]
	coef := max(t.coef, -t.coef)
	return a.hasNumber(t.atom, x.thread, o.numbers) && coef < a.maxScale() && max(x.form.off-y.form.off, y.form.off-x.form.off)+size <= coef
}

// byArgument reports whether an access is at a constant distance from the target of its thread's
// argument.
func (a *prover) byArgument(x *access) bool {
	f := &x.form
	return f.obj == 0 && len(f.terms) == 1 && f.terms[0].coef == 1 && a.isArgument(a.atoms[f.terms[0].atom].of, x.thread)
}

// isArgument reports whether a value is the argument given at the creation of the thread, which the
// model's first function passes on.
func (a *prover) isArgument(x value, t pointsto.ThreadID) bool {
	root := a.pts.Threads[t].Root
	view := a.pts.View(root)
	if x.n != root || !view.IR.Model {
		return false
	}
	return view.Values[x.v].Kind == ssa.Def && view.Instr(x.v).Op == ir.OpLoad
}

// hasNumber reports whether an atom is the number in the argument, with at least the given number of
// bits and at most 32.
func (a *prover) hasNumber(atom int32, t pointsto.ThreadID, bits uint) bool {
	x := &a.atoms[atom]
	if !x.small {
		return false
	}
	if x.widens != 0 {
		x = &a.atoms[x.widens-1]
	}
	at := x.of
	if at.n == 0 {
		return false
	}
	for {
		at = a.root(at)
		view := a.pts.View(at.n)
		d := &view.Values[at.v]
		if d.Kind != ssa.Def {
			return false
		}
		switch view.Instr(at.v).Op {
		case ir.OpLoad:
			return a.isArgument(at, t)
		case ir.OpTrunc, ir.OpPtrToInt:
			if uint(d.Type.Bits(a.prog.Model)) < bits {
				return false
			}
			at.v = view.Arg(d.Block, d.Index, 0)
		default:
			return false
		}
	}
}

package lower

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/evalorder"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// An expression whose parts depend on one another's order (package evalorder) starts with the parts,
// in a chosen order. Its operators follow, on the results of the parts. The code has a block for each
// set of parts that are evaluated already:
//
//	          {}
//	   a  /       \  b         choose order: 0 takes the leftmost part, 1 passes it over
//	     {a}     {b}
//	   b  \       /  a
//	         {a,b}              the values are in registers
//
// so n parts are written down 2^(n-1) times each, and there are no cycles. A part on which no
// remaining part depends is evaluated at once, without a choice.

// maxOrdered is the number of parts up to which every order is in the code. Of more,
// there are the order from left to right and that from right to left.
const maxOrdered = 4

// maxCopies bounds how often an expression within parts within parts is written down.
const maxCopies = 64

// orderState holds the state of a function for orders of evaluation.
type orderState struct {
	arranged map[any]bool // sites being lowered
	copies   int          // of the code being lowered, because of sites around it
	left     []ir.Unsequenced
}

func newOrderState() orderState { return orderState{arranged: make(map[any]bool), copies: 1} }

// readyPart is the result of an evaluated part.
type readyPart struct {
	place place      // of an lvalue or a structure
	value ir.Operand // of a scalar, or the value of an lvalue before it is assigned
}

// readyOld returns the value that an lvalue had when its part was evaluated, or zero.
func (f *function) readyOld(lv tree.Expr) ir.Operand { return f.ready[lv].value }

func nothing() {}

// arrange evaluates the parts of an expression whose order can matter. The caller then lowers the
// expression, and afterwards calls the returned function.
func (f *function) arrange(e tree.Expr) func() {
	if s := f.opts.Sequence.Of(e); s != nil && !f.order.arranged[e] {
		return f.arrangeSite(e, s)
	}
	return nothing
}

// arrangeInit is arrange for an initialiser list.
func (f *function) arrangeInit(in *tree.Init) func() {
	if s := f.opts.Sequence.OfInit(in); s != nil && !f.order.arranged[in] {
		return f.arrangeSite(in, s)
	}
	return nothing
}

func (f *function) arrangeSite(key any, s *evalorder.Site) func() {
	if s.Undefined {
		f.leave(ir.UndefinedOrder, s)
	}
	if s.Racy {
		f.leave(ir.RacyOrder, s)
	}
	n := len(s.Parts)
	if n == 0 {
		return nothing
	}
	copies := 2
	if n <= maxOrdered {
		copies = 1 << (n - 1)
	}
	if f.opts.LeftToRight || s.Single || f.order.copies*copies > maxCopies {
		f.leave(ir.LeftToRight, s)
		return nothing
	}
	if s.Whole || n > maxOrdered {
		f.leave(ir.SomeOrders, s)
	}
	o := &ordering{function: f, site: s, regs: make([]ir.Reg, n), olds: make([]ir.Reg, n), lvalues: make([]place, n)}
	f.order.copies *= copies
	f.b.Pos = s.Pos
	if n <= maxOrdered {
		o.anyOrder()
	} else {
		o.bothWays()
	}
	f.order.copies /= copies
	for i := range s.Parts {
		f.ready[s.Parts[i].X] = o.result(i)
	}
	f.order.arranged[key] = true
	return func() {
		delete(f.order.arranged, key)
		for i := range s.Parts {
			delete(f.ready, s.Parts[i].X)
		}
	}
}

// leave notes that not every order of a site is in the code; once for the full
// expression.
func (f *function) leave(kind ir.OrderKind, s *evalorder.Site) {
	u := ir.Unsequenced{Kind: kind, Pos: s.Full}
	if !slices.Contains(f.order.left, u) {
		f.order.left = append(f.order.left, u)
	}
}

// ordering evaluates the parts of a site.
type ordering struct {
	*function
	site    *evalorder.Site
	regs    []ir.Reg // by part: its value, or the address of its place
	olds    []ir.Reg // by part: the value before an assignment
	lvalues []place
}

// anyOrder lets every order be chosen. A state is the set of parts that are evaluated.
func (o *ordering) anyOrder() {
	n := len(o.site.Parts)
	all := uint(1)<<n - 1
	blocks := make([]ir.BlockID, all+1)
	to := func(set uint) ir.BlockID {
		if blocks[set] == 0 {
			blocks[set] = o.b.NewBlock()
		}
		return blocks[set]
	}
	o.b.Br(to(0))
	for set := range all {
		if blocks[set] == 0 {
			continue // no order passes here
		}
		o.open(blocks[set])
		for i := range n { // parts on which no remaining part depends
			if set>>i&1 == 0 && !o.depends(i, set) {
				o.part(i)
				set |= 1 << i
			}
		}
		if set == all {
			o.b.Br(to(all))
			continue
		}
		o.next(set, to)
	}
	o.open(to(all))
}

// depends reports whether a part that is not in a set depends on another such part.
func (o *ordering) depends(i int, set uint) bool {
	for j := range o.site.Parts {
		if j != i && set>>j&1 == 0 && o.site.Depend(i, j) {
			return true
		}
	}
	return false
}

// next chooses which part that is not in a set comes now: from the left, each is taken or
// passed over, and the last one is taken.
func (o *ordering) next(set uint, to func(uint) ir.BlockID) {
	left := len(o.site.Parts) - bits.OnesCount(set)
	for i := range o.site.Parts {
		if set>>i&1 != 0 {
			continue
		}
		if left--; left == 0 {
			o.part(i)
			o.b.Br(to(set | 1<<i))
			return
		}
		o.b.Pos = o.site.Pos
		take, pass := o.b.NewBlock(), o.b.NewBlock()
		o.b.CondBr(o.b.Choose(ir.I1, ir.ChooseOrder), pass, take)
		o.open(take)
		o.part(i)
		o.b.Br(to(set | 1<<i))
		o.open(pass)
	}
}

// bothWays lets the order from left to right and its reverse be chosen.
func (o *ordering) bothWays() {
	forth, back, end := o.b.NewBlock(), o.b.NewBlock(), o.b.NewBlock()
	o.b.CondBr(o.b.Choose(ir.I1, ir.ChooseOrder), back, forth)
	o.open(forth)
	for i := range o.site.Parts {
		o.part(i)
	}
	o.b.Br(end)
	o.open(back)
	for i := len(o.site.Parts) - 1; i >= 0; i-- {
		o.part(i)
	}
	o.b.Br(end)
	o.open(end)
}

// part evaluates a part into its registers, which every path shares.
func (o *ordering) part(i int) {
	p := &o.site.Parts[i]
	switch t := p.X.Type(); {
	case p.Role != evalorder.Value:
		o.keepPlace(i, o.lvalue(p.X))
		if p.Role == evalorder.Old {
			v := o.load(o.lvalues[i])
			o.keep(&o.olds[i], v)
		}
	case t.IsRecord():
		at := o.tempMemory(t)
		o.aggregate(p.X, place{typ: t.Unqualified(), addr: at})
		o.keepPlace(i, place{typ: t.Unqualified(), addr: at})
	default:
		if v := o.rvalue(p.X); v != 0 {
			o.keep(&o.regs[i], v)
		}
	}
}

// keep copies a value to the register that is made for it.
func (o *ordering) keep(r *ir.Reg, v ir.Operand) {
	if *r == 0 {
		*r = o.newTemp(o.b.TypeOf(v))
	}
	o.b.CopyTo(*r, v)
}

func (o *ordering) keepPlace(i int, p place) {
	if p.reg == 0 {
		o.keep(&o.regs[i], o.materialise(p.addr))
		p.addr = address{base: ir.RegOperand(o.regs[i])}
	}
	o.lvalues[i] = p
}

func (o *ordering) result(i int) readyPart {
	p := &o.site.Parts[i]
	r := readyPart{place: o.lvalues[i]}
	if p.Role == evalorder.Value && o.regs[i] != 0 {
		r.value = ir.RegOperand(o.regs[i])
	}
	if o.olds[i] != 0 {
		r.value = ir.RegOperand(o.olds[i])
	}
	return r
}

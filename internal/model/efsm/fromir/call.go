package fromir

import (
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// backBits is the width of the variables that say where to return to.
const backBits = 16

func (x *region) call(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	args := make([]term.ID, len(in.Args))
	for i, a := range in.Args {
		args[i] = x.arg(c, p, a)
	}
	callees := c.calls[at]
	if in.Op == ir.OpCall {
		if len(callees) == 0 {
			return x.unsupported(p, "call of a function without a definition")
		}
		return x.callTo(c, at, callees[0], args, p)
	}
	var out *path
	rest := term.True
	for _, callee := range callees {
		if callee == nil {
			return x.bound(p, term.False, verdict.RecursionBound, x.b.opts.Instances)
		}
		is := s.Eq(args[0], x.b.first(objectKey{fn: callee.fid}))
		rest = s.And(rest, s.Not(is))
		if q := x.fork(p, is); q != nil {
			q = x.callTo(c, at, callee, args[1:], q)
			out = x.merge(out, q)
		}
	}
	x.where(c, at)
	if q := x.fork(p, rest); q != nil {
		x.require(q, term.False, verdict.Memory, verdict.NullDereference, "call through a pointer to no function")
	}
	return out
}

// callTo executes a call of a copy; nil: it returns elsewhere, or not at all.
func (x *region) callTo(c *copied, at ir.At, callee *copied, args []term.ID, p *path) *path {
	if callee == nil {
		return x.bound(p, term.False, verdict.RecursionBound, x.b.opts.Instances)
	}
	if callee.fn.Variadic {
		return x.unsupported(p, "a function with a variable number of arguments")
	}
	for i, r := range callee.fn.Params {
		if i < len(args) {
			x.set(callee, p, r, x.adapt(args[i], callee.fn.Regs[r].Type))
		} else {
			return x.unsupported(p, "a call with too few arguments")
		}
	}
	p = x.zero(callee, p)
	if len(callee.callers) > 1 && p.depth == 0 {
		for k, from := range callee.callers {
			if from.copied == c && from.At == at {
				p.vals[x.back(callee)] = x.b.terms.Uint(uint64(k), backBits)
			}
		}
		x.leave(p, cut{copied: callee, At: ir.At{Block: 1, Index: 0}})
		return nil
	}
	if p = x.body(callee, ir.At{Block: 1, Index: 0}, p); p == nil {
		return nil
	}
	x.deliver(callee, caller{c, at}, p)
	x.where(c, at)
	return p
}

// back returns the variable that says where a copy returns to.
func (x *region) back(c *copied) efsm.VarID {
	if c.back == 0 {
		c.back = x.b.sys.AddVar(efsm.Var{
			Name: c.fn.Name + "." + strconv.Itoa(c.id) + ".back", Thread: x.t.id, Sort: term.BV(backBits), Init: x.b.terms.Uint(0, backBits),
		})
	}
	return c.back
}

// returns leaves a copy with several callers towards its current caller.
func (x *region) returns(c *copied, p *path) {
	s := x.b.terms
	back := x.value(p, x.back(c))
	for k, from := range c.callers {
		if q := x.fork(p, s.Eq(back, s.Uint(uint64(k), backBits))); q != nil {
			x.deliver(c, from, q)
			x.leave(q, cut{copied: from.copied, At: ir.At{Block: from.Block, Index: from.Index + 1}})
		}
	}
}

// deliver gives a caller the result of a copy.
func (x *region) deliver(c *copied, from caller, p *path) {
	in := &from.copied.fn.Blocks[from.Block].Instrs[from.Index]
	if in.Dst == 0 {
		return
	}
	v := x.b.zeroOf(in.Type)
	if c.result != 0 {
		v = x.adapt(x.value(p, c.result), in.Type)
	}
	x.set(from.copied, p, in.Dst, v)
}

// adapt returns a value in the width of a type.
func (x *region) adapt(v term.ID, typ ir.Type) term.ID {
	s := x.b.terms
	if typ == ir.I1 || s.Sort(v) == term.Bool {
		return v
	}
	switch w := x.b.bits(typ); {
	case w < s.Width(v) && x.b.tag > 0 && s.Width(v) == x.b.width():
		x.refuse("a pointer passed as a number")
	case w < s.Width(v):
		return s.Extract(v, w-1, 0)
	case w > s.Width(v):
		return s.Zext(v, w)
	}
	return v
}

package fromir

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// body executes a copy from a place on, and returns the merged paths on which the copy returns, with
// its result in its result variable; nil: none. It visits blocks in reverse post-order, so all paths to
// a block have met before it is executed. An edge to an earlier block, or to the head of a loop, leaves
// the region.
func (x *region) body(c *copied, at ir.At, p *path) *path {
	pending := make([]*path, len(c.fn.Blocks))
	pending[at.Block] = p
	var out *path
	for i := c.flow.rank[at.Block]; i < len(c.flow.order); i++ {
		bl := c.flow.order[i]
		p := pending[bl]
		if p == nil {
			continue
		}
		from := 0
		if bl == at.Block {
			from = at.Index
		}
		if p = x.block(c, bl, from, p); p != nil {
			out = x.merge(out, x.terminate(c, bl, p, pending))
		}
	}
	return out
}

// block executes the instructions of a block from one on; nil: no path gets to its
// end.
func (x *region) block(c *copied, bl ir.BlockID, from int, p *path) *path {
	for i := from; i < len(c.fn.Blocks[bl].Instrs); i++ {
		at := ir.At{Block: bl, Index: i}
		if p.depth == 0 && x.at != (cut{copied: c, At: at}) && x.b.asks(c, at) {
			x.leave(p, cut{copied: c, At: at})
			return nil
		}
		x.where(c, at)
		if p = x.instr(c, at, &c.fn.Blocks[bl].Instrs[i], p); p == nil {
			return nil
		}
	}
	x.where(c, ir.At{Block: bl, Index: len(c.fn.Blocks[bl].Instrs)})
	return p
}

// terminate executes the end of a block. It returns the path if it returns.
func (x *region) terminate(c *copied, bl ir.BlockID, p *path, pending []*path) *path {
	s := x.b.terms
	t := &c.fn.Blocks[bl].Term
	switch t.Op {
	case ir.TermBr:
		x.jump(c, t.Targets[0], p, pending)
	case ir.TermCondBr:
		cond := x.arg(c, p, t.Arg)
		for i, on := range []term.ID{cond, s.Not(cond)} {
			if q := x.fork(p, on); q != nil {
				x.jump(c, t.Targets[i], q, pending)
			}
		}
	case ir.TermSwitch:
		v := x.vector(x.arg(c, p, t.Arg))
		w := s.Width(v)
		none := term.True
		for i, k := range t.Cases {
			in := s.And(s.Ule(s.Uint(k.Lo, w), v), s.Ule(v, s.Uint(k.Hi, w)))
			if k.Lo == k.Hi {
				in = s.Eq(v, s.Uint(k.Lo, w))
			}
			none = s.And(none, s.Not(in))
			if q := x.fork(p, in); q != nil {
				x.jump(c, t.Targets[i+1], q, pending)
			}
		}
		if q := x.fork(p, none); q != nil {
			x.jump(c, t.Targets[0], q, pending)
		}
	case ir.TermRet:
		if t.HasArg {
			p.vals[x.result(c)] = x.arg(c, p, t.Arg)
		}
		return p
	case ir.TermHalt:
		x.halts(p, term.True)
	case ir.TermThreadExit:
		if p.depth > 0 {
			x.unsupported(p, "the end of a thread in an atomic section")
			return nil
		}
		x.leave(p, cut{})
	case ir.TermUnreachable:
		x.unsupported(p, "control reaches a place that the front end declared unreachable")
	}
	return nil
}

func (x *region) jump(c *copied, to ir.BlockID, p *path, pending []*path) {
	if c.flow.loops.At(to) != ir.NoLoop {
		x.leave(p, cut{copied: c, At: ir.At{Block: to, Index: 0}})
		return
	}
	x.drop(p, c, to)
	pending[to] = x.merge(pending[to], p)
}

func (x *region) reg(c *copied, r ir.Reg) efsm.VarID {
	if c.regs[r] == 0 {
		info := &c.fn.Regs[r]
		name := "r" + strconv.Itoa(int(r))
		if info.Name != "" {
			name = info.Name + "." + strconv.Itoa(int(r))
		}
		c.regs[r] = x.b.sys.AddVar(efsm.Var{
			Name: c.fn.Name + "." + strconv.Itoa(c.id) + "." + name, Thread: x.t.id, Sort: x.b.sort(info.Type), Init: x.b.zeroOf(info.Type),
		})
	}
	return c.regs[r]
}

// result returns the variable for the result of a copy.
func (x *region) result(c *copied) efsm.VarID {
	if c.result == 0 {
		c.result = x.b.sys.AddVar(efsm.Var{
			Name: c.fn.Name + "." + strconv.Itoa(c.id) + ".result", Thread: x.t.id, Sort: x.b.sort(c.fn.Result), Init: x.b.zeroOf(c.fn.Result),
		})
	}
	return c.result
}

func (b *builder) sort(t ir.Type) term.Sort {
	if t == ir.I1 {
		return term.Bool
	}
	return term.BV(b.bits(t))
}

func (b *builder) zeroOf(t ir.Type) term.ID {
	if t == ir.I1 {
		return term.False
	}
	return b.terms.Const(term.Word{}, b.bits(t))
}

func (x *region) arg(c *copied, p *path, o ir.Operand) term.ID {
	if !o.IsConst() {
		return x.value(p, x.reg(c, o.Reg()))
	}
	k := c.fn.Consts[o.Const()]
	if k.Type == ir.I1 {
		return x.b.terms.Bool(k.Lo != 0)
	}
	return x.b.terms.Const(k.Word, x.b.bits(k.Type))
}

func (x *region) set(c *copied, p *path, r ir.Reg, v term.ID) {
	if r == 0 {
		return
	}
	id := x.reg(c, r)
	s := x.b.terms
	if sort := x.b.sys.Vars[id].Sort; sort != s.Sort(v) {
		if sort == term.Bool {
			v = s.Eq(s.Extract(v, 0, 0), s.Uint(1, 1))
		} else if s.Sort(v) == term.Bool {
			v = s.Ite(v, s.Uint(1, sort.Width()), s.Uint(0, sort.Width()))
		}
	}
	p.vals[id] = v
}

// vector returns a value as a bit-vector.
func (x *region) vector(v term.ID) term.ID {
	if s := x.b.terms; s.Sort(v) == term.Bool {
		return s.Ite(v, s.Uint(1, 1), s.Uint(0, 1))
	}
	return v
}

// zero makes the registers of a copy zero that are read before they are assigned.
func (x *region) zero(c *copied, p *path) *path {
	for r := 1; r < len(c.fn.Regs); r++ {
		if c.flow.live.Has(1, ir.Reg(r)) && !slices.Contains(c.fn.Params, ir.Reg(r)) {
			p.vals[x.reg(c, ir.Reg(r))] = x.b.zeroOf(c.fn.Regs[r].Type)
		}
	}
	return p
}

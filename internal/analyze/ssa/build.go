package ssa

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// builder is the state of Build.
type builder struct {
	f      *Func
	consts []ValueID            // by index in Consts
	params map[ir.Reg]ValueID   // at the start of the entry
	zeros  map[ir.Type]ValueID  // by type
	last   []map[ir.Reg]ValueID // by block: values at its end of the registers assigned in it
	first  []map[ir.Reg]ValueID // by block: values at its start, as far as requested
	same   []ValueID            // by value: its replacement, or itself
}

// Build returns the view of a function that has a body and passed ir.Check.
func Build(fn *ir.Func) *Func {
	n := len(fn.Blocks)
	f := &Func{IR: fn, Loops: fn.Loops(), Values: make([]Value, 1), args: make([][][]ValueID, n), defs: make([][]ValueID, n), terms: make([]ValueID, n)}
	b := &builder{
		f: f, consts: make([]ValueID, len(fn.Consts)),
		params: make(map[ir.Reg]ValueID), zeros: make(map[ir.Type]ValueID),
		last: make([]map[ir.Reg]ValueID, n), first: make([]map[ir.Reg]ValueID, n),
	}
	f.order()
	for i, r := range fn.Params {
		b.params[r] = b.add(Value{Kind: Param, Type: fn.Regs[r].Type, Index: i})
	}
	for _, id := range f.Order {
		b.number(id)
	}
	for _, id := range f.Order {
		b.read(id)
	}
	b.simplify()
	return f
}

func (f *Func) order() {
	f.Order = f.Loops.Dom.Order
	f.Preds = make([][]ir.BlockID, len(f.IR.Blocks))
	for _, b := range f.Order {
		for _, to := range f.IR.Blocks[b].Term.Targets {
			f.Preds[to] = append(f.Preds[to], b)
		}
	}
}

func (b *builder) add(v Value) ValueID {
	b.f.Values = append(b.f.Values, v)
	return ValueID(len(b.f.Values) - 1)
}

// number gives the results of a block their values.
func (b *builder) number(id ir.BlockID) {
	block := &b.f.IR.Blocks[id]
	b.last[id] = make(map[ir.Reg]ValueID)
	b.f.args[id] = make([][]ValueID, len(block.Instrs))
	b.f.defs[id] = make([]ValueID, len(block.Instrs))
	for i := range block.Instrs {
		if in := &block.Instrs[i]; in.Dst != 0 {
			v := b.add(Value{Kind: Def, Type: b.f.IR.Regs[in.Dst].Type, Block: id, Index: i})
			b.f.defs[id][i] = v
			b.last[id][in.Dst] = v
		}
	}
}

// read determines the values of a block's operands.
func (b *builder) read(id ir.BlockID) {
	block := &b.f.IR.Blocks[id]
	now := make(map[ir.Reg]ValueID)
	value := func(o ir.Operand) ValueID {
		if o.IsConst() {
			return b.constant(o.Const())
		}
		if v, ok := now[o.Reg()]; ok {
			return v
		}
		return b.atStart(id, o.Reg())
	}
	for i := range block.Instrs {
		in := &block.Instrs[i]
		list := make([]ValueID, len(in.Args))
		for k, o := range in.Args {
			list[k] = value(o)
		}
		b.f.args[id][i] = list
		if in.Dst != 0 {
			now[in.Dst] = b.f.defs[id][i]
		}
	}
	if t := &block.Term; t.Op == ir.TermCondBr || t.Op == ir.TermSwitch || t.Op == ir.TermHalt || t.Op == ir.TermRet && t.HasArg {
		b.f.terms[id] = value(t.Arg)
	}
}

func (b *builder) constant(i int) ValueID {
	if b.consts[i] == NoValue {
		b.consts[i] = b.add(Value{Kind: Const, Type: b.f.IR.Consts[i].Type, Index: i})
	}
	return b.consts[i]
}

// atStart returns the value of a register at the start of a block.
func (b *builder) atStart(id ir.BlockID, r ir.Reg) ValueID {
	if v, ok := b.first[id][r]; ok {
		return v
	}
	if b.first[id] == nil {
		b.first[id] = make(map[ir.Reg]ValueID)
	}
	preds := b.f.Preds[id]
	if id == 1 && len(preds) == 0 {
		v := b.atEntry(r)
		b.first[id][r] = v
		return v
	}
	if len(preds) == 1 && id != 1 {
		v := b.atEnd(preds[0], r)
		b.first[id][r] = v
		return v
	}
	phi := b.add(Value{Kind: Phi, Type: b.f.IR.Regs[r].Type, Block: id})
	b.first[id][r] = phi
	args := make([]ValueID, 0, len(preds)+1)
	for _, p := range preds {
		args = append(args, b.atEnd(p, r))
	}
	if id == 1 {
		args = append(args, b.atEntry(r)) // control also comes from the caller
	}
	b.f.Values[phi].Args = args
	return phi
}

func (b *builder) atEnd(id ir.BlockID, r ir.Reg) ValueID {
	if v, ok := b.last[id][r]; ok {
		return v
	}
	return b.atStart(id, r)
}

func (b *builder) atEntry(r ir.Reg) ValueID {
	if v, ok := b.params[r]; ok {
		return v
	}
	t := b.f.IR.Regs[r].Type
	if b.zeros[t] == NoValue {
		b.zeros[t] = b.add(Value{Kind: Zero, Type: t})
	}
	return b.zeros[t]
}

// simplify replaces phis that are one value by it, everywhere.
func (b *builder) simplify() {
	b.same = make([]ValueID, len(b.f.Values))
	for v := range b.same {
		b.same[v] = ValueID(v)
	}
	for changed := true; changed; {
		changed = false
		for v := 1; v < len(b.f.Values); v++ {
			if b.f.Values[v].Kind != Phi || b.same[v] != ValueID(v) {
				continue
			}
			if only := b.only(ValueID(v)); only != NoValue {
				b.same[v] = only
				changed = true
			}
		}
	}
	for v := range b.f.Values {
		if b.same[v] != ValueID(v) {
			b.f.Values[v].Kind, b.f.Values[v].Args = Replaced, nil
		}
		b.resolve(b.f.Values[v].Args)
	}
	for _, id := range b.f.Order {
		for _, args := range b.f.args[id] {
			b.resolve(args)
		}
		b.f.terms[id] = b.find(b.f.terms[id])
		for r, v := range b.first[id] {
			b.first[id][r] = b.find(v)
		}
	}
	b.f.first = b.first
}

// only returns the single value of a phi's arguments, apart from itself, or NoValue.
func (b *builder) only(phi ValueID) ValueID {
	only := NoValue
	for _, a := range b.f.Values[phi].Args {
		switch a = b.find(a); {
		case a == phi || a == only:
		case only != NoValue:
			return NoValue
		default:
			only = a
		}
	}
	return only
}

func (b *builder) find(v ValueID) ValueID {
	for b.same[v] != v {
		v = b.same[v]
	}
	return v
}

func (b *builder) resolve(list []ValueID) {
	for i, v := range list {
		list[i] = b.find(v)
	}
}

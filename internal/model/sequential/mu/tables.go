package mu

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// code emits code of a function of the sequential program.
type code struct {
	m *unwinding
	b *ir.FuncBuilder
}

// table is an array that the method keeps.
type table struct {
	global ir.GlobalID
	typ    ir.Type // of an element
}

// table adds a table.
func (m *unwinding) table(name string, elements int, typ ir.Type) table {
	n := typ.Bytes(m.seq.Inlined.Source.Model)
	return table{m.seq.AddGlobal(ir.Global{Name: "mu." + name, Size: int64(elements) * n, Align: n, Model: true}), typ}
}

// function starts a function of the sequential program.
func (m *unwinding) function(name string) *code {
	c := &code{m, m.seq.NewFunc(name)}
	c.b.F.Model = true
	return c
}

func (c *code) byteConst(v int) ir.Operand { return c.b.Int(ir.I8, uint64(v)) }

func (c *code) number(v int) ir.Operand { return c.b.Int(ir.I16, uint64(v)) }

// at returns an index of a table.
func (c *code) at(v int) ir.Operand { return c.b.Int(c.b.Model.PtrInt(), uint64(v)) }

// constant returns the value of a constant operand.
func (c *code) constant(o ir.Operand) (uint64, bool) {
	if !o.IsConst() {
		return 0, false
	}
	return c.b.F.Consts[o.Const()].Lo, true
}

// unsigned returns the declared type of a variable for numbers.
func (m *unwinding) unsigned(t ir.Type) ir.CTypeID {
	if t == ir.I1 {
		return 0
	}
	size, types := t.Bytes(m.seq.Program.Model), &m.seq.Program.CTypes
	is := func(c ir.CType) bool { return c.Kind == ir.CInt && c.Size == size && !c.Signed && c.Name == "" }
	if i := slices.IndexFunc(*types, is); i >= 0 {
		return ir.CTypeID(i)
	}
	*types = append(slices.Clip(*types), ir.CType{Kind: ir.CInt, Size: size})
	return ir.CTypeID(len(*types) - 1)
}

// plus and times compute indices.
func (c *code) plus(x, y ir.Operand) ir.Operand {
	u, known := c.constant(x)
	v, both := c.constant(y)
	switch {
	case known && both:
		return c.at(int(u + v))
	case both && v == 0:
		return x
	case known && u == 0:
		return y
	}
	return c.b.Binary(ir.OpAdd, 0, x, y)
}

func (c *code) times(x ir.Operand, n int) ir.Operand {
	if v, known := c.constant(x); known {
		return c.at(int(v) * n)
	}
	if n == 1 {
		return x
	}
	return c.b.Binary(ir.OpMul, 0, x, c.at(n))
}

// asByte returns an index as a position.
func (c *code) asByte(x ir.Operand) ir.Operand {
	if v, known := c.constant(x); known {
		return c.byteConst(int(v))
	}
	return c.b.Convert(ir.OpTrunc, ir.I8, x)
}

// get and put access an element of a table.
func (c *code) get(t table, index ir.Operand) ir.Operand {
	return c.b.Load(t.typ, c.element(t, index), ir.Access{Align: int32(t.typ.Bytes(c.b.Model))})
}

func (c *code) put(t table, index, v ir.Operand) {
	c.b.Store(c.element(t, index), v, ir.Access{Align: int32(t.typ.Bytes(c.b.Model))})
}

func (c *code) element(t table, index ir.Operand) ir.Operand {
	start, by := c.b.GlobalAddr(t.global), c.times(index, int(t.typ.Bytes(c.b.Model)))
	if n, known := c.constant(by); known {
		return c.b.Moved(start, int64(n))
	}
	return c.b.PtrAdd(start, by)
}

// flag and raise access a table of one byte that is 0 or 1.
func (c *code) flag(t table) ir.Operand { return c.b.NonZero(c.get(t, c.at(0))) }

func (c *code) raise(t table) { c.put(t, c.at(0), c.byteConst(1)) }

// up and down emit a loop in which an index goes from a first to a last number, which is at
// least 1 for down.
func (c *code) up(first, last int, body func(i ir.Operand)) {
	c.loop(c.at(first), func(i ir.Operand) ir.Operand { return c.b.LessOrEqual(i, c.at(last)) }, ir.OpAdd, body)
}

func (c *code) down(first int, last ir.Operand, body func(i ir.Operand)) {
	c.loop(c.at(first), func(i ir.Operand) ir.Operand { return c.b.LessOrEqual(last, i) }, ir.OpSub, body)
}

func (c *code) loop(first ir.Operand, more func(i ir.Operand) ir.Operand, step ir.Op, body func(i ir.Operand)) {
	r := c.b.NewReg(c.b.Model.PtrInt(), "i", c.m.unsigned(c.b.Model.PtrInt()))
	i := ir.RegOperand(r)
	head, inside, on := c.b.NewBlock(), c.b.NewBlock(), c.b.NewBlock()
	c.b.CopyTo(r, first)
	c.b.Br(head)
	c.b.SetBlock(head)
	c.b.CondBr(more(i), inside, on)
	c.b.SetBlock(inside)
	body(i)
	c.b.CopyTo(r, c.b.Binary(step, 0, i, c.at(1)))
	c.b.Br(head)
	c.b.SetBlock(on)
}

// variable emits a variable with its first value.
func (c *code) variable(name string, first ir.Operand) ir.Reg {
	r := c.b.NewReg(c.b.TypeOf(first), name, c.m.unsigned(c.b.TypeOf(first)))
	c.b.CopyTo(r, first)
	return r
}

// and, or, not and choice compute with i1 values, some of which are known.
func (c *code) and(x, y ir.Operand) ir.Operand {
	return c.junction(x, y, 0, c.b.And)
}

func (c *code) or(x, y ir.Operand) ir.Operand {
	return c.junction(x, y, 1, c.b.Or)
}

// junction emits an operation such as "and": a known operand either decides the result, if it has the
// value decides, or has no effect.
func (c *code) junction(x, y ir.Operand, decides uint64, emit func(x, y ir.Operand) ir.Operand) ir.Operand {
	for _, o := range [][2]ir.Operand{{x, y}, {y, x}} {
		if v, known := c.constant(o[0]); known && v == decides {
			return o[0]
		} else if known {
			return o[1]
		}
	}
	return emit(x, y)
}

func (c *code) not(x ir.Operand) ir.Operand {
	if v, known := c.constant(x); known {
		return c.b.Int(ir.I1, 1-v)
	}
	return c.b.Not(x)
}

func (c *code) choice(cond, x, y ir.Operand) ir.Operand {
	v, known := c.constant(cond)
	switch {
	case known && v == 1, x == y:
		return x
	case known:
		return y
	}
	return c.b.Select(cond, x, y)
}

// asFlag returns an i1 as a byte.
func (c *code) asFlag(x ir.Operand) ir.Operand { return c.b.Convert(ir.OpZExt, ir.I8, x) }

// anyWord emits a choice of a word.
func (c *code) anyWord() ir.Operand {
	return c.asWord(c.b.Choose(ir.Int(c.m.plain+c.m.tagged), ir.ChooseNondet))
}

// guessOf emits a choice among the values that may be written to a unit, as a word.
func (c *code) guessOf(t *unit) ir.Operand {
	width := int(t.size) * 8
	n, sign := t.values.guessBits(width)
	v := c.b.Choose(ir.Int(n), ir.ChooseNondet)
	if sign {
		v = c.b.Convert(ir.OpSExt, ir.Int(width), v)
	}
	return c.asWord(v)
}

// asWord returns an integer as a word.
func (c *code) asWord(v ir.Operand) ir.Operand {
	if c.b.TypeOf(v) == c.m.word {
		return v
	}
	return c.b.Convert(ir.OpZExt, c.m.word, v)
}

// pick returns the element of a table whose number is a byte. The number counts from from and is
// between first and last. Each bit of it halves the remaining elements.
func (c *code) pick(t table, from, x ir.Operand, first, last int) ir.Operand {
	return c.b.Call(c.m.picker(picking{t.typ, first, last}), t.typ, c.element(t, from), x)
}

// picking describes a selection function: it selects an element of a type by a number from first to
// last.
type picking struct {
	typ         ir.Type
	first, last int
}

// picker returns the function for a selection.
func (m *unwinding) picker(k picking) ir.FuncID {
	if id, ok := m.pickers[k]; ok {
		return id
	}
	c := m.function(fmt.Sprintf("element.%d.%d.%d", k.typ.Bits(m.seq.Program.Model), k.first, k.last))
	c.b.F.Result = k.typ
	start := ir.RegOperand(c.b.Param(ir.Ptr, "table", 0))
	x := ir.RegOperand(c.b.Param(ir.I8, "i", 0))
	var is []ir.Operand
	for bit := range bits.Len(uint(k.last)) {
		v := x
		if bit > 0 {
			v = c.b.Binary(ir.OpLShr, 0, x, c.byteConst(bit))
		}
		is = append(is, c.b.Convert(ir.OpTrunc, ir.I1, v))
	}
	c.b.Ret(c.pickAmong(k, is, 0, func(i int) ir.Operand {
		n := k.typ.Bytes(c.b.Model)
		return c.b.Load(k.typ, c.b.Moved(start, int64(i)*n), ir.Access{Align: int32(n)})
	}))
	m.pickers[k] = m.seq.AddFunc(c.b)
	return m.pickers[k]
}

// pickAmong is pick among the elements whose bits beyond is are known; 0: there are none.
func (c *code) pickAmong(k picking, is []ir.Operand, from int, element func(i int) ir.Operand) ir.Operand {
	bit := len(is)
	if from > k.last || from+1<<bit <= k.first {
		return 0
	}
	if bit == 0 {
		return element(from)
	}
	low := c.pickAmong(k, is[:bit-1], from, element)
	high := c.pickAmong(k, is[:bit-1], from+1<<(bit-1), element)
	switch {
	case low == 0:
		return high
	case high == 0:
		return low
	}
	return c.b.Select(is[bit-1], high, low)
}

// among returns of the unit that an access is to whether it is written, and the value, given
// these of every unit.
func (c *code) among(at unitRef, of func(t *unit) (written, value ir.Operand)) (written, value ir.Operand) {
	written, value = c.b.Int(ir.I1, 0), c.b.Int(c.m.word, 0)
	for _, t := range at.units {
		has, last := of(t)
		if at.only {
			return has, last
		}
		this := c.b.Equal(at.number, c.number(t.number))
		written, value = c.b.Select(this, has, written), c.b.Select(this, last, value)
	}
	return written, value
}

// hits returns whether a write is done, and to a unit that it may be to.
func (c *code) hits(w unitWrite, t *unit) ir.Operand {
	if w.at.only {
		return w.done
	}
	return c.and(w.done, c.b.Equal(w.at.number, c.number(t.number)))
}

// seekAndRead is memory.read where a read is nothing else.
func (c *code) seekAndRead(thread ir.Operand, at unitRef) (written, value ir.Operand) {
	c.m.memory.seek(c, thread, &footprint{units: at.units})
	return c.m.memory.row(c, thread, at)
}

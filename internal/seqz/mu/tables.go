package mu

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/ir"
)

// code emits code of a function of the sequential program.
type code struct {
	m *unwinding
	b *ir.FuncBuilder
}

func (c *code) byteConst(v int) ir.Operand { return c.b.Int(ir.I8, uint64(v)) }

func (c *code) number(v int) ir.Operand { return c.b.Int(ir.I16, uint64(v)) }

// get and put access an element of a table.
func (c *code) get(g ir.GlobalID, index int, typ ir.Type) ir.Operand {
	return c.b.Load(typ, c.element(g, index, typ), ir.Access{Align: int32(typ.Bytes(c.b.Model))})
}

func (c *code) put(g ir.GlobalID, index int, v ir.Operand) {
	typ := c.b.TypeOf(v)
	c.b.Store(c.element(g, index, typ), v, ir.Access{Align: int32(typ.Bytes(c.b.Model))})
}

func (c *code) element(g ir.GlobalID, index int, typ ir.Type) ir.Operand {
	return c.b.Moved(c.b.GlobalAddr(g), int64(index)*typ.Bytes(c.b.Model))
}

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

// index is a number from first to last by which elements of tables are picked.
type index struct {
	bits        []ir.Operand // i1, the least significant one first
	first, last int
}

// index takes a number apart.
func (c *code) index(x ir.Operand, first, last int) index {
	at := index{first: first, last: last}
	for k := range bits.Len(uint(last)) {
		v := x
		if k > 0 {
			v = c.b.Binary(ir.OpLShr, 0, x, c.byteConst(k))
		}
		at.bits = append(at.bits, c.b.Convert(ir.OpTrunc, ir.I1, v))
	}
	return at
}

// pick returns the element of a table that an index says, by halves: with a bit, half
// of the elements that are left are ruled out.
func (c *code) pick(at index, element func(i int) ir.Operand) ir.Operand {
	return c.pickAmong(at, len(at.bits), 0, element)
}

// pickAmong is pick among those whose bits from one on are known; 0: there are none.
func (c *code) pickAmong(at index, bit, from int, element func(i int) ir.Operand) ir.Operand {
	if from > at.last || from+1<<bit <= at.first {
		return 0
	}
	if bit == 0 {
		return element(from)
	}
	low := c.pickAmong(at, bit-1, from, element)
	high := c.pickAmong(at, bit-1, from+1<<(bit-1), element)
	switch {
	case low == 0:
		return high
	case high == 0:
		return low
	}
	return c.b.Select(at.bits[bit-1], high, low)
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
	return c.b.And(w.done, c.b.Equal(w.at.number, c.number(t.number)))
}

// seekAndRead is memory.read where a read is nothing else.
func (c *code) seekAndRead(tid int, at unitRef) (written, value ir.Operand) {
	c.m.memory.seek(c, tid, &footprint{units: at.units})
	return c.m.memory.row(c, tid, at)
}

// is returns, for each number from first to last, whether x is that number.
func (c *code) is(x ir.Operand, first, last int) []ir.Operand {
	out := make([]ir.Operand, 0, last-first+1)
	for i := first; i <= last; i++ {
		out = append(out, c.b.Equal(x, c.byteConst(i)))
	}
	return out
}

// table adds a global for what the method keeps.
func (m *unwinding) table(name string, elements int, typ ir.Type) ir.GlobalID {
	n := typ.Bytes(m.seq.Inlined.Source.Model)
	return m.seq.AddGlobal(ir.Global{Name: "mu." + name, Size: int64(elements) * n, Align: n, Model: true})
}

// function starts a function of the sequential program.
func (m *unwinding) function(name string) *code {
	c := &code{m, m.seq.NewFunc(name)}
	c.b.F.Model = true
	return c
}

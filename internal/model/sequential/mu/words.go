package mu

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A word is the form in which a position holds a value. A pointer, or an integer made of one, is
//
//	| number of the object or function that it points to | offset |
//
// where number 0 stands for an address outside of all objects. A guessed address would be a plain
// number in the sequential program. So the possible targets are enumerated, from the pointers that are
// written to the unit (unitTable.contents).

// holds returns the targets of the pointers in any of some units.
func (c *code) holds(at unitRef) []int {
	var out []int
	for _, t := range at.units {
		for _, k := range t.holds {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// targetAddress returns the address of a target.
func (c *code) targetAddress(k int) ir.Operand {
	if t := c.m.units.targets[k]; t.fn != 0 {
		return c.b.FuncAddr(t.fn)
	}
	return c.b.GlobalAddr(c.m.units.targets[k].global)
}

// toWord returns the word for a value that is written to one of some units.
func (c *code) toWord(v ir.Operand, at unitRef) ir.Operand {
	t := c.b.TypeOf(v)
	width := t.Bits(c.b.Model)
	holds := c.holds(at)
	switch {
	case t.IsFloat():
		return c.asWord(c.b.Convert(ir.OpBitcast, ir.Int(width), v))
	case !t.IsPtr() && (len(holds) == 0 || width != c.b.Model.PtrBits()):
		return c.asWord(v)
	}
	address := v
	if t.IsPtr() {
		v = c.b.Convert(ir.OpPtrToInt, c.b.Model.PtrInt(), v)
	} else {
		address = c.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	}
	word := c.asWord(v)
	for _, k := range holds {
		start := c.targetAddress(k)
		tag := c.b.Binary(ir.OpShl, 0, c.b.Int(c.m.word, uint64(k+1)), c.b.Int(c.m.word, uint64(c.m.plain)))
		if c.m.units.targets[k].fn != 0 {
			word = c.b.Select(c.b.Equal(address, start), tag, word)
			continue
		}
		off := c.b.PtrDiff(address, start)
		size := c.b.Int(c.b.Model.PtrInt(), uint64(c.m.seq.Program.Globals[c.m.units.targets[k].global].Size))
		word = c.b.Select(c.b.LessOrEqual(off, size), c.b.Or(tag, c.asWord(off)), word)
	}
	return word
}

// fromWord returns a value of a type that is read from one of some units.
func (c *code) fromWord(word ir.Operand, t ir.Type, at unitRef) ir.Operand {
	model := c.b.Model
	width := t.Bits(model)
	v := word
	if ir.Int(width) != c.m.word {
		v = c.b.Convert(ir.OpTrunc, ir.Int(width), word)
	}
	holds := c.holds(at)
	switch {
	case t.IsFloat():
		return c.b.Convert(ir.OpBitcast, t, v)
	case !t.IsPtr() && (len(holds) == 0 || width != model.PtrBits()):
		return v
	}
	address := c.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	tag := c.b.Binary(ir.OpLShr, 0, word, c.b.Int(c.m.word, uint64(c.m.plain)))
	for _, k := range holds {
		is := c.b.Equal(tag, c.b.Int(c.m.word, uint64(k+1)))
		there := c.targetAddress(k)
		if c.m.units.targets[k].fn == 0 {
			there = c.b.PtrAdd(there, v)
		}
		address = c.b.Select(is, there, address)
	}
	if t.IsPtr() {
		return address
	}
	return c.b.Convert(ir.OpPtrToInt, t, address)
}

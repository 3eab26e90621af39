package mu

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// A word is what a position holds of a value. A pointer, or an integer made of one, is
//
//	| number of the object or function that it points to | offset |
//
// where number 0 stands for an address that is no object's. A guessed address would be
// a number to whoever executes the sequential program; so what it may point to is
// enumerated, by what pointers are written to the unit (unitTable.contents).

// holds returns the targets of the pointers in any of some units.
func (p *rewriter) holds(at unitRef) []int {
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
func (p *rewriter) targetAddress(k int) ir.Operand {
	if t := p.c.m.units.targets[k]; t.fn != 0 {
		return p.c.b.FuncAddr(t.fn)
	}
	return p.c.b.GlobalAddr(p.c.m.units.targets[k].global)
}

// toWord returns the word for a value that is written to one of some units.
func (p *rewriter) toWord(v ir.Operand, at unitRef) ir.Operand {
	t := p.c.b.TypeOf(v)
	width := t.Bits(p.c.b.Model)
	holds := p.holds(at)
	switch {
	case t.IsFloat():
		return p.c.asWord(p.c.b.Convert(ir.OpBitcast, ir.Int(width), v))
	case !t.IsPtr() && (len(holds) == 0 || width != p.c.b.Model.PtrBits()):
		return p.c.asWord(v)
	}
	address := v
	if t.IsPtr() {
		v = p.c.b.Convert(ir.OpPtrToInt, p.c.b.Model.PtrInt(), v)
	} else {
		address = p.c.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	}
	word := p.c.asWord(v)
	for _, k := range holds {
		start := p.targetAddress(k)
		tag := p.c.b.Binary(ir.OpShl, 0, p.c.b.Int(p.c.m.word, uint64(k+1)), p.c.b.Int(p.c.m.word, uint64(p.c.m.plain)))
		if p.c.m.units.targets[k].fn != 0 {
			word = p.c.b.Select(p.c.b.Equal(address, start), tag, word)
			continue
		}
		off := p.c.b.PtrDiff(address, start)
		size := p.c.b.Int(p.c.b.Model.PtrInt(), uint64(p.c.m.seq.Program.Globals[p.c.m.units.targets[k].global].Size))
		word = p.c.b.Select(p.c.b.LessOrEqual(off, size), p.c.b.Or(tag, p.c.asWord(off)), word)
	}
	return word
}

// fromWord returns a value of a type that is read from one of some units.
func (p *rewriter) fromWord(word ir.Operand, t ir.Type, at unitRef) ir.Operand {
	model := p.c.b.Model
	width := t.Bits(model)
	v := word
	if ir.Int(width) != p.c.m.word {
		v = p.c.b.Convert(ir.OpTrunc, ir.Int(width), word)
	}
	holds := p.holds(at)
	switch {
	case t.IsFloat():
		return p.c.b.Convert(ir.OpBitcast, t, v)
	case !t.IsPtr() && (len(holds) == 0 || width != model.PtrBits()):
		return v
	}
	address := p.c.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	tag := p.c.b.Binary(ir.OpLShr, 0, word, p.c.b.Int(p.c.m.word, uint64(p.c.m.plain)))
	for _, k := range holds {
		is := p.c.b.Equal(tag, p.c.b.Int(p.c.m.word, uint64(k+1)))
		there := p.targetAddress(k)
		if p.c.m.units.targets[k].fn == 0 {
			there = p.c.b.PtrAdd(there, v)
		}
		address = p.c.b.Select(is, there, address)
	}
	if t.IsPtr() {
		return address
	}
	return p.c.b.Convert(ir.OpPtrToInt, t, address)
}

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
	if t := p.units.targets[k]; t.fn != 0 {
		return p.b.FuncAddr(t.fn)
	}
	return p.b.GlobalAddr(p.units.targets[k].global)
}

// toWord returns the word for a value that is written to one of some units.
func (p *rewriter) toWord(v ir.Operand, at unitRef) ir.Operand {
	t := p.b.TypeOf(v)
	width := t.Bits(p.Program.Model)
	holds := p.holds(at)
	switch {
	case t.IsFloat():
		return p.asWord(p.b.Convert(ir.OpBitcast, ir.Int(width), v))
	case !t.IsPtr() && (len(holds) == 0 || width != p.Program.Model.PtrBits()):
		return p.asWord(v)
	}
	address := v
	if t.IsPtr() {
		v = p.b.Convert(ir.OpPtrToInt, p.Program.Model.PtrInt(), v)
	} else {
		address = p.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	}
	word := p.asWord(v)
	for _, k := range holds {
		start := p.targetAddress(k)
		tag := p.b.Binary(ir.OpShl, 0, p.b.Int(p.word, uint64(k+1)), p.b.Int(p.word, uint64(p.plain)))
		if p.units.targets[k].fn != 0 {
			word = p.b.Select(p.equal(address, start), tag, word)
			continue
		}
		off := p.b.PtrDiff(address, start)
		size := p.b.Int(p.Program.Model.PtrInt(), uint64(p.Program.Globals[p.units.targets[k].global].Size))
		word = p.b.Select(p.lessOrEq(off, size), p.or(tag, p.asWord(off)), word)
	}
	return word
}

// fromWord returns a value of a type that is read from one of some units.
func (p *rewriter) fromWord(word ir.Operand, t ir.Type, at unitRef) ir.Operand {
	model := p.Program.Model
	width := t.Bits(model)
	v := word
	if ir.Int(width) != p.word {
		v = p.b.Convert(ir.OpTrunc, ir.Int(width), word)
	}
	holds := p.holds(at)
	switch {
	case t.IsFloat():
		return p.b.Convert(ir.OpBitcast, t, v)
	case !t.IsPtr() && (len(holds) == 0 || width != model.PtrBits()):
		return v
	}
	address := p.b.Convert(ir.OpIntToPtr, ir.Ptr, v)
	tag := p.b.Binary(ir.OpLShr, 0, word, p.b.Int(p.word, uint64(p.plain)))
	for _, k := range holds {
		is := p.equal(tag, p.b.Int(p.word, uint64(k+1)))
		there := p.targetAddress(k)
		if p.units.targets[k].fn == 0 {
			there = p.b.PtrAdd(there, v)
		}
		address = p.b.Select(is, there, address)
	}
	if t.IsPtr() {
		return address
	}
	return p.b.Convert(ir.OpPtrToInt, t, address)
}

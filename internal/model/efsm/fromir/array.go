package fromir

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// With Options.Arrays, a dynamic object without a constant size, or with several sizes in different
// calls, is an array variable. All accesses to it must have the same size and be aligned to it. Another
// variable holds the number of elements. Pointers are then efsm.TagBits wider than the program's. The
// upper bits have the number of the array. The lower bits have the offset in the array, which wraps
// like the program's addresses; without an array they have the usual address. The address of an array
// is never an integer: where it becomes one, or is stored in memory that is not for pointers only,
// there is a mark.

// maxArrays bounds the arrays of a place that runs a known number of times.
const maxArrays = 16

// array has the data of an object without a constant size.
type array struct {
	tag      uint64 // its number, from 1
	elem     int64  // the bytes of an element; 0: nobody accesses one
	step     int64  // divides all offsets at which it is accessed
	pointers bool   // its elements are pointers
	lost     string // why it is no variable; empty: it is one
	cell     *cell  // the elements
	count    efsm.VarID
}

// ArrayChecks are the checks whose systems can have arrays: those of a thread's own computations.
const ArrayChecks = verdict.StatedCheck | verdict.OperandCheck

// findArrays decides whether pointers have tags.
func (b *builder) findArrays() {
	if b.opts.Replicate || !b.opts.Property.Is(ArrayChecks) {
		b.opts.Arrays = false
	}
	type place struct {
		fn    ir.FuncID
		block ir.BlockID
		instr int
	}
	sizes := make(map[place]int64)
	for id := 1; id < len(b.points.Objects) && b.opts.Arrays; id++ {
		o := &b.points.Objects[id]
		if !b.isAllocated(o) {
			continue
		}
		at := place{b.points.Nodes[o.Node].Func, o.Block, o.Instr}
		if size, other := sizes[at]; o.Size < 0 || other && size != o.Size {
			b.tag = efsm.TagBits
		}
		sizes[at] = o.Size
	}
}

// isAllocated reports whether an object may be an array.
func (b *builder) isAllocated(o *pointsto.Object) bool {
	return b.opts.Arrays && o.Kind == pointsto.Heap && !o.External
}

// isArray reports whether an object of a copy is an array: its size is no constant, or differs between
// calls.
func (b *builder) isArray(c *copied, o *pointsto.Object) bool {
	return b.isAllocated(o) && (o.Size < 0 || slices.ContainsFunc(b.points.Objects, func(x pointsto.Object) bool {
		return b.isAllocated(&x) && slices.Contains(c.nodes, x.Node) && x.Block == o.Block && x.Instr == o.Instr && x.Size != o.Size
	}))
}

// addArray makes an object into an array.
func (b *builder) addArray(o *object) {
	b.arrays = append(b.arrays, o)
	o.array = &array{tag: uint64(len(b.arrays))}
	if len(b.arrays) >= 1<<efsm.TagBits {
		b.refuse(ir.Pos{}, "", "more than %d arrays", 1<<efsm.TagBits-1)
	}
}

// isAt records a location of an operand of an access.
func (a *array) isAt(l pointsto.Loc) { a.step = gcd(gcd(a.step, l.Off), l.Step) }

// isAccessed records an access.
func (a *array) isAccessed(size int64, pointer bool) {
	switch {
	case a.elem == 0:
		a.elem, a.pointers = size, pointer
	case a.elem != size:
		a.lost = "accessed in different sizes"
	case a.pointers != pointer:
		a.lost = "of pointers and numbers"
	}
}

// layOutArray makes the variables of an array.
func (b *builder) layOutArray(o *object) {
	a := o.array
	switch {
	case a.lost != "" || a.elem == 0:
		return
	case a.elem > 8 || a.elem&(a.elem-1) != 0 || a.step%a.elem != 0:
		a.lost = "accessed at places that are no multiples of the size"
		return
	}
	o.readers[o.owner] = true
	width := uint(8 * a.elem)
	if a.pointers {
		width = b.width()
	}
	home := *o.home
	home.Bytes = uint32(a.elem)
	index := b.ptr - uint(bits.TrailingZeros64(uint64(a.elem)))
	a.cell = &cell{object: o, size: a.elem, shared: b.several(o.readers), sync: o.sync}
	a.cell.v = b.addVar(o.readers, efsm.Var{Name: o.name, Sort: term.Array(index, width), Home: &home})
	a.count = b.addVar(o.readers, efsm.Var{Name: o.name + ".count", Sort: term.BV(index), Class: efsm.Sync, Init: b.terms.Uint(0, index)})
}

// width returns the width of a pointer in a register.
func (b *builder) width() uint { return b.ptr + b.tag }

// bits returns the width of a register of a type.
func (b *builder) bits(t ir.Type) uint {
	if t.IsPtr() {
		return b.width()
	}
	return uint(t.Bits(b.prog.Model))
}

// tagOf returns the number of the array that a pointer points into; zero: none.
func (x *region) tagOf(addr term.ID) term.ID {
	if x.b.tag == 0 {
		return x.b.terms.Uint(0, efsm.TagBits)
	}
	return x.b.terms.Extract(addr, x.b.width()-1, x.b.ptr)
}

// isTagged returns whether a pointer points into an array.
func (x *region) isTagged(addr term.ID) term.ID {
	return x.b.terms.Distinct(x.tagOf(addr), x.b.terms.Uint(0, efsm.TagBits))
}

// low returns a pointer without its tag.
func (x *region) low(addr term.ID) term.ID { return x.b.terms.Extract(addr, x.b.ptr-1, 0) }

// moved returns a pointer moved by a number of bytes.
func (x *region) moved(addr, by term.ID) term.ID {
	s := x.b.terms
	if x.b.tag == 0 {
		return s.Add(addr, by)
	}
	return s.Concat(x.tagOf(addr), s.Add(x.low(addr), by))
}

// element returns the choice of an array for a pointer, and, for an access, of the element there.
func (x *region) element(g target, addr term.ID, size int64, p *path) choice {
	s, a := x.b.terms, g.object.array
	out := choice{target: g, cond: s.Eq(x.tagOf(addr), s.Uint(a.tag, efsm.TagBits))}
	if a.cell == nil || a.elem != size {
		return out // not accessed, or by marks only
	}
	out.cells = []*cell{a.cell}
	out.index = s.Extract(addr, x.b.ptr-1, x.b.ptr-s.Width(x.b.sys.Vars[a.count].Term))
	out.cond = s.And(out.cond, s.Ult(out.index, x.value(p, a.count)))
	return out
}

// aligned restricts a path to executions in which accesses of arrays are to single elements.
func (x *region) aligned(p *path, addr term.ID, list []choice) *path {
	s := x.b.terms
	for _, g := range list {
		if g.index == term.None || p == nil || g.object.array.elem == 1 {
			continue
		}
		below := s.Extract(addr, x.b.ptr-s.Width(g.index)-1, 0)
		across := s.And(g.cond, s.Distinct(below, s.Uint(0, s.Width(below))))
		p = x.unsupportedIf(p, across, "an access across elements of an array whose size is no constant")
	}
	return p
}

// allocArray makes an array.
func (x *region) allocArray(c *copied, at ir.At, in *ir.Instr, p *path, key objectKey, list []*object) *path {
	s := x.b.terms
	a := list[0].array
	if a.lost != "" {
		return x.unsupported(p, "an object of a size that is no constant, "+a.lost)
	}
	seen := false
	for _, o := range list {
		seen = seen || o.array.cell != nil && x.b.sys.Vars[o.array.count].Thread == 0
	}
	if seen {
		if x.mayAct(p) {
			x.acted = true // it is not an operation of the program
		}
		if p = x.operation(c, at, p); p == nil {
			return nil
		}
	}
	size, n := x.arg(c, p, in.Args[0]), x.b.runs(c, at.Block, c.times)
	nth := s.Uint(0, counterBits)
	if n > 1 {
		nth = x.value(p, x.counter(key, "made"))
	}
	if p = x.born(c, in, p, key, list, n); p == nil {
		return nil
	}
	if seen && p.depth == 0 {
		x.enabled(p.cond)
	}
	for k, o := range list {
		if o.array.cell == nil {
			continue
		}
		is := s.Eq(nth, s.Uint(uint64(k), counterBits))
		set := func(v efsm.VarID, value term.ID) {
			x.accessed(v, efsm.Write, true, s.And(p.cond, is))
			x.assign(p, v, s.Ite(is, value, x.value(p, v)))
		}
		count := s.Width(x.b.sys.Vars[o.array.count].Term)
		set(o.array.count, s.Extract(size, x.b.ptr-1, x.b.ptr-count))
		if v := o.array.cell.v; o.zeroed {
			sort := x.b.sys.Vars[v].Sort
			set(v, s.ConstArray(sort.IndexWidth(), s.Const(term.Word{}, sort.Width())))
		}
	}
	return p
}

// untagged restricts a path to executions in which an access stores no pointer to an array in memory
// that is not only for pointers.
func (x *region) untagged(c *copied, in *ir.Instr, p *path, list []choice) *path {
	for _, stored := range in.Args[1:] {
		for _, g := range list {
			if g.index != term.None && g.object.array.pointers || len(g.cells) == 1 && g.cells[0].pointer || p == nil {
				continue
			}
			p = x.unsupportedIf(p, x.b.terms.And(g.cond, x.isTagged(x.arg(c, p, stored))),
				"the address of an object of a size that is no constant, in memory of numbers")
		}
	}
	return p
}

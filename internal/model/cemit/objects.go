package cemit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// code is a function as it is printed, with the targets of its registers.
type code struct {
	fn      *ir.Func
	zero    []bool        // by Reg: it may be read before it is assigned
	objects []ir.GlobalID // by Reg: the object to whose start it points all the time, or 0
	parts   []part        // by Reg: where in an object it points all the time
}

func (p *printer) codeOf(id ir.FuncID) *code {
	if c, ok := p.codes[id]; ok {
		return c
	}
	c := &code{fn: splitTemps(p.withoutIdle(&p.prog.Funcs[id]))}
	p.codes[id] = c
	c.zero = zeroes(c.fn)
	c.objects = make([]ir.GlobalID, len(c.fn.Regs))
	if c.fn.HasBody() {
		c.parts = p.parts(c.fn)
	}
	defs := make([]int, len(c.fn.Regs))
	for _, r := range c.fn.Params {
		defs[r]++
	}
	for _, in := range c.fn.Instrs() {
		defs[in.Dst]++
		if in.Op == ir.OpGlobalAddr {
			c.objects[in.Dst] = in.Glob
		}
	}
	for r := range c.objects {
		if defs[r] != 1 || r == 0 {
			c.objects[r] = 0
		}
	}
	return c
}

// object returns the object to whose start an operand points, or 0.
func (c *code) object(o ir.Operand) ir.GlobalID {
	if o.IsConst() {
		return 0
	}
	return c.objects[o.Reg()]
}

// usage is how the text uses an object.
type usage struct {
	read    bool                    // otherwise than to be written
	stride  int64                   // between places that are computed; 0: there are none
	parts   map[int64]ir.Type       // by offset: the type of the accesses there; severalTypes: different types
	pointed map[ir.CTypeID]struct{} // target types of the pointers in which its address is stored
}

// part returns where in an object an operand points; none: not in one all the time.
func (c *code) part(o ir.Operand) part {
	if o.IsConst() {
		return part{}
	}
	return c.parts[o.Reg()]
}

// isHarmlessLoad reports whether an instruction reads an object where it surely is.
func (p *printer) isHarmlessLoad(c *code, in *ir.Instr) bool {
	if in.Op != ir.OpLoad || !p.opts.Sequential || in.Flags&ir.Volatile != 0 {
		return false
	}
	at := c.part(in.Args[0])
	return at.object != 0 && at.stride == 0 && at.offset >= 0 && at.offset+in.Type.Bytes(p.prog.Model) <= p.prog.Globals[at.object].Size
}

// severalTypes stands for accesses of different types.
const severalTypes = ir.Type(0xffff)

// studyObjects gives each object without a declared type a type that fits its accesses, and finds
// objects that are only written. The types only affect readability; accesses of other types are cast.
func (p *printer) studyObjects() {
	seen := make([]usage, len(p.prog.Globals))
	for f := 1; f < len(p.prog.Funcs); f++ {
		if p.reach.funcs[f] == printed && p.prog.Funcs[f].HasBody() {
			p.studyCode(p.codeOf(ir.FuncID(f)), seen)
		}
	}
	for g := 1; g < len(p.prog.Globals); g++ {
		for _, it := range p.prog.Globals[g].Init {
			seen[it.Global].read = true
		}
	}
	p.unread = make([]bool, len(p.prog.Globals))
	for g := 1; g < len(p.prog.Globals); g++ {
		p.unread[g] = p.opts.Sequential && !seen[g].read
		if p.reach.globals[g] && p.isShapeless(p.prog.Globals[g].CType) {
			if t := p.typeFor(&p.prog.Globals[g], &seen[g]); t != 0 {
				p.guessed[ir.GlobalID(g)] = t
			}
		}
	}
}

// isShapeless reports whether a type does not describe the parts of an object: there is no type, or it
// is a library type whose objects, in a sequential program, have the contents of the models.
func (p *printer) isShapeless(id ir.CTypeID) bool {
	return id == 0 || p.opts.Sequential && p.types.isLibrary(id) && isRecord(p.types.at(p.types.strip(id)))
}

// typeFor returns a type for an object, or 0. It is the declared target type of pointers to the
// object; or a scalar, or a structure of the accessed parts; or an array of these.
func (p *printer) typeFor(g *ir.Global, use *usage) ir.CTypeID {
	for _, size := range []int64{g.Size, use.stride} {
		for _, t := range slices.Sorted(maps.Keys(use.pointed)) {
			if p.types.size(t) == size {
				return p.arrayOf(t, g.Size)
			}
		}
	}
	size := g.Size
	if use.stride != 0 {
		size = use.stride
	}
	if len(use.parts) == 0 || size == 0 || g.Size%size != 0 {
		return 0
	}
	parts := make(map[int64]ir.Type)
	for off, t := range use.parts {
		if was, ok := parts[off%size]; off < 0 || ok && was != t {
			return 0
		}
		parts[off%size] = t
	}
	if t := p.scalarFor(size, parts); t != 0 {
		return p.arrayOf(t, g.Size)
	}
	if t := p.structureFor(g, size, parts); t != 0 {
		return p.arrayOf(t, g.Size)
	}
	return 0
}

// arrayOf returns an array of a type with a size, which may be the type itself.
func (p *printer) arrayOf(elem ir.CTypeID, size int64) ir.CTypeID {
	n := p.types.size(elem)
	switch {
	case n == size:
		return elem
	case n == 0 || size%n != 0:
		return 0
	}
	return p.addType(ir.CType{Kind: ir.CArray, Size: size, Elem: elem, Len: size / n})
}

// scalarFor returns the scalar type whose parts are the accessed ones, or 0.
func (p *printer) scalarFor(size int64, parts map[int64]ir.Type) ir.CTypeID {
	var elem ir.Type
	for off, t := range parts {
		if elem != 0 && t != elem || off%max(p.types.size(p.basics.scalar[t]), 1) != 0 {
			return 0
		}
		elem = t
	}
	scalar := p.basics.scalar[elem]
	if scalar == 0 || int64(len(parts))*p.types.size(scalar) != size {
		return 0
	}
	return scalar
}

// maxParts bounds the members of structures that are made up.
const maxParts = 64

// structureFor returns a structure with parts of an object, or 0 if they overlap.
func (p *printer) structureFor(g *ir.Global, all int64, parts map[int64]ir.Type) ir.CTypeID {
	c := ir.CType{Kind: ir.CStruct, Name: "parts_of_" + identifier(g.Name), Size: all}
	at := int64(0)
	rest := func(to int64) {
		if to > at {
			bytes := p.addType(ir.CType{Kind: ir.CArray, Size: to - at, Elem: p.basics.scalar[ir.I8], Len: to - at})
			c.Fields = append(c.Fields, ir.CField{Name: fmt.Sprintf("rest%d", at), Type: bytes, BitOffset: at * 8})
		}
	}
	for _, off := range slices.Sorted(maps.Keys(parts)) {
		t := p.basics.scalar[parts[off]]
		if size := p.types.size(t); t == 0 || off < at || off%size != 0 || all%size != 0 || off+size > all || size > g.Align {
			return 0
		}
		rest(off)
		c.Fields = append(c.Fields, ir.CField{Name: fmt.Sprintf("at%d", off), Type: t, BitOffset: off * 8})
		at = off + p.types.size(t)
	}
	if rest(all); len(parts) > maxParts {
		return 0
	}
	return p.addType(c)
}

// addType adds a type of the text's own.
func (p *printer) addType(c ir.CType) ir.CTypeID {
	p.prog.CTypes = append(p.prog.CTypes, c)
	p.types.canon = append(p.types.canon, 0)
	return ir.CTypeID(len(p.prog.CTypes) - 1)
}

// part is where a register points in an object all the time.
type part struct {
	object ir.GlobalID
	offset int64
	stride int64 // or at a multiple behind that
}

// parts finds the registers that point into objects.
func (p *printer) parts(fn *ir.Func) []part {
	out, defs := make([]part, len(fn.Regs)), make([]int, len(fn.Regs))
	for _, in := range fn.Instrs() {
		defs[in.Dst]++
	}
	strides := make([]int64, len(fn.Regs)) // of registers that are multiples
	for r := range strides {
		strides[r] = 1
	}
	for _, b := range fn.ReversePostorder() {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			switch {
			case in.Op == ir.OpMul && in.Args[1].IsConst() && defs[in.Dst] == 1:
				strides[in.Dst] = max(1, ir.SignExtend(fn.Consts[in.Args[1].Const()].Lo, p.prog.Model.PtrBits()))
			case in.Dst == 0 || defs[in.Dst] != 1:
			case in.Op == ir.OpGlobalAddr:
				out[in.Dst] = part{object: in.Glob}
			case in.Op == ir.OpPtrAdd && !in.Args[0].IsConst():
				at := out[in.Args[0].Reg()]
				if in.Args[1].IsConst() {
					at.offset += ir.SignExtend(fn.Consts[in.Args[1].Const()].Lo, p.prog.Model.PtrBits())
				} else {
					at.stride = along(at.stride, strides[in.Args[1].Reg()])
				}
				out[in.Dst] = at
			}
		}
	}
	return out
}

// along returns the common stride of elements at multiples of two strides; 0 means that none is known.
func along(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (p *printer) studyCode(c *code, seen []usage) {
	for b := 1; b < len(c.fn.Blocks); b++ {
		blk := &c.fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == ir.OpGlobalAddr && c.objects[in.Dst] == 0 {
				seen[in.Glob].read = true
			}
			for k, a := range in.Args {
				if g := c.object(a); g != 0 && (in.Op != ir.OpStore || k != 0) {
					seen[g].read = true
				}
			}
			if in.Op.Accesses() {
				to := c.part(in.Args[0])
				seen[to.object].access(in, to)
			}
			if in.Op == ir.OpStore {
				if v := c.part(in.Args[1]); v.object != 0 && v.offset == 0 && v.stride == 0 {
					p.points(&seen[v.object], in, c.part(in.Args[0]))
				}
			}
		}
		if blk.Term.HasArg {
			seen[c.object(blk.Term.Arg)].read = true
		}
	}
}

// access notes an access to an object.
func (u *usage) access(in *ir.Instr, at part) {
	if at.object == 0 {
		return
	}
	if u.parts == nil {
		u.parts = make(map[int64]ir.Type)
	}
	if at.stride != 0 {
		u.stride = along(u.stride, at.stride)
	}
	if was, ok := u.parts[at.offset]; ok && was != in.Type {
		u.parts[at.offset] = severalTypes
	} else {
		u.parts[at.offset] = in.Type
	}
}

// points records the declared target type of the pointer in which an object's address is stored.
func (p *printer) points(u *usage, in *ir.Instr, to part) {
	declared := in.CType
	if to.object != 0 && p.prog.Globals[to.object].CType != 0 && to.stride == 0 && to.offset == 0 {
		declared = p.prog.Globals[to.object].CType
	}
	if declared == 0 {
		return
	}
	if c := p.types.at(p.types.strip(declared)); c.Kind == ir.CPointer && !p.types.isVoid(c.Elem) && p.types.size(c.Elem) > 0 {
		if u.pointed == nil {
			u.pointed = make(map[ir.CTypeID]struct{})
		}
		u.pointed[c.Elem] = struct{}{}
	}
}

// isUnreadStore reports whether an instruction stores to an object that nothing reads.
func (p *printer) isUnreadStore(c *code, in *ir.Instr) bool {
	return p.unread != nil && in.Op == ir.OpStore && p.unread[c.object(in.Args[0])]
}

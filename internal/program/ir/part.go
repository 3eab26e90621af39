package ir

import (
	"cmp"
	"fmt"
)

// ResolveCType returns a C type behind its typedef names, or nil.
func (p *Program) ResolveCType(id CTypeID) *CType {
	t := p.DeclaredCType(id)
	for depth := 0; t != nil && t.Kind == CTypedef && depth < maxTypedefs; depth++ {
		t = p.DeclaredCType(t.Elem)
	}
	return t
}

// maxTypedefs bounds the typedef names in front of a type.
const maxTypedefs = 100

// DeclaredCType returns a C type, or nil.
func (p *Program) DeclaredCType(id CTypeID) *CType {
	if id <= 0 || int(id) >= len(p.CTypes) {
		return nil
	}
	return &p.CTypes[id]
}

// PointedCType returns the element type of a pointer type, or none if it is void.
func (p *Program) PointedCType(id CTypeID) CTypeID {
	if t := p.ResolveCType(id); t != nil && t.Kind == CPointer {
		if e := p.ResolveCType(t.Elem); e != nil && e.Kind != CVoid {
			return t.Elem
		}
	}
	return 0
}

// PointeeCType returns the element type of the pointer in a register of a function: by the variable that it is, is
// copied to, is stored to, or that the function returns.
func (p *Program) PointeeCType(fn *Func, r Reg) CTypeID {
	if r == 0 {
		return 0
	}
	if t := p.PointedCType(fn.Regs[r].CType); t != 0 {
		return t
	}
	for b := 1; b < len(fn.Blocks); b++ {
		blk := &fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			switch {
			case in.Op == OpCopy && in.Args[0].Reg() == r && in.Dst != r:
				if t := p.PointedCType(fn.Regs[in.Dst].CType); t != 0 {
					return t
				}
			case in.Op == OpStore && in.Args[1].Reg() == r:
				if t := p.PointedCType(in.CType); t != 0 {
					return t
				}
			}
		}
		if blk.Term.Op == TermRet && blk.Term.HasArg && blk.Term.Arg.Reg() == r {
			if c := p.ResolveCType(fn.CType); c != nil {
				return p.PointedCType(c.Elem)
			}
		}
	}
	return 0
}

// Part is a part of a value of a C type: Size bytes at an offset, accessed as a type (0: unknown). If Size is 0 it
// is the outermost part that begins there, as for a pointer.
type Part struct {
	Off, Size uint64
	As        CTypeID
	Step      uint64 // the part may be at every multiple of Step behind Off
	Fold      bool   // all elements of an array are one part
}

// maxParts bounds the nesting of a part.
const maxParts = 50

// libraryTypes holds the types whose parts only the library uses.
var libraryTypes = map[string]bool{
	"pthread_mutex_t": true, "pthread_cond_t": true, "pthread_rwlock_t": true, "pthread_barrier_t": true,
	"pthread_spinlock_t": true, "pthread_once_t": true, "pthread_attr_t": true, "pthread_mutexattr_t": true,
	"pthread_condattr_t": true, "sem_t": true, "mtx_t": true, "cnd_t": true, "once_flag": true, "FILE": true,
}

// PartName returns the C suffix that selects a part of a value of a type, such as .items[3], or .items[] if elements
// are folded.
func (p *Program) PartName(id CTypeID, x Part) string { return p.partName(id, x, 0) }

func (p *Program) partName(id CTypeID, x Part, depth int) string {
	c, t := p.DeclaredCType(id), p.ResolveCType(id)
	if c != nil && c.Kind == CTypedef && libraryTypes[c.Name] {
		return ""
	}
	if t == nil || depth > maxParts || x.Off == 0 && x.Step == 0 && (x.Size == 0 || id == x.As) {
		return x.plain()
	}
	switch t.Kind {
	case CArray:
		e := p.ResolveCType(t.Elem)
		if e == nil || e.Size <= 0 || t.Size > 0 && x.Off >= uint64(t.Size) {
			return x.plain()
		}
		return x.element(uint64(e.Size)) + p.partName(t.Elem, x.InElement(uint64(e.Size)), depth+1)
	case CStruct, CUnion:
		if f := p.member(t, x); f != nil && x.Step == 0 {
			x.Off -= uint64(f.BitOffset / 8)
			s := p.partName(f.Type, x, depth+1)
			if f.Name == "" {
				return s
			}
			return "." + f.Name + s
		}
	}
	return x.plain()
}

// plain names a part of a value without known members.
func (x *Part) plain() string {
	if x.Off == 0 || x.Step != 0 {
		return ""
	}
	return fmt.Sprintf("+%d", int64(x.Off))
}

// element names the element of an array that the part is in.
func (x *Part) element(size uint64) string {
	if x.Fold {
		return "[]"
	}
	return fmt.Sprintf("[%d]", x.Off/size)
}

// InElement returns the part as one of the element that it is in.
func (x Part) InElement(size uint64) Part {
	x.Off %= size
	if x.Step%size == 0 {
		x.Step = 0
	}
	return x
}

// member returns the member of a structure or union that a part belongs to: if possible, one of the type of the
// access. For the bit-fields of a unit it is the first.
func (p *Program) member(t *CType, x Part) *CField {
	var found *CField
	for i := range t.Fields {
		f := &t.Fields[i]
		start := uint64(f.BitOffset / 8)
		end := start
		if e := p.ResolveCType(f.Type); e != nil && f.BitWidth == 0 {
			end += uint64(max(e.Size, 0))
			if e.Kind == CArray && e.Len < 0 {
				end = ^uint64(0)
			}
		} else {
			end = uint64((f.BitOffset + int64(f.BitWidth) + 7) / 8)
		}
		if f.BitWidth > 0 && x.Off < start && start < x.Off+x.Size {
			start = x.Off // a bit-field of the accessed unit
		}
		if x.Off < start || x.Off >= end {
			continue
		}
		found = cmp.Or(found, f)
		if f.Type == x.As {
			return f
		}
	}
	return found
}

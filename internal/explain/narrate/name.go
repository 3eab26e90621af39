package narrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// namer gives objects and their parts names for readers.
type namer struct {
	prog    *ir.Program
	known   map[interp.ObjectID]*named
	counts  map[string]int // allocated objects by type name
	objects []story.Object
}

// named is an object with its name.
type named struct {
	name  string
	ctype ir.CTypeID // zero: unknown
}

func newNamer(p *ir.Program) namer {
	return namer{prog: p, known: make(map[interp.ObjectID]*named), counts: make(map[string]int)}
}

// base names an object and returns its type.
func (n *namer) base(m *interp.Machine, id interp.ObjectID) *named {
	if k := n.known[id]; k != nil {
		return k
	}
	k := &named{name: "an unknown object"}
	info, ok := m.ObjectInfo(id)
	switch {
	case !ok:
		return k // not kept: it may be known later
	case info.Function:
		k.name = n.prog.Funcs[info.Func].Name
	case info.Global != 0:
		g := &n.prog.Globals[info.Global]
		k.name, k.ctype = g.Called(), g.CType
		if info.Key.Thread != "" {
			k.name = info.Key.Thread + ":" + k.name
		}
	case info.Local != 0:
		l := &n.prog.Funcs[info.Func].Locals[info.Local]
		k.name, k.ctype = l.Name, l.CType
		if k.name == "" {
			k.name = "(temporary)"
		}
		if info.Visible {
			k.name = info.Key.Thread + ":" + k.name
		}
		if !info.Visible {
			return k // its name may change when other threads can reach it
		}
	default:
		n.allocated(k, &info)
	}
	n.known[id] = k
	return k
}

// allocated names an allocated object by the type of the pointer to which it is assigned.
func (n *namer) allocated(k *named, info *interp.ObjectInfo) {
	k.ctype = n.pointee(info.Born)
	kind := "heap"
	if t := n.prog.ResolveCType(k.ctype); t != nil && t.Size > 0 && uint64(t.Size) <= info.Size {
		if c := n.prog.DeclaredCType(k.ctype); c.Name != "" {
			kind = c.Name
		}
	} else {
		k.ctype = 0
	}
	kind = strings.ReplaceAll(kind, " ", "_")
	n.counts[kind]++
	k.name = fmt.Sprintf("%s#%d", kind, n.counts[kind])
	o := story.Object{Name: k.name, Size: info.Size, Thread: info.Key.Thread}
	if p := info.Born.Pos; p.IsValid() {
		o.Place = p.In(n.prog.Files, info.Born.Func)
	}
	n.objects = append(n.objects, o)
}

// pointee returns the element type of the result of an allocating call. It comes from the variable that
// holds the result, the place where it is stored, or the function that returns it.
func (n *namer) pointee(at interp.Location) ir.CTypeID {
	for f := 1; f < len(n.prog.Funcs); f++ {
		fn := &n.prog.Funcs[f]
		if fn.Name != at.Func {
			continue
		}
		for _, in := range fn.Instrs() {
			if in.Op == ir.OpCall && in.Pos == at.Pos && in.Type.IsPtr() {
				if t := n.prog.PointeeCType(fn, in.Dst); t != 0 {
					return t
				}
			}
		}
	}
	return 0
}

// object names a whole object.
func (n *namer) object(m *interp.Machine, id interp.ObjectID) string { return n.base(m, id).name }

// location names size bytes at an offset, accessed as a C type (0: unknown). If size is 0 it names the
// outermost part that begins there, as for a pointer.
func (n *namer) location(m *interp.Machine, id interp.ObjectID, off, size uint64, as ir.CTypeID) string {
	k := n.base(m, id)
	return k.name + n.within(m, id, k, off, size, as)
}

// within returns the C expression that selects a part of an object.
func (n *namer) within(m *interp.Machine, id interp.ObjectID, k *named, off, size uint64, as ir.CTypeID) string {
	t := n.prog.ResolveCType(k.ctype)
	info, _ := m.ObjectInfo(id)
	if t == nil || t.Size <= 0 {
		if off == 0 {
			return ""
		}
		return fmt.Sprintf("+%d", int64(off))
	}
	s := ""
	if info.Global == 0 && info.Local == 0 && uint64(t.Size) < info.Size && int64(off) >= 0 && !n.openEnded(t) {
		s = fmt.Sprintf("[%d]", off/uint64(t.Size)) // an array of several
		off %= uint64(t.Size)
	}
	return s + n.prog.PartName(k.ctype, ir.Part{Off: off, Size: size, As: as})
}

// openEnded reports whether a structure ends in a flexible array.
func (n *namer) openEnded(t *ir.CType) bool {
	if t.Kind != ir.CStruct || len(t.Fields) == 0 {
		return false
	}
	last := n.prog.ResolveCType(t.Fields[len(t.Fields)-1].Type)
	return last != nil && last.Kind == ir.CArray && last.Len <= 0
}

// index matches a variable as an index.
var index = pattern.Lazy(`\[([A-Za-z_]\w*)\]`)

// spelled returns the access of a thread's instruction as the program writes it, such as node->buf[3].
// A variable index is replaced by its value.
func (n *namer) spelled(t *interp.Thread, in *ir.Instr) string {
	if in == nil || !in.Op.Accesses() || in.Text == "" {
		return ""
	}
	id, _, _ := t.Next()
	fn := &n.prog.Funcs[id]
	return index().ReplaceAllStringFunc(in.Text, func(s string) string {
		r := n.variable(fn, s[1:len(s)-1])
		c := n.prog.ResolveCType(fn.Regs[r].CType)
		if c == nil || c.Kind != ir.CInt {
			return s
		}
		v := t.Register(r).Lo
		if c.Signed {
			return fmt.Sprintf("[%d]", ir.SignExtend(v, fn.Regs[r].Type.Bits(n.prog.Model)))
		}
		return fmt.Sprintf("[%d]", v)
	})
}

// variable returns the register that holds the only variable of a name that is visible in a function,
// or zero.
func (n *namer) variable(fn *ir.Func, name string) ir.Reg {
	others := slices.ContainsFunc(fn.Locals, func(l ir.Local) bool { return l.Name == name }) ||
		slices.ContainsFunc(n.prog.Globals, func(g ir.Global) bool {
			own := g.Name[strings.LastIndexByte(g.Name, ':')+1:] // without its file, and with a number if it is not the first
			return own == name || strings.HasPrefix(own, name+".")
		})
	called := func(r ir.RegInfo) bool { return r.Name == name }
	r := slices.IndexFunc(fn.Regs, called)
	if others || r < 0 || slices.ContainsFunc(fn.Regs[r+1:], called) {
		return 0
	}
	return ir.Reg(r)
}

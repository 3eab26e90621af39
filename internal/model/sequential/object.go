package sequential

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// objectOf returns the object of a global: of a thread-local one, the thread's own.
func (t *thread) objectOf(g ir.GlobalID) objectID {
	if o := t.inl.sources[g]; o != 0 {
		return o
	}
	if t.tls[g] == 0 {
		gl := t.inl.prog.Globals[g]
		gl.Storage, gl.Name = ir.Static, fmt.Sprintf("%s.of%d", gl.Name, t.tid)
		t.tls[g] = t.object(gl, t.inl.sites.Global(g))
	}
	return t.tls[g]
}

// object adds an object that the thread makes.
func (t *thread) object(g ir.Global, site ir.SiteID) objectID {
	o := Object{Global: t.inl.global(g), Thread: t.tid, Origin: t.cursor, Site: site, Model: g.Model, Private: !g.Model, size: g.Size}
	if g.External {
		o.Born = t.inl.word(fmt.Sprintf("born.%d", len(t.inl.out.Objects)), 1)
		p := t.body.GlobalAddr(o.Born)
		t.body.Store(p, t.body.Int(ir.I8, 1), ir.Access{Align: 1})
	}
	t.inl.out.Objects = append(t.inl.out.Objects, o)
	return objectID(len(t.inl.out.Objects) - 1)
}

// maxObject bounds the objects that are made from allocations, in bytes.
const maxObject = 1 << 20

// enter gives a Local a new instance.
func (t *thread) enter(f *frame, st *state, in *ir.Instr) bool {
	l := &f.fn.Locals[in.Local]
	size := l.Size
	if len(in.Args) > 0 {
		v := t.operandValue(f, st, in.Args[0])
		if v.kind != number || v.lo > maxObject {
			return t.unsupported("an array whose size depends on inputs", in.Pos)
		}
		size = int64(v.lo)
	}
	name := l.Name
	if name == "" {
		name = "local"
	}
	o := t.object(ir.Global{Name: name + "." + f.fn.Name, Size: size, Align: l.Align, CType: l.CType, Init: l.Init,
		External: !l.Initialised, Volatile: l.Volatile, ReadOnly: l.ReadOnly, Pos: l.Pos, Model: f.fn.Model}, t.inl.sites.Local(f.id, in.Local))
	t.inl.out.Objects[o].Private = true
	t.set(f, st, in.Dst, value{kind: address, obj: o})
	return true
}

func (t *thread) alloc(f *frame, st *state, in *ir.Instr) bool {
	size, align := t.operandValue(f, st, in.Args[0]), t.operandValue(f, st, in.Args[1])
	if size.kind != number || align.kind != number || size.lo > maxObject {
		return t.unsupported("an allocation whose size depends on inputs or is large", in.Pos)
	}
	k := ir.AllocKind(in.Sub)
	o := t.object(ir.Global{Name: "heap", Size: int64(size.lo), Align: int64(max(align.lo, 1)), External: k != ir.HeapZero,
		Model: k == ir.ModelObject, Pos: in.Pos}, t.site())
	t.inl.out.Objects[o].Heap = k != ir.ModelObject
	t.set(f, st, in.Dst, value{kind: address, obj: o})
	return true
}

// site returns the site of an allocation by the current instruction (ir.Sites).
func (t *thread) site() ir.SiteID {
	own := t.inl.sites.Instr(t.cursor.Func, t.cursor.Block, t.cursor.Instr)
	for i := len(t.frames) - 1; i > 0 && t.frames[i].fn.Model; i-- {
		if c := t.frames[i].called; !t.frames[i-1].fn.Model {
			if site := t.inl.sites.Instr(c.Func, c.Block, c.Instr); site != 0 {
				return site
			}
		}
	}
	return own
}

func (t *thread) objectSize(f *frame, st *state, in *ir.Instr) bool {
	p := t.operandValue(f, st, in.Args[0])
	if p.kind != address {
		t.beginStep(st, 0)
		t.copied(f, st, in, Private)
		return true
	}
	t.set(f, st, in.Dst, numberOf(uint64(t.inl.out.Objects[p.obj].size)))
	return true
}

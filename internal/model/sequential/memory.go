package sequential

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// memory holds the known contents of memory on a path, for bytes that only one thread can write: all
// objects while main is alone, private objects always, and bytes that only main writes (owned.go). It
// is shared by paths until one of them writes.
type memory struct {
	cells  map[objectID][]content
	wild   bool // objects that others may know of were written through an unknown pointer
	shared bool
}

// content is the value of the last store to some bytes of an object.
type content struct {
	offset uint64
	size   int64
	value  value // perhaps unknown
}

func (c *content) overlaps(offset uint64, n int64) bool {
	return c.offset < offset+uint64(n) && offset < c.offset+uint64(c.size)
}

// maxContents bounds the contents that are kept of one object: an array that is filled by
// a loop need not be known in full.
const maxContents = 64

// fork returns the memory for another path.
func (m *memory) fork() *memory {
	m.shared = true
	return m
}

// own returns a memory that only one path has.
func (st *state) own() *memory {
	m := st.mem
	if !m.shared {
		return m
	}
	c := &memory{cells: make(map[objectID][]content, len(m.cells)), wild: m.wild}
	for o, list := range m.cells {
		c.cells[o] = list[:len(list):len(list)]
	}
	st.mem = c
	return c
}

// forgetShared drops the known contents of objects that other threads may reach.
func (t *thread) forgetShared(st *state) {
	m := st.own()
	for o := range m.cells {
		if obj := &t.inl.out.Objects[o]; !obj.Private || obj.Source {
			delete(m.cells, o)
		}
	}
}

// trusted reports whether, as far as is known so far, no other thread can write n bytes of an object.
func (t *thread) trusted(o objectID, offset uint64, n int64) bool {
	obj := &t.inl.out.Objects[o]
	return t.alone() || obj.Private && !obj.Source && obj.Thread == t.tid || t.tid == 0 && t.inl.owns(o, offset, n)
}

// alone reports whether no thread but main has been created on any path so far.
func (t *thread) alone() bool { return t.tid == 0 && len(t.inl.threads) == 1 }

// stored updates the known contents after a store, or an update, of n bytes. An unknown pointer may
// point to any object that is not private to the thread.
func (t *thread) stored(st *state, p value, n int64, v value) {
	m := st.own()
	if t.tid == 0 {
		t.inl.owned.note(p, n, len(t.inl.threads))
	}
	if p.kind != address {
		m.wild = true
		t.forgetShared(st)
		return
	}
	var list []content
	for _, c := range m.cells[p.obj] {
		if !c.overlaps(p.lo, n) {
			list = append(list, c)
		} else if c.offset != p.lo || c.size != n {
			c.value = value{}
			list = append(list, c)
		}
	}
	if len(list) >= maxContents && v.kind != unknown {
		v = value{}
	}
	m.cells[p.obj] = append(list, content{p.lo, n, v})
}

// loaded returns the known value of n bytes at a place.
func (t *thread) loaded(st *state, p value, typ ir.Type) value {
	if p.kind != address {
		return value{}
	}
	n, mem := typ.Bytes(t.inl.prog.Model), st.mem
	if !t.trusted(p.obj, p.lo, n) {
		if mem = t.inherited(p, n); mem == nil {
			return value{}
		}
	}
	found, clear := value{}, true
	for _, c := range mem.cells[p.obj] {
		if !c.overlaps(p.lo, n) {
			continue
		}
		clear = false
		if c.offset == p.lo && c.size == n {
			found = c.value
		} else {
			return value{}
		}
	}
	if !clear {
		if found.kind == number {
			found.lo = ir.Truncate(found.lo, typ.Bits(t.inl.prog.Model))
		}
		return found
	}
	obj := &t.inl.out.Objects[p.obj]
	g := &t.inl.out.Program.Globals[obj.Global]
	if g.External || g.Volatile || mem.wild && (!obj.Private || obj.Source) {
		return value{}
	}
	return t.initialAt(g, p.lo, typ)
}

// initialAt returns the initial value of a part of a global, for places without a known store.
func (t *thread) initialAt(g *ir.Global, offset uint64, typ ir.Type) value {
	n := typ.Bytes(t.inl.prog.Model)
	for _, it := range g.Init {
		if uint64(it.Offset) != offset || typ.Bits(t.inl.prog.Model) != t.inl.prog.Model.PtrBits() {
			continue
		}
		if it.Func != 0 && it.Addend == 0 {
			return value{kind: function, fn: it.Func}
		}
		if it.Global != 0 && t.inl.sources[it.Global] != 0 {
			return value{kind: address, obj: t.inl.sources[it.Global], lo: ir.Truncate(uint64(it.Addend), t.inl.prog.Model.PtrBits())}
		}
	}
	if v, ok := g.Initial(offset, n); ok {
		return numberOf(ir.Truncate(v, typ.Bits(t.inl.prog.Model)))
	}
	return value{}
}

// mergeMemory restricts the facts of st to the common facts of st and other.
func (t *thread) mergeMemory(st, other *state) {
	if st.mem == other.mem {
		return
	}
	m := st.own()
	m.wild = m.wild || other.mem.wild
	for o, list := range other.mem.cells {
		if same(list, m.cells[o]) {
			continue
		}
		for _, c := range list {
			if !slices.Contains(m.cells[o], c) {
				t.forget(m, o, c)
			}
		}
	}
	for o, list := range m.cells {
		if same(list, other.mem.cells[o]) {
			continue
		}
		for _, c := range list {
			if c.value.kind != unknown && !slices.Contains(other.mem.cells[o], c) {
				t.forget(m, o, c)
			}
		}
	}
}

// same reports whether two lists are one, which paths share.
func same(a, b []content) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// forget makes the bytes of a content unknown.
func (t *thread) forget(m *memory, o objectID, c content) {
	t.escape(c.value)
	list := slices.Clone(m.cells[o])
	same := false
	for i := range list {
		if list[i].overlaps(c.offset, c.size) {
			t.escape(list[i].value)
			list[i].value = value{}
			same = same || list[i].offset == c.offset && list[i].size == c.size
		}
	}
	if !same {
		list = append(list, content{c.offset, c.size, value{}})
	}
	m.cells[o] = list
}

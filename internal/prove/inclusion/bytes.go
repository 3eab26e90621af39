package inclusion

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// key returns the execution's name of an object, if it is decided.
func (c *member) key(id event.ObjectID) (interp.ObjectKey, bool) {
	o := &c.g.Objects[id]
	if o.Global != 0 {
		return interp.ObjectKey{Global: c.g.Program.Globals[o.Global].Name}, true
	}
	name, created := c.names[o.Thread]
	if !created {
		return interp.ObjectKey{}, false
	}
	key := interp.ObjectKey{Site: o.Site, Thread: name}
	if o.Count != term.None {
		w, known := c.Word(o.Count)
		if !known {
			return key, false
		}
		key.Count = uint32(w.Lo)
	}
	return key, true
}

// unset returns the value of a variable that stands for bytes without one.
func (c *member) unset(v term.ID) (term.Word, bool) {
	list := c.uninit[v]
	if len(list) == 0 {
		return term.Word{}, false
	}
	return c.bytesOf(list, term.Word{})
}

// unsetElement is unset of an array.
func (c *member) unsetElement(v term.ID, index term.Word) (term.Word, bool) {
	list := c.uninit[v]
	if len(list) == 0 {
		return term.Word{}, false
	}
	return c.bytesOf(list, index)
}

func (c *member) bytesOf(list []uninitByte, index term.Word) (term.Word, bool) {
	var w term.Word
	for _, b := range list {
		if b.index != index {
			continue
		}
		key, known := c.key(b.object)
		if !known {
			return w, false
		}
		w = w.Or(term.WordOf(uint64(c.e.Uninit[Byte{key, uint64(b.offset)}])).Shl(b.shift))
	}
	return w, true
}

// madeUp reports whether bits are an address that the unwinder made up for an object
// that it could not place; the execution has another.
func (c *member) madeUp(v term.Word, width uint) bool {
	bits := uint(c.g.Program.Model.PtrBits())
	return width == bits && v.Bit(bits-1) == 1
}

// compare compares the events of a step with the execution. The execution must read or write there each
// value that an event reads or writes. Each write of the execution to a place that the graph writes must
// have an event.
func (c *member) compare() error {
	st := &c.e.Steps[c.at]
	defer func() { c.touched = c.touched[:0] }()
	f := c.threads[st.Thread]
	for _, t := range c.touched {
		e := &c.g.Events[t.event]
		r := &c.g.Regions[t.at.region]
		if e.Kind == event.Read && c.leaks() {
			continue
		}
		if r.Kind != event.Data || r.Object == 0 || c.madeUp(t.value, r.Width) {
			continue
		}
		key, known := c.key(r.Object)
		if !known {
			continue
		}
		from := uint64(r.Offset + int64(t.at.index.Lo)*r.Stride)
		for i := uint64(0); i < uint64(r.Width)/8; i++ {
			if !c.has(st, e.Kind == event.Write, Byte{key, from + i}, byte(t.value.Shr(uint(8*i)).Lo)) {
				return c.lost(f, e.Pos, "the graph has a %s of %#x at %s, which the execution has not", what(e.Kind), t.value.Lo, c.describe(t.at))
			}
		}
	}
	for i := range st.Accesses {
		if a := &st.Accesses[i]; a.Write && !a.Opaque {
			if err := c.written(f, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// written checks that the graph's memory after a step holds the last write of the execution, if events
// write that place.
func (c *member) written(f *follower, a *Access) error {
	list := c.bySite[a.Object.Site]
	if a.Object.Global != "" {
		list = c.global[c.globals[a.Object.Global]]
	}
	for _, id := range list {
		r := &c.g.Regions[id]
		if key, known := c.key(r.Object); !known || key != a.Object {
			continue
		}
		for i := range min(a.Size, 16) {
			at := granule{region: id}
			from := int64(a.Offset+i) - r.Offset
			if from < 0 || r.Count > 1 && from/r.Stride >= r.Count {
				continue
			}
			if r.Count > 1 {
				at.index, from = term.WordOf(uint64(from/r.Stride)), from%r.Stride
			}
			if from >= int64(r.Width/8) {
				continue
			}
			v, known := c.value(at)
			if !known || c.madeUp(v, r.Width) {
				continue
			}
			b := Byte{a.Object, a.Offset + i}
			if !c.has(&c.e.Steps[c.at], true, b, byte(v.Shr(uint(8*from)).Lo)) {
				return c.lost(f, c.pos(), "the execution writes %#x to %s, where the graph has %#x", a.Value.Lo, c.describe(at), v.Lo)
			}
		}
	}
	return nil
}

// leaks reports whether the process ends in this step and leaks are looked for. The graph then has reads
// that the program does not have.
func (c *member) leaks() bool {
	return verdict.Leak.Of(c.e.Property) && c.at == len(c.e.Steps)-1 && c.e.End.Kind != interp.Running
}

// has reports whether a step reads or writes a byte with a value.
func (c *member) has(st *Step, write bool, b Byte, v byte) bool {
	return slices.ContainsFunc(st.Accesses, func(a Access) bool {
		if a.Write != write || a.Object != b.Object || b.Offset < a.Offset || b.Offset >= a.Offset+a.Size {
			return false
		}
		return a.Opaque || byteOf(&a, b.Offset) == v
	})
}

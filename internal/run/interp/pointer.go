package interp

import (
	"math"

	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// offset keeps a pointer's first half in the canonical form: sign-extended
// from the pointer's width, so that offsets before the start are negative.
// Without an object it is an address, and zero-extended.
func (m *Machine) offset(lo uint64, r ref) uint64 {
	if r == 0 {
		return lo << m.ptrSh >> m.ptrSh
	}
	return uint64(signed(lo, m.ptrSh))
}

// address returns the bits of a pointer (ir.Space), and whether it has some.
func (m *Machine) address(p wide.Word) (uint64, bool) {
	if p.Hi == 0 {
		return p.Lo, true
	}
	o := m.object(p.Hi)
	if o == nil || !o.hasAddr {
		return 0, false
	}
	if o.kind == kindStack {
		m.addressed++
	}
	return (o.base + p.Lo) << m.ptrSh >> m.ptrSh, true
}

// expose records that the bits of a pointer are used.
func (m *Machine) expose(p wide.Word) {
	if o := m.object(p.Hi); o != nil && !o.exposed {
		if m.foot != nil {
			m.seenLife(o, footprint.Writes)
		}
		m.escape(o)
		o.exposed = true
		if o.owner != nil && o.hasAddr {
			m.bySlot[o.base] = o
		}
	}
}

// intToPtr returns the pointer with the given bits: into the object whose
// address range (its end included) holds them, if any.
func (m *Machine) intToPtr(v uint64) wide.Word {
	if v == 0 {
		return wide.Word{}
	}
	first := m.space.Func(1)
	if end := m.space.Func(ir.FuncID(m.numFuncs)); v >= first && v <= end && (v-first)%(m.space.Func(2)-first) == 0 {
		return wide.Word{Hi: m.funcRef(ir.FuncID((v-first)/(m.space.Func(2)-first) + 1))}
	}
	o := m.objectAt(v)
	if m.foot != nil {
		if _, dynamic := m.space.Slot(v); dynamic {
			m.guessed(o)
		}
	}
	if o != nil && v-o.base <= o.size {
		if !o.visible {
			m.escape(o) // guessed, perhaps by another thread than its owner
		}
		return wide.Word{Lo: v - o.base, Hi: o.ref}
	}
	return wide.Word{Lo: v}
}

// objectAt returns the object with the greatest address up to v in v's region
// of the address space, or nil.
func (m *Machine) objectAt(v uint64) *object {
	start, dynamic := m.space.Slot(v)
	if !dynamic {
		statics := m.objects[m.numFuncs+1 : m.numFuncs+len(m.prog.Globals)]
		i, found := slices.BinarySearchFunc(statics, v, func(o *object, v uint64) int {
			return cmp.Compare(m.space.Global(o.global), v)
		})
		if !found {
			i--
		}
		if i >= 0 && statics[i].hasAddr {
			return statics[i]
		}
		return nil
	}
	if o := m.bySlot[start]; o != nil {
		return o
	}
	// Stack objects whose address bits were never used are not in bySlot: the address was guessed.
	for _, o := range m.objects[m.numFuncs+len(m.prog.Globals):] {
		if o.hasAddr && o.base == start {
			return o
		}
	}
	return nil
}

// place gives a new dynamic object its key and address.
func (m *Machine) place(o *object, t *Thread, site ir.SiteID) {
	o.owner, o.site = t, site
	if int(site) >= len(t.counts) {
		t.counts = append(t.counts, make([]uint32, m.sites.Count+1-len(t.counts))...)
	}
	o.count = t.counts[site]
	t.counts[site]++
	if m.attempt != nil {
		m.attempt.logCount(t, site)
	}
	o.base, o.hasAddr = m.space.Dynamic(site, t.number, uint64(o.count), o.size)
	if o.kind != kindStack && o.hasAddr {
		m.bySlot[o.base] = o
		if m.foot != nil {
			m.seenLife(o, footprint.Writes)
		}
	}
}

// pointersEqual compares two pointers. Different objects have different addresses; only bits that leave
// their object can equal another's.
func (m *Machine) pointersEqual(p, q wide.Word) bool {
	if p.Hi == q.Hi {
		return p.Lo == q.Lo
	}
	a, ok1 := m.address(p)
	b, ok2 := m.address(q)
	return ok1 && ok2 && a == b
}

// apart executes ptrapart. Only checks of memory need it; event graphs of other properties leave it out, too.
func (m *Machine) apart(p, q wide.Word) uint64 {
	d := int64((p.Lo-q.Lo)<<m.ptrSh) >> m.ptrSh
	if p.Hi == 0 || p.Hi != q.Hi || d == 0 || !m.conf.Properties.Has(verdict.Memory) {
		return math.MaxUint64
	}
	return uint64(max(d, -d))
}

// difference returns p - q in bytes and whether it is known.
func (m *Machine) difference(p, q wide.Word) (uint64, bool) {
	if p.Hi == q.Hi {
		return p.Lo - q.Lo, true
	}
	a, ok1 := m.address(p)
	b, ok2 := m.address(q)
	return a - b, ok1 && ok2
}

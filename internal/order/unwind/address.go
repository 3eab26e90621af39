package unwind

import (
	"sort"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// addrAt is an address that an object has when the thread made n objects at its
// site before it.
type addrAt struct {
	n    uint64
	addr uint64
}

// maxAddresses bounds the number of addresses of an object. An object whose address depends on the path in
// more ways has a made-up address.
const maxAddresses = 16

// place records that an object may be at an address.
func (w *world) place(o *object, n, addr uint64) {
	for _, a := range o.addrs {
		if a.n == n && a.addr == addr {
			return
		}
	}
	o.addrs = append(o.addrs, addrAt{n, addr})
	w.byAddr[addr] = append(w.byAddr[addr], o)
	w.changed = true
}

// refresh deletes the notes of an earlier pass.
func (o *object) refresh(u *unwinder) {
	if o.pass != u.pass {
		o.pass, o.event, o.where, o.count, o.bornIf = u.pass, 0, term.None, term.None, term.None
		o.length = term.None
		o.guess, o.made = false, false
	}
}

// birth records that an object is created on a path as the count-th of its site.
func (u *unwinder) birth(t *thread, o *object, count, path term.ID) {
	o.refresh(u)
	if o.guess {
		u.fact(u.terms.Iff(o.bornIf, path))
		u.fact(u.terms.Implies(path, u.terms.Eq(o.count, count)))
	} else {
		o.count, o.bornIf = count, path
	}
	o.made = true
	leaves := u.leaves(count)
	hidden := len(leaves) > maxAddresses || !t.numbered
	for _, l := range leaves {
		n, isConst := u.terms.Value(l.term)
		if !isConst {
			hidden = true
		} else if !hidden {
			addr, ok := u.w.space.Dynamic(o.site, t.number, n.Lo, uint64(o.size))
			if ok {
				u.w.place(o, n.Lo, addr)
			}
			hidden = !ok
		}
	}
	if hidden && !o.hidden {
		o.hidden = true
		u.w.changed = true
		o.addrs = o.addrs[:0]
		u.w.place(o, 0, u.madeUp(o))
	}
}

// madeUp returns an address that belongs to no object by ir.Space.
func (u *unwinder) madeUp(o *object) uint64 {
	return 1<<(u.ptrBits-1) | uint64(o.id)<<u.madeUpShift()
}

// madeUpShift is how many bits offsets from made-up addresses have.
func (u *unwinder) madeUpShift() uint {
	if u.ptrBits == 64 {
		return 40
	}
	return 16
}

// unborn makes variables for the place and the condition of the creation of an object that this pass has
// not created yet.
func (o *object) unborn(u *unwinder) {
	o.refresh(u)
	if o.made || o.guess || o.born == 0 {
		return
	}
	o.guess = true
	o.bornIf = u.terms.Var("born", term.Bool)
	o.count = u.terms.Var("count", term.BV(countBits))
	u.guessed = append(u.guessed, o)
}

// settle adds the facts that objects which were needed before their creation, and were never created, do
// not exist.
func (u *unwinder) settle() {
	for _, o := range u.guessed {
		if !o.made {
			u.fact(u.terms.Not(o.bornIf))
		}
	}
}

// address returns where the object is, as a term.
func (o *object) address(u *unwinder) term.ID {
	o.refresh(u)
	if o.where == term.None {
		switch {
		case len(o.addrs) == 1:
			o.where = u.ptrConst(o.addrs[0].addr)
		case len(o.addrs) == 0:
			o.where = u.ptrConst(u.madeUp(o))
		default:
			o.unborn(u)
			s := u.terms
			o.where = u.ptrConst(o.addrs[0].addr)
			for _, a := range o.addrs[1:] {
				o.where = s.Ite(s.Eq(o.count, s.Uint(a.n, countBits)), u.ptrConst(a.addr), o.where)
			}
		}
	}
	return o.where
}

// existsAt returns the condition under which the object is at an address that
// several objects may have.
func (o *object) existsAt(u *unwinder, addr uint64) term.ID {
	o.unborn(u)
	if o.born == 0 {
		return term.True
	}
	if len(o.addrs) < 2 {
		return o.bornIf
	}
	for _, a := range o.addrs {
		if a.addr == addr {
			return u.terms.And(o.bornIf, u.terms.Eq(o.count, u.terms.Uint(a.n, countBits)))
		}
	}
	return term.False
}

// objectsAt returns the objects that may be where an address points to, their
// end included, and the offset.
func (u *unwinder) objectsAt(addr uint64) (list []*object, off int64) {
	if l := u.w.byAddr[addr]; l != nil {
		return l, 0
	}
	start := addr
	switch slot, dynamic := u.w.space.Slot(addr); {
	case dynamic:
		start = slot
	case addr>>(u.ptrBits-1) != 0:
		start = addr >> u.madeUpShift() << u.madeUpShift()
	default:
		o := u.staticAt(addr)
		if o == nil {
			return nil, 0
		}
		return u.w.byAddr[o.addrs[0].addr], int64(addr - o.addrs[0].addr)
	}
	off = int64(addr - start)
	for _, o := range u.w.byAddr[start] {
		if off <= o.size {
			list = append(list, o)
		}
	}
	return list, off
}

// staticAt returns the global in whose bytes, or at whose end, an address is.
func (u *unwinder) staticAt(addr uint64) *object {
	g := sort.Search(len(u.w.globals)-1, func(i int) bool { return u.w.space.Global(ir.GlobalID(i+1)) > addr })
	if o := u.w.globals[g]; o != nil && addr-o.addrs[0].addr <= uint64(o.size) {
		return o
	}
	return nil
}

// somewhereIn returns the address of an unknown place in an object or at its end.
func (u *unwinder) somewhereIn(at into) term.ID {
	s := u.terms
	off := s.Var("offset", term.BV(u.ptrBits))
	if k := uint(log2(at.stride)); k > 0 {
		off = s.Concat(s.Extract(off, u.ptrBits-1, k), s.Uint(uint64(at.off), k))
	}
	u.fact(s.Ule(off, u.ptrConst(uint64(at.obj.size))))
	bits := s.Add(at.obj.address(u), off)
	u.anchors[bits] = target{obj: at.obj, off: off}
	return bits
}

// resolve finds the objects that a pointer may point to, by the constants in its bits. A part that is no
// constant is a case without an object.
func (u *unwinder) resolve(bits term.ID) *pointer {
	if p := u.resolved[bits]; p != nil {
		return p
	}
	s := u.terms
	p := &pointer{bits: bits}
	for _, l := range u.leaves(bits) {
		w, ok := s.Value(l.term)
		if a := u.anchors[l.term]; !ok && a.obj != nil {
			p.cases = u.addTarget(p.cases, a.obj, l.cond, a.off)
			continue
		}
		if !ok {
			p.cases = u.addTarget(p.cases, nil, l.cond, l.term)
			continue
		}
		list, off := u.objectsAt(w.Lo)
		rest := l.cond
		for i, o := range list {
			c := rest
			if i+1 < len(list) {
				at := w.Lo - uint64(off)
				c = s.And(rest, o.existsAt(u, at))
				rest = s.And(rest, s.Not(o.existsAt(u, at)))
			}
			p.cases = u.addTarget(p.cases, o, c, u.ptrConst(uint64(off)))
		}
		if len(list) == 0 {
			p.cases = u.addTarget(p.cases, nil, l.cond, l.term)
		}
	}
	if len(p.cases) == 1 {
		p.cases[0].cond = term.True
	}
	u.resolved[bits] = p
	return p
}

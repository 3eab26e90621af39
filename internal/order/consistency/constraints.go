package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// readsFrom makes the RF arcs of a read. It adds the constraints of these arcs, of the initial value, and
// of the writes of the read's own node:
//
//	guard ⇒ covered ∨ init ∨ some rf        base = guard ∧ ¬covered
//	rf(w, r) ⇒ base ∧ guard(w) ∧ one index ∧ value(w) = value(r) ∧ w is the last of its node
//	init(r) ⇒ base ∧ value(r) = initial ∧ what must precede r did not write it
//	guard ∧ covered ⇒ value(r) = that of the last write of the node before r
func (b *builder) readsFrom(a *area, r *reach) {
	e := &b.g.Events[r.read]
	covered := b.fromWithin(r)
	base := b.terms.And(e.Guard, b.terms.Not(covered))
	alternatives := len(r.writes)
	if r.initial {
		alternatives++
	}
	choice := func(name string) term.ID {
		if alternatives == 1 && b.without&PruneSingle == 0 {
			return base
		}
		return b.terms.Var(name, term.Bool)
	}
	var any []term.ID
	if r.initial {
		r.init = choice("init")
		if b.isWeak(a.region) {
			b.rel.initial[r.read] = r.init
		}
		any = append(any, r.init)
		b.assume(r.init, base)
		b.assume(r.init, b.terms.Eq(e.Value, b.initial(r.read)))
		for _, w := range a.writes {
			if b.g.Events[w].Node != e.Node && b.precedes(w, r.read) && b.together(w, r.read) {
				b.assume(r.init, b.terms.Not(b.hit(w, r.read)))
			}
		}
	}
	for _, w := range r.writes {
		rf := choice("rf")
		any = append(any, rf)
		f := &b.g.Events[w]
		b.assume(rf, base)
		b.assume(rf, f.Guard)
		b.assume(rf, b.sameIndex(w, r.read))
		b.assume(rf, b.terms.Eq(e.Value, f.Value))
		for later := w + 1; later < b.g.Nodes[f.Node].Last; later++ {
			if o := &b.g.Events[later]; o.Kind == event.Write && o.Region == f.Region {
				b.assume(rf, b.terms.Not(b.hit(later, w)))
			}
		}
		arc := b.arc(RF, w, r.read, rf)
		if i, j := b.common(w, r.read); i != nil {
			b.assume(rf, b.inOrder(i, j))
			arc.Must = true
		}
		b.add(arc)
	}
	b.assume(base, b.terms.Disj(any...))
}

// fromWithin returns the Bool that an earlier write of its node covers a read,
// and adds the constraint on the value that the read then sees.
func (b *builder) fromWithin(r *reach) term.ID {
	e := &b.g.Events[r.read]
	covered, value := term.False, term.None
	for _, w := range r.within {
		hit := b.hit(w, r.read)
		covered = b.terms.Or(covered, hit)
		if value == term.None {
			value = b.g.Events[w].Value
		} else {
			value = b.terms.Ite(hit, b.g.Events[w].Value, value)
		}
		if b.overwrites(w, r.read) {
			covered = term.True
		}
	}
	if value != term.None {
		b.assume(b.terms.And(e.Guard, covered), b.terms.Eq(e.Value, value))
	}
	return covered
}

// initial returns the value that a read's granule has at first.
func (b *builder) initial(read event.ID) term.ID {
	e := &b.g.Events[read]
	init := b.g.Regions[e.Region].Init
	if b.terms.Sort(init).IsArray() {
		return b.terms.Select(init, e.Index)
	}
	return init
}

package intervals

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ranks is the confirmation of one ranking: of reads R of some regions, and of terms that are cut. A cut
// term is the value of a write, or that value without an added constant. Later terms of the thread see the
// value of a cut term by rank, as if they read it.
//
// A way starts at an executed read of R or at a cut term, and goes backwards in the order of the execution.
// From a read it goes through the write that the read sees, or through the index of the read. From a cut
// term it goes through the write of the term. Then it goes to an executed read of R, or to a cut term, from
// which the value, the guard or the index is computed.
//
// A way goes through a write or an index only if that depends on R; it may end there. The rank of a read or
// cut term is one more than the greatest number of writes and indices on a way from it.
//
// A way goes through each index at most once. It goes through each write at most once for a read of another
// node or a cut term, and at most once for a read of the same node. Both happen if the section can come to
// no end: the guard of the write then depends on a read after the write. So no rank is greater than one
// more than the number that steps returns.
//
// The check computes bounds B(0), B(1), … of R and of the cut terms. B(0) contains the values of reads of
// rank 1, which see initial values or writes that do not depend on R. B(n+1) contains all values that
// follow from B(n). By induction, B(n) contains the values of all executed reads and cut terms of ranks up
// to n+1. The check accepts bounds that contain B(steps). Reads outside of R have the bounds of the result,
// as the argument of confirmation allows.
//
// The value of a cut term has to follow from executed reads. So a term may be cut below a write w only if
// its own write comes before w in the same thread, and is executed if w is. It may not be cut below a write
// that a read of the same node may see, since that read does not depend on the guard; nor below the index
// of a read.
type ranks struct {
	*confirmation
	vars    []term.ID        // R
	depends map[term.ID]bool // terms that depend on R, R included
	terms   []term.ID        // those that are no reads, arguments first
	writes  []event.ID       // that depend on R
	inside  []event.ID       // the writes that reads of their own nodes may see; an event can occur several times
	sights  []*sight         // of R
	cut     map[term.ID]event.ID
	fresh   map[term.ID]Value // of cut terms, as computed from the present values
}

// ranks returns the confirmation of a ranking.
func (c *confirmation) ranks(r *ranking) *ranks {
	k := &ranks{
		confirmation: c, vars: r.vars, depends: make(map[term.ID]bool),
		cut: make(map[term.ID]event.ID), fresh: make(map[term.ID]Value),
	}
	for _, v := range r.vars {
		k.depends[v] = true
		k.sights = append(k.sights, c.reads[v]...)
	}
	for _, t := range r.cuts {
		k.cut[t.term] = t.write
	}
	return k
}

// ranking checks a ranking. Afterwards all values are the bounds again.
func (c *confirmation) ranking(ctx context.Context, r *ranking) error {
	k := c.ranks(r)
	if err := k.gather(r.regions); err != nil {
		return err
	}
	if err := k.mayCut(); err != nil {
		return err
	}
	k.count(ctx)
	for _, v := range r.vars {
		if !inside(c.of(v), c.bound[c.at[v]], c.s.Sort(v)) {
			return fmt.Errorf("%w: %s has values %v by rank, outside of %v", errOutside, c.s.Line(v), c.of(v), c.bound[c.at[v]])
		}
	}
	for id := range k.depends {
		c.value[c.at[id]] = c.bound[c.at[id]]
	}
	c.time++
	return nil
}

// gather lists the terms and writes that depend on R.
func (k *ranks) gather(regions []event.RegionID) error {
	var roots []term.ID
	covered := make(map[event.RegionID]bool)
	for _, r := range regions {
		covered[r] = true
		for _, w := range k.all[r] {
			e := &k.g.Events[w]
			roots = append(roots, e.Guard, e.Value)
			if e.Index != term.None {
				roots = append(roots, e.Index)
			}
		}
	}
	for _, x := range k.sights {
		if !covered[x.Region] {
			return fmt.Errorf("%w: a ranking lacks a region", errOutside)
		}
		roots = append(roots, k.g.Regions[x.Region].Init)
		if x.Index != term.None {
			roots = append(roots, x.Index)
		}
	}
	for _, id := range k.s.Below(roots...) {
		if k.at[id] == 0 {
			return fmt.Errorf("%w: term %s has no bounds", errOutside, k.s.Line(id))
		}
		for _, arg := range k.s.Args(id) {
			if k.depends[arg] && !k.depends[id] {
				k.depends[id] = true
				k.terms = append(k.terms, id)
			}
		}
	}
	for _, x := range k.sights {
		if k.depends[k.g.Regions[x.Region].Init] {
			return fmt.Errorf("%w: an initial value depends on reads of a ranking", errOutside)
		}
		k.inside = append(k.inside, x.inside...)
	}
	for _, r := range regions {
		for _, w := range k.all[r] {
			if k.dependent(w) {
				k.writes = append(k.writes, w)
			}
		}
	}
	return nil
}

// dependent reports whether a write depends on R.
func (k *ranks) dependent(w event.ID) bool {
	e := &k.g.Events[w]
	return k.depends[e.Guard] || k.depends[e.Value] || k.depends[e.Index]
}

// steps returns how many steps can follow one another.
func (k *ranks) steps() int {
	n := len(k.writes)
	within := make(map[event.ID]bool)
	for _, w := range k.inside {
		if !within[w] && k.dependent(w) {
			within[w] = true
			n++
		}
	}
	for _, x := range k.sights {
		if k.depends[x.Index] {
			n++
		}
	}
	return n
}

// base returns the cut term that a written value is, or is the sum of with a constant; None: there is none.
func (k *ranks) base(value term.ID) term.ID {
	if len(k.cut) == 0 {
		return term.None
	}
	if k.cut[value] != 0 {
		return value
	}
	if args := k.s.Args(value); k.s.Op(value) == term.OpAdd {
		switch {
		case k.s.IsConst(args[0]) && k.cut[args[1]] != 0:
			return args[1]
		case k.s.IsConst(args[1]) && k.cut[args[0]] != 0:
			return args[0]
		}
	}
	return term.None
}

// uses calls f for each cut term that a term, or the value of a write, depends on.
func (k *ranks) uses(f func(t term.ID), roots ...term.ID) {
	seen := make(map[term.ID]bool)
	for len(roots) > 0 {
		id := roots[0]
		roots = roots[1:]
		if id == term.None || seen[id] || !k.depends[id] {
			continue
		}
		seen[id] = true
		if k.cut[id] != 0 {
			f(id)
		}
		roots = append(roots, k.s.Args(id)...)
	}
}

// computed returns the terms that the value of a write is computed from: the arguments of a cut term that
// it is.
func (k *ranks) computed(w event.ID) []term.ID {
	value := k.g.Events[w].Value
	if t := k.base(value); t != term.None {
		return k.s.Args(t)
	}
	return []term.ID{value}
}

// mayCut checks that the cut terms may be cut.
func (k *ranks) mayCut() error {
	bad := term.None
	for t, w := range k.cut {
		if !k.depends[t] || k.s.IsVar(t) || k.base(k.g.Events[w].Value) != t || k.g.Events[w].Kind != event.Write {
			bad = t
		}
	}
	for _, w := range k.writes {
		e := &k.g.Events[w]
		k.uses(func(t term.ID) {
			if !k.earlier(k.cut[t], w) {
				bad = t
			}
		}, append(k.computed(w), e.Guard, e.Index)...)
	}
	none := func(t term.ID) { bad = t }
	for _, w := range k.inside {
		k.uses(none, append(k.computed(w), k.g.Events[w].Index)...)
	}
	for _, x := range k.sights {
		k.uses(none, x.Index)
	}
	if bad != term.None {
		return fmt.Errorf("%w: %s may not be cut", errOutside, k.s.Line(bad))
	}
	return nil
}

// earlier reports whether a write is executed before another one of its thread whenever that is executed:
// the conjuncts of its guard are conjuncts of the other guard.
func (k *ranks) earlier(x, y event.ID) bool {
	e, f := &k.g.Events[x], &k.g.Events[y]
	n, m := &k.g.Nodes[e.Node], &k.g.Nodes[f.Node]
	if n.Thread != m.Thread || n.Index >= m.Index {
		return false
	}
	parts, need := make(map[term.ID]bool), make(map[term.ID]bool)
	k.split(f.Guard, parts)
	k.split(e.Guard, need)
	for id := range need {
		if !parts[id] && id != term.True && k.s.Op(id) != term.OpAnd {
			return false
		}
	}
	return true
}

// split adds a condition and all that it is the conjunction of.
func (k *ranks) split(id term.ID, parts map[term.ID]bool) {
	if parts[id] {
		return
	}
	parts[id] = true
	if k.s.Op(id) == term.OpAnd {
		for _, arg := range k.s.Args(id) {
			k.split(arg, parts)
		}
	}
}

// count computes B(steps) and leaves it in value.
func (k *ranks) count(ctx context.Context) {
	for _, v := range k.vars {
		k.value[k.at[v]] = exactly(term.Word{}) // any value of a rank to come
	}
	for _, id := range k.terms {
		k.value[k.at[id]] = apply(k.s, id, k.of)
	}
	for t := range k.cut {
		k.fresh[t] = k.of(t)
	}
	k.next(func(w event.ID) (Value, bool) { return k.of(k.g.Events[w].Value), !k.dependent(w) })
	for range k.steps() {
		if ctx.Err() != nil {
			return
		}
		if !k.next(func(w event.ID) (Value, bool) { return k.written(w), true }) {
			break
		}
	}
}

// next computes B(n+1) from B(n), and the terms that depend on it. It reports whether the values of reads
// and cut terms change.
func (k *ranks) next(written writer) (changed bool) {
	k.time++
	values := make([]Value, len(k.vars))
	for i, v := range k.vars {
		var f found
		sort := k.s.Sort(v)
		for _, x := range k.reads[v] {
			seen := k.sees(x, written)
			if !seen.some { // of a rank to come, or never executed: any value
				seen = found{k.of(k.g.Regions[x.Region].Init), true}
			}
			f.join(&seen, sort)
		}
		values[i] = f.v
	}
	set := func(id term.ID, v Value) {
		changed = changed || k.value[k.at[id]] != v
		k.value[k.at[id]] = v
	}
	for i, v := range k.vars {
		set(v, values[i])
	}
	for t, v := range k.fresh {
		set(t, v)
	}
	for _, id := range k.terms {
		if v := apply(k.s, id, k.of); k.cut[id] != 0 {
			k.fresh[id] = v
		} else {
			k.value[k.at[id]] = v
		}
	}
	return changed
}

// written returns the values of a write, as computed from the present values of reads and cut terms.
func (k *ranks) written(w event.ID) Value {
	value := k.g.Events[w].Value
	switch t := k.base(value); t {
	case term.None:
		return k.of(value)
	case value:
		return k.fresh[t]
	default:
		return apply(k.s, value, func(arg term.ID) Value {
			if arg == t {
				return k.fresh[t]
			}
			return k.of(arg)
		})
	}
}

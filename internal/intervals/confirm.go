package intervals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// confirmation checks the bounds of an analysis. It evaluates terms and reads of its own; all that it shares with the
// analysis are the functions of single operators (apply, meet, join, reduce).
//
// It accepts bounds if three conditions hold:
//
//  1. For each term, the operator applied to the bounds of the arguments gives values inside of the bounds.
//  2. For each read, there is a value inside of the bounds.
//  3. For each read, either the values of the writes that it may see and the initial value are inside of the
//     bounds (a closed read), or the read belongs to a ranking that is confirmed (rankings.go).
//
// Then all executed reads have values inside of the bounds. Suppose that some have not, and let r be the first of them in
// the order of the execution. All executed reads that the value of r depends on come before r, so their values are inside of the
// bounds. Other reads do not influence r, so they may be thought to have some value of their bounds. If r is closed,
// the value of r is inside of its bounds by 1 and 3. If r belongs to a ranking, it is so by the argument there.
type confirmation struct {
	g     *event.Graph
	s     *term.Store
	at    []int32 // by term: its position in bounds; 0: there is none
	bound []Value // what is checked
	value []Value // bound, or what a ranking has of the terms that depend on it

	order map[event.ID]int     // by write: its number among those of its region
	all   [][]event.ID         // by region: its writes
	reads map[term.ID][]*sight // by variable: the reads of its value
	spans map[spanKey]*spanned
	time  int // counts changes of value
}

// sight is what a read may see.
type sight struct {
	*event.Event
	initial bool
	inside  []event.ID // writes of its node: their guards do not count
	outside []*spanned
}

// spanned is adjacent writes of a region, with the join of their values as it was at a time.
type spanned struct {
	writes []event.ID
	time   int
	found  found
}

type spanKey struct {
	region      event.RegionID
	first, past int
}

var errOutside = errors.New("the bounds are not confirmed")

// confirm checks the bounds of the result and records what is wrong. An error is the cause of the context's end.
func (r *Result) confirm(ctx context.Context, candidates []event.Candidates) error {
	c := newConfirmation(r, candidates)
	err := c.terms()
	if err == nil {
		err = c.closed(ctx, r.rankings)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r.rejected = err
	return nil
}

// of returns the values of a term: all, if it has no bounds.
func (c *confirmation) of(id term.ID) Value {
	if c.at[id] == 0 {
		return unknown(c.s.Sort(id))
	}
	return c.value[c.at[id]]
}

// inside reports whether a set is inside of another one, of a sort.
func inside(v, of Value, sort term.Sort) bool {
	if sort = element(sort); sort == term.Bool {
		return !v.Lo.Less(of.Lo) && !of.Hi.Less(v.Hi)
	}
	return v.within(of, sort.Width())
}

// inhabited reports whether a set of bit-vectors has a value.
func inhabited(v Value, w uint) bool {
	part := func(lo, hi term.Word) bool {
		lo, hi = greatest(lo, v.Lo), least(hi, v.Hi)
		return !hi.Less(lo)
	}
	if v.SHi.SignedLess(v.SLo, w) {
		return false
	}
	if v.SLo.Negative(w) == v.SHi.Negative(w) {
		return part(v.SLo, v.SHi)
	}
	return part(term.Word{}, v.SHi) || part(v.SLo, term.Ones(w))
}

// terms checks the first condition, for all terms but the values of reads.
func (c *confirmation) terms() error {
	read := make(map[term.ID]bool)
	for i := range c.g.Events[1:] {
		if e := &c.g.Events[1+i]; e.Kind == event.Read {
			read[e.Value] = true
		}
	}
	for i, at := range c.at {
		id := term.ID(i)
		if at == 0 || c.s.IsVar(id) && read[id] {
			continue // a read, or no term of the graph
		}
		if v := apply(c.s, id, c.of); !inside(v, c.of(id), c.s.Sort(id)) {
			return fmt.Errorf("%w: term %s has values %v, outside of %v", errOutside, c.s.Line(id), v, c.of(id))
		}
	}
	return nil
}

// newConfirmation returns a confirmation that knows the writes of each region and what reads may see.
func newConfirmation(r *Result, candidates []event.Candidates) *confirmation {
	c := &confirmation{
		g: r.g, s: r.g.Terms, at: r.eval.at, bound: r.eval.values, value: slices.Clone(r.eval.values),
		order: make(map[event.ID]int), all: make([][]event.ID, len(r.g.Regions)),
		reads: make(map[term.ID][]*sight), spans: make(map[spanKey]*spanned),
	}
	for id := event.ID(1); int(id) < len(c.g.Events); id++ {
		if e := &c.g.Events[id]; e.Kind == event.Write {
			c.order[id] = len(c.all[e.Region])
			c.all[e.Region] = append(c.all[e.Region], id)
		}
	}
	for _, k := range candidates {
		e := &c.g.Events[k.Read]
		x := &sight{Event: e, initial: k.Initial}
		c.reads[e.Value] = append(c.reads[e.Value], x)
		for i := 0; i < len(k.Writes); i++ {
			if c.g.Events[k.Writes[i]].Node == e.Node {
				x.inside = append(x.inside, k.Writes[i])
				continue
			}
			first := c.order[k.Writes[i]]
			past := first + 1
			for i+1 < len(k.Writes) && c.order[k.Writes[i+1]] == past && c.g.Events[k.Writes[i+1]].Node != e.Node {
				i, past = i+1, past+1
			}
			key := spanKey{e.Region, first, past}
			if c.spans[key] == nil {
				c.spans[key] = &spanned{writes: c.all[e.Region][first:past], time: -1}
			}
			x.outside = append(x.outside, c.spans[key])
		}
	}
	return c
}

// closed checks the other two conditions.
func (c *confirmation) closed(ctx context.Context, rankings []ranking) error {
	ranked := make(map[term.ID]int) // by value of a read: 1 + the number of its ranking
	for i, r := range rankings {
		for _, v := range r.vars {
			ranked[v] = 1 + i
		}
	}
	confirmed := make([]bool, len(rankings))
	for i, at := range c.at {
		v := term.ID(i)
		if at == 0 || !c.s.IsVar(v) || c.of(v) == unknown(c.s.Sort(v)) {
			continue
		}
		if !inhabited(c.of(v), c.s.Width(v)) {
			return fmt.Errorf("%w: no value for %s in %v", errOutside, c.s.Line(v), c.of(v))
		}
		for _, x := range c.reads[v] {
			if ctx.Err() != nil {
				return nil
			}
			seen := c.sees(x, func(w event.ID) (Value, bool) { return c.of(c.g.Events[w].Value), true })
			if !seen.some || inside(seen.v, c.of(v), c.s.Sort(v)) {
				continue
			}
			n := ranked[v] - 1
			if n < 0 {
				return fmt.Errorf("%w: %s sees %v, outside of %v", errOutside, c.s.Line(v), seen.v, c.of(v))
			}
			if !confirmed[n] {
				if err := c.ranking(ctx, &rankings[n]); err != nil {
					return err
				}
				confirmed[n] = true
			}
		}
	}
	return nil
}

// writer returns the values of a write, and whether it counts.
type writer func(event.ID) (Value, bool)

// sees returns the values of the writes that a read may see, as far as they count, and of the initial value.
func (c *confirmation) sees(x *sight, written writer) found {
	region := &c.g.Regions[x.Region]
	sort := term.BV(region.Width)
	var f found
	if x.initial {
		f.add(c.of(region.Init), sort)
	}
	for _, w := range x.inside {
		if v, counts := written(w); counts && c.together(x.Event, &c.g.Events[w]) {
			f.add(v, sort)
		}
	}
	for _, s := range x.outside {
		if region.IndexWidth == 0 && s.time == c.time {
			f.join(&s.found, sort)
			continue
		}
		var part found
		for _, w := range s.writes {
			v, counts := written(w)
			if e := &c.g.Events[w]; counts && c.of(e.Guard).mayHold() && c.together(x.Event, e) {
				part.add(v, sort)
			}
		}
		s.time, s.found = c.time, part
		f.join(&part, sort)
	}
	if f.some {
		f.v = f.v.reduce(region.Width)
	}
	return f
}

// together reports whether a read and a write of one region may have the same granule.
func (c *confirmation) together(e, w *event.Event) bool {
	return e.Index == term.None || e.Index == w.Index || meet(c.of(e.Index), c.of(w.Index), c.s.Width(e.Index))
}

package intervals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// confirmation checks the bounds of an analysis. It evaluates terms and reads by code of its own. It shares
// only the functions of single operators with the analysis (apply, meet, join, reduce).
//
// It accepts bounds under three conditions:
//
//  1. For each term, the operator gives values inside of the bounds, if the arguments have values inside of
//     theirs.
//  2. The bounds of each read contain a value.
//  3. Each read is closed or ranked. The bounds of a closed read contain the values of all writes that the
//     read may see, and the initial value if the read may see that. A ranked read belongs to a confirmed
//     ranking (ranking.go).
//
// Then the values of all executed reads are inside of the bounds. Suppose that some are outside, and let r
// be the first of these reads in the order of the execution. The value of r depends only on executed reads
// before r, whose values are inside of their bounds. The values of unexecuted reads have no influence on r:
// the argument may give each of them some value inside of its bounds. If r is closed, conditions 1 and 3
// show that the value of r is inside. If r is ranked, the argument in ranking.go shows it. This contradicts
// the choice of r.
type confirmation struct {
	g     *event.Graph
	s     *term.Store
	at    []int32 // by term: its position in bounds; 0: there is none
	bound []Value // the bounds to check
	value []Value // bound, or the values in a ranking of the terms that depend on it

	order map[event.ID]int     // by write: its number among those of its region
	all   [][]event.ID         // by region: its writes
	reads map[term.ID][]*sight // by variable: the reads of its value
	spans map[spanKey]*spanned
	now   []present // by write
	time  int       // counts changes of value
}

// present holds the values of a write at a time. There are none if the write is not executed or does not
// count.
type present struct {
	found
	time int
}

// sight is a read with the writes that it may see.
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

// confirm checks the bounds of the result and records the first fault. An error is the cause of the
// context's end.
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

// newConfirmation returns a confirmation with the writes of each region and the candidates of reads.
func newConfirmation(r *Result, candidates []event.Candidates) *confirmation {
	c := &confirmation{
		g: r.g, s: r.g.Terms, at: r.eval.at, bound: r.eval.values, value: slices.Clone(r.eval.values),
		order: make(map[event.ID]int), all: make([][]event.ID, len(r.g.Regions)),
		reads: make(map[term.ID][]*sight), spans: make(map[spanKey]*spanned), now: make([]present, len(r.g.Events)), time: 1,
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
				c.spans[key] = &spanned{writes: c.all[e.Region][first:past]}
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
			if v := c.executed(w, written); v.some && c.together(x.Event, &c.g.Events[w]) {
				part.join(v, sort)
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

// executed returns the values of a write, none if it is not executed.
func (c *confirmation) executed(w event.ID, written writer) *found {
	p := &c.now[w]
	if p.time != c.time {
		*p = present{time: c.time}
		if v, counts := written(w); counts && c.of(c.g.Events[w].Guard).mayHold() {
			p.found = found{v, true}
		}
	}
	return &p.found
}

// together reports whether a read and a write of one region may have the same granule.
func (c *confirmation) together(e, w *event.Event) bool {
	return e.Index == term.None || e.Index == w.Index || meet(c.of(e.Index), c.of(w.Index), c.s.Width(e.Index))
}

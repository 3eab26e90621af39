package intervals

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// source is where the value of a read comes from: writes of its node, and runs of
// writes in the order of their region. Reads mostly see all writes of other
// threads and one of their own, so that there are few runs, and most of them
// begin or end the list.
type source struct {
	read    event.ID
	region  event.RegionID
	initial bool
	within  []event.ID
	runs    []span
}

// span is the writes from first up to but not including past.
type span struct{ first, past int }

// found collects values; of none, only some is false.
type found struct {
	v    Value
	some bool
}

func (f *found) add(v Value, sort term.Sort) {
	if f.some {
		v = f.v.join(v, sort)
	}
	f.v, f.some = v, true
}

// ends is, by number of a region's writes, the values of all writes before it, and of all
// others.
type ends struct{ before, from []found }

// connect makes the sources of the component's reads.
func (c *component) connect() {
	type run struct {
		event.RegionID
		span
	}
	at, known := make(map[event.ID]int), make(map[run]bool)
	for _, r := range c.regions {
		for i, w := range c.writes[r] {
			at[w] = i
		}
		if n := len(c.writes[r]) + 1; c.g.Regions[r].IndexWidth == 0 {
			c.past[r] = &ends{make([]found, n), make([]found, n)}
		}
	}
	for _, v := range c.vars {
		rd := c.inputs[v]
		e := &c.g.Events[rd.Read]
		s := source{read: rd.Read, region: e.Region, initial: rd.Initial}
		for _, w := range rd.Writes {
			i, last := at[w], len(s.runs)-1
			switch {
			case c.g.Events[w].Node == e.Node:
				s.within = append(s.within, w)
			case last >= 0 && s.runs[last].past == i:
				s.runs[last].past++
			default:
				s.runs = append(s.runs, span{i, i + 1})
			}
		}
		c.looks += 1 + len(s.within) + len(s.runs)
		for _, r := range s.runs {
			if k := (run{s.region, r}); !known[k] || c.past[s.region] == nil {
				known[k] = true
				c.looks += r.past - r.first
			}
		}
		c.from = append(c.from, s)
	}
}

// look computes the next values of all reads, of the writes that are let.
func (c *component) look(let func(event.ID) bool) {
	for _, r := range c.regions {
		e := c.past[r]
		if e == nil {
			continue
		}
		writes, sort := c.writes[r], term.BV(c.g.Regions[r].Width)
		c.stats.Work += 2 * len(writes)
		for i, w := range writes {
			e.before[i+1] = e.before[i]
			c.see(&e.before[i+1], w, let, sort)
		}
		for i := len(writes) - 1; i >= 0; i-- {
			e.from[i] = e.from[i+1]
			c.see(&e.from[i], writes[i], let, sort)
		}
	}
	for i := range c.from {
		c.next[i] = c.seen(&c.from[i], let)
	}
}

// see adds the value of a write that is let and may be executed.
func (c *component) see(f *found, w event.ID, let func(event.ID) bool, sort term.Sort) {
	if e := &c.g.Events[w]; let(w) && c.eval.of(e.Guard).mayHold() {
		f.add(c.written(w), sort)
	}
}

// seen returns the values that a read may see: those of the possible writes for which let holds. If there
// are none, it returns the region's initial value.
func (c *component) seen(s *source, let func(event.ID) bool) Value {
	e, region := &c.g.Events[s.read], &c.g.Regions[s.region]
	sort := term.BV(region.Width)
	initial := c.eval.of(region.Init)
	f := found{initial, s.initial}
	for _, w := range s.within {
		if let(w) && c.sameGranule(e, &c.g.Events[w]) {
			f.add(c.written(w), sort)
		}
	}
	writes, ends := c.writes[s.region], c.past[s.region]
	c.stats.Work += 1 + len(s.within) + len(s.runs)
	for _, r := range s.runs {
		switch {
		case ends != nil && r.first == 0:
			f.join(&ends.before[r.past], sort)
		case ends != nil && r.past == len(writes):
			f.join(&ends.from[r.first], sort)
		default:
			c.stats.Work += r.past - r.first
			for _, w := range writes[r.first:r.past] {
				if c.sameGranule(e, &c.g.Events[w]) {
					c.see(&f, w, let, sort)
				}
			}
		}
	}
	if !f.some {
		return initial
	}
	return f.v.reduce(sort.Width())
}

func (f *found) join(g *found, sort term.Sort) {
	if g.some {
		f.add(g.v, sort)
	}
}

// sameGranule reports whether two events of a region may have one index.
func (c *component) sameGranule(e, f *event.Event) bool {
	return e.Index == f.Index || meet(c.eval.of(e.Index), c.eval.of(f.Index), c.g.Terms.Width(e.Index))
}

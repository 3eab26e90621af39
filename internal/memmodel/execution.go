package memmodel

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// tagged makes s the events with a tag.
func (x *Execution) tagged(s relation.Set, tag string) {
	s.Clear()
	for i := range x.Events {
		if e := &x.Events[i]; e.has(tag) {
			s.Add(i)
		}
	}
}

// has reports whether the set of this name contains the event.
func (e *Event) has(tag string) bool {
	switch tag {
	case "M":
		if e.has("R") || e.has("W") {
			return true
		}
	case "MFENCE":
		if e.has("mfence") {
			return true
		}
	case "IW":
		return e.Thread == InitialThread
	case "W":
		if e.Thread == InitialThread {
			return true
		}
	}
	return slices.Contains(e.Tags, tag)
}

// base makes r the base relation of this name.
func (x *Execution) base(r relation.Rel, name string) {
	r.Clear()
	given, ok := x.Relations[name]
	if !ok && name == "amo" && x.Relations["lxsx"].Size() == 0 {
		given, ok = x.Relations["rmw"]
	}
	if ok {
		r.Copy(given)
		if name == "si" {
			r.Opt(r)
		}
		return
	}
	switch name {
	case "po":
		x.pairs(r, func(a, b int) bool {
			return a < b && x.Events[a].Thread == x.Events[b].Thread && x.Events[a].Thread != InitialThread
		})
	case "loc":
		x.pairs(r, func(a, b int) bool { return x.Events[a].Loc != 0 && x.Events[a].Loc == x.Events[b].Loc })
	case "int":
		x.pairs(r, x.internal)
	case "ext":
		x.pairs(r, func(a, b int) bool { return !x.internal(a, b) })
	case "id", "si":
		r.Opt(r)
	case "rcu-rscs":
		x.brackets(r, "Rcu-lock", "Rcu-unlock")
	}
}

// internal reports whether two events have the same thread. Each initial write has one of its own.
func (x *Execution) internal(a, b int) bool {
	return a == b || x.Events[a].Thread == x.Events[b].Thread && x.Events[a].Thread != InitialThread
}

func (x *Execution) pairs(r relation.Rel, f func(a, b int) bool) {
	for a := range x.Events {
		for b := range x.Events {
			if f(a, b) {
				r.Add(a, b)
			}
		}
	}
}

// brackets relates each event with the opening tag to the event that closes it, in the order of po.
func (x *Execution) brackets(r relation.Rel, opening, closing string) {
	po := relation.New(len(x.Events))
	x.base(po, "po")
	var marks []int
	for i := range x.Events {
		if e := &x.Events[i]; e.has(opening) || e.has(closing) {
			marks = append(marks, i)
		}
	}
	slices.SortStableFunc(marks, func(a, b int) int {
		switch {
		case x.Events[a].Thread != x.Events[b].Thread:
			return x.Events[a].Thread - x.Events[b].Thread
		case po.Has(a, b):
			return -1
		case po.Has(b, a):
			return 1
		}
		return 0
	})
	var open []int
	for i, at := range marks {
		if i > 0 && x.Events[marks[i-1]].Thread != x.Events[at].Thread {
			open = open[:0]
		}
		if x.Events[at].has(opening) {
			open = append(open, at)
		} else if last := len(open) - 1; last >= 0 {
			r.Add(open[last], at)
			open = open[:last]
		}
	}
}

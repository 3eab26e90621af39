package smtlib

import "github.com/heddle-mc/heddle/internal/solve/term"

// Read is the read of an array at an index. The array is a variable or a constant array.
type Read struct{ Array, Index term.ID }

// Reads collects the array elements that are needed to evaluate terms: for each select, its index in
// every array from which it may read. It is for one store, which may grow.
type Reads struct {
	s      *term.Store
	walk   *term.Walk
	bases  map[term.ID][]term.ID // by array term: the arrays that it is made from, ascending
	seen   map[Read]bool
	list   []Read
	arrays bool // there are any
	floats bool // there are any
}

// NewReads returns an empty collection.
func NewReads(s *term.Store) *Reads {
	return &Reads{s: s, walk: term.NewWalk(s), bases: make(map[term.ID][]term.ID), seen: make(map[Read]bool)}
}

// List returns the reads of the terms visited, each once, in the order of the
// visits. The slice must not be written.
func (r *Reads) List() []Read { return r.list }

// Logic returns the smallest logic of SMT-LIB that has the terms visited. It includes bit-vectors in
// any case, since no logic of Bools alone is known to all solvers.
func (r *Reads) Logic() string {
	logic := "QF_"
	if r.arrays {
		logic += "A"
	}
	logic += "BV"
	if r.floats {
		logic += "FP"
	}
	return logic
}

// Visit adds the reads of a term and all below it.
func (r *Reads) Visit(root term.ID) {
	r.walk.Visit(root, func(id term.ID) {
		if r.s.Sort(id).IsArray() {
			r.arrays = true
			r.bases[id] = r.madeFrom(id)
		}
		r.floats = r.floats || r.s.Op(id).IsFloat()
		if r.s.Op(id) != term.OpSelect {
			return
		}
		for _, a := range r.bases[r.s.Arg(id, 0)] {
			if at := (Read{a, r.s.Arg(id, 1)}); !r.seen[at] {
				r.seen[at] = true
				r.list = append(r.list, at)
			}
		}
	})
}

// madeFrom returns the variables and constant arrays that an array is made from.
func (r *Reads) madeFrom(id term.ID) []term.ID {
	switch r.s.Op(id) {
	case term.OpStore:
		return r.bases[r.s.Arg(id, 0)]
	case term.OpIte:
		return union(r.bases[r.s.Arg(id, 1)], r.bases[r.s.Arg(id, 2)])
	}
	return []term.ID{id}
}

// union returns the elements of two ascending lists, and the list itself if one has them all.
func union(a, b []term.ID) []term.ID {
	var out []term.ID
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case j == len(b) || i < len(a) && a[i] < b[j]:
			out = append(out, a[i])
			i++
		case i == len(a) || b[j] < a[i]:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i, j = i+1, j+1
		}
	}
	switch len(out) {
	case len(a):
		return a
	case len(b):
		return b
	}
	return out
}

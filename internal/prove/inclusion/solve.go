package inclusion

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// assignment gives values to the variables of a graph for an execution. The execution decides inputs and
// reads; facts define the other variables.
type assignment struct {
	*term.Partial
	s       *term.Store
	facts   map[term.ID][]term.ID // see definers
	asking  map[term.ID]bool
	given   map[term.ID]bool                         // variables that the execution decides, not facts
	deduced int                                      // calls of assert in progress
	unknown func(variable term.ID) (term.Word, bool) // of variables that no fact defines
}

// factDepth bounds how deep below a fact the variables are that it may define.
const factDepth = 12

// definers indexes facts by the variables that they may define, and by the facts themselves.
func definers(s *term.Store, facts []term.ID) map[term.ID][]term.ID {
	out := make(map[term.ID][]term.ID)
	for _, f := range facts {
		seen := make(map[term.ID]bool)
		var visit func(id term.ID, depth int)
		visit = func(id term.ID, depth int) {
			if seen[id] || depth > factDepth {
				return
			}
			seen[id] = true
			if s.IsVar(id) || depth == 0 {
				out[id] = append(out[id], f)
			}
			for _, a := range s.Args(id) {
				visit(a, depth+1)
			}
		}
		visit(f, 0)
	}
	return out
}

func newAssignment(s *term.Store, facts map[term.ID][]term.ID, given map[term.ID]bool) *assignment {
	a := &assignment{Partial: term.NewPartial(s), s: s, facts: facts, given: given, asking: make(map[term.ID]bool)}
	a.Ask = a.ask
	return a
}

// ask finds the value of a variable.
func (a *assignment) ask(v term.ID) (term.Word, bool) {
	if w, ok := a.unknown(v); ok {
		return w, true
	}
	if a.given[v] || a.asking[v] || len(a.facts[v]) == 0 {
		return term.Word{}, false
	}
	a.asking[v] = true
	defer delete(a.asking, v)
	a.deduced++
	defer func() { a.deduced-- }()
	for _, f := range a.facts[v] {
		a.assert(f, true)
		if w, ok := a.Assigned(v); ok {
			return w, true
		}
	}
	return term.Word{}, false
}

// assert assigns the variables whose values follow with certainty if a Bool has the wanted value.
func (a *assignment) assert(id term.ID, want bool) {
	s := a.s
	if s.Op(id) == term.OpNot {
		a.assert(s.Arg(id, 0), !want)
		return
	}
	switch op := s.Op(id); {
	case op == term.OpVar:
		if _, ok := a.Assigned(id); !ok && !a.given[id] {
			a.Set(id, term.WordOfBool(want))
		}
	case op == term.OpAnd && want, op == term.OpOr && !want:
		a.assert(s.Arg(id, 0), want)
		a.assert(s.Arg(id, 1), want)
	case op == term.OpAnd, op == term.OpOr:
		for i := range 2 {
			v, ok := a.Holds(s.Arg(id, i))
			if !ok && slices.Contains(a.facts[s.Arg(id, i)], s.Arg(id, i)) {
				v, ok = true, true
			}
			if ok && v != want {
				a.assert(s.Arg(id, 1-i), want)
				return
			}
		}
	case op == term.OpEq:
		for i := range 2 {
			v, ok := a.Word(s.Arg(id, i))
			if !ok {
				continue
			}
			if !want {
				if s.Sort(s.Arg(id, 0)) != term.Bool {
					return
				}
				v = term.WordOfBool(v.IsZero())
			}
			a.solve(s.Arg(id, 1-i), v, func() bool { return true })
			return
		}
	}
}

// solve assigns the variables below a term such that the term has the wanted value and then() returns true.
// It handles the forms that such terms have: choices between constants, and places in objects.
func (a *assignment) solve(id term.ID, want term.Word, then func() bool) bool {
	if v, ok := a.Word(id); ok {
		return v == want && then()
	}
	s := a.s
	x, y := term.None, term.None
	if args := s.Args(id); len(args) > 0 {
		x = args[0]
		if len(args) > 1 {
			y = args[1]
		}
	}
	w := uint(1)
	if s.Sort(id) != term.Bool {
		w = s.Width(id)
	}
	switch s.Op(id) {
	case term.OpVar:
		return a.try(id, want, then)
	case term.OpNot:
		return a.solve(x, term.WordOfBool(want.IsZero()), then)
	case term.OpIte:
		z := s.Arg(id, 2)
		return a.solve(x, term.WordOf(1), func() bool { return a.solve(y, want, then) }) ||
			a.solve(x, term.WordOf(0), func() bool { return a.solve(z, want, then) })
	case term.OpAnd, term.OpOr:
		if all := s.Op(id) == term.OpAnd; all != want.IsZero() {
			return a.solve(x, want, func() bool { return a.solve(y, want, then) })
		}
		return a.solve(x, want, then) || a.solve(y, want, then)
	case term.OpEq:
		return a.solveEqual(x, y, want, then)
	case term.OpConcat:
		lo := s.Width(y)
		return a.solve(y, want.Mask(lo), func() bool { return a.solve(x, want.Shr(lo), then) })
	case term.OpExtract:
		if hi, lo := s.Bounds(id); s.IsVar(x) && hi >= lo {
			return a.try(x, want.Shl(lo), then)
		}
	case term.OpZext:
		if n := s.Width(x); want.Mask(n) == want {
			return a.solve(x, want, then)
		}
	case term.OpSext:
		n := s.Width(x)
		if low := want.Mask(n); low.Extend(n).Mask(w) == want {
			return a.solve(x, low, then)
		}
	case term.OpAdd:
		if v, ok := a.Word(x); ok {
			return a.solve(y, want.Sub(v).Mask(w), then)
		} else if v, ok := a.Word(y); ok {
			return a.solve(x, want.Sub(v).Mask(w), then)
		}
	case term.OpSub:
		if v, ok := a.Word(x); ok {
			return a.solve(y, v.Sub(want).Mask(w), then)
		} else if v, ok := a.Word(y); ok {
			return a.solve(x, want.Add(v).Mask(w), then)
		}
	case term.OpBvAnd:
		if v, ok := a.Word(y); ok && want.And(v) == want {
			return a.solve(x, want, then)
		} else if v, ok := a.Word(x); ok && want.And(v) == want {
			return a.solve(y, want, then)
		}
	}
	return false
}

func (a *assignment) solveEqual(x, y term.ID, want term.Word, then func() bool) bool {
	v, ok := a.Word(x)
	if !ok {
		if v, ok = a.Word(y); !ok {
			return false
		}
		y = x
	}
	if want.IsZero() {
		if a.s.Sort(y) == term.Bool || a.s.Width(y) == 1 {
			return a.solve(y, term.WordOfBool(v.IsZero()), then)
		}
		return false
	}
	return a.solve(y, v, then)
}

// try assigns a value to a variable. It undoes that if a fact contradicts it or then returns false.
func (a *assignment) try(v term.ID, w term.Word, then func() bool) bool {
	if a.deduced > 0 && a.given[v] {
		return false
	}
	mark := a.Mark()
	a.Set(v, w)
	against := slices.ContainsFunc(a.facts[v], func(f term.ID) bool {
		holds, known := a.Holds(f)
		return known && !holds
	})
	if !against && then() {
		return true
	}
	a.Undo(mark)
	return false
}

package intervals

import "github.com/heddle-mc/heddle/internal/solve/term"

// evaluator holds the values of terms, computed from those of their arguments.
type evaluator struct {
	s      *term.Store
	at     []int32 // by term: its position in values; 0: not listed
	values []Value
}

func newEvaluator(s *term.Store) *evaluator {
	return &evaluator{s: s, at: make([]int32, s.Len()), values: make([]Value, 1)}
}

func (e *evaluator) list(id term.ID) {
	if e.at[id] == 0 {
		e.at[id] = int32(len(e.values))
		e.values = append(e.values, Value{})
	}
}

func (e *evaluator) of(id term.ID) Value { return e.values[e.at[id]] }

// set gives a listed term values and reports whether that changes them.
func (e *evaluator) set(id term.ID, v Value) bool {
	old := &e.values[e.at[id]]
	if *old == v {
		return false
	}
	*old = v
	return true
}

func unknown(sort term.Sort) Value {
	if sort == term.Bool {
		return either
	}
	return top(sort.Width())
}

// compute returns the values of a term from the values of its arguments; for a variable, all values.
func (e *evaluator) compute(id term.ID) Value { return apply(e.s, id, e.of) }

// apply returns the values of a term from the values of its arguments, which it gets from of; for a
// variable, all values. It is a pure function of them.
func apply(s *term.Store, id term.ID, of func(term.ID) Value) Value {
	op, sort := s.Op(id), s.Sort(id)
	switch op {
	case term.OpConst:
		c, _ := s.Value(id)
		return exactly(c)
	case term.OpVar:
		return unknown(sort)
	}
	args := s.Args(id)
	switch op {
	case term.OpIte:
		switch c := of(args[0]); {
		case !c.mayFail():
			return of(args[1])
		case !c.mayHold():
			return of(args[2])
		}
		return of(args[1]).join(of(args[2]), element(sort))
	case term.OpSelect, term.OpConstArray:
		return of(args[0])
	case term.OpStore:
		return of(args[0]).join(of(args[2]), element(sort))
	}
	var o operands
	for i, a := range args {
		o.a[i] = of(a)
	}
	o.w1 = s.Width(args[0])
	switch {
	case s.Sort(args[0]) == term.Bool:
		return logic(op, o.a[0], o.a[1])
	case sort == term.Bool:
		return predicate(op, o.a[0], o.a[1], o.w1)
	}
	if len(args) > 1 {
		o.w2 = s.Width(args[1])
	}
	o.w = sort.Width()
	var hi, lo uint
	if op == term.OpExtract {
		hi, lo = s.Bounds(id)
	}
	return transfer(op, &o, hi, lo).known(s.Known(id), o.w)
}

// element returns the element sort of an array sort, and other sorts unchanged.
func element(sort term.Sort) term.Sort {
	if sort.IsArray() {
		return sort.Elem()
	}
	return sort
}

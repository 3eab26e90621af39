package intervals

import "github.com/heddle-mc/heddle/internal/term"

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

// compute returns the values of a term from those of its arguments; all values of
// a variable.
func (e *evaluator) compute(id term.ID) Value {
	op, sort := e.s.Op(id), e.s.Sort(id)
	switch op {
	case term.OpConst:
		c, _ := e.s.Value(id)
		return exactly(c)
	case term.OpVar:
		return unknown(sort)
	}
	args := e.s.Args(id)
	switch op {
	case term.OpIte:
		switch c := e.of(args[0]); {
		case !c.mayFail():
			return e.of(args[1])
		case !c.mayHold():
			return e.of(args[2])
		}
		return e.of(args[1]).join(e.of(args[2]), element(sort))
	case term.OpSelect, term.OpConstArray:
		return e.of(args[0])
	case term.OpStore:
		return e.of(args[0]).join(e.of(args[2]), element(sort))
	}
	var o operands
	for i, a := range args {
		o.a[i] = e.of(a)
	}
	o.w1 = e.s.Width(args[0])
	switch {
	case e.s.Sort(args[0]) == term.Bool:
		return logic(op, o.a[0], o.a[1])
	case sort == term.Bool:
		return predicate(op, o.a[0], o.a[1], o.w1)
	}
	if len(args) > 1 {
		o.w2 = e.s.Width(args[1])
	}
	o.w = sort.Width()
	var hi, lo uint
	if op == term.OpExtract {
		hi, lo = e.s.Bounds(id)
	}
	return transfer(op, &o, hi, lo).known(e.s.Known(id), o.w)
}

// element returns the sort of what a term holds: of arrays, their elements.
func element(sort term.Sort) term.Sort {
	if sort.IsArray() {
		return sort.Elem()
	}
	return sort
}

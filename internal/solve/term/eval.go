package term

// ArrayValue is the value of an array: Elems where present, Default elsewhere.
type ArrayValue struct {
	Default Word
	Elems   map[Word]Word
}

// At returns the element at an index.
func (a ArrayValue) At(index Word) Word {
	if v, ok := a.Elems[index]; ok {
		return v
	}
	return a.Default
}

// Assignment gives values to variables. Variables without a value are 0, arrays
// without one are 0 everywhere. The zero value assigns nothing and is ready to
// use.
type Assignment struct {
	words  map[ID]Word
	arrays map[ID]ArrayValue
}

// Set gives a value to a Bool (0 or 1) or bit-vector variable. v must fit the
// sort of the variable.
func (a *Assignment) Set(variable ID, v Word) {
	if a.words == nil {
		a.words = make(map[ID]Word)
	}
	a.words[variable] = v
}

// SetArray gives a value to an array variable. The value must not be changed
// afterwards.
func (a *Assignment) SetArray(variable ID, v ArrayValue) {
	if a.arrays == nil {
		a.arrays = make(map[ID]ArrayValue)
	}
	a.arrays[variable] = v
}

// Word returns the value of a Bool or bit-vector variable.
func (a *Assignment) Word(variable ID) Word { return a.words[variable] }

// Array returns the value of an array variable.
func (a *Assignment) Array(variable ID) ArrayValue { return a.arrays[variable] }

// Evaluator computes values of terms under one assignment and remembers them.
// Arrays are never built for inner terms: a select searches the stores below it,
// so its cost is the length of that chain.
type Evaluator struct {
	s      *Store
	asg    *Assignment
	walk   *Walk
	values []Word // by ID; valid for visited terms that are no arrays
}

// NewEvaluator returns an evaluator. The assignment must not change while it is
// in use.
func NewEvaluator(s *Store, asg *Assignment) *Evaluator {
	return &Evaluator{s: s, asg: asg, walk: NewWalk(s)}
}

// Word returns the value of a Bool (0 or 1) or bit-vector term.
func (e *Evaluator) Word(id ID) Word {
	e.compute(id)
	return e.values[id]
}

// Holds reports whether a Bool term is true.
func (e *Evaluator) Holds(id ID) bool { return !e.Word(id).IsZero() }

// Array returns the value of an array term. The result must not be changed.
func (e *Evaluator) Array(id ID) ArrayValue {
	e.compute(id)
	elems := make(map[Word]Word)
	for {
		next, index, value := e.step(id)
		switch {
		case next != None && index == None:
			id = next
		case next != None:
			// The outermost store to an index determines the element.
			if i := e.values[index]; !has(elems, i) {
				elems[i] = e.values[value]
			}
			id = next
		case value != None:
			return ArrayValue{Default: e.values[value], Elems: elems}
		default:
			base := e.asg.Array(id)
			for i, v := range base.Elems {
				if !has(elems, i) {
					elems[i] = v
				}
			}
			return ArrayValue{Default: base.Default, Elems: elems}
		}
	}
}

func has(m map[Word]Word, k Word) bool {
	_, ok := m[k]
	return ok
}

// step looks through one array term whose parts are computed. next is the array
// below, None for variables and constant arrays; index and value are those of a
// store; value alone is the element of a constant array.
func (e *Evaluator) step(id ID) (next, index, value ID) {
	n := &e.s.nodes[id]
	switch n.op {
	case OpStore:
		return n.args[0], n.args[1], n.args[2]
	case OpIte:
		if e.values[n.args[0]].IsZero() {
			return n.args[2], None, None
		}
		return n.args[1], None, None
	case OpConstArray:
		return None, None, n.args[0]
	}
	return None, None, None
}

// read returns the element of a computed array term at an index.
func (e *Evaluator) read(id ID, i Word) Word {
	for {
		next, index, value := e.step(id)
		switch {
		case value != None && (index == None || e.values[index] == i):
			return e.values[value]
		case next == None:
			return e.asg.Array(id).At(i)
		}
		id = next
	}
}

// compute evaluates everything below root that is not yet evaluated.
func (e *Evaluator) compute(root ID) {
	if n := e.s.Len(); n > len(e.values) {
		e.values = append(e.values, make([]Word, n-len(e.values))...)
	}
	e.walk.Visit(root, e.eval)
}

// eval evaluates one term whose arguments are evaluated.
func (e *Evaluator) eval(id ID) {
	n := &e.s.nodes[id]
	switch {
	case n.sort.IsArray():
	case n.op == OpConst:
		e.values[id] = n.value()
	case n.op == OpVar:
		e.values[id] = e.asg.Word(id)
	case n.op == OpSelect:
		e.values[id] = e.read(n.args[0], e.values[n.args[1]])
	default:
		var v [3]Word
		var w [3]uint
		for i := range n.op.Arity() {
			v[i] = e.values[n.args[i]]
			w[i] = e.s.Width(n.args[i])
		}
		e.values[id] = fold(n.op, n.param, w[0], w[1], v)
	}
}

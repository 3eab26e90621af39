package term

// Partial computes values of terms under an assignment that grows. A term has a value as soon as the
// variables that decide it have one, even if others have none (a conjunction with a false side is
// false). A term keeps its value, so that its cost is paid once. A term without a value is evaluated
// again at the next request.
//
// Mark and Undo let the caller try assignments and take them back.
type Partial struct {
	s *Store
	// Ask, if not nil, is called for the value of a variable that is not assigned; it returns false if
	// there is no value yet. It may assign variables. AskElement does the same for an element of an
	// array. Both are set before the first evaluation, or after Undo.
	Ask        func(variable ID) (Word, bool)
	AskElement func(variable ID, index Word) (Word, bool)

	values []Word
	known  []bool
	trail  []ID // terms that have become known, in order
	// missed holds by ID the value of now at which a term was last found to have no value. now changes
	// with every variable that gets a value or loses it.
	missed []uint32
	now    uint32
}

// NewPartial returns an evaluator of a store's terms in which no variable has a value.
func NewPartial(s *Store) *Partial { return &Partial{s: s, now: 1} }

// Set gives a value to a Bool (0 or 1) or bit-vector variable that has none.
func (p *Partial) Set(variable ID, v Word) {
	p.grow()
	p.now++
	p.keep(variable, v)
}

// Assigned returns the value of a variable that was given one, without asking for it.
func (p *Partial) Assigned(variable ID) (Word, bool) {
	p.grow()
	return p.values[variable], p.known[variable]
}

// Mark returns a place to which Undo can go back.
func (p *Partial) Mark() int { return len(p.trail) }

// Undo forgets the values that became known since a mark.
func (p *Partial) Undo(mark int) {
	for _, id := range p.trail[mark:] {
		p.known[id] = false
	}
	p.trail = p.trail[:mark]
	p.now++
}

// Word returns the value of a Bool (0 or 1) or bit-vector term, if it has one.
func (p *Partial) Word(id ID) (Word, bool) {
	p.grow()
	return p.word(id)
}

// Holds returns whether a Bool term is true, if it has a value.
func (p *Partial) Holds(id ID) (holds, known bool) {
	w, ok := p.Word(id)
	return !w.IsZero(), ok
}

// Element returns an element of an array term, if it has a value.
func (p *Partial) Element(array ID, index Word) (Word, bool) {
	p.grow()
	return p.element(array, index)
}

func (p *Partial) grow() {
	if n := p.s.Len(); n > len(p.values) {
		p.values = append(p.values, make([]Word, n-len(p.values))...)
		p.known = append(p.known, make([]bool, n-len(p.known))...)
		p.missed = append(p.missed, make([]uint32, n-len(p.missed))...)
	}
}

func (p *Partial) keep(id ID, v Word) (Word, bool) {
	if !p.known[id] {
		p.values[id], p.known[id] = v, true
		p.trail = append(p.trail, id)
	}
	return p.values[id], true
}

func (p *Partial) word(id ID) (Word, bool) {
	if p.known[id] {
		return p.values[id], true
	}
	if p.missed[id] == p.now {
		return Word{}, false
	}
	v, ok := p.compute(id)
	if !ok {
		p.missed[id] = p.now
	}
	return v, ok
}

// compute evaluates a term that has no value yet.
func (p *Partial) compute(id ID) (Word, bool) {
	n := &p.s.nodes[id]
	switch n.op {
	case OpConst:
		return n.value(), true
	case OpVar:
		if p.Ask == nil {
			return Word{}, false
		}
		if v, ok := p.Ask(id); ok {
			p.grow()
			p.now++
			return p.keep(id, v)
		}
		return Word{}, false
	case OpAnd, OpOr:
		return p.junction(id, n.args[0], n.args[1], n.op == OpOr)
	case OpIte:
		if c, ok := p.word(n.args[0]); ok {
			side := n.args[1]
			if c.IsZero() {
				side = n.args[2]
			}
			v, ok := p.word(side)
			return p.keepIf(id, v, ok)
		}
		a, okA := p.word(n.args[1])
		b, okB := p.word(n.args[2])
		return p.keepIf(id, a, okA && okB && a == b)
	case OpSelect:
		i, ok := p.word(n.args[1])
		if !ok {
			return Word{}, false
		}
		v, ok := p.element(n.args[0], i)
		return p.keepIf(id, v, ok)
	}
	var v [3]Word
	var w [3]uint
	for i := range n.op.Arity() {
		x, ok := p.word(n.args[i])
		if !ok {
			return Word{}, false
		}
		v[i], w[i] = x, p.s.Width(n.args[i])
	}
	return p.keep(id, fold(n.op, n.param, w[0], w[1], v))
}

func (p *Partial) keepIf(id ID, v Word, ok bool) (Word, bool) {
	if !ok {
		return Word{}, false
	}
	return p.keep(id, v)
}

// junction evaluates a conjunction or disjunction: one side may be enough.
func (p *Partial) junction(id, a, b ID, either bool) (Word, bool) {
	x, okX := p.word(a)
	if okX && x.IsZero() != either {
		return p.keep(id, x)
	}
	y, okY := p.word(b)
	if okY && (okX || y.IsZero() != either) {
		return p.keep(id, y)
	}
	return Word{}, false
}

// element returns an element of an array term, if it has a value.
func (p *Partial) element(id ID, index Word) (Word, bool) {
	for {
		n := &p.s.nodes[id]
		switch n.op {
		case OpStore:
			i, ok := p.word(n.args[1])
			if !ok {
				return Word{}, false
			}
			if i == index {
				return p.word(n.args[2])
			}
			id = n.args[0]
		case OpIte:
			c, ok := p.word(n.args[0])
			if !ok {
				return Word{}, false
			}
			id = n.args[1]
			if c.IsZero() {
				id = n.args[2]
			}
		case OpConstArray:
			return p.word(n.args[0])
		default:
			if p.AskElement == nil {
				return Word{}, false
			}
			return p.AskElement(id, index)
		}
	}
}

// Unknown calls f for the variables that could decide a term without a value and have no value
// themselves. It calls f once for each, until f returns false.
func (p *Partial) Unknown(id ID, f func(variable ID) bool) {
	seen := make(map[ID]bool)
	p.unknown(id, seen, f)
}

func (p *Partial) unknown(id ID, seen map[ID]bool, f func(ID) bool) bool {
	if seen[id] {
		return true
	}
	seen[id] = true
	if !p.s.Sort(id).IsArray() {
		if _, ok := p.Word(id); ok {
			return true
		}
	}
	n := &p.s.nodes[id]
	if n.op == OpVar {
		return f(id)
	}
	if n.op == OpIte {
		if c, ok := p.Word(n.args[0]); ok {
			if c.IsZero() {
				return p.unknown(n.args[2], seen, f)
			}
			return p.unknown(n.args[1], seen, f)
		}
	}
	for i := range n.op.Arity() {
		if !p.unknown(n.args[i], seen, f) {
			return false
		}
	}
	return true
}

package circuit

// Literal states the value of a latch, or of a location or comparison numbered after the latches
// (Circuit.Fact). It is 2·latch, or 2·latch + 1 if the value is 0.
type Literal uint32

// LatchIs returns the literal for a latch and its value.
func LatchIs(latch int, value bool) Literal {
	l := Literal(latch) << 1
	if !value {
		l |= 1
	}
	return l
}

// Latch returns the index of the literal's latch.
func (l Literal) Latch() int { return int(l >> 1) }

// Value returns the value that the literal states.
func (l Literal) Value() bool { return l&1 == 0 }

// Not returns the negation.
func (l Literal) Not() Literal { return l ^ 1 }

// Clause is the disjunction of its literals.
type Clause []Literal

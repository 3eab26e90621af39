package circuit

// Literal says that a latch, or a location numbered after them (Circuit.Fact), has a value: 2·latch + 1 if the value is 0.
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

// Value returns the value that the literal says the latch has.
func (l Literal) Value() bool { return l&1 == 0 }

// Not returns the opposite.
func (l Literal) Not() Literal { return l ^ 1 }

// Clause says that one of its literals holds.
type Clause []Literal

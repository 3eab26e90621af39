package term

// The constructors. Each panics when the sorts of the arguments do not fit the
// opcode; the exact meaning of each operator stands in its row of opTable.

func (s *Store) unary(op Op, a ID) ID { return s.app(key{op: op, args: [3]ID{a}}) }

func (s *Store) binary(op Op, a, b ID) ID { return s.app(key{op: op, args: [3]ID{a, b}}) }

// Not returns the negation of a Bool.
func (s *Store) Not(a ID) ID { return s.unary(OpNot, a) }

// And returns the conjunction of two Bools.
func (s *Store) And(a, b ID) ID { return s.binary(OpAnd, a, b) }

// Or returns the disjunction of two Bools.
func (s *Store) Or(a, b ID) ID { return s.binary(OpOr, a, b) }

// Xor returns whether exactly one of two Bools holds.
func (s *Store) Xor(a, b ID) ID { return s.binary(OpXor, a, b) }

// Implies returns ¬a ∨ b.
func (s *Store) Implies(a, b ID) ID { return s.Or(s.Not(a), b) }

// Iff returns whether two Bools are equal: Eq.
func (s *Store) Iff(a, b ID) ID { return s.Eq(a, b) }

// Conj returns the conjunction of Bools as a balanced tree; True of none.
func (s *Store) Conj(xs ...ID) ID { return s.fold(OpAnd, True, xs) }

// Disj returns the disjunction of Bools as a balanced tree; False of none.
func (s *Store) Disj(xs ...ID) ID { return s.fold(OpOr, False, xs) }

// fold combines terms with an associative operator in a balanced tree.
func (s *Store) fold(op Op, neutral ID, xs []ID) ID {
	switch len(xs) {
	case 0:
		return neutral
	case 1:
		return xs[0]
	}
	half := len(xs) / 2
	return s.binary(op, s.fold(op, neutral, xs[:half]), s.fold(op, neutral, xs[half:]))
}

// Eq returns the equality of two Bools or two bit-vectors of one width.
func (s *Store) Eq(a, b ID) ID { return s.binary(OpEq, a, b) }

// Distinct returns the negation of Eq.
func (s *Store) Distinct(a, b ID) ID { return s.Not(s.Eq(a, b)) }

// Ite returns a if cond holds, else b; a and b have the same sort, any sort.
func (s *Store) Ite(cond, a, b ID) ID { return s.app(key{op: OpIte, args: [3]ID{cond, a, b}}) }

// BvNot returns the bitwise complement.
func (s *Store) BvNot(a ID) ID { return s.unary(OpBvNot, a) }

// BvAnd returns the bitwise and.
func (s *Store) BvAnd(a, b ID) ID { return s.binary(OpBvAnd, a, b) }

// BvOr returns the bitwise or.
func (s *Store) BvOr(a, b ID) ID { return s.binary(OpBvOr, a, b) }

// BvXor returns the bitwise exclusive or.
func (s *Store) BvXor(a, b ID) ID { return s.binary(OpBvXor, a, b) }

// Neg returns -a.
func (s *Store) Neg(a ID) ID { return s.unary(OpNeg, a) }

// Add returns a + b.
func (s *Store) Add(a, b ID) ID { return s.binary(OpAdd, a, b) }

// Sub returns a - b.
func (s *Store) Sub(a, b ID) ID { return s.binary(OpSub, a, b) }

// Mul returns a * b.
func (s *Store) Mul(a, b ID) ID { return s.binary(OpMul, a, b) }

// Udiv returns the unsigned quotient.
func (s *Store) Udiv(a, b ID) ID { return s.binary(OpUdiv, a, b) }

// Urem returns the unsigned remainder.
func (s *Store) Urem(a, b ID) ID { return s.binary(OpUrem, a, b) }

// Sdiv returns the signed quotient, truncated towards 0.
func (s *Store) Sdiv(a, b ID) ID { return s.binary(OpSdiv, a, b) }

// Srem returns the signed remainder, with the sign of the dividend.
func (s *Store) Srem(a, b ID) ID { return s.binary(OpSrem, a, b) }

// Shl returns a shifted left by b, which has the same width.
func (s *Store) Shl(a, b ID) ID { return s.binary(OpShl, a, b) }

// Lshr returns a shifted right by b, filling with 0.
func (s *Store) Lshr(a, b ID) ID { return s.binary(OpLshr, a, b) }

// Ashr returns a shifted right by b, filling with the sign of a.
func (s *Store) Ashr(a, b ID) ID { return s.binary(OpAshr, a, b) }

// RotateLeft returns a rotated to the left by n bits modulo the width.
func (s *Store) RotateLeft(a ID, n uint) ID {
	return s.app(key{op: OpRotl, args: [3]ID{a}, param: uint32(n % s.Width(a))})
}

// RotateRight returns a rotated to the right by n bits modulo the width.
func (s *Store) RotateRight(a ID, n uint) ID {
	return s.app(key{op: OpRotr, args: [3]ID{a}, param: uint32(n % s.Width(a))})
}

// Ult returns a < b, unsigned.
func (s *Store) Ult(a, b ID) ID { return s.binary(OpUlt, a, b) }

// Ule returns a ≤ b, unsigned.
func (s *Store) Ule(a, b ID) ID { return s.binary(OpUle, a, b) }

// Slt returns a < b, signed.
func (s *Store) Slt(a, b ID) ID { return s.binary(OpSlt, a, b) }

// Sle returns a ≤ b, signed.
func (s *Store) Sle(a, b ID) ID { return s.binary(OpSle, a, b) }

// Concat returns the bit-vector with hi in the upper and lo in the lower bits.
func (s *Store) Concat(hi, lo ID) ID { return s.binary(OpConcat, hi, lo) }

// Extract returns bits hi down to lo of a, both included.
func (s *Store) Extract(a ID, hi, lo uint) ID {
	return s.app(key{op: OpExtract, args: [3]ID{a}, param: packBounds(hi, lo)})
}

// Zext returns a extended with zeros to the given width; a itself if it has
// that width.
func (s *Store) Zext(a ID, width uint) ID { return s.extend(OpZext, a, width) }

// Sext returns a extended with its sign to the given width; a itself if it has
// that width.
func (s *Store) Sext(a ID, width uint) ID { return s.extend(OpSext, a, width) }

func (s *Store) extend(op Op, a ID, width uint) ID {
	if s.nodes[a].sort == BV(width) {
		return a
	}
	return s.app(key{op: op, args: [3]ID{a}, param: uint32(width)})
}

// Saddo returns whether the signed a + b overflows.
func (s *Store) Saddo(a, b ID) ID { return s.binary(OpSaddo, a, b) }

// Ssubo returns whether the signed a - b overflows.
func (s *Store) Ssubo(a, b ID) ID { return s.binary(OpSsubo, a, b) }

// Smulo returns whether the signed a * b overflows.
func (s *Store) Smulo(a, b ID) ID { return s.binary(OpSmulo, a, b) }

// Sdivo returns whether the signed a / b overflows.
func (s *Store) Sdivo(a, b ID) ID { return s.binary(OpSdivo, a, b) }

// Nego returns whether the signed -a overflows.
func (s *Store) Nego(a ID) ID { return s.unary(OpNego, a) }

// Select returns the element of an array at an index.
func (s *Store) Select(array, index ID) ID { return s.binary(OpSelect, array, index) }

// Store returns the array that has value at index and equals array elsewhere.
func (s *Store) Store(array, index, value ID) ID {
	return s.app(key{op: OpStore, args: [3]ID{array, index, value}})
}

// ConstArray returns the array from bit-vectors of the given width that has
// value everywhere.
func (s *Store) ConstArray(indexWidth uint, value ID) ID {
	return s.app(key{op: OpConstArray, args: [3]ID{value}, param: uint32(indexWidth)})
}

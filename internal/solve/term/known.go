package term

// Known describes the known bits of a bit-vector: Zeros and Ones are the bits that are 0 and 1 under
// every assignment. They have no common bits and none beyond the width. The zero value knows nothing.
type Known struct {
	Zeros, Ones Word
}

// factRef indexes Store.facts; 0 is nothing known.
type factRef uint32

// Known returns the known bits of a bit-vector term: all bits of a constant, and none for other terms
// of a raw store.
func (s *Store) Known(id ID) Known {
	n := &s.nodes[id]
	if n.op == OpConst {
		return knownConst(n.value(), n.sort.Width())
	}
	return s.facts[n.fact]
}

func knownConst(v Word, w uint) Known { return Known{Zeros: v.Not().Mask(w), Ones: v} }

// addFact records a set of known bits for a new term.
func (s *Store) addFact(k Known) factRef {
	if k == (Known{}) {
		return 0
	}
	// Neighbouring terms often know the same, so the last fact is worth a look.
	if last := len(s.facts) - 1; s.facts[last] == k {
		return factRef(last)
	}
	s.facts = append(s.facts, k)
	return factRef(len(s.facts) - 1)
}

// clash reports whether some bit is known to differ between two bit-vectors.
func (s *Store) clash(a, b ID) bool {
	ka, kb := s.Known(a), s.Known(b)
	return !ka.Zeros.And(kb.Ones).Or(ka.Ones.And(kb.Zeros)).IsZero()
}

// min returns the least unsigned value.
func (k Known) min() Word { return k.Ones }

// max returns the greatest unsigned value at a width.
func (k Known) max(w uint) Word { return k.Zeros.Not().Mask(w) }

// complete reports whether all bits are known.
func (k Known) complete(w uint) bool { return k.Zeros.Or(k.Ones) == Ones(w) }

// knownOf computes the known bits of an application from those of its arguments.
func (s *Store) knownOf(op Op, param uint32, args [3]ID, sort Sort) Known {
	if !sort.IsBV() {
		return Known{}
	}
	var known [3]Known
	var width [3]uint
	for i := range op.Arity() {
		if n := &s.nodes[args[i]]; n.sort.IsBV() {
			known[i] = s.Known(args[i])
			width[i] = n.sort.Width()
		}
	}
	return transfer(op, param, width[0], width[1], sort.Width(), known)
}

// knownRules are tried last.
func knownRules() []rule {
	return []rule{
		{"any/known-bits", OpNone, "an application whose bits are all known", "the constant", func(s *Store, r redex) ID {
			k := s.knownOf(r.op, r.param, [3]ID{r.x, r.y, r.z}, r.sort)
			if !r.sort.IsBV() || !k.complete(r.sort.Width()) {
				return None
			}
			return s.constant(k.Ones, r.sort)
		}},
	}
}

// transfer is the abstract semantics of the opcodes: from the known bits of the
// arguments to those of the result, of width w. w1 and w2 are the widths of the
// first two arguments.
func transfer(op Op, param uint32, w1, w2, w uint, a [3]Known) Known {
	x, y := a[0], a[1]
	switch op {
	case OpBvNot:
		return Known{Zeros: x.Ones, Ones: x.Zeros}
	case OpBvAnd:
		return Known{Zeros: x.Zeros.Or(y.Zeros), Ones: x.Ones.And(y.Ones)}
	case OpBvOr:
		return Known{Zeros: x.Zeros.And(y.Zeros), Ones: x.Ones.Or(y.Ones)}
	case OpBvXor:
		return Known{
			Zeros: x.Zeros.And(y.Zeros).Or(x.Ones.And(y.Ones)),
			Ones:  x.Zeros.And(y.Ones).Or(x.Ones.And(y.Zeros)),
		}
	case OpIte:
		return Known{Zeros: y.Zeros.And(a[2].Zeros), Ones: y.Ones.And(a[2].Ones)}
	case OpAdd:
		return knownSum(x, y, 0, w)
	case OpSub:
		return knownSum(x, Known{Zeros: y.Ones, Ones: y.Zeros}, 1, w)
	case OpNeg:
		return knownSum(knownConst(Word{}, w), Known{Zeros: x.Ones, Ones: x.Zeros}, 1, w)
	case OpMul:
		return knownProduct(x, y, w)
	case OpUdiv:
		if y.min().IsZero() {
			return Known{}
		}
		// The quotient is at most max x / min y.
		quo, _ := x.max(w).DivMod(y.min())
		return atMost(quo, w)
	case OpUrem:
		if y.min().IsZero() {
			return atMost(x.max(w), w)
		}
		limit := y.max(w).Sub(WordOf(1))
		if x.max(w).Less(limit) {
			limit = x.max(w)
		}
		return atMost(limit, w)
	case OpShl:
		n := x.trailingZeros(w) + amount(y.min())
		return Known{Zeros: Ones(min(n, w))}
	case OpLshr:
		return atMost(x.max(w).Shr(amount(y.min())), w)
	case OpConcat:
		return Known{Zeros: x.Zeros.Shl(w2).Or(y.Zeros), Ones: x.Ones.Shl(w2).Or(y.Ones)}
	case OpExtract:
		_, lo := unpackBounds(param)
		return Known{Zeros: x.Zeros.Shr(lo).Mask(w), Ones: x.Ones.Shr(lo).Mask(w)}
	case OpZext:
		return Known{Zeros: x.Zeros.Or(Ones(w).AndNot(Ones(w1))), Ones: x.Ones}
	case OpSext:
		return Known{Zeros: x.Zeros.Extend(w1).Mask(w), Ones: x.Ones.Extend(w1).Mask(w)}
	}
	return Known{}
}

// atMost returns the known bits of a value that is at most limit.
func atMost(limit Word, w uint) Known { return Known{Zeros: Ones(w).AndNot(Ones(limit.Len()))} }

// trailingZeros returns how many low bits are known to be 0.
func (k Known) trailingZeros(w uint) uint { return min(k.Zeros.Not().TrailingZeros(), w) }

// knownSum is the transfer function of x + y + carry. The sum of the least values and that of the
// greatest bound the carries from below and above. Where both give the same carry into a bit and both
// operand bits are known, the bit of the sum is known.
func knownSum(x, y Known, carry uint64, w uint) Known {
	c := WordOf(carry)
	least := x.min().Add(y.min()).Add(c)
	greatest := x.max(w).Add(y.max(w)).Add(c)
	// Carries into each bit: sum xor operands.
	carry0 := greatest.Xor(x.max(w)).Xor(y.max(w)).Not() // 0 even in the greatest sum
	carry1 := least.Xor(x.min()).Xor(y.min())            // 1 even in the least sum
	known := x.Zeros.Or(x.Ones).And(y.Zeros.Or(y.Ones)).And(carry0.Or(carry1)).Mask(w)
	return Known{Zeros: least.Not().And(known), Ones: least.And(known)}
}

// knownProduct is the transfer function of multiplication: trailing zeros add
// up, low bits are known as far as those of both factors are, and leading zeros
// follow from the greatest product.
func knownProduct(x, y Known, w uint) Known {
	low := min(x.Zeros.Or(x.Ones).Not().TrailingZeros(), y.Zeros.Or(y.Ones).Not().TrailingZeros(), w)
	product := x.Ones.Mul(y.Ones)
	k := Known{Zeros: product.Not().Mask(low), Ones: product.Mask(low)}
	k.Zeros = k.Zeros.Or(Ones(min(x.trailingZeros(w)+y.trailingZeros(w), w)))
	if hi, lo := x.max(w).MulWide(y.max(w)); hi.IsZero() && !Ones(w).Less(lo) {
		k.Zeros = k.Zeros.Or(atMost(lo, w).Zeros)
	}
	return k
}

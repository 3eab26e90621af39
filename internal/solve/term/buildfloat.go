package term

// The constructors of floats. A value of a format is a bit-vector of its width, so loads, stores, bit
// casts and ite need no operators of their own. The sign operations and the classes are written with
// those of bit-vectors. Operators that compute give the format's one NaN; the others keep the bits of a
// NaN.

func (s *Store) float(op Op, p FloatParam, args ...ID) ID {
	k := key{op: op, param: p.Pack()}
	copy(k.args[:], args)
	return s.app(k)
}

// FAdd returns x + y.
func (s *Store) FAdd(m Rounding, f Format, x, y ID) ID {
	return s.float(OpFAdd, FloatParam{Mode: m, Format: f}, x, y)
}

// FSub returns x - y: x + -y.
func (s *Store) FSub(m Rounding, f Format, x, y ID) ID { return s.FAdd(m, f, x, s.FNeg(f, y)) }

// FMul returns x · y.
func (s *Store) FMul(m Rounding, f Format, x, y ID) ID {
	return s.float(OpFMul, FloatParam{Mode: m, Format: f}, x, y)
}

// FDiv returns x / y.
func (s *Store) FDiv(m Rounding, f Format, x, y ID) ID {
	return s.float(OpFDiv, FloatParam{Mode: m, Format: f}, x, y)
}

// FRem returns x - n·y, with n = x/y rounded to an integer: to nearest even for
// RNE, the remainder of IEEE 754; to zero for RTZ, C's fmod.
func (s *Store) FRem(m Rounding, f Format, x, y ID) ID {
	return s.float(OpFRem, FloatParam{Mode: m, Format: f}, x, y)
}

// FFma returns x · y + z, rounded once.
func (s *Store) FFma(m Rounding, f Format, x, y, z ID) ID {
	return s.float(OpFFma, FloatParam{Mode: m, Format: f}, x, y, z)
}

// FSqrt returns the square root of x.
func (s *Store) FSqrt(m Rounding, f Format, x ID) ID {
	return s.float(OpFSqrt, FloatParam{Mode: m, Format: f}, x)
}

// FRound returns x rounded to an integral value.
func (s *Store) FRound(m Rounding, f Format, x ID) ID {
	return s.float(OpFRound, FloatParam{Mode: m, Format: f}, x)
}

// FEq returns x = y as numbers.
func (s *Store) FEq(f Format, x, y ID) ID { return s.float(OpFEq, FloatParam{Format: f}, x, y) }

// FLt returns x < y.
func (s *Store) FLt(f Format, x, y ID) ID { return s.float(OpFLt, FloatParam{Format: f}, x, y) }

// FLe returns x ≤ y.
func (s *Store) FLe(f Format, x, y ID) ID { return s.float(OpFLe, FloatParam{Format: f}, x, y) }

// FToF returns x, of format from, in format to. Between equal formats it gives
// x with the one NaN.
func (s *Store) FToF(m Rounding, from, to Format, x ID) ID {
	if from == to {
		return s.FCanonical(from, x)
	}
	return s.float(OpFToF, FloatParam{Mode: m, Format: from, To: to}, x)
}

// FToS returns x rounded to a signed integer of the given width; the least one
// for NaN and where the integer does not fit.
func (s *Store) FToS(m Rounding, f Format, x ID, width uint) ID {
	return s.float(OpFToS, FloatParam{Mode: m, Format: f, Width: width}, x)
}

// SToF returns the signed integer x in a format.
func (s *Store) SToF(m Rounding, f Format, x ID) ID {
	return s.float(OpSToF, FloatParam{Mode: m, Format: f}, x)
}

// UToF returns the unsigned integer x in a format.
func (s *Store) UToF(m Rounding, f Format, x ID) ID {
	return s.float(OpUToF, FloatParam{Mode: m, Format: f}, x)
}

// FNeg returns x with its sign bit flipped, of NaN, too.
func (s *Store) FNeg(f Format, x ID) ID { return s.BvXor(x, s.Const(SignBit(f.Width()), f.Width())) }

// FAbs returns x with its sign bit cleared, of NaN, too.
func (s *Store) FAbs(f Format, x ID) ID {
	return s.BvAnd(x, s.Const(Ones(f.Width()-1), f.Width()))
}

// FIsNaN returns whether x is NaN.
func (s *Store) FIsNaN(f Format, x ID) ID {
	return s.Ult(s.Const(f.Inf(), f.Width()), s.FAbs(f, x))
}

// FIsInf returns whether x is an infinity.
func (s *Store) FIsInf(f Format, x ID) ID {
	return s.Eq(s.FAbs(f, x), s.Const(f.Inf(), f.Width()))
}

// FIsZero returns whether x is a zero.
func (s *Store) FIsZero(f Format, x ID) ID {
	return s.Eq(s.FAbs(f, x), s.Const(Word{}, f.Width()))
}

// FIsSubnormal returns whether x is finite, no zero, and has no hidden bit.
func (s *Store) FIsSubnormal(f Format, x ID) ID {
	return s.And(s.Not(s.FIsZero(f, x)), s.Ult(s.FAbs(f, x), s.Const(f.MinNormal(), f.Width())))
}

// FIsNormal returns whether x is finite and has a hidden bit.
func (s *Store) FIsNormal(f Format, x ID) ID {
	a := s.FAbs(f, x)
	return s.And(s.Ule(s.Const(f.MinNormal(), f.Width()), a), s.Ult(a, s.Const(f.Inf(), f.Width())))
}

// FIsNegative returns the sign bit of x, of NaN, too.
func (s *Store) FIsNegative(f Format, x ID) ID {
	return s.Eq(s.Extract(x, f.Width()-1, f.Width()-1), s.Uint(1, 1))
}

// FCanonical returns x, or the format's NaN where x is NaN.
func (s *Store) FCanonical(f Format, x ID) ID {
	if s.computesFloat(f, x) {
		return x
	}
	return s.Ite(s.FIsNaN(f, x), s.Const(f.NaN(), f.Width()), x)
}

// computesFloat reports whether x is the result of a float operator, which is
// never another NaN than the one of format f.
func (s *Store) computesFloat(f Format, x ID) bool {
	switch op := s.Op(x); op {
	case OpFAdd, OpFMul, OpFDiv, OpFRem, OpFFma, OpFSqrt, OpFRound, OpSToF, OpUToF:
		return s.Float(x).Format == f
	case OpFToF:
		return s.Float(x).To == f
	}
	return false
}

// FMin returns the lesser of x and y; the other one where one is NaN, and y where
// both are zeros (C11 7.12.12.2 leaves the sign open).
func (s *Store) FMin(f Format, x, y ID) ID {
	return s.FCanonical(f, s.Ite(s.Or(s.FIsNaN(f, y), s.FLt(f, x, y)), x, y))
}

// FMax returns the greater of x and y, otherwise as FMin.
func (s *Store) FMax(f Format, x, y ID) ID {
	return s.FCanonical(f, s.Ite(s.Or(s.FIsNaN(f, y), s.FLt(f, y, x)), x, y))
}

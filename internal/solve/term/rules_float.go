package term

// floatRules returns the rules of floats. They simplify the results of C's conversions: float computed
// in double, and integers converted to float and back. nan is the comparison that FIsNaN makes;
// canon(a) is a with the one NaN.
func floatRules() []rule {
	on := func(op Op, name, match, result string, f func(s *Store, p FloatParam, r redex) ID) rule {
		return rule{op.String() + "/" + name, op, match, result, func(s *Store, r redex) ID {
			return f(s, unpackFloat(opTable[op].param, r.param), r)
		}}
	}
	var list []rule
	for _, op := range []Op{OpFEq, OpFLe} {
		list = append(list, on(op, "self", op.String()+"(a, a)", "not nan(a)", func(s *Store, p FloatParam, r redex) ID {
			if r.x != r.y {
				return None
			}
			return s.Not(s.FIsNaN(p.Format, r.x))
		}))
	}
	list = append(list, on(OpFLt, "self", "fp.lt(a, a)", "false", func(s *Store, p FloatParam, r redex) ID {
		if r.x != r.y {
			return None
		}
		return False
	}))
	for _, op := range []Op{OpFEq, OpFLt, OpFLe} {
		list = append(list,
			on(op, "widened", op.String()+"(fp.to_fp(a), fp.to_fp(b)), from one narrower format", op.String()+"(a, b) in that format", compareWidened),
			on(op, "integers", op.String()+"(fp.from_sbv(a), fp.from_sbv(b)), exact", "the comparison of a and b", compareIntegers))
	}
	for _, op := range []Op{OpFMul, OpFDiv} {
		list = append(list, on(op, "one", op.String()+"(a, 1)", "canon(a)", func(s *Store, p FloatParam, r redex) ID {
			if c, ok := s.Value(r.y); !ok || c != p.Format.One() {
				return None
			}
			return s.FCanonical(p.Format, r.x)
		}))
	}
	return append(list,
		on(OpFDiv, "power", "fp.div(a, c), c and 1/c powers of two or their negations", "fp.mul(a, 1/c)", divideByPower),
		on(OpFAdd, "zero", "fp.add(a, -0); by rtn fp.add(a, 0)", "canon(a)", func(s *Store, p FloatParam, r redex) ID {
			neutral := SignBit(r.w)
			if p.Mode == RTN {
				neutral = Word{}
			}
			if c, ok := s.Value(r.y); !ok || c != neutral {
				return None
			}
			return s.FCanonical(p.Format, r.x)
		}),
		on(OpFRound, "integral", "fp.roundToIntegral(a), a an integer in the format or rounded to one", "a", func(s *Store, p FloatParam, r redex) ID {
			switch s.Op(r.x) {
			case OpFRound, OpSToF, OpUToF:
				if s.Float(r.x).Format == p.Format {
					return r.x
				}
			}
			return None
		}),
		on(OpFToF, "widened", "fp.to_fp(fp.to_fp(a)) through a wider format", "canon(a)", func(s *Store, p FloatParam, r redex) ID {
			if a := s.narrower(p.Format, p.To, r.x); a != None {
				return s.FCanonical(p.To, a)
			}
			return None
		}),
		on(OpFToF, "narrow", "fp.to_fp(op(fp.to_fp(a), fp.to_fp(b))), op fp.add, fp.mul, fp.div or fp.sqrt of f64 on what was f32, all by rne", "op(a, b) of f32", narrowOperator),
		on(OpFToF, "integer", "fp.to_fp(fp.from_sbv(a)), exact before", "fp.from_sbv(a)", func(s *Store, p FloatParam, r redex) ID {
			if a := s.wasInteger(p.Format, r.x); a != None {
				return s.float(s.Op(r.x), FloatParam{Mode: p.Mode, Format: p.To}, a)
			}
			return None
		}),
		on(OpFToS, "integer", "fp.to_sbv(fp.from_sbv(a)), exact, to a width that fits all values", "a extended", func(s *Store, p FloatParam, r redex) ID {
			a := s.wasInteger(p.Format, r.x)
			switch {
			case a == None || s.Width(a) > p.Width:
				return None
			case s.is(OpSToF, r.x):
				return s.Sext(a, p.Width)
			case s.Width(a) < p.Width:
				return s.Zext(a, p.Width)
			}
			return None
		}))
}

// wasInteger returns the integer that a term of a format was converted from
// without rounding, None if it was not.
func (s *Store) wasInteger(f Format, id ID) ID {
	if !s.is(OpSToF, id) && !s.is(OpUToF, id) || s.Float(id).Format != f {
		return None
	}
	a := s.at(id, 0)
	w := s.Width(a) // magnitudes are below 2^w, with a sign at most 2^(w-1)
	if s.is(OpSToF, id) {
		w--
	}
	if w > uint(f.Sig) || int(w) > 1<<(f.Exp-1)-1 {
		return None
	}
	return a
}

// narrower returns a term of format wide as a term of a format with fewer values, or None if its value
// may not have an equal there. It handles conversions from the narrow format, and constants.
func (s *Store) narrower(wide, narrow Format, id ID) ID {
	if narrow.Exp > wide.Exp || narrow.Sig > wide.Sig {
		return None
	}
	if v, ok := s.Value(id); ok {
		c := narrow.encode(RNE, wide.decode(v))
		if x := wide.decode(v); x.nan || wide.encode(RNE, narrow.decode(c)) == v {
			return s.Const(c, narrow.Width())
		}
		return None
	}
	if s.is(OpFToF, id) && s.Float(id).Format == narrow && s.Float(id).To == wide {
		return s.at(id, 0)
	}
	return None
}

// compareWidened rewrites a comparison in a format whose arguments come from a
// narrower one, which at least one of them names.
func compareWidened(s *Store, p FloatParam, r redex) ID {
	for _, t := range [2]ID{r.x, r.y} {
		if !s.is(OpFToF, t) {
			continue
		}
		f := s.Float(t).Format
		x, y := s.narrower(p.Format, f, r.x), s.narrower(p.Format, f, r.y)
		if x != None && y != None {
			return s.float(r.op, FloatParam{Format: f}, x, y)
		}
	}
	return None
}

// compareIntegers rewrites a comparison of two integers of one width and
// signedness.
func compareIntegers(s *Store, p FloatParam, r redex) ID {
	x, y := s.wasInteger(p.Format, r.x), s.wasInteger(p.Format, r.y)
	if x == None || y == None || s.Op(r.x) != s.Op(r.y) || s.Width(x) != s.Width(y) {
		return None
	}
	op := OpEq
	switch {
	case r.op == OpFLt && s.is(OpSToF, r.x):
		op = OpSlt
	case r.op == OpFLt:
		op = OpUlt
	case r.op == OpFLe && s.is(OpSToF, r.x):
		op = OpSle
	case r.op == OpFLe:
		op = OpUle
	}
	return s.binary(op, x, y)
}

// divideByPower rewrites a quotient by a power of two whose reciprocal is a normal
// number: the exact values are the same, and so is their rounding.
func divideByPower(s *Store, p FloatParam, r redex) ID {
	f := p.Format
	c, ok := s.Value(r.y)
	if !ok {
		return None
	}
	field := c.Shr(uint(f.Sig) - 1).Mask(uint(f.Exp))
	twice := WordOf(1<<f.Exp - 2) // fields of x and 1/x add up to twice the bias
	if !c.Mask(uint(f.Sig)-1).IsZero() || field.IsZero() || !field.Less(twice) {
		return None
	}
	reciprocal := twice.Sub(field).Shl(uint(f.Sig) - 1).Or(c.And(SignBit(r.w)))
	return s.FMul(p.Mode, f, r.x, s.Const(reciprocal, r.w))
}

// narrowOperator rewrites float arithmetic that was done in double. Rounding to binary64 first does no
// harm (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 1995: 53 ≥ 2·24 + 2). That
// holds for subnormal results, too. Sums that small and all products are exact in binary64. A quotient
// of numbers with 24 bits is either a number with 25 bits or further from each than the rounding error
// of binary64.
func narrowOperator(s *Store, p FloatParam, r redex) ID {
	op := s.Op(r.x)
	switch op {
	case OpFAdd, OpFMul, OpFDiv, OpFSqrt:
	default:
		return None
	}
	if p.Format != Float64 || p.To != Float32 || p.Mode != RNE || s.Float(r.x).Mode != RNE {
		return None
	}
	var args [2]ID
	for i, a := range s.Args(r.x) {
		if args[i] = s.narrower(Float64, Float32, a); args[i] == None {
			return None
		}
	}
	return s.float(op, FloatParam{Format: Float32}, args[:op.Arity()]...)
}

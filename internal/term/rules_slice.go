package term

// sliceRules are the rules of concat, extract, zext and sext. Concats lean to
// the right, with joined constants and joined neighbours; extracts sit on
// variables and on operators they cannot pass.
func sliceRules() []rule {
	concat := func(name, match, result string, f func(s *Store, x, y ID, r redex) ID) rule {
		return rule{"concat/" + name, OpConcat, match, result, func(s *Store, r redex) ID { return f(s, r.x, r.y, r) }}
	}
	extract := func(name, match, result string, f func(s *Store, x ID, hi, lo uint, r redex) ID) rule {
		return rule{"extract/" + name, OpExtract, match, result, func(s *Store, r redex) ID {
			hi, lo := unpackBounds(r.param)
			return f(s, r.x, hi, lo, r)
		}}
	}
	extend := func(op Op, name, match, result string, f func(s *Store, x ID, r redex) ID) rule {
		return rule{op.String() + "/" + name, op, match, result, func(s *Store, r redex) ID { return f(s, r.x, r) }}
	}
	return []rule{
		concat("zext", "concat(0, a)", "zext(a)", func(s *Store, x, y ID, r redex) ID {
			if s.isZero(x) {
				return s.Zext(y, r.sort.Width())
			}
			return None
		}),
		concat("zext-left", "concat(zext(a), b)", "zext(concat(a, b))", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpZext, x) {
				return s.Zext(s.Concat(s.at(x, 0), y), r.sort.Width())
			}
			return None
		}),
		concat("right", "concat(concat(a, b), d)", "concat(a, concat(b, d))", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpConcat, x) {
				return s.Concat(s.at(x, 0), s.Concat(s.at(x, 1), y))
			}
			return None
		}),
		concat("const", "concat(c1, concat(c2, a)), concat(c1, zext(a))", "concat(c, a)", func(s *Store, x, y ID, r redex) ID {
			c1, ok := s.Value(x)
			if !ok {
				return None
			}
			switch s.Op(y) {
			case OpConcat:
				if s.IsConst(s.at(y, 0)) {
					return s.Concat(s.Concat(x, s.at(y, 0)), s.at(y, 1))
				}
			case OpZext:
				pad := s.Width(y) - s.Width(s.at(y, 0))
				return s.Concat(s.Const(c1.Shl(pad), r.w+pad), s.at(y, 0))
			}
			return None
		}),
		concat("adjacent", "concat(extract[h:m+1](a), extract[m:l](a))", "extract[h:l](a)", func(s *Store, x, y ID, r redex) ID {
			return s.join(x, y)
		}),
		concat("adjacent-nested", "concat(extract[h:m+1](a), concat(extract[m:l](a), b))", "concat(extract[h:l](a), b)", func(s *Store, x, y ID, r redex) ID {
			if !s.is(OpConcat, y) {
				return None
			}
			if t := s.join(x, s.at(y, 0)); t != None {
				return s.Concat(t, s.at(y, 1))
			}
			return None
		}),

		extract("all", "extract[w-1:0](a)", "a", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if lo == 0 && hi == r.w-1 {
				return x
			}
			return None
		}),
		extract("extract", "extract[h:l](extract[h2:l2](a))", "extract[h+l2:l+l2](a)", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if !s.is(OpExtract, x) {
				return None
			}
			_, lo2 := s.Bounds(x)
			return s.Extract(s.at(x, 0), hi+lo2, lo+lo2)
		}),
		extract("concat", "extract(concat(a, b))", "extract(a), extract(b) or the concat of both", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if !s.is(OpConcat, x) {
				return None
			}
			a, b := s.at(x, 0), s.at(x, 1)
			cut := s.Width(b)
			switch {
			case lo >= cut:
				return s.Extract(a, hi-cut, lo-cut)
			case hi < cut:
				return s.Extract(b, hi, lo)
			}
			return s.Concat(s.Extract(a, hi-cut, 0), s.Extract(b, cut-1, lo))
		}),
		extract("zext", "extract(zext(a))", "extract(a), 0 or the zext of extract(a)", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if !s.is(OpZext, x) {
				return None
			}
			a := s.at(x, 0)
			cut := s.Width(a)
			switch {
			case lo >= cut:
				return s.constOf(Word{}, r.sort)
			case hi < cut:
				return s.Extract(a, hi, lo)
			}
			return s.Zext(s.Extract(a, cut-1, lo), hi-lo+1)
		}),
		extract("sext", "extract(sext(a))", "extract(a) or the sext of extract(a)", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if !s.is(OpSext, x) {
				return None
			}
			a := s.at(x, 0)
			cut := s.Width(a)
			if hi < cut {
				return s.Extract(a, hi, lo)
			}
			return s.Sext(s.Extract(a, cut-1, min(lo, cut-1)), hi-lo+1)
		}),
		extract("bitwise", "extract of ~a, a ∧ b, xor(a, b)", "the operator on the extracts", func(s *Store, x ID, hi, lo uint, r redex) ID {
			switch s.Op(x) {
			case OpBvNot:
				return s.BvNot(s.Extract(s.at(x, 0), hi, lo))
			case OpBvAnd, OpBvXor:
				return s.binary(s.Op(x), s.Extract(s.at(x, 0), hi, lo), s.Extract(s.at(x, 1), hi, lo))
			}
			return None
		}),
		extract("low", "extract[k:0] of -a, a + b, a - b, a * b", "the operator on the extracts", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if lo != 0 {
				return None
			}
			switch s.Op(x) {
			case OpNeg:
				return s.Neg(s.Extract(s.at(x, 0), hi, 0))
			case OpAdd, OpSub, OpMul:
				return s.binary(s.Op(x), s.Extract(s.at(x, 0), hi, 0), s.Extract(s.at(x, 1), hi, 0))
			}
			return None
		}),
		extract("ite", "extract(ite(p, a, b))", "ite(p, extract(a), extract(b))", func(s *Store, x ID, hi, lo uint, r redex) ID {
			if !s.is(OpIte, x) {
				return None
			}
			return s.Ite(s.at(x, 0), s.Extract(s.at(x, 1), hi, lo), s.Extract(s.at(x, 2), hi, lo))
		}),

		extend(OpZext, "zext", "zext(zext(a))", "zext(a)", func(s *Store, x ID, r redex) ID {
			if s.is(OpZext, x) {
				return s.Zext(s.at(x, 0), r.sort.Width())
			}
			return None
		}),
		extend(OpZext, "ite", "zext(ite(p, c1, c2))", "ite(p, zext(c1), zext(c2))", func(s *Store, x ID, r redex) ID { return throughConstIte(s, r) }),
		extend(OpSext, "sext", "sext(sext(a))", "sext(a)", func(s *Store, x ID, r redex) ID {
			if s.is(OpSext, x) {
				return s.Sext(s.at(x, 0), r.sort.Width())
			}
			return None
		}),
		extend(OpSext, "zext", "sext(a), a known not negative", "zext(a)", func(s *Store, x ID, r redex) ID {
			if s.notNegative(x) {
				return s.Zext(x, r.sort.Width())
			}
			return None
		}),
		extend(OpSext, "ite", "sext(ite(p, c1, c2))", "ite(p, sext(c1), sext(c2))", func(s *Store, x ID, r redex) ID { return throughConstIte(s, r) }),
	}
}

// join returns the extract that two adjacent extracts of one term make up, None
// if they do not.
func (s *Store) join(upper, lower ID) ID {
	if !s.is(OpExtract, upper) || !s.is(OpExtract, lower) || s.at(upper, 0) != s.at(lower, 0) {
		return None
	}
	hi, cut := s.Bounds(upper)
	top, lo := s.Bounds(lower)
	if cut != top+1 {
		return None
	}
	return s.Extract(s.at(upper, 0), hi, lo)
}

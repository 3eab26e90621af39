package term

import "slices"

// sliceRules are the rules of concat, extract, zext and sext. Concats lean to
// the right, with joined constants and joined neighbours; extracts sit on
// variables and on operators they cannot pass.
func sliceRules() []rule { return slices.Concat(concatRules(), extractRules(), extendRules()) }

// concatRules are the rules of concat.
func concatRules() []rule {
	return []rule{
		on(OpConcat, "zext", "concat(0, a)", "zext(a)", func(s *Store, r redex) ID {
			if s.isZero(r.x) {
				return s.Zext(r.y, r.sort.Width())
			}
			return None
		}),
		on(OpConcat, "zext-left", "concat(zext(a), b)", "zext(concat(a, b))", func(s *Store, r redex) ID {
			if s.is(OpZext, r.x) {
				return s.Zext(s.Concat(s.at(r.x, 0), r.y), r.sort.Width())
			}
			return None
		}),
		on(OpConcat, "right", "concat(concat(a, b), d)", "concat(a, concat(b, d))", func(s *Store, r redex) ID {
			if s.is(OpConcat, r.x) {
				return s.Concat(s.at(r.x, 0), s.Concat(s.at(r.x, 1), r.y))
			}
			return None
		}),
		on(OpConcat, "const", "concat(c1, concat(c2, a)), concat(c1, zext(a))", "concat(c, a)", func(s *Store, r redex) ID {
			c1, ok := s.Value(r.x)
			if !ok {
				return None
			}
			switch s.Op(r.y) {
			case OpConcat:
				if s.IsConst(s.at(r.y, 0)) {
					return s.Concat(s.Concat(r.x, s.at(r.y, 0)), s.at(r.y, 1))
				}
			case OpZext:
				pad := s.Width(r.y) - s.Width(s.at(r.y, 0))
				return s.Concat(s.Const(c1.Shl(pad), r.w+pad), s.at(r.y, 0))
			}
			return None
		}),
		on(OpConcat, "adjacent", "concat(extract[h:m+1](a), extract[m:l](a))", "extract[h:l](a)", func(s *Store, r redex) ID {
			return s.join(r.x, r.y)
		}),
		on(OpConcat, "adjacent-nested", "concat(extract[h:m+1](a), concat(extract[m:l](a), b))", "concat(extract[h:l](a), b)", func(s *Store, r redex) ID {
			if !s.is(OpConcat, r.y) {
				return None
			}
			if t := s.join(r.x, s.at(r.y, 0)); t != None {
				return s.Concat(t, s.at(r.y, 1))
			}
			return None
		}),
	}
}

// extractRules are the rules of extract.
func extractRules() []rule {
	extract := func(name, match, result string, f func(s *Store, x ID, hi, lo uint, r redex) ID) rule {
		return rule{"extract/" + name, OpExtract, match, result, func(s *Store, r redex) ID {
			hi, lo := unpackBounds(r.param)
			return f(s, r.x, hi, lo, r)
		}}
	}
	return []rule{
		extract("all", "extract[w-1:0](a)", "a", func(s *Store, x ID, hi, lo uint, r redex) ID { return given(lo == 0 && hi == r.w-1, x) }),
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
	}
}

// extendRules are the rules of zext and sext.
func extendRules() []rule {
	return []rule{
		on(OpZext, "zext", "zext(zext(a))", "zext(a)", func(s *Store, r redex) ID {
			if s.is(OpZext, r.x) {
				return s.Zext(s.at(r.x, 0), r.sort.Width())
			}
			return None
		}),
		on(OpZext, "ite", "zext(ite(p, c1, c2))", "ite(p, zext(c1), zext(c2))", throughConstIte),
		on(OpSext, "sext", "sext(sext(a))", "sext(a)", func(s *Store, r redex) ID {
			if s.is(OpSext, r.x) {
				return s.Sext(s.at(r.x, 0), r.sort.Width())
			}
			return None
		}),
		on(OpSext, "zext", "sext(a), a known not negative", "zext(a)", func(s *Store, r redex) ID {
			if s.notNegative(r.x) {
				return s.Zext(r.x, r.sort.Width())
			}
			return None
		}),
		on(OpSext, "ite", "sext(ite(p, c1, c2))", "ite(p, sext(c1), sext(c2))", throughConstIte),
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

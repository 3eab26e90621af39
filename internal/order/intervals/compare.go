package intervals

import "github.com/heddle-mc/heddle/internal/solve/term"

func logic(op term.Op, x, y Value) Value {
	switch op {
	case term.OpNot:
		return boolean(x.mayHold(), x.mayFail())
	case term.OpAnd:
		return boolean(x.mayFail() || y.mayFail(), x.mayHold() && y.mayHold())
	case term.OpOr:
		return boolean(x.mayFail() && y.mayFail(), x.mayHold() || y.mayHold())
	}
	// xor and equality
	same := x.mayFail() && y.mayFail() || x.mayHold() && y.mayHold()
	differ := x.mayFail() && y.mayHold() || x.mayHold() && y.mayFail()
	if op == term.OpXor {
		return boolean(same, differ)
	}
	return boolean(differ, same)
}

// meet reports whether two sets of a width may have a common value.
func meet(x, y Value, w uint) bool {
	return !x.Hi.Less(y.Lo) && !y.Hi.Less(x.Lo) && !x.SHi.SignedLess(y.SLo, w) && !y.SHi.SignedLess(x.SLo, w)
}

// decided returns a Bool that is known if one of the conditions holds, which
// exclude one another.
func decided(holds, fails bool) Value { return boolean(!holds, !fails) }

// predicate returns the values of a predicate of bit-vectors of width w.
func predicate(op term.Op, x, y Value, w uint) Value {
	switch op {
	case term.OpEq:
		return decided(x.Constant() && y.Constant() && x.Lo == y.Lo, !meet(x, y, w))
	case term.OpUlt:
		return decided(x.Hi.Less(y.Lo), !x.Lo.Less(y.Hi))
	case term.OpUle:
		return decided(!y.Lo.Less(x.Hi), y.Hi.Less(x.Lo))
	case term.OpSlt:
		return decided(x.SHi.SignedLess(y.SLo, w), !x.SLo.SignedLess(y.SHi, w))
	case term.OpSle:
		return decided(!y.SLo.SignedLess(x.SHi, w), y.SHi.SignedLess(x.SLo, w))
	case term.OpUaddo:
		_, c := add(x.Lo, y.Lo, w)
		_, d := add(x.Hi, y.Hi, w)
		return decided(c, !d)
	case term.OpUsubo:
		return decided(x.Hi.Less(y.Lo), !x.Lo.Less(y.Hi))
	case term.OpUmulo:
		_, c := mul(x.Lo, y.Lo, w)
		_, d := mul(x.Hi, y.Hi, w)
		return decided(c, !d)
	case term.OpSaddo:
		_, c := addSigned(x.SLo, y.SLo, w)
		_, d := addSigned(x.SHi, y.SHi, w)
		return decided(false, !c && !d)
	case term.OpSsubo:
		_, c := subSigned(x.SLo, y.SHi, w)
		_, d := subSigned(x.SHi, y.SLo, w)
		return decided(false, !c && !d)
	case term.OpSmulo:
		return decided(false, x.size(w)+y.size(w) < w)
	case term.OpSdivo:
		return decided(false, x.SLo != term.SignBit(w) || !meet(y, exactly(term.Ones(w)), w))
	case term.OpNego:
		return decided(false, x.SLo != term.SignBit(w))
	}
	return either
}

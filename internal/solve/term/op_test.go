package term

import (
	"fmt"
	"testing"
)

// reference is plain arithmetic on small unsigned integers: the value of an
// operator on bit-vectors of width w, as the documents of SMT-LIB define it.
type reference func(w, x, y int) int

// signed reads the w lower bits of x as two's complement.
func signed(w, x int) int {
	if x >= 1<<(w-1) {
		return x - 1<<w
	}
	return x
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// misfit reports whether a signed result does not fit w bits.
func misfit(w, v int) int { return bit(v < -(1<<(w-1)) || v >= 1<<(w-1)) }

var binaryReferences = map[Op]reference{
	OpEq:    func(w, x, y int) int { return bit(x == y) },
	OpBvAnd: func(w, x, y int) int { return x & y },
	OpBvOr:  func(w, x, y int) int { return x | y },
	OpBvXor: func(w, x, y int) int { return x ^ y },
	OpAdd:   func(w, x, y int) int { return x + y },
	OpSub:   func(w, x, y int) int { return x - y },
	OpMul:   func(w, x, y int) int { return x * y },
	OpUdiv: func(w, x, y int) int {
		if y == 0 {
			return -1
		}
		return x / y
	},
	OpUrem: func(w, x, y int) int {
		if y == 0 {
			return x
		}
		return x % y
	},
	OpSdiv: func(w, x, y int) int {
		x, y = signed(w, x), signed(w, y)
		switch {
		case y != 0:
			return x / y
		case x < 0:
			return 1
		}
		return -1
	},
	OpSrem: func(w, x, y int) int {
		x, y = signed(w, x), signed(w, y)
		if y == 0 {
			return x
		}
		return x % y
	},
	OpShl:     func(w, x, y int) int { return x << y },
	OpLshr:    func(w, x, y int) int { return x >> y },
	OpAshr:    func(w, x, y int) int { return signed(w, x) >> y },
	OpRotlVar: func(w, x, y int) int { return x<<(y%w) | x>>(w-y%w) },
	OpRotrVar: func(w, x, y int) int { return x>>(y%w) | x<<(w-y%w) },
	OpUlt:     func(w, x, y int) int { return bit(x < y) },
	OpUle:     func(w, x, y int) int { return bit(x <= y) },
	OpSlt:     func(w, x, y int) int { return bit(signed(w, x) < signed(w, y)) },
	OpSle:     func(w, x, y int) int { return bit(signed(w, x) <= signed(w, y)) },
	OpConcat:  func(w, x, y int) int { return x<<w | y },
	OpUaddo:   func(w, x, y int) int { return bit(x+y >= 1<<w) },
	OpSaddo:   func(w, x, y int) int { return misfit(w, signed(w, x)+signed(w, y)) },
	OpUsubo:   func(w, x, y int) int { return bit(x < y) },
	OpSsubo:   func(w, x, y int) int { return misfit(w, signed(w, x)-signed(w, y)) },
	OpUmulo:   func(w, x, y int) int { return bit(x*y >= 1<<w) },
	OpSmulo:   func(w, x, y int) int { return misfit(w, signed(w, x)*signed(w, y)) },
	OpSdivo: func(w, x, y int) int {
		return bit(signed(w, y) != 0 && misfit(w, signed(w, x)/max1(signed(w, y))) == 1)
	},
}

// max1 avoids the division by zero in a reference that has excluded it.
func max1(y int) int {
	if y == 0 {
		return 1
	}
	return y
}

var unaryReferences = map[Op]func(w, x, param int) int{
	OpBvNot: func(w, x, _ int) int { return ^x },
	OpNeg:   func(w, x, _ int) int { return -x },
	OpNego:  func(w, x, _ int) int { return misfit(w, -signed(w, x)) },
	OpRotl:  func(w, x, n int) int { return x<<n | x>>(w-n) },
	OpRotr:  func(w, x, n int) int { return x>>n | x<<(w-n) },
	OpZext:  func(w, x, _ int) int { return x },
	OpSext:  func(w, x, _ int) int { return signed(w, x) },
	OpExtract: func(w, x, param int) int {
		return x >> (param & 0xff)
	},
}

// TestEveryOperatorHasReference keeps the exhaustive tests complete.
func TestEveryOperatorHasReference(t *testing.T) {
	for op := OpVar + 1; op < OpCount; op++ {
		_, unary := unaryReferences[op]
		_, binary := binaryReferences[op]
		switch op {
		case OpNot, OpAnd, OpOr, OpXor, OpIte: // TestConnectives
		case OpSelect, OpStore, OpConstArray: // TestArrays
		default:
			if !unary && !binary && !op.IsFloat() { // floats: TestSmallFloats
				t.Errorf("%s has no reference", op)
			}
		}
	}
}

const exhaustiveWidth = 5

// TestBinaryOperators compares op(x, y) with plain arithmetic for all values of
// small widths: as a raw term, simplified, and simplified with constants for one
// or both operands.
func TestBinaryOperators(t *testing.T) {
	for op, ref := range binaryReferences {
		t.Run(op.String(), func(t *testing.T) {
			for w := 1; w <= exhaustiveWidth; w++ {
				checkBinary(t, op, ref, w)
			}
		})
	}
}

func checkBinary(t *testing.T, op Op, ref reference, w int) {
	raw, s := New(Options{Mode: Raw}), New(Options{})
	sort := BV(uint(w))
	rx, ry := raw.Var("x", sort), raw.Var("y", sort)
	x, y := s.Var("x", sort), s.Var("y", sort)
	rawTerm, simple := raw.binary(op, rx, ry), s.binary(op, x, y)
	twice := s.binary(op, x, x)
	for vx := range 1 << w {
		cx := s.Uint(uint64(vx), uint(w))
		left := s.binary(op, cx, y)
		right := s.binary(op, y, cx) // evaluated with y for x
		for vy := range 1 << w {
			var rawAsg, asg Assignment
			rawAsg.Set(rx, WordOf(uint64(vx)))
			rawAsg.Set(ry, WordOf(uint64(vy)))
			asg.Set(x, WordOf(uint64(vx)))
			asg.Set(y, WordOf(uint64(vy)))
			want := WordOf(uint64(ref(w, vx, vy))).Extend(64).Mask(raw.Width(rawTerm))
			swapped := WordOf(uint64(ref(w, vy, vx))).Extend(64).Mask(raw.Width(rawTerm))
			ev := NewEvaluator(s, &asg)
			both := s.binary(op, cx, s.Uint(uint64(vy), uint(w)))
			value, ok := s.Value(both)
			for _, c := range []struct {
				name      string
				got, want Word
			}{
				{"raw", NewEvaluator(raw, &rawAsg).Word(rawTerm), want},
				{"simplified", ev.Word(simple), want},
				{"constant left", ev.Word(left), want},
				{"constant right", ev.Word(right), swapped},
				{"folded", value, want},
			} {
				if c.got != c.want {
					t.Fatalf("width %d, x %d, y %d, %s: got %s, want %s", w, vx, vy, c.name, c.got, c.want)
				}
			}
			if !ok {
				t.Fatalf("width %d: %s is not folded", w, s.Text(both))
			}
			if vx == vy && ev.Word(twice) != want {
				t.Fatalf("width %d, x %d, equal operands: got %s, want %s", w, vx, ev.Word(twice), want)
			}
		}
	}
}

func TestUnaryOperators(t *testing.T) {
	for op, ref := range unaryReferences {
		t.Run(op.String(), func(t *testing.T) {
			for w := 1; w <= exhaustiveWidth; w++ {
				for param := range uint32(1 << 11) {
					if opTable[op].param == paramNone && param > 0 {
						break
					}
					checkUnary(t, op, param, ref, w)
				}
			}
		})
	}
}

func checkUnary(t *testing.T, op Op, param uint32, ref func(w, x, param int) int, w int) {
	if _, err := opTable[op].rule(param, [3]Sort{BV(uint(w))}); err != nil {
		return // not a parameter for this width
	}
	raw, s := New(Options{Mode: Raw}), New(Options{})
	rx, x := raw.Var("x", BV(uint(w))), s.Var("x", BV(uint(w)))
	rawTerm, _ := raw.Apply(op, param, rx)
	simple, _ := s.Apply(op, param, x)
	for v := range 1 << w {
		var asg Assignment // x has the same ID in both stores
		asg.Set(rx, WordOf(uint64(v)))
		want := WordOf(uint64(ref(w, v, int(param)))).Extend(64).Mask(raw.Width(rawTerm))
		folded, _ := s.Apply(op, param, s.Uint(uint64(v), uint(w)))
		value, ok := s.Value(folded)
		got := []Word{NewEvaluator(raw, &asg).Word(rawTerm), NewEvaluator(s, &asg).Word(simple), value}
		for i, how := range []string{"raw", "simplified", "folded"} {
			if got[i] != want || !ok {
				t.Fatalf("width %d, parameter %#x, x %d, %s: got %s, want %s", w, param, v, how, got[i], want)
			}
		}
	}
}

func TestConnectives(t *testing.T) {
	for _, mode := range []Mode{Raw, Simplified} {
		s := New(Options{Mode: mode})
		p, q, r := s.Var("p", Bool), s.Var("q", Bool), s.Var("r", Bool)
		for i := range 8 {
			vp, vq, vr := i&1 == 1, i&2 == 2, i&4 == 4
			var asg Assignment
			asg.Set(p, WordOfBool(vp))
			asg.Set(q, WordOfBool(vq))
			asg.Set(r, WordOfBool(vr))
			ev := NewEvaluator(s, &asg)
			iteValue := vr
			if vp {
				iteValue = vq
			}
			for _, c := range []struct {
				name string
				id   ID
				want bool
			}{
				{"not", s.Not(p), !vp},
				{"and", s.And(p, q), vp && vq},
				{"or", s.Or(p, q), vp || vq},
				{"xor", s.Xor(p, q), vp != vq},
				{"implies", s.Implies(p, q), !vp || vq},
				{"iff", s.Iff(p, q), vp == vq},
				{"distinct", s.Distinct(p, q), vp != vq},
				{"ite", s.Ite(p, q, r), iteValue},
				{"conj", s.Conj(p, q, r), vp && vq && vr},
				{"disj", s.Disj(p, q, r), vp || vq || vr},
				{"conj of none", s.Conj(), true},
				{"disj of one", s.Disj(p), vp},
			} {
				if got := ev.Holds(c.id); got != c.want {
					t.Errorf("mode %d, %s of %v %v %v: got %v, want %v", mode, c.name, vp, vq, vr, got, c.want)
				}
			}
		}
	}
}

// TestConstructors checks that every named constructor makes its opcode with its
// arguments in order.
func TestConstructors(t *testing.T) {
	s := New(Options{Mode: Raw})
	a, b, p, q := s.Var("a", BV(8)), s.Var("b", BV(8)), s.Var("p", Bool), s.Var("q", Bool)
	m := s.Var("m", Array(8, 8))
	x, y, z, f, fp := s.Var("x", BV(32)), s.Var("y", BV(32)), s.Var("z", BV(32)), Float32, FloatParam{Format: Float32}
	want := make(map[Op]ID)
	for op := OpVar + 1; op < OpCount; op++ {
		args := []ID{a, b}
		param := uint32(0)
		switch op {
		case OpNot, OpAnd, OpOr, OpXor:
			args = []ID{p, q}
		case OpIte:
			args = []ID{p, a, b}
		case OpSelect:
			args = []ID{m, a}
		case OpStore:
			args = []ID{m, a, b}
		case OpRotl, OpRotr:
			param = 3
		case OpZext, OpSext, OpConstArray:
			param = 12
		case OpExtract:
			param = PackedBounds(6, 2)
		case OpFToF:
			fp.To = Float64
		case OpFToS:
			fp.To, fp.Width = Format{}, 7
		case OpSToF, OpUToF:
			fp.Width = 0
		}
		if op.IsFloat() {
			args, param = []ID{x, y, z}, fp.Pack()
		}
		id, err := s.Apply(op, param, args[:op.Arity()]...)
		if err != nil {
			t.Fatal(err)
		}
		want[op] = id
	}
	got := map[Op]ID{
		OpNot: s.Not(p), OpAnd: s.And(p, q), OpOr: s.Or(p, q), OpXor: s.Xor(p, q),
		OpEq: s.Eq(a, b), OpIte: s.Ite(p, a, b),
		OpBvNot: s.BvNot(a), OpBvAnd: s.BvAnd(a, b), OpBvOr: s.BvOr(a, b), OpBvXor: s.BvXor(a, b),
		OpNeg: s.Neg(a), OpAdd: s.Add(a, b), OpSub: s.Sub(a, b), OpMul: s.Mul(a, b),
		OpUdiv: s.Udiv(a, b), OpUrem: s.Urem(a, b), OpSdiv: s.Sdiv(a, b), OpSrem: s.Srem(a, b),
		OpShl: s.Shl(a, b), OpLshr: s.Lshr(a, b), OpAshr: s.Ashr(a, b),
		OpRotl: s.RotateLeft(a, 3), OpRotr: s.RotateRight(a, 3),
		OpRotlVar: s.binary(OpRotlVar, a, b), OpRotrVar: s.binary(OpRotrVar, a, b),
		OpUlt: s.Ult(a, b), OpUle: s.Ule(a, b), OpSlt: s.Slt(a, b), OpSle: s.Sle(a, b),
		OpConcat: s.Concat(a, b), OpExtract: s.Extract(a, 6, 2), OpZext: s.Zext(a, 12), OpSext: s.Sext(a, 12),
		OpUaddo: s.binary(OpUaddo, a, b), OpSaddo: s.Saddo(a, b), OpUsubo: s.binary(OpUsubo, a, b), OpSsubo: s.Ssubo(a, b),
		OpUmulo: s.binary(OpUmulo, a, b), OpSmulo: s.Smulo(a, b), OpSdivo: s.Sdivo(a, b), OpNego: s.Nego(a),
		OpSelect: s.Select(m, a), OpStore: s.Store(m, a, b), OpConstArray: s.ConstArray(12, a),
		OpFAdd: s.FAdd(RNE, f, x, y), OpFMul: s.FMul(RNE, f, x, y), OpFDiv: s.FDiv(RNE, f, x, y),
		OpFRem: s.FRem(RNE, f, x, y), OpFFma: s.FFma(RNE, f, x, y, z),
		OpFSqrt: s.FSqrt(RNE, f, x), OpFRound: s.FRound(RNE, f, x),
		OpFEq: s.FEq(f, x, y), OpFLt: s.FLt(f, x, y), OpFLe: s.FLe(f, x, y),
		OpFToF: s.FToF(RNE, f, Float64, x), OpFToS: s.FToS(RNE, f, x, 7),
		OpSToF: s.SToF(RNE, f, x), OpUToF: s.UToF(RNE, f, x),
	}
	for op, id := range want {
		if got[op] != id {
			t.Errorf("%s: got %s, want %s", op, s.Line(got[op]), s.Line(id))
		}
	}
}

// TestSameTerms checks constructors that simplify their arguments, even in a raw store.
func TestSameTerms(t *testing.T) {
	s := New(Options{Mode: Raw})
	a := s.Var("a", BV(8))
	for _, c := range []struct {
		name      string
		got, want ID
	}{
		{"zext to the same width", s.Zext(a, 8), a},
		{"rotate by more than the width", s.RotateLeft(a, 11), s.RotateLeft(a, 3)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, s.Line(c.got), s.Line(c.want))
		}
	}
}

func TestArrays(t *testing.T) {
	for _, mode := range []Mode{Raw, Simplified} {
		s := New(Options{Mode: mode})
		m, i, j := s.Var("m", Array(2, 4)), s.Var("i", BV(2)), s.Var("j", BV(2))
		x, y, p := s.Uint(5, 4), s.Uint(6, 4), s.Var("p", Bool)
		stored := s.Store(s.Store(m, i, x), j, y)
		merged := s.Ite(p, stored, s.ConstArray(2, s.Uint(9, 4)))
		for v := range 32 {
			var asg Assignment
			vi, vj := uint64(v&3), uint64(v>>2&3)
			asg.Set(i, WordOf(vi))
			asg.Set(j, WordOf(vj))
			asg.Set(p, WordOf(uint64(v>>4)))
			base := map[Word]Word{WordOf(0): WordOf(1), WordOf(2): WordOf(3)}
			asg.SetArray(m, ArrayValue{Default: WordOf(7), Elems: base})
			ev := NewEvaluator(s, &asg)
			array := ev.Array(merged)
			for k := range uint64(4) {
				want := []uint64{1, 7, 3, 7}[k]
				switch {
				case v < 16:
					want = 9
				case k == vj:
					want = 6
				case k == vi:
					want = 5
				}
				if got := array.At(WordOf(k)); got != WordOf(want) {
					t.Fatalf("mode %d, case %d, element %d of the array: got %s, want %d", mode, v, k, got, want)
				}
				if got := ev.Word(s.Select(merged, s.Uint(k, 2))); got != WordOf(want) {
					t.Fatalf("mode %d, case %d, select %d: got %s, want %d", mode, v, k, got, want)
				}
			}
		}
	}
}

func TestSortErrors(t *testing.T) {
	s := New(Options{})
	p, a, f := s.Var("p", Bool), s.Var("a", BV(8)), s.Var("f", BV(4))
	wide, m := s.Var("w", BV(128)), s.Var("m", Array(8, 4))
	for _, c := range []struct {
		op    Op
		param uint32
		args  []ID
		want  string
	}{
		{OpConst, 0, nil, "const is not an operator"},
		{OpCount, 0, nil, "invalid is not an operator"},
		{OpAnd, 0, []ID{p}, "and: 1 arguments, want 2"},
		{OpAnd, 1, []ID{p, p}, "and: parameter 1, want none"},
		{OpAnd, 0, []ID{p, a}, "and: argument of sort bv8, want bool"},
		{OpAnd, 0, []ID{p, None}, "and: argument 2 is not a term of this store"},
		{OpAnd, 0, []ID{p, 1000}, "and: argument 2 is not a term of this store"},
		{OpAdd, 0, []ID{a, f}, "bvadd: arguments of sorts bv8 and bv4, want equal widths"},
		{OpAdd, 0, []ID{p, p}, "bvadd: argument of sort bool, want a bit-vector"},
		{OpEq, 0, []ID{p, a}, "=: arguments of sorts bool and bv8, want equal sorts"},
		{OpEq, 0, []ID{m, m}, "=: arguments of sort array(bv8,bv4), want bool or bit-vectors"},
		{OpIte, 0, []ID{a, a, a}, "ite: condition of sort bv8, want bool"},
		{OpIte, 0, []ID{p, a, f}, "ite: branches of sorts bv8 and bv4, want equal sorts"},
		{OpConcat, 0, []ID{wide, a}, "concat: width 136 is more than 128"},
		{OpConcat, 0, []ID{p, a}, "concat: arguments of sorts bool and bv8, want bit-vectors"},
		{OpExtract, packBounds(8, 0), []ID{a}, "extract: bits 8 to 0 of bv8"},
		{OpExtract, packBounds(1, 2), []ID{a}, "extract: bits 1 to 2 of bv8"},
		{OpExtract, 0, []ID{p}, "extract: argument of sort bool, want a bit-vector"},
		{OpZext, 8, []ID{a}, "zext: extension of bv8 to width 8"},
		{OpSext, 129, []ID{a}, "sext: extension of bv8 to width 129"},
		{OpZext, 8, []ID{p}, "zext: argument of sort bool, want a bit-vector"},
		{OpRotl, 8, []ID{a}, "rotate_left: rotation by 8 of bv8"},
		{OpSelect, 0, []ID{a, a}, "select: argument of sort bv8, want an array"},
		{OpSelect, 0, []ID{m, f}, "select: index of sort bv4 in array(bv8,bv4)"},
		{OpStore, 0, []ID{m, a, a}, "store: element of sort bv8 in array(bv8,bv4)"},
		{OpStore, 0, []ID{m, f, f}, "store: index of sort bv4 in array(bv8,bv4)"},
		{OpConstArray, 0, []ID{a}, "constarray: index width 0"},
		{OpConstArray, 8, []ID{m}, "constarray: element of sort array(bv8,bv4), want a bit-vector"},
	} {
		_, err := s.Apply(c.op, c.param, c.args...)
		if fmt.Sprint(err) != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestConstructorPanicsOnWrongSort(t *testing.T) {
	s := New(Options{})
	defer func() {
		if got, want := recover(), "term: bvadd: argument of sort bool, want a bit-vector"; got != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}()
	s.Add(True, False)
}

// TestOpTable checks that every row is filled in and names are unique.
func TestOpTable(t *testing.T) {
	names := make(map[string]Op)
	for op := range OpCount {
		row := opTable[op]
		if row.name == "" || row.doc == "" || row.rule == nil {
			t.Errorf("row %d (%s) is incomplete", op, row.name)
		}
		if other, ok := names[row.name]; ok {
			t.Errorf("%s names opcodes %d and %d", row.name, other, op)
		}
		names[row.name] = op
		if row.arity > 3 || row.commutative && row.arity != 2 {
			t.Errorf("%s has arity %d", row.name, row.arity)
		}
	}
}

package sema

import (
	"math"
	"math/big"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// isNumber reports whether t is an arithmetic type, real or complex.
func isNumber(t *ctype.Type) bool { return t.IsArithmetic() || t.IsComplex() }

// anyComplex reports whether one of the types is complex and the other one a number.
func anyComplex(t, u *ctype.Type) bool {
	return t.IsComplex() && isNumber(u) || u.IsComplex() && isNumber(t)
}

// complexType returns the common type of two numbers, one of them complex. A part of a complex number is
// not promoted.
func (a *analyzer) complexType(x, y tree.Expr) *ctype.Type {
	part := func(x tree.Expr) *ctype.Type {
		if x.Type().IsComplex() {
			return x.Type().Elem()
		}
		return a.standardType(x)
	}
	t, u := part(x), part(y)
	common := ctype.UsualArithmetic(a.model, t, u)
	switch n, m := t.Size(a.model), u.Size(a.model); {
	case t == u:
		common = t
	case common.Kind() != ctype.Int || n == common.Size(a.model) || m == common.Size(a.model):
	case n > m || n == m && t.IsUnsigned():
		common = t
	default:
		common = u
	}
	return ctype.ComplexOf(a.model, common)
}

// numberParts returns the real and the imaginary part of a number as values of type e. The latter is nil for a real one.
func (s *assembly) numberParts(x tree.Expr, e *ctype.Type) (re, im tree.Expr) {
	if !x.Type().IsComplex() {
		return s.held(s.a.convert(s.a.promoteBitField(x), e, false)), nil
	}
	parts := s.heldParts(x)
	return s.a.convert(parts[0], e, false), s.a.convert(parts[1], e, false)
}

// complexParts is numberParts with an imaginary part of 0 for a real number.
func (s *assembly) complexParts(x tree.Expr, e *ctype.Type) (re, im tree.Expr) {
	if re, im = s.numberParts(x, e); im == nil {
		im = s.a.constNode(ctype.Const{Type: e}, s.pos)
	}
	return re, im
}

// toNumber converts a number to a number type, where one of them is complex.
func (a *analyzer) toNumber(x tree.Expr, t *ctype.Type) tree.Expr {
	t = t.Unqualified()
	s := &assembly{a: a, pos: x.Pos()}
	switch {
	case ctype.Identical(t, x.Type()):
		return x
	case t.IsComplex():
		re, im := s.complexParts(x, t.Elem())
		return s.result(t, []tree.Expr{re, im})
	case t.IsBool():
		return a.convert(a.complexNonzero(x, x.Pos()), t, false)
	}
	re := s.heldParts(x)[0]
	return s.finish(a.convert(re, t, false))
}

// complexNonzero makes x != 0, an int.
func (a *analyzer) complexNonzero(x tree.Expr, pos ir.Pos) tree.Expr {
	return a.complexBinary(tree.Ne, x, a.intNode(0, intType, pos), pos)
}

// complexBinary makes x op y for two numbers, one of them complex. As in gcc, a real operand of + - * / stays real,
// except for a dividend: no zero is added as its imaginary part.
func (a *analyzer) complexBinary(op tree.BinaryOp, x, y tree.Expr, pos ir.Pos) tree.Expr {
	s := &assembly{a: a, pos: pos}
	t := a.complexType(x, y)
	e := t.Elem()
	both := s.operands(x, y)
	op2 := func(op tree.BinaryOp, x, y tree.Expr) tree.Expr { return a.binary(op, x, y, e, pos) }
	if op == tree.Eq || op == tree.Ne {
		xr, xi := s.complexParts(both[0], e)
		yr, yi := s.complexParts(both[1], e)
		join := tree.And
		if op == tree.Ne {
			join = tree.Or
		}
		return s.finish(a.binary(join, a.binary(op, xr, yr, intType, pos), a.binary(op, xi, yi, intType, pos), intType, pos))
	}
	xr, xi := s.numberParts(both[0], e)
	yr, yi := s.numberParts(both[1], e)
	var re, im tree.Expr
	switch {
	case op == tree.Add || op == tree.Sub:
		re = op2(op, xr, yr)
		switch {
		case yi == nil:
			im = xi
		case xi == nil && op == tree.Sub:
			im = a.negation(yi, pos)
		case xi == nil:
			im = yi
		default:
			im = op2(op, xi, yi)
		}
	case op != tree.Mul && op != tree.Div:
		a.fail(pos, "operands", "invalid operands to binary %s: %q and %q", op, x.Type().String(), y.Type().String())
	case yi == nil:
		re, im = op2(op, xr, yr), op2(op, xi, yr)
	case xi == nil && op == tree.Mul:
		re, im = op2(op, xr, yr), op2(op, xr, yi)
	default:
		if xi == nil {
			xi = a.constNode(ctype.Const{Type: e}, pos)
		}
		return s.product(op, t, [4]tree.Expr{xr, xi, yr, yi})
	}
	return s.result(t, []tree.Expr{re, im})
}

// product multiplies or divides complex numbers a + bi and c + di, v being these parts.
func (s *assembly) product(op tree.BinaryOp, t *ctype.Type, v [4]tree.Expr) tree.Expr {
	if x := s.foldProduct(op, t, v); x != nil {
		return x
	}
	if e := t.Elem(); e.IsFloating() {
		return s.libraryProduct(op, t, v)
	}
	if op == tree.Div {
		return s.quotient(t, v)
	}
	re := s.op(tree.Sub, s.op(tree.Mul, v[0], v[2]), s.op(tree.Mul, v[1], v[3]))
	im := s.op(tree.Add, s.op(tree.Mul, v[0], v[3]), s.op(tree.Mul, v[1], v[2]))
	return s.result(t, []tree.Expr{re, im})
}

// op makes x op y for two parts of one type.
func (s *assembly) op(op tree.BinaryOp, x, y tree.Expr) tree.Expr {
	return s.a.binary(op, x, y, x.Type(), s.pos)
}

// libraryProduct calls the model of the function of libgcc that has the rules of C11 annex G.
func (s *assembly) libraryProduct(op tree.BinaryOp, t *ctype.Type, v [4]tree.Expr) tree.Expr {
	a := s.a
	name, e := "__heddle_product", doubleType
	if op == tree.Div {
		name = "__heddle_quotient"
	}
	if t.Elem().Kind() == ctype.Float {
		name, e = name+"_f", floatType
	}
	var sig ctype.Signature
	var args []tree.Expr
	for _, x := range v {
		sig.Params = append(sig.Params, ctype.Param{Type: e})
		args = append(args, a.convert(x, e, false))
	}
	call := a.callTyped(name, ctype.FuncOf(ctype.ComplexOf(a.model, e), sig), args, s.pos)
	return s.finish(a.toNumber(call, t))
}

// quotient divides complex integers as gcc does: by Smith's method, whose ratio is an integer here.
func (s *assembly) quotient(t *ctype.Type, v [4]tree.Expr) tree.Expr {
	a, e := s.a, t.Elem()
	zero := a.constNode(ctype.Const{Type: e}, s.pos)
	choose := func(c, x, y tree.Expr) tree.Expr {
		return s.held(&tree.Cond{Node: tree.Node{T: e, P: s.pos}, C: c, X: x, Y: y})
	}
	less := func(x, y tree.Expr) tree.Expr { return a.binary(tree.Lt, x, y, intType, s.pos) }
	abs := func(x tree.Expr) tree.Expr {
		if e.IsUnsigned() {
			return x
		}
		return choose(less(x, zero), a.negation(x, s.pos), x)
	}
	swap := s.held(less(abs(v[2]), abs(v[3])))
	big, small := choose(swap, v[3], v[2]), choose(swap, v[2], v[3])
	ratio := s.held(s.op(tree.Div, small, big))
	div := s.held(s.op(tree.Add, s.op(tree.Mul, small, ratio), big))
	re := choose(swap, s.op(tree.Add, s.op(tree.Mul, v[0], ratio), v[1]), s.op(tree.Add, s.op(tree.Mul, v[1], ratio), v[0]))
	im := choose(swap, s.op(tree.Sub, s.op(tree.Mul, v[1], ratio), v[0]), s.op(tree.Sub, v[1], s.op(tree.Mul, v[0], ratio)))
	return s.result(t, []tree.Expr{s.op(tree.Div, re, div), s.op(tree.Div, im, div)})
}

// foldProduct computes the product or quotient of finite floating constants, rounded once, as gcc does; nil for other operands.
func (s *assembly) foldProduct(op tree.BinaryOp, t *ctype.Type, v [4]tree.Expr) tree.Expr {
	var f [4]float64
	var r [4]*big.Rat
	for i, x := range v {
		c := asConst(x)
		if c == nil || !c.T.IsFloating() {
			return nil
		}
		f[i] = c.Float
		if r[i] = new(big.Rat).SetFloat64(f[i]); r[i] == nil {
			return nil
		}
	}
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	re, im := mul(r[0], r[2]), mul(r[0], r[3])
	zeros := [2]float64{f[0]*f[2] - f[1]*f[3], f[0]*f[3] + f[1]*f[2]} // for the signs of zeros
	if op == tree.Mul {
		re.Sub(re, mul(r[1], r[3]))
		im.Add(im, mul(r[1], r[2]))
	} else {
		norm := mul(r[2], r[2])
		if norm.Add(norm, mul(r[3], r[3])); norm.Sign() == 0 {
			return nil
		}
		re.Quo(re.Add(re, mul(r[1], r[3])), norm)
		im.Quo(im.Sub(mul(r[1], r[2]), im), norm)
		zeros = [2]float64{f[0]*f[2] + f[1]*f[3], f[1]*f[2] - f[0]*f[3]}
	}
	var parts []tree.Expr
	for i, x := range []*big.Rat{re, im} {
		n, _ := x.Float64()
		if t.Elem().Kind() == ctype.Float {
			m, _ := x.Float32()
			n = float64(m)
		}
		if n == 0 {
			n = math.Copysign(0, zeros[i])
		}
		parts = append(parts, s.a.constNode(ctype.FloatConst(t.Elem(), n), s.pos))
	}
	return s.result(t, parts)
}

// complexUnary makes -x, or the conjugate ~x.
func (a *analyzer) complexUnary(x tree.Expr, conjugate bool, pos ir.Pos) tree.Expr {
	s := &assembly{a: a, pos: pos}
	parts := s.parts(x)
	if !conjugate {
		parts[0] = a.negation(parts[0], pos)
	}
	parts[1] = a.negation(parts[1], pos)
	return s.result(x.Type(), parts)
}

// complexPart makes __real__ x or __imag__ x, an lvalue if x is one.
func (a *analyzer) complexPart(x tree.Expr, part int64, pos ir.Pos) tree.Expr {
	switch t := x.Type(); {
	case t.IsComplex() && tree.IsLvalue(x) && !t.IsAtomic():
		return a.partAt(x, part, pos)
	case t.IsComplex():
		s := &assembly{a: a, pos: pos}
		return s.finish(s.heldParts(a.load(x))[part])
	case !t.IsArithmetic():
		a.fail(pos, "operands", "wrong type argument %q to __real__ or __imag__", t.String())
	case part == 0:
		return x
	}
	x = a.load(x)
	return a.alsoDiscard(a.constNode(ctype.Const{Type: x.Type()}, pos), x)
}

// builtinComplex makes the complex number of two parts of one floating type.
func (a *analyzer) builtinComplex(args []tree.Expr, pos ir.Pos) tree.Expr {
	a.wantArgs(args, 2, pos)
	t, u := args[0].Type(), args[1].Type()
	if !t.IsFloating() || t.Kind() != u.Kind() {
		a.fail(pos, "operands", "arguments of __builtin_complex do not have one floating type")
	}
	s := &assembly{a: a, pos: pos}
	return s.result(ctype.ComplexOf(a.model, t), s.operands(args...))
}

// complexBuiltin types the builtins on complex numbers; nil if the name is of another one.
func (a *analyzer) complexBuiltin(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	if name == "complex" {
		return a.builtinComplex(args, pos)
	}
	base, e := complexFunction(name)
	if e == nil {
		return nil
	}
	a.wantArgs(args, 1, pos)
	x := a.assignConvert(args[0], ctype.ComplexOf(a.model, e), "argument")
	switch base {
	case "creal":
		return a.complexPart(x, 0, pos)
	case "cimag":
		return a.complexPart(x, 1, pos)
	}
	return a.complexUnary(x, true, pos)
}

// complexFunction splits the name of a function of complex.h that is an operator of GNU C into its name for
// double and the type of the parts. The latter is nil for other names.
func complexFunction(name string) (base string, e *ctype.Type) {
	for _, base := range []string{"creal", "cimag", "conj"} {
		switch name {
		case base:
			return base, doubleType
		case base + "f":
			return base, floatType
		case base + "l":
			return base, longDouble
		}
	}
	return "", nil
}

// imaginaryConstant makes the complex number xi of a constant x.
func (a *analyzer) imaginaryConstant(x *tree.Const) tree.Expr {
	s := &assembly{a: a, pos: x.P}
	return s.result(ctype.ComplexOf(a.model, x.T), []tree.Expr{a.constNode(ctype.Const{Type: x.T}, x.P), x})
}

package sema

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// builtinFunc analyses a builtin whose arguments are not all values.
type builtinFunc func(a *analyzer, n *cc.PostfixExpression, pos ir.Pos) tree.Expr

// typeBuiltins are the builtins whose arguments are types, lvalues or not all
// evaluated. The headers write a type argument as sizeof(type).
var typeBuiltins map[string]builtinFunc

func init() {
	typeBuiltins = map[string]builtinFunc{
		"__heddle_va_arg":              (*analyzer).vaArg,
		"__heddle_offsetof":            (*analyzer).offsetOf,
		"__heddle_convertvector":       (*analyzer).convertVector,
		"__heddle_types_compatible_p":  (*analyzer).typesCompatible,
		"__builtin_types_compatible_p": (*analyzer).typesCompatible,
		"__builtin_va_start":           (*analyzer).vaStart,
		"__builtin_va_end":             (*analyzer).vaEnd,
		"__builtin_va_copy":            (*analyzer).vaCopy,
		"__builtin_choose_expr":        (*analyzer).chooseExpr,
		"__builtin_constant_p":         (*analyzer).constantP,
		"__builtin_classify_type":      (*analyzer).classifyType,
	}
}

// argumentNodes returns the arguments' syntax.
func argumentNodes(n *cc.PostfixExpression) []cc.ExpressionNode {
	var out []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

func (a *analyzer) wantNodes(n *cc.PostfixExpression, count int, pos ir.Pos) []cc.ExpressionNode {
	nodes := argumentNodes(n)
	if len(nodes) != count {
		a.fail(pos, "arguments", "wrong number of arguments: got %d, want %d", len(nodes), count)
	}
	return nodes
}

// typeArgument returns the type of an argument: the operand of sizeof, or the type of an expression.
func (a *analyzer) typeArgument(n cc.ExpressionNode) *ctype.Type {
	if u, ok := n.(*cc.UnaryExpression); ok && u != nil {
		switch u.Case {
		case cc.UnaryExpressionSizeofType:
			return a.typeName(u.TypeName)
		case cc.UnaryExpressionSizeofExpr:
			return a.typeOnly(u.UnaryExpression).Type()
		}
	}
	return a.typeOnly(n).Type()
}

func (a *analyzer) typesCompatible(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 2, pos)
	t, u := a.typeArgument(nodes[0]).Unqualified(), a.typeArgument(nodes[1]).Unqualified()
	same := ctype.Compatible(t, u)
	if t.Enum() != nil || u.Enum() != nil {
		same = ctype.Identical(t, u) // gcc tells enumerations apart from integers here
	}
	return a.intNode(boolInt(same), intType, pos)
}

// classifyType makes the number of gcc's class of types that an expression belongs to.
func (a *analyzer) classifyType(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	class := int64(1) // integer
	switch t := a.typeOnly(a.wantNodes(n, 1, pos)[0]).Type().Decay(); {
	case t.IsPointer():
		class = 5
	case t.IsFloating():
		class = 8
	case t.Kind() == ctype.Complex:
		class = 9
	case t.Kind() == ctype.Struct:
		class = 12
	case t.Kind() == ctype.Union:
		class = 13
	}
	return a.intNode(class, intType, pos)
}

// offsetOf makes offsetof from &((type *)0)->member.
func (a *analyzer) offsetOf(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 1, pos)
	return a.convert(a.rvalue(nodes[0]), a.sizeT(), true)
}

// valist analyses a va_list argument, an lvalue; a pointer to one is accepted
// where the list was passed on by address.
func (a *analyzer) valist(n cc.ExpressionNode) tree.Expr {
	x := a.expr(n)
	if !tree.IsLvalue(x) || !x.Type().IsPointer() && !x.Type().IsArray() {
		a.fail(x.Pos(), "va-list", "argument of type %q is not a va_list", x.Type().String())
	}
	return x
}

func (a *analyzer) vaStart(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := argumentNodes(n)
	if len(nodes) == 0 {
		a.fail(pos, "arguments", "too few arguments")
	}
	if a.fn == nil || !a.fn.fn.Type.Sig().Variadic {
		a.fail(pos, "va-list", "va_start used in a function with fixed arguments")
	}
	return &tree.VaStart{Node: tree.Node{T: voidType, P: pos}, List: a.valist(nodes[0])}
}

func (a *analyzer) vaEnd(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 1, pos)
	list := a.valist(nodes[0])
	if _, plain := list.(*tree.Ref); plain {
		return a.nothing(pos)
	}
	return a.alsoDiscard(a.nothing(pos), list)
}

// alsoDiscard evaluates expressions for their effects only, and yields x.
func (a *analyzer) alsoDiscard(x tree.Expr, others ...tree.Expr) tree.Expr {
	var effects []tree.Expr
	for _, y := range others {
		if l, ok := y.(*tree.Load); ok {
			y = l.X // the value is not used
		}
		if asConst(y) == nil {
			effects = append(effects, y)
		}
	}
	if len(effects) == 0 {
		return x
	}
	build := func(v tree.Expr) tree.Expr {
		for i := len(effects) - 1; i >= 0; i-- {
			v = &tree.Comma{Node: tree.Node{T: v.Type(), P: v.Pos()}, X: effects[i], Y: v}
		}
		return v
	}
	if x.Type().IsVoid() {
		return build(x)
	}
	return a.withTemps(x.Pos(), []tree.Expr{x}, func(v []tree.Expr) tree.Expr { return build(v[0]) })
}

func (a *analyzer) vaCopy(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 2, pos)
	return &tree.VaCopy{Node: tree.Node{T: voidType, P: pos}, Dst: a.valist(nodes[0]), Src: a.rvalue(nodes[1])}
}

func (a *analyzer) vaArg(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 2, pos)
	list := a.valist(nodes[0])
	t := a.typeArgument(nodes[1])
	if t.IsArray() || t.IsFunc() || t.IsVoid() {
		a.fail(pos, "va-list", "second argument of va_arg has type %q", t.String())
	}
	a.requireComplete(t, pos)
	if u := t.DefaultPromote(a.model); !ctype.Compatible(u, t.Unqualified()) {
		a.warn(pos, "va-list", "%q is promoted to %q when passed through ...", t.String(), u.String())
		return a.convert(&tree.VaArg{Node: tree.Node{T: u, P: pos}, List: list}, t, false)
	}
	return &tree.VaArg{Node: tree.Node{T: t.Unqualified(), P: pos}, List: list}
}

func (a *analyzer) chooseExpr(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 3, pos)
	if a.constValue(nodes[0]).IsZero() {
		return a.expr(nodes[2])
	}
	return a.expr(nodes[1])
}

// constantP makes __builtin_constant_p; the argument is not evaluated.
func (a *analyzer) constantP(n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	nodes := a.wantNodes(n, 1, pos)
	x := a.load(a.typeOnly(nodes[0]))
	is := asConst(x) != nil
	if d, ok := x.(*tree.Decay); ok {
		_, is = d.X.(*tree.StringLit)
	}
	return a.intNode(boolInt(is), intType, pos)
}

// gnuBuiltin analyses __builtin_NAME; nil if the name is not known.
func (a *analyzer) gnuBuiltin(name string, n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	args := a.arguments(n.ArgumentExpressionList)
	if x := a.overflowBuiltin(name, args, pos); x != nil {
		return x
	}
	if x := a.floatBuiltin(name, args, pos); x != nil {
		return x
	}
	if x := a.complexBuiltin(name, args, pos); x != nil {
		return x
	}
	if x := a.bitBuiltin(name, args, pos); x != nil {
		return x
	}
	switch name {
	case "expect", "expect_with_probability":
		a.wantAtLeast(args, 2, pos)
		return a.alsoDiscard(a.assignConvert(args[0], longType, "argument"), args[1:]...)
	case "shuffle":
		return a.vectorShuffle(args, pos)
	case "shufflevector":
		return a.shuffleVector(args, pos)
	case "unreachable":
		e := a.intrinsic(tree.Fail, voidType, pos)
		e.Text = "reached __builtin_unreachable"
		return e
	case "trap", "abort":
		return a.callNamed("abort", nil, pos)
	case "object_size", "dynamic_object_size":
		a.wantArgs(args, 2, pos)
		mode := int64(0)
		if c := asConst(args[1]); c != nil {
			mode = int64(c.Lo)
		}
		return a.intNode(a.objectSize(args[0], mode), a.sizeT(), pos)
	case "alloca", "alloca_with_align", "alloca_with_align_and_max":
		a.wantAtLeast(args, 1, pos)
		size := a.assignConvert(args[0], a.sizeT(), "argument")
		return a.intrinsic(tree.Alloc, voidPtr, pos, size, a.intNode(maxAlign, a.sizeT(), pos),
			a.intNode(int64(ir.StackObject), intType, pos))
	case "assume_aligned":
		a.wantAtLeast(args, 2, pos)
		return a.alsoDiscard(a.assignConvert(args[0], voidPtr, "argument"), args[1:]...)
	case "speculation_safe_value":
		a.wantAtLeast(args, 1, pos)
		return a.alsoDiscard(args[0], args[1:]...)
	case "prefetch", "ia32_pause", "__clear_cache":
		x := a.nothing(pos)
		for _, arg := range args {
			x = &tree.Comma{Node: tree.Node{T: voidType, P: pos}, X: arg, Y: x}
		}
		return x
	case "ia32_mfence", "ia32_sfence", "ia32_lfence":
		return a.fence(a.orderNode(ir.SeqCst, pos), pos)
	case "frame_address", "return_address", "apply_args", "apply", "setjmp", "longjmp", "va_arg_pack", "va_arg_pack_len":
		a.refuse(pos, "__builtin_"+name)
	}
	if base, cut := strings.CutPrefix(name, "__"); cut && strings.HasSuffix(base, "_chk") {
		return a.checkedCall(strings.TrimSuffix(base, "_chk"), args, pos)
	}
	if t, ok := a.libraryType(name); ok {
		return a.callTyped(name, t, args, pos)
	}
	return nil
}

// checkedCall makes the unchecked call behind a _FORTIFY_SOURCE builtin.
func (a *analyzer) checkedCall(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	drop := map[string][]int{
		"memcpy": {3}, "memmove": {3}, "memset": {3}, "mempcpy": {3}, "strcpy": {2}, "strcat": {2},
		"strncpy": {3}, "strncat": {3}, "stpcpy": {2}, "sprintf": {1, 2}, "snprintf": {2, 3},
		"vsprintf": {1, 2}, "vsnprintf": {2, 3}, "printf": {0}, "fprintf": {1}, "vprintf": {0}, "vfprintf": {1},
	}[name]
	t, ok := a.libraryType(name)
	if !ok || drop == nil {
		return nil
	}
	var kept []tree.Expr
	for i, x := range args {
		if !slices.Contains(drop, i) {
			kept = append(kept, x)
		}
	}
	return a.callTyped(name, t, kept, pos)
}

// callNamed calls a library function by its known prototype.
func (a *analyzer) callNamed(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	t, ok := a.libraryType(name)
	if !ok {
		t = ctype.FuncOf(intType, ctype.Signature{OldStyle: true})
	}
	return a.callTyped(name, t, args, pos)
}

// callTyped calls an external function that need not be declared.
func (a *analyzer) callTyped(name string, t *ctype.Type, args []tree.Expr, pos ir.Pos) tree.Expr {
	sym := a.linked[name]
	if sym == nil || sym.kind != symFunction {
		sym = &symbol{kind: symFunction, name: name, pos: pos, fn: &tree.Function{
			Name: name, Type: t, Linkage: tree.External, Implicit: true,
			NoReturn: t.Sig().NoReturn, Pos: pos,
		}}
		a.linked[name] = sym
	}
	return a.callValue(a.load(a.symbolExpr(sym, pos)), args, pos)
}

// overflowBuiltin builds __builtin_{add,sub,mul}_overflow and their relatives: it computes the exact
// result in a wide enough type, stores it wrapped, and compares it with the stored value.
func (a *analyzer) overflowBuiltin(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	base, isP := strings.CutSuffix(name, "_overflow_p")
	if !isP {
		var ok bool
		if base, ok = strings.CutSuffix(name, "_overflow"); !ok {
			return nil
		}
	}
	ops := map[string]tree.BinaryOp{"add": tree.Add, "sub": tree.Sub, "mul": tree.Mul}
	op, ok := ops[base]
	typed := (*ctype.Type)(nil)
	if !ok {
		// saddl, umulll ...: all operands have the named type.
		if typed, op, ok = typedOverflow(base); !ok {
			return nil
		}
	}
	a.wantArgs(args, 3, pos)
	x, y, r := args[0], args[1], args[2]
	if typed != nil {
		x, y = a.assignConvert(x, typed, "argument"), a.assignConvert(y, typed, "argument")
	}
	t := r.Type()
	if !isP {
		if !t.IsPointer() {
			a.fail(pos, "operands", "last argument of __builtin_%s is not a pointer", name)
		}
		t = t.Elem()
	}
	t = t.Unqualified()
	if !x.Type().IsInteger() || !y.Type().IsInteger() || !t.IsInteger() {
		a.fail(pos, "operands", "arguments of __builtin_%s are not integers", name)
	}
	wide := a.exactType(op, x.Type(), y.Type(), t, pos)
	values := []tree.Expr{a.convert(x, wide, false), a.convert(y, wide, false)}
	if !isP {
		values = append(values, r)
	}
	return a.withTemps(pos, values, func(v []tree.Expr) tree.Expr {
		return a.withTemps(pos, []tree.Expr{a.binary(op, v[0], v[1], wide, pos)}, func(e []tree.Expr) tree.Expr {
			if b := fieldValue(r); isP && b != nil {
				t = ctype.BitIntOf(b.Bits, b.Signed)
			}
			wrapped := a.convert(e[0], t, false)
			differs := a.convert(a.binary(tree.Ne, a.convert(wrapped, wide, false), e[0], intType, pos), boolType, false)
			if isP {
				return a.alsoDiscard(differs, r)
			}
			store := a.assign(a.deref(v[2], pos), wrapped, pos)
			return &tree.Comma{Node: tree.Node{T: boolType, P: pos}, X: store, Y: differs}
		})
	})
}

// exactType returns a type that holds every result of op on types t and u, and
// every value of type r.
func (a *analyzer) exactType(op tree.BinaryOp, t, u, r *ctype.Type, pos ir.Pos) *ctype.Type {
	n := max(t.Bits(a.model), u.Bits(a.model), r.Bits(a.model))
	switch {
	case n > 64:
		a.refuse(pos, "overflow builtin on 128-bit integers")
	case n <= 32 && op != tree.Mul, n < 32, n == 32 && t.IsSigned() && u.IsSigned():
		return llongType
	case t.IsUnsigned() && u.IsUnsigned() && op == tree.Mul:
		if n <= 32 {
			return ullongType
		}
		return uint128
	}
	return int128
}

// typedOverflow splits names like saddl and umulll.
func typedOverflow(name string) (*ctype.Type, tree.BinaryOp, bool) {
	if len(name) < 4 {
		return nil, 0, false
	}
	op, ok := map[string]tree.BinaryOp{"add": tree.Add, "sub": tree.Sub, "mul": tree.Mul}[name[1:4]]
	t, known := map[string]*ctype.Type{"": intType, "l": longType, "ll": llongType}[name[4:]]
	if !ok || !known {
		return nil, 0, false
	}
	switch name[0] {
	case 's':
		return t, op, true
	case 'u':
		return t.ToUnsigned(), op, true
	}
	return nil, 0, false
}

// bitBuiltin types the bit-counting builtins: calls of functions of that name
// in the library, folded for constants.
func (a *analyzer) bitBuiltin(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	var base string
	var t *ctype.Type
	result := intType
	for _, p := range []string{"clz", "ctz", "popcount", "parity", "ffs", "clrsb"} {
		rest, ok := strings.CutPrefix(name, p)
		if !ok {
			continue
		}
		operand, known := map[string]*ctype.Type{"": uintType, "l": longType.ToUnsigned(), "ll": ullongType}[rest]
		if known {
			base, t = p, operand
		}
		if p == "ffs" || p == "clrsb" {
			if known {
				t = operand.ToSigned()
			}
		}
	}
	switch name {
	case "bswap16":
		base, t = "bswap", ctype.Basic(ctype.UShort)
	case "bswap32":
		base, t = "bswap", uintType
	case "bswap64":
		base, t = "bswap", longOf64(a).ToUnsigned()
	}
	if t == nil {
		return nil
	}
	if base == "bswap" {
		result = t
	}
	a.wantArgs(args, 1, pos)
	x := a.assignConvert(args[0], t, "argument")
	if c := asConst(x); c != nil {
		if v, ok := foldBits(base, c.Lo, t.Bits(a.model)); ok {
			return a.constNode(ctype.UintConst(a.model, result, v), pos)
		}
	}
	ft := ctype.FuncOf(result, ctype.Signature{Params: []ctype.Param{{Type: t}}})
	return a.callTyped("__builtin_"+name, ft, []tree.Expr{x}, pos)
}

// foldBits computes a bit builtin on the low n bits of v.
func foldBits(base string, v uint64, n int) (uint64, bool) {
	switch base {
	case "clz":
		return uint64(bits.LeadingZeros64(v) - (64 - n)), v != 0
	case "ctz":
		return uint64(bits.TrailingZeros64(v)), v != 0
	case "popcount":
		return uint64(bits.OnesCount64(v)), true
	case "parity":
		return uint64(bits.OnesCount64(v) & 1), true
	case "ffs":
		if v == 0 {
			return 0, true
		}
		return uint64(bits.TrailingZeros64(v) + 1), true
	case "bswap":
		return bits.ReverseBytes64(v) >> (64 - n), true
	}
	return 0, false
}

// floatBuiltin types the builtins on floating values.
func (a *analyzer) floatBuiltin(name string, args []tree.Expr, pos ir.Pos) tree.Expr {
	t := doubleType
	base := name
	for _, s := range []string{"huge_val", "inf", "nan", "nans", "fabs", "sqrt", "isnan", "isinf", "isfinite", "finite", "signbit"} {
		switch name {
		case s + "f":
			base, t = s, floatType
		case s + "l":
			base, t = s, longDouble
		}
	}
	switch base {
	case "huge_val", "inf":
		return a.constNode(ctype.FloatConst(t, math.Inf(1)), pos)
	case "nan", "nans":
		return a.constNode(ctype.FloatConst(t, math.NaN()), pos)
	case "isnan", "isinf", "isfinite", "finite", "isinf_sign", "signbit", "isnormal":
		a.wantArgs(args, 1, pos)
		x := args[0]
		if !x.Type().IsFloating() {
			x = a.assignConvert(x, doubleType, "argument")
		}
		return a.classifyFloat(base, x, pos)
	case "fpclassify":
		a.wantArgs(args, 6, pos)
		return a.fpclassify(args, pos)
	case "fabs":
		a.wantArgs(args, 1, pos)
		return a.intrinsic(tree.FAbs, t, pos, a.assignConvert(args[0], t, "argument"))
	case "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered":
		a.wantArgs(args, 2, pos)
		return a.compareFloats(base, args[0], args[1], pos)
	}
	return nil
}

// classifyFloat makes isnan and its like from comparisons.
func (a *analyzer) classifyFloat(base string, x tree.Expr, pos ir.Pos) tree.Expr {
	t := x.Type().Unqualified()
	inf := a.constNode(ctype.FloatConst(t, math.Inf(1)), pos)
	return a.withTemps(pos, []tree.Expr{x}, func(v []tree.Expr) tree.Expr {
		x := v[0]
		cmp := func(op tree.BinaryOp, l, r tree.Expr) tree.Expr { return a.binary(op, l, r, intType, pos) }
		abs := func() tree.Expr { return a.intrinsic(tree.FAbs, t, pos, x) }
		switch base {
		case "isnan":
			return cmp(tree.Ne, x, x)
		case "isinf":
			return cmp(tree.Eq, abs(), inf)
		case "isfinite", "finite":
			return cmp(tree.Lt, abs(), inf)
		case "isnormal":
			least := 0x1p-1022
			if t.Kind() == ctype.Float {
				least = 0x1p-126
			}
			normal := cmp(tree.Ge, abs(), a.constNode(ctype.FloatConst(t, least), pos))
			return &tree.Logical{Node: tree.Node{T: intType, P: pos}, X: normal, Y: cmp(tree.Lt, abs(), inf)}
		case "isinf_sign":
			negative := a.constNode(ctype.FloatConst(t, math.Inf(-1)), pos)
			return a.binary(tree.Sub, cmp(tree.Eq, x, inf), cmp(tree.Eq, x, negative), intType, pos)
		}
		if c := asConst(x); c != nil {
			return a.intNode(boolInt(math.Signbit(c.Float)), intType, pos)
		}
		return a.intrinsic(tree.FSign, intType, pos, x)
	})
}

// fpclassify makes the choice among five classes of numbers, whose values are the first arguments.
func (a *analyzer) fpclassify(args []tree.Expr, pos ir.Pos) tree.Expr {
	x := args[5]
	if !x.Type().IsFloating() {
		x = a.assignConvert(x, doubleType, "argument")
	}
	class := func(i int) tree.Expr { return a.assignConvert(args[i], intType, "argument") }
	t := x.Type().Unqualified()
	least := 0x1p-1022
	if t.Kind() == ctype.Float {
		least = 0x1p-126
	}
	return a.withTemps(pos, []tree.Expr{x}, func(v []tree.Expr) tree.Expr {
		number := func(f float64) tree.Expr { return a.constNode(ctype.FloatConst(t, f), pos) }
		choose := func(op tree.BinaryOp, l, r, yes, no tree.Expr) tree.Expr {
			return &tree.Cond{Node: tree.Node{T: intType, P: pos}, C: a.binary(op, l, r, intType, pos), X: yes, Y: no}
		}
		abs := func() tree.Expr { return a.intrinsic(tree.FAbs, t, pos, v[0]) }
		e := choose(tree.Lt, abs(), number(least), class(3), class(2))
		e = choose(tree.Eq, v[0], number(0), class(4), e)
		e = choose(tree.Eq, abs(), number(math.Inf(1)), class(1), e)
		return choose(tree.Ne, v[0], v[0], class(0), e)
	})
}

// compareFloats makes the quiet comparison macros of <math.h>.
func (a *analyzer) compareFloats(base string, x, y tree.Expr, pos ir.Pos) tree.Expr {
	if !x.Type().IsArithmetic() || !y.Type().IsArithmetic() {
		a.fail(pos, "operands", "arguments of __builtin_%s are not arithmetic", base)
	}
	x, y, _ = a.usual(x, y)
	op, simple := map[string]tree.BinaryOp{
		"isgreater": tree.Gt, "isgreaterequal": tree.Ge, "isless": tree.Lt, "islessequal": tree.Le,
	}[base]
	if simple {
		return a.binary(op, x, y, intType, pos)
	}
	return a.withTemps(pos, []tree.Expr{x, y}, func(v []tree.Expr) tree.Expr {
		e := &tree.Logical{Node: tree.Node{T: intType, P: pos}, Or: true}
		if base == "isunordered" {
			e.X = a.binary(tree.Ne, v[0], v[0], intType, pos)
			e.Y = a.binary(tree.Ne, v[1], v[1], intType, pos)
		} else {
			e.X = a.binary(tree.Lt, v[0], v[1], intType, pos)
			e.Y = a.binary(tree.Gt, v[0], v[1], intType, pos)
		}
		return e
	})
}

package sema

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// intrinsicPrefix starts the C names of Heddle's own functions.
const intrinsicPrefix = "__heddle_"

// intrinsicKinds maps the C names to kinds.
var intrinsicKinds = func() map[string]tree.IntrinsicKind {
	m := map[string]tree.IntrinsicKind{}
	for k, name := range tree.IntrinsicNames {
		if name != "" {
			m[intrinsicPrefix+name] = tree.IntrinsicKind(k)
		}
	}
	return m
}()

// intrinsicShape is the prototype of an intrinsic: one letter for each
// argument, then a colon and one for the result.
//
//	v void   i int    u unsigned long long   l long long   z size_t   p void *
//	k an integer constant   s a string literal   c a condition
//	f a floating value, which decides T   T the type of the arguments f
var intrinsicShape = map[tree.IntrinsicKind]string{
	tree.Assert: "csk:v", tree.Assume: "c:v", tree.Fail: "s:v", tree.Limit: "s:v",
	tree.ChooseRange: "uuk:u", tree.ChooseBit: "uk:i", tree.Halt: "i:v",
	tree.Alloc: "zzk:p", tree.Free: "p:v", tree.ObjectSize: "p:z", tree.Apart: "pp:z", tree.OutputList: "ipp:v",
	tree.Fence: "k:v",
	tree.Spawn: "pp:v", tree.Join: "p:v", tree.Self: ":i", tree.ThreadExit: ":v",
	tree.Acquire: "pk:v", tree.Release: "p:v", tree.LockState: "p:i", tree.BlockUntil: "ck:v",
	tree.AtomicBegin: ":v", tree.AtomicEnd: ":v", tree.Send: "pl:v", tree.Recv: "pl:v",
	tree.Fork: ":i", tree.Share: "p:v",
	tree.FSqrt: "f:T", tree.FAbs: "f:T", tree.FMA: "fff:T", tree.FRem: "ff:T", tree.FRound: "fk:T", tree.FSign: "f:i",
}

// intrinsicCall analyses a call of one of Heddle's own functions. Args of the
// node are the arguments in order; the string of a text argument is in Text and
// left out of Args.
func (a *analyzer) intrinsicCall(kind tree.IntrinsicKind, args []tree.Expr, pos ir.Pos) tree.Expr {
	switch kind {
	case tree.Choose:
		a.wantArgs(args, 2, pos)
		t := args[0].Type().Unqualified()
		return a.intrinsic(kind, t, pos, args[0], a.constantArg(args[1]))
	case tree.Output:
		if len(args) < 2 {
			a.fail(pos, "arguments", "too few arguments")
		}
		out := []tree.Expr{a.assignConvert(args[0], intType, "argument"), a.assignConvert(args[1], charPtr, "argument")}
		for _, x := range args[2:] {
			out = append(out, a.convert(a.promoteBitField(x), x.Type().DefaultPromote(a.model), false))
		}
		return a.intrinsic(kind, voidType, pos, out...)
	case tree.AtomicLoad, tree.AtomicStore, tree.AtomicRMW, tree.AtomicCmpXchg, tree.AtomicCmpSwap:
		return a.atomicIntrinsic(kind, args, pos)
	}
	shape, ok := intrinsicShape[kind]
	if !ok {
		a.fail(pos, "builtin", "unsupported intrinsic")
	}
	want, result, _ := strings.Cut(shape, ":")
	a.wantArgs(args, len(want), pos)
	e := &tree.Intrinsic{Node: tree.Node{T: voidType, P: pos}, Kind: kind}
	float := a.floatOperand(want, args)
	for i, x := range args {
		if want[i] == 's' {
			e.Text = a.textArg(x)
			continue
		}
		e.Args = append(e.Args, a.shapeArg(want[i], x, float))
	}
	switch result[0] {
	case 'i':
		e.T = intType
	case 'u':
		e.T = ullongType
	case 'z':
		e.T = a.sizeT()
	case 'p':
		e.T = voidPtr
	case 'T':
		e.T = float
	}
	return e
}

// floatOperand returns the type of the floating operands: float if all are.
func (a *analyzer) floatOperand(want string, args []tree.Expr) *ctype.Type {
	t := floatType
	for i, x := range args {
		if want[i] == 'f' && x.Type().Unqualified().Kind() != ctype.Float {
			t = doubleType
		}
	}
	return t
}

// shapeArg converts one argument according to its letter.
func (a *analyzer) shapeArg(letter byte, x tree.Expr, float *ctype.Type) tree.Expr {
	switch letter {
	case 'c':
		a.requireScalar(x)
		if x.Type().Kind() == ctype.Int {
			return x
		}
		return a.isNonzero(x, x.Pos())
	case 'k':
		return a.constantArg(x)
	case 'f':
		return a.assignConvert(x, float, "argument")
	}
	t := map[byte]*ctype.Type{'i': intType, 'u': ullongType, 'l': llongType, 'z': a.sizeT(), 'p': voidPtr}[letter]
	return a.assignConvert(x, t, "argument")
}

func (a *analyzer) wantArgs(args []tree.Expr, n int, pos ir.Pos) {
	if len(args) != n {
		a.fail(pos, "arguments", "wrong number of arguments: got %d, want %d", len(args), n)
	}
}

// constantArg returns an argument that must be an integer constant.
func (a *analyzer) constantArg(x tree.Expr) *tree.Const {
	c := asConst(x)
	if c == nil || !c.T.IsInteger() {
		a.fail(x.Pos(), "constant", "argument is not an integer constant")
	}
	return a.convert(c, intType, false).(*tree.Const)
}

// textArg returns the text of a string literal argument.
func (a *analyzer) textArg(x tree.Expr) string {
	if c, ok := x.(*tree.Convert); ok {
		x = c.X
	}
	if d, ok := x.(*tree.Decay); ok {
		if lit, ok := d.X.(*tree.StringLit); ok && len(lit.Bytes) > 0 {
			a.unlist(lit.Object)
			return string(lit.Bytes[:len(lit.Bytes)-1])
		}
		if r, ok := d.X.(*tree.Ref); ok && r.Object.Name == "__func__" {
			return a.fn.plain
		}
	}
	a.fail(x.Pos(), "constant", "argument is not a string literal")
	return ""
}

// intrinsic makes an intrinsic node.
func (a *analyzer) intrinsic(kind tree.IntrinsicKind, t *ctype.Type, pos ir.Pos, args ...tree.Expr) *tree.Intrinsic {
	return &tree.Intrinsic{Node: tree.Node{T: t, P: pos}, Kind: kind, Args: args}
}

// modelled are the builtins that are functions of the library.
var modelled = map[string]bool{"__sync_fetch_and_max": true, "__sync_fetch_and_min": true, "__sync_fetch_and_umax": true, "__sync_fetch_and_umin": true}

// isBuiltinName reports whether calls of a name are recognised without declaration.
func isBuiltinName(name string) bool {
	if !strings.HasPrefix(name, "__") {
		return false
	}
	if strings.HasPrefix(name, intrinsicPrefix) {
		return intrinsicKinds[name] != tree.IntrinsicNone || typeBuiltins[name] != nil
	}
	if modelled[name] {
		return false
	}
	for _, p := range []string{"__builtin_", "__atomic_", "__sync_", "__c11_atomic_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// builtinCall analyses a call of a builtin; nil if the name is not known.
func (a *analyzer) builtinCall(name string, n *cc.PostfixExpression, pos ir.Pos) tree.Expr {
	if f := typeBuiltins[name]; f != nil {
		return f(a, n, pos)
	}
	if kind := intrinsicKinds[name]; kind != tree.IntrinsicNone {
		return a.intrinsicCall(kind, a.arguments(n.ArgumentExpressionList), pos)
	}
	switch {
	case strings.HasPrefix(name, "__atomic_"):
		return a.gnuAtomic(strings.TrimPrefix(name, "__atomic_"), n, pos)
	case strings.HasPrefix(name, "__sync_"):
		return a.gnuSync(strings.TrimPrefix(name, "__sync_"), n, pos)
	case strings.HasPrefix(name, "__c11_atomic_"):
		return a.c11Atomic(strings.TrimPrefix(name, "__c11_atomic_"), n, pos)
	}
	return a.gnuBuiltin(strings.TrimPrefix(name, "__builtin_"), n, pos)
}

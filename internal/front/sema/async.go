package sema

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// asyncPrefix begins the labels of CBMC that make a thread of a statement.
const asyncPrefix = "__CPROVER_ASYNC_"

// asyncStart is the library model that starts the thread of such a statement. It
// has the type void (void *(void *), void *).
const asyncStart = "__heddle_async"

// async makes a thread of a statement, for CBMC's
//
//	__CPROVER_ASYNC_1: f(x);
//
// which becomes
//
//	__heddle_async(main.__CPROVER_ASYNC_1, (void *)x);
//
// with a function of its own: void *(void *a) { f((T)a); return 0; }. The thread has copies of the
// locals of its creator, so one argument may be computed from them; the others are constants and
// addresses. A statement other than a call is refused. So is a call whose arguments read other memory,
// because the thread and not its creator does these reads.
func (a *analyzer) async(label string, s tree.Stmt) tree.Stmt {
	pos := s.Pos()
	refused := a.refusedStmt(&refusal{pos, "this statement behind " + asyncPrefix})
	e, ok := s.(*tree.ExprStmt)
	if !ok {
		return refused
	}
	call, ok := dropped(e.X).(*tree.Call)
	if !ok || call.Callee() == nil {
		return refused
	}
	param := newLocal("argument", voidPtr, pos)
	given := a.convert(a.intNode(0, intType, pos), voidPtr, false)
	args := make([]tree.Expr, len(call.Args))
	captured := false
	for i, x := range call.Args {
		switch asyncArgument(x) {
		case asyncSame:
			args[i] = x
			continue
		case asyncLocal:
			t := x.Type()
			if !captured && (t.IsPointer() || t.IsInteger() && t.Size(a.model) <= voidPtr.Size(a.model)) {
				captured = true
				given = a.convert(x, voidPtr, true)
				args[i] = a.convert(a.loadObject(param, pos), t, true)
				continue
			}
		}
		return refused
	}
	thread := &tree.Function{
		Name: a.fn.fn.Name + "." + label, Linkage: tree.Internal, Pos: pos, Params: []*tree.Object{param},
		Type: ctype.FuncOf(voidPtr, ctype.Signature{Params: []ctype.Param{{Name: param.Name, Type: voidPtr}}}),
	}
	inner := *call
	inner.Args = args
	node := tree.StmtNode{P: pos}
	thread.Body = &tree.Block{StmtNode: node, End: pos, Stmts: []tree.Stmt{
		&tree.ExprStmt{StmtNode: node, X: &inner},
		&tree.Return{StmtNode: node, X: a.convert(a.intNode(0, intType, pos), voidPtr, false)},
	}}
	a.useFunction(thread)
	return &tree.ExprStmt{StmtNode: node, X: &tree.Call{
		Node: tree.Node{T: voidType, P: pos},
		F:    a.decayed(a.asyncFunction(thread.Type, pos), pos),
		Args: []tree.Expr{a.decayed(thread, pos), given},
	}}
}

// asyncFunction declares the library model.
func (a *analyzer) asyncFunction(start *ctype.Type, pos ir.Pos) *tree.Function {
	sym := a.linked[asyncStart]
	if sym == nil {
		f := &tree.Function{Name: asyncStart, Linkage: tree.External, Pos: pos,
			Type: ctype.FuncOf(voidType, ctype.Signature{Params: []ctype.Param{
				{Name: "start", Type: ctype.PointerTo(start)}, {Name: "argument", Type: voidPtr}}})}
		sym = &symbol{kind: symFunction, name: asyncStart, pos: pos, fn: f}
		a.linked[asyncStart] = sym
	}
	a.useFunction(sym.fn)
	return sym.fn
}

// decayed returns the address of a function.
func (a *analyzer) decayed(f *tree.Function, pos ir.Pos) tree.Expr {
	ref := &tree.FuncRef{Node: tree.Node{T: f.Type, P: pos}, Func: f}
	return &tree.Decay{Node: tree.Node{T: ctype.PointerTo(f.Type), P: pos}, X: ref}
}

// dropped returns an expression without conversions to void.
func dropped(x tree.Expr) tree.Expr {
	for {
		c, ok := x.(*tree.Convert)
		if !ok || !c.T.IsVoid() {
			return x
		}
		x = c.X
	}
}

// asyncKind tells where an argument can be computed: anywhere, by the creator only, or neither.
type asyncKind uint8

const (
	asyncOther asyncKind = iota
	asyncSame            // anywhere, with the same value
	asyncLocal           // by the creator: from its locals
)

func asyncArgument(x tree.Expr) asyncKind {
	switch x := x.(type) {
	case *tree.Const:
		return asyncSame
	case *tree.Convert:
		return asyncArgument(x.X)
	case *tree.Unary:
		return asyncArgument(x.X)
	case *tree.Binary:
		if l, r := asyncArgument(x.X), asyncArgument(x.Y); l != asyncOther && r != asyncOther {
			return max(l, r)
		}
	case *tree.PtrAdd:
		if l, r := asyncArgument(x.X), asyncArgument(x.Index); l != asyncOther && r != asyncOther && x.ElemVLA == nil {
			return max(l, r)
		}
	case *tree.Load:
		if r, ok := x.X.(*tree.Ref); ok && !r.Object.Static && !r.Object.ThreadLocal && !r.Object.Extern && r.Object.Linkage == tree.NoLinkage {
			return asyncLocal
		}
	case *tree.AddrOf:
		return staticPlace(x.X)
	case *tree.Decay:
		return staticPlace(x.X)
	}
	return asyncOther
}

// staticPlace returns where the address of a place can be computed. The copies of the creator's own
// objects have other addresses.
func staticPlace(x tree.Expr) asyncKind {
	switch x := x.(type) {
	case *tree.FuncRef, *tree.StringLit:
		return asyncSame
	case *tree.Ref:
		if x.Object.Static && !x.Object.ThreadLocal {
			return asyncSame
		}
	case *tree.Member:
		return staticPlace(x.X)
	}
	return asyncOther
}

// isAsync reports whether a label makes a thread of its statement.
func isAsync(label string) bool { return strings.HasPrefix(label, asyncPrefix) }

package tree

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Expr is an expression. Its Type is the type of its value after all conversions; an lvalue expression
// (Ref, Deref, Member, CompoundLit, StringLit) has the type of the object.
type Expr interface {
	Type() *ctype.Type
	Pos() ir.Pos
	expr()
}

// Node holds the common fields of expressions. Pos is the natural place for a message: the operator of
// a binary, the callee of a call, the identifier of a Ref.
type Node struct {
	T *ctype.Type
	P ir.Pos
}

// Type returns the type of the expression.
func (n *Node) Type() *ctype.Type { return n.T }

// Pos returns the place of the expression in the source.
func (n *Node) Pos() ir.Pos { return n.P }
func (n *Node) expr()       {}

// Load, Assign and IncDec on an lvalue whose type is _Atomic are sequentially
// consistent atomic operations; with Compound and in IncDec, one
// read-modify-write.

// BinaryOp is an arithmetic, bitwise or relational operator. Pointer
// arithmetic has nodes of its own.
type BinaryOp uint8

// The binary operators; both operands already have one common type, except
// that the right operand of a shift has its own promoted type.
const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl
	Shr
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
)

// UnaryOp is a prefix operator on an arithmetic value.
type UnaryOp uint8

// The unary operators. Not is logical (!) and takes any scalar.
const (
	Neg UnaryOp = iota
	BitNot
	Not
)

// The expressions.
type (
	// Const is an integer, floating or null or integer-valued pointer constant.
	Const struct {
		Node
		wide.Word         // integers and pointers: two's complement bits of the type's width, zero-extended
		Float     float64 // floating types; already rounded to the type
	}
	// Address is the address of a static object or function plus an offset, as
	// static initialisers may hold. Exactly one of Object and Func is set.
	Address struct {
		Node
		Object *Object
		Func   *Function
		Offset int64
	}
	// Ref is an lvalue: a named object.
	Ref struct {
		Node
		Object *Object
	}
	// FuncRef designates a function; a use as a value is wrapped in Decay.
	FuncRef struct {
		Node
		Func *Function
	}
	// StringLit is an lvalue: the static array of a string literal.
	StringLit struct {
		Node
		Object *Object
		Bytes  []byte // terminating zero element included; elements little-endian for wide strings
	}
	// CompoundLit is an lvalue: a compound literal with automatic storage,
	// initialised each time it is evaluated. (Static ones are Refs.)
	CompoundLit struct {
		Node
		Object *Object // its Init holds the values
		// Temporary is set if it is the place of a structure that is not an lvalue, and lives to the
		// end of the full expression (C11 6.2.4p8).
		Temporary bool
	}
	// Deref is an lvalue: *X, X a pointer.
	Deref struct {
		Node
		X Expr
	}
	// Member is an lvalue if X is one: X.Name, at a byte offset or bit-field. X
	// may also be an rvalue of structure type (a call); then so is the Member.
	Member struct {
		Node
		X        Expr
		Name     string
		Offset   int64
		BitField *BitField // Offset is then unused
	}
	// Load reads an lvalue: scalars, bit-fields and whole structures. T is the
	// unqualified type; qualifiers stay on X's type.
	Load struct {
		Node
		X Expr
	}
	// Decay turns an array lvalue or function designator into a pointer.
	Decay struct {
		Node
		X Expr
	}
	// AddrOf is &X, where X is an lvalue other than a bit-field.
	AddrOf struct {
		Node
		X Expr
	}
	// Convert changes X to type T: integers, floats, _Bool (compares with zero), pointers, to void.
	// Explicit is set for a cast.
	Convert struct {
		Node
		X        Expr
		Explicit bool
	}
	// Unary is Neg, BitNot or Not.
	Unary struct {
		Node
		Op UnaryOp
		X  Expr
	}
	// Binary is an operator on arithmetic operands; relational operators also
	// take two pointers.
	Binary struct {
		Node
		Op   BinaryOp
		X, Y Expr
	}
	// PtrAdd is X + Index (or minus, when Negate) in units of Elem bytes;
	// ElemVLA, if not nil, is the element size of a variably modified type.
	PtrAdd struct {
		Node
		X       Expr
		Index   Expr // an integer, converted to ptrdiff_t
		Negate  bool
		Elem    int64
		ElemVLA Expr
	}
	// PtrSub is the difference of two pointers in units of Elem bytes.
	PtrSub struct {
		Node
		X, Y    Expr
		Elem    int64
		ElemVLA Expr
	}
	// Logical is && or ||.
	Logical struct {
		Node
		Or   bool
		X, Y Expr // scalars
	}
	// Cond is C ? X : Y; X is nil in GNU's C ?: Y, where C's value is used.
	Cond struct {
		Node
		C, X, Y Expr
	}
	// Comma evaluates X for its effects and yields Y.
	Comma struct {
		Node
		X, Y Expr
	}
	// Assign stores Y into the lvalue X and yields the stored value. With
	// Compound, the new value is (X op Y) computed in type OpType and converted
	// back, X being evaluated once; for a pointer X, Y is an index and Elem its unit.
	Assign struct {
		Node
		X        Expr
		Y        Expr
		Compound bool
		Op       BinaryOp
		OpType   *ctype.Type
		Elem     int64
		ElemVLA  Expr
	}
	// IncDec is ++X, X++, --X, X--; Elem is the unit of a pointer.
	IncDec struct {
		Node
		X       Expr
		Dec     bool
		Post    bool
		Elem    int64
		ElemVLA Expr
	}
	// Call calls a function; F is a pointer (Decay of FuncRef for a direct
	// call). Arguments are converted to the parameters' types or promoted.
	Call struct {
		Node
		F    Expr
		Args []Expr
	}
	// StmtExpr is GNU's ({ ... }). Its value is the value of the last expression statement, which
	// Value repeats (nil: void). Value is not in Body.
	StmtExpr struct {
		Node
		Body  *Block
		Value Expr
	}
	// LabelAddr is GNU's &&label.
	LabelAddr struct {
		Node
		Label *Label
	}
	// VaStart, VaArg and VaCopy are the builtins of <stdarg.h>; va_list is a
	// plain pointer into the argument area. VaEnd is nothing.
	VaStart struct {
		Node
		List Expr // lvalue
	}
	VaArg struct {
		Node
		List Expr // lvalue
	}
	VaCopy struct {
		Node
		Dst, Src Expr // lvalue, pointer value
	}
	// Intrinsic is a call of one of Heddle's own functions: see intrinsic.go.
	Intrinsic struct {
		Node
		Kind IntrinsicKind
		Args []Expr
		Text string // the stringised condition of an assertion, or a property name
	}
	// Unsupported stands for a construct that has no meaning here.
	Unsupported struct {
		Node
		Construct string
	}
)

// IsLvalue reports whether an expression designates an object, not a value.
func IsLvalue(e Expr) bool {
	switch e := e.(type) {
	case *Ref, *StringLit, *CompoundLit, *Deref:
		return true
	case *Member:
		return IsLvalue(e.X)
	}
	return false
}

// Callee returns the function that a call names, or nil.
func (c *Call) Callee() *Function {
	x := c.F
	if d, ok := x.(*Decay); ok {
		x = d.X
	}
	if r, ok := x.(*FuncRef); ok {
		return r.Func
	}
	return nil
}

var binaryNames = [...]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", And: "&", Or: "|", Xor: "^",
	Shl: "<<", Shr: ">>", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=",
}

// String returns the operator as C writes it.
func (o BinaryOp) String() string { return binaryNames[o] }

// String returns the operator as C writes it.
func (o UnaryOp) String() string { return [...]string{Neg: "-", BitNot: "~", Not: "!"}[o] }

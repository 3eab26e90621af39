package tree

import "github.com/heddle-mc/heddle/internal/program/ir"

// Stmt is a statement.
type Stmt interface {
	Pos() ir.Pos
	stmt()
}

// StmtNode holds the common field of statements: the place of the first token.
type StmtNode struct{ P ir.Pos }

// Pos returns the place of the statement in the source.
func (n *StmtNode) Pos() ir.Pos { return n.P }
func (n *StmtNode) stmt()       {}

// The statements.
type (
	// Block is a scope: its objects die, and their cleanups run, when control leaves it.
	Block struct {
		StmtNode
		Stmts []Stmt
		End   ir.Pos // the closing brace
	}
	// Decl brings an automatic object to life and initialises it. Control that
	// jumps past it leaves the object alive but unspecified (C11 6.2.4).
	Decl struct {
		StmtNode
		Object *Object
	}
	// ExprStmt evaluates X and drops the value.
	ExprStmt struct {
		StmtNode
		X Expr
	}
	// If is if (C) Then else Else; Else may be nil. C is a scalar.
	If struct {
		StmtNode
		C    Expr
		Then Stmt
		Else Stmt
	}
	// Loop is while (C before Body), do-while (After) and for (Init, Step).
	Loop struct {
		StmtNode
		Init  Stmt // for only: its scope encloses the loop
		C     Expr // nil: true
		Step  Expr // for only
		Body  Stmt
		After bool // do-while: C is tested after the body
	}
	// Switch compares an integer X (promoted) with its cases.
	Switch struct {
		StmtNode
		X       Expr
		Body    Stmt
		Cases   []*Case // in order of their constants; does not hold the default
		Default *Case   // nil: none
	}
	// Case is a label inside a Switch's body: Lo..Hi inclusive, in X's type.
	Case struct {
		StmtNode
		Lo, Hi  int64 // bits of X's type, sign- or zero-extended by its signedness
		Default bool
		Stmt    Stmt
	}
	// Labeled marks a target of Goto.
	Labeled struct {
		StmtNode
		Label *Label
		Stmt  Stmt
	}
	// Goto jumps to a label of the function.
	Goto struct {
		StmtNode
		Label *Label
	}
	// GotoPtr is GNU's goto *X.
	GotoPtr struct {
		StmtNode
		X Expr
	}
	Break    struct{ StmtNode }
	Continue struct{ StmtNode }
	// Return ends the function; X, converted to the result type, is nil for void.
	Return struct {
		StmtNode
		X Expr
	}
	// Empty is the null statement, an attribute, or an empty compiler barrier.
	Empty struct{ StmtNode }
)

// Package cat reads memory models in the cat language. Package memmodel gives the text its meaning.
//
// Parse turns a text into a File: statements with positions, names not yet resolved. It reads the language
// of herd's models and of Dat3M's: Alglave, Cousot, Maranget, "Syntax and semantics of the weak consistency
// model specification language cat" (2016). Procedures, `forall`, `match`, `if` and `with … from` are
// refused: an execution arrives with its coherence order, so models need no enumeration of their own.
//
// An error is an *Error with file, line and column. No input makes the parser panic or run without end;
// nesting is limited.
package cat

import "fmt"

// Pos is a place in a file. Line and Col begin at 1; Col counts bytes.
type Pos struct {
	File      string
	Line, Col int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is a mistake in a model.
type Error struct {
	Pos Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// File is a parsed file.
type File struct {
	Title string // as the file states it, or ""
	Stmts []Stmt
}

// Stmt is a statement: *Let, *Test, *Include or *Enum.
type Stmt interface{ stmt() }

// Let binds names. With Rec, the bodies may use all names that it binds.
type Let struct {
	Rec      bool
	Bindings []Binding
}

// Binding gives Names the value of Body. There are several names if the value is a tuple. Params is not nil for
// a function.
type Binding struct {
	Pos    Pos
	Names  []string
	Params []string
	Body   *Expr
}

// Role is the use of a test.
type Role uint8

const (
	Axiom     Role = iota + 1 // executions that fail the test are forbidden
	Flag                      // an execution that passes the test is flagged
	Undefined                 // an execution that fails the test is flagged
)

// Form is the question of a test.
type Form uint8

const (
	Acyclic Form = iota + 1
	Irreflexive
	Empty
)

func (f Form) String() string {
	return [...]string{"", "acyclic", "irreflexive", "empty"}[f]
}

// Test is a condition on a relation or, for Empty, on a set too.
type Test struct {
	Pos     Pos
	Role    Role
	Negated bool
	Form    Form
	Body    *Expr
	Name    string // "" if the file gives none
}

// Include stands for the statements of another file.
type Include struct {
	Pos  Pos
	Path string
}

// Enum declares tags, as bell files do. A set for each tag has the tag's name with a capital letter.
type Enum struct {
	Pos  Pos
	Name string
	Tags []string
}

func (*Let) stmt()     {}
func (*Test) stmt()    {}
func (*Include) stmt() {}
func (*Enum) stmt()    {}

// Op is the operator of an expression.
type Op uint8

const (
	Name       Op = iota + 1 // Text
	Tag                      // 'Text: the events with this tag
	Nothing                  // 0: the empty relation or set
	EmptySet                 // {}
	All                      // _: all events
	Union                    // |
	Inter                    // &
	Diff                     // \
	Seq                      // ;
	Cross                    // S*T
	Complement               // ~
	Plus                     // +
	Star                     // *
	Opt                      // ?
	Inverse                  // ^-1
	Identity                 // [S]
	Tuple                    // a, b
	Call                     // the first argument is the function, the second its argument
	Func                     // fun Params -> Args[0]
	Local                    // let … in Args[0]
	Try                      // try Args[0] with Args[1]
)

// Expr is an expression. Pos is the place of its operator, or of its name.
type Expr struct {
	Op     Op
	Pos    Pos
	Text   string
	Args   []*Expr
	Params []string
	Let    *Let
}

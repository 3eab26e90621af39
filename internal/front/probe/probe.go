// Package probe defines the sites of a program at which additional C code can be evaluated, and that
// code. It is used for the waypoints and invariants of verification witnesses, which are written in
// the program's own names. The package knows neither waypoints nor invariants.
//
// Place in the pipeline: sema visits sites in an order that depends on the source only. It adds each
// to a List, and inserts the code that the list has for it. To add code a caller compiles twice: first
// with an empty list, which then holds the sites, then with code for some of them. The public package
// and drive/check/validate compile so, with lists from explain/waypoint.
package probe

import "github.com/heddle-mc/heddle/internal/program/ir"

// Kind is the moment at which a thread is at a site.
type Kind uint8

// The kinds of site.
const (
	Statement Kind = iota // just before a statement, or a declaration in a block
	Condition             // just after the controlling expression of if, while, for, do, switch or ?:; Value is its value
	Head                  // just before each evaluation of a loop's controlling expression
	Enter                 // just before a call; arguments are evaluated afterwards
	Return                // just after a call; Value is its result
	After                 // just after an expression statement, or a declaration in a block
)

var kindNames = [...]string{"statement", "condition", "head", "enter", "return", "after"}

// String returns the kind as a word.
func (k Kind) String() string { return kindNames[k] }

// Value is the name of the value in the code of a Condition or Return.
const Value = "__heddle_value"

// SiteID names a site by its place in List.Sites, from 0.
type SiteID int

// Site is a place where code can be.
type Site struct {
	Kind   Kind
	File   string
	Pos    ir.Pos // of Statement, Condition and Head the first character of the statement, or the ?; of Enter the ( of the call, of Return its )
	Start  ir.Pos // of a call: where it begins, as instructions have it; else Pos
	Other  ir.Pos // of a call: the other parenthesis; else Pos
	End    ir.Pos // of Statement: its last token; else Pos
	Func   string // around it
	Callee string // of a call that names its function
	Simple bool   // of Condition: of if, while, for or do; of Statement: no declaration and neither a selection nor a loop
	Value  Type   // of Condition and Return: the type of the value
	// Variables holds, for Head, integers of the program that are in scope, inner scopes first: at
	// most MaxVariables.
	Variables []Variable
}

// Variable is a variable by the name that it has at a site.
type Variable struct {
	Name string
	Type Type
}

// MaxVariables bounds Site.Variables.
const MaxVariables = 16

// Type holds the facts that are known about the type of a value.
type Type struct {
	Int    bool // an integer or enumeration
	Signed bool // of Int
	Bits   int  // of Int
}

// Code is C code for a site: an expression of type void or any other. It calls functions of Functions;
// other side effects are not allowed.
type Code struct {
	Text    string
	Section bool // evaluated at once, as a visible operation that synchronises nothing
}

// List holds the sites of a program, and the code for them.
type List struct {
	Codes     map[SiteID]Code
	Functions map[string]string // the declarations of library models that code calls, by name
	Sites     []Site            // those that sema came to
	Errors    map[SiteID]string // why code cannot be at its site
}

// Come adds a site and returns the code for it.
func (l *List) Come(s Site) (SiteID, Code, bool) {
	id := SiteID(len(l.Sites))
	l.Sites = append(l.Sites, s)
	c, ok := l.Codes[id]
	return id, c, ok
}

// Fail notes that code cannot be at its site.
func (l *List) Fail(id SiteID, message string) {
	if l.Errors == nil {
		l.Errors = make(map[SiteID]string)
	}
	if l.Errors[id] == "" {
		l.Errors[id] = message
	}
}

package smtlib

import "fmt"

// Pos is a place in a text: line and column count from 1, the column in bytes.
type Pos struct{ Line, Column int }

// String returns line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error says what is wrong with a text, and where.
type Error struct {
	Pos
	Msg string
	// Unsupported tells a text that means something, but not to us, from one
	// that is malformed.
	Unsupported bool
}

// Error returns line:column: message.
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

func errorAt(at Pos, format string, args ...any) error {
	return &Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
}

func unsupportedAt(at Pos, format string, args ...any) error {
	return &Error{Pos: at, Msg: "unsupported: " + fmt.Sprintf(format, args...), Unsupported: true}
}

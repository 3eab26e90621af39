package smtlib

import "fmt"

// Pos is a place in a text: line and column count from 1, the column in bytes.
type Pos struct{ Line, Column int }

// String returns line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error is a fault of a text, with its place.
type Error struct {
	Pos
	Msg string
	// Unsupported is true if the text is well-formed but outside the supported fragment.
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

package ir

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Property returns the property that a failing OpAssert violates.
func (in *Instr) Property() verdict.Property { return verdict.Property(in.Sub) }

// EndsProcess reports whether a failing OpAssert ends the process if its property is not judged
// (semantics 5.4 to 5.7). After an assertion with a Kind the library model itself continues.
func (in *Instr) EndsProcess() bool { return in.Kind == "" && in.Property().EndsProcess() }

// Message returns the message of a failing OpAssert: its kind, or the condition.
func (in *Instr) Message() string { return cmp.Or(string(in.Kind), in.Text) }

// SetMessage is the inverse of Message: for a property with several kinds text names one.
func (in *Instr) SetMessage(text string) {
	if in.Kind = verdict.Kind(text); !in.Kind.Of(in.Property()) {
		in.Kind, in.Text = "", text
	}
}

package raceproof

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

var reasonNames = [numReasons]string{"may race", "ordered", "one thread", "atomic sections", "locked", "apart", "fresh"}

// String returns the reason in words.
func (r Reason) String() string { return reasonNames[r] }

// String writes the result as text.
func (r *Result) String() string {
	var b strings.Builder
	switch {
	case r.Lost != "":
		fmt.Fprintf(&b, "not proved: %s\n", r.Lost)
		return b.String()
	case r.RaceFree():
		b.WriteString("race-free\n")
	}
	fmt.Fprintf(&b, "accesses %d\n", r.Accesses)
	for reason, n := range r.Excluded {
		if n > 0 {
			fmt.Fprintf(&b, "%s %d\n", Reason(reason), n)
		}
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "pair %s %s on %s\n", r.place(p.A, p.PosA), r.place(p.B, p.PosB), p.Location.Object)
	}
	return b.String()
}

func (r *Result) place(p Position, at ir.Pos) string {
	return fmt.Sprintf("%s:b%d:%d@%d:%d", r.Program.Funcs[p.Func].Name, p.Block, p.Instr, at.Line, at.Col)
}

// Package dimacs reads and writes formulas in conjunctive normal form in the
// DIMACS format, plain or compressed with gzip.
//
// Command heddle sat and lab/satbench read formulas with it, and lab/satbench
// writes them for the solvers that it measures. The formulas of heddle ir come
// from package solver instead, and those for outside solvers from solver/process.
//
// It solves nothing and knows no solver: literals are signed integers here.
//
// The format (DIMACS Challenge, Satisfiability: Suggested Format, 1993, as
// narrowed by the SAT competitions):
//
//	c a comment: any line whose first character is c, also between clauses
//	p cnf 3 2
//	1 -3 0
//	2 3 -1 0
//
// The header gives the largest variable and the exact number of clauses. A
// clause ends with 0 and may be spread over lines. Anything else is an [*Error]
// with line and column, both counted from 1, the column in bytes.
package dimacs

import "fmt"

// MaxVar is the largest variable that is read.
const MaxVar = 1<<29 - 1

// Error says what is wrong with a text, and where.
type Error struct {
	Line, Column int
	Msg          string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg) }

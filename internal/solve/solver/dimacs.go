package solver

import (
	"bufio"
	"fmt"
	"io"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// WriteDIMACS writes the asserted terms, the array axioms found so far and the
// assumptions, as unit clauses, in DIMACS CNF. The formula is encoded afresh:
// its variables are not those of the solver. Without arrays it is satisfiable
// exactly when Check with these assumptions is.
func (s *Embedded) WriteDIMACS(w io.Writer, assumptions ...term.ID) error {
	var f formula
	s.blaster.Reencode(&f, assumptions...)
	return f.write(w)
}

// formula is a sink that collects clauses.
type formula struct {
	vars    sat.Var
	clauses int
	lits    []sat.Lit // of all clauses, each ended by sat.NoLit
}

func (f *formula) NewVar() sat.Var {
	f.vars++
	return f.vars
}

func (f *formula) AddClause(lits ...sat.Lit) {
	f.clauses++
	f.lits = append(append(f.lits, lits...), sat.NoLit)
}

// write writes header and clauses.
func (f *formula) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", f.vars, f.clauses)
	for _, l := range f.lits {
		if l == sat.NoLit {
			fmt.Fprintln(out, 0)
		} else {
			fmt.Fprint(out, l.Dimacs(), " ")
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write dimacs: %w", err)
	}
	return nil
}

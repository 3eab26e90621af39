package proof

import (
	"fmt"
	"io"
)

// readFormula reads a formula in DIMACS format and hands over its clauses; the
// slice is valid during the call.
func readFormula(src io.Reader, clause func(lits []int32)) error {
	s, err := newScanner(src, FormulaText)
	if err != nil {
		return err
	}
	s.skip()
	vars, clauses, err := s.header()
	if err != nil {
		return err
	}
	var lits []int32
	for n := int64(0); ; {
		s.skip()
		switch {
		case s.c == noByte && s.failure == nil && len(lits) == 0 && n == clauses:
			return nil
		case s.c == noByte && len(lits) == 0:
			return s.expected(fmt.Sprintf("clause %d of %d", n+1, clauses))
		case len(lits) == 0 && n == clauses:
			return s.expected("end of text")
		}
		l, err := s.integer("a literal", vars)
		if err != nil {
			return err
		}
		if l != 0 {
			lits = append(lits, int32(l))
			continue
		}
		clause(lits)
		lits = lits[:0]
		n++
	}
}

// header reads the line "p cnf V C".
func (s *scanner) header() (vars, clauses int64, err error) {
	for _, word := range []string{"p", "cnf"} {
		for _, c := range []byte(word) {
			if s.c != int(c) {
				return 0, 0, s.expected("the header p cnf")
			}
			s.advance()
		}
		if !blank(s.c) {
			return 0, 0, s.expected("a space")
		}
		s.skipBlanks()
	}
	if vars, err = s.natural("the number of variables", MaxVar); err != nil {
		return 0, 0, err
	}
	s.skipBlanks()
	if clauses, err = s.natural("the number of clauses", 1<<40); err != nil {
		return 0, 0, err
	}
	s.skipBlanks()
	if s.c != '\n' && s.c != noByte {
		return 0, 0, s.expected("end of line")
	}
	return vars, clauses, nil
}

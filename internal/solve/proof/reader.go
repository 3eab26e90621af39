package proof

import (
	"io"
	"strings"
)

// kind is a kind of step.
type kind int

const (
	lemma kind = iota
	theoryLemma
	deletion
)

// step is one line of a proof.
type step struct {
	line  int
	kind  kind
	id    int64   // LRAT only
	lits  []lit   // without repetitions
	hints []int64 // LRAT only; of a deletion, the clauses
	why   string  // of a theory lemma
}

// reader reads a proof.
type reader struct {
	*scanner
	format Format
	step   step
	ints   []int32
}

func newReader(src io.Reader, format Format) (*reader, error) {
	s, err := newScanner(src, ProofText)
	if err != nil {
		return nil, err
	}
	return &reader{scanner: s, format: format}, nil
}

// next returns the next step, or io.EOF after the last one. It is valid until the
// next call, but for the literals.
func (r *reader) next(db *database) (*step, error) {
	r.skip()
	if r.c == noByte && r.failure == nil {
		return nil, io.EOF
	}
	s := &r.step
	*s = step{line: r.line, hints: s.hints[:0]}
	var err error
	if r.format == LRAT {
		if s.id, err = r.natural("the id of a clause", maxID); err != nil {
			return nil, err
		}
		r.skipBlanks()
	}
	switch r.c {
	case 'd':
		s.kind = deletion
	case 't':
		s.kind = theoryLemma
	}
	if s.kind != lemma {
		r.advance()
		if !blank(r.c) {
			return nil, r.expected("a space")
		}
	}
	if s.kind == deletion && r.format == LRAT {
		if err := r.readIDs(s, "the id of a clause or 0", r.natural); err != nil {
			return nil, err
		}
		return s, r.endLine()
	}
	if err := r.readLits(s, db); err != nil {
		return nil, err
	}
	switch {
	case s.kind == theoryLemma:
		return s, r.readText(s)
	case s.kind == lemma && r.format == LRAT:
		if err := r.readIDs(s, "a hint or 0", r.integer); err != nil {
			return nil, err
		}
	}
	return s, r.endLine()
}

// readLits reads literals up to 0.
func (r *reader) readLits(s *step, db *database) error {
	r.ints = r.ints[:0]
	for {
		r.skipBlanks()
		n, err := r.integer("a literal or 0", MaxVar)
		if err != nil {
			return err
		}
		if n == 0 {
			s.lits = db.lits(r.ints)
			return nil
		}
		r.ints = append(r.ints, int32(n))
	}
}

// readIDs reads ids up to 0.
func (r *reader) readIDs(s *step, what string, number func(string, int64) (int64, error)) error {
	for {
		r.skipBlanks()
		n, err := number(what, maxID)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		s.hints = append(s.hints, n)
	}
}

// readText reads the justification of a theory lemma.
func (r *reader) readText(s *step) error {
	r.skipBlanks()
	var text strings.Builder
	for r.c != '\n' && r.c != noByte {
		text.WriteByte(byte(r.c))
		r.advance()
	}
	s.why = strings.TrimRight(text.String(), " \t\r")
	if s.why == "" {
		return r.expected("what justifies the theory lemma")
	}
	return nil
}

func (r *reader) endLine() error {
	r.skipBlanks()
	if r.c != '\n' && (r.c != noByte || r.failure != nil) {
		return r.expected("end of line")
	}
	return nil
}

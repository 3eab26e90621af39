package sat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// ProofText writes a proof as text, in LRAT or DRAT. In LRAT a line is
//
//	ID LIT… 0 HINT… 0    a derived clause
//	ID t LIT… 0 TEXT     a clause of the propagator, with its justification
//	ID d ID… 0           deleted clauses
//
// and DRAT has lines "LIT… 0", "t LIT… 0 TEXT" and "d LIT… 0".
type ProofText struct {
	out     *bufio.Writer
	format  ProofFormat
	line    []byte
	deleted []ClauseID // not written yet
	last    ClauseID
	err     error
}

// ProofFormat is a format of [ProofText].
type ProofFormat uint8

// The formats.
const (
	LRAT ProofFormat = iota
	DRAT             // without numbers and hints
)

var _ ProofWriter = (*ProofText)(nil)

// NewProofText returns a writer of a proof to w; Flush must follow.
func NewProofText(w io.Writer, format ProofFormat) *ProofText {
	return &ProofText{out: bufio.NewWriterSize(w, 1<<16), format: format}
}

// Add implements ProofWriter.
func (t *ProofText) Add(id ClauseID, lits []Lit, hints []ClauseID) {
	t.begin(id)
	t.literals(lits)
	if t.format == LRAT {
		for _, h := range hints {
			t.line = append(strconv.AppendInt(t.line, int64(h), 10), ' ')
		}
		t.line = append(t.line, "0 "...)
	}
	t.end()
}

// Axiom implements ProofWriter.
func (t *ProofText) Axiom(id ClauseID, lits []Lit, why string) {
	t.begin(id)
	t.line = append(t.line, "t "...)
	t.literals(lits)
	t.line = append(append(t.line, why...), ' ')
	t.end()
}

// Delete implements ProofWriter.
func (t *ProofText) Delete(id ClauseID, lits []Lit) {
	if t.format == LRAT {
		t.deleted = append(t.deleted, id)
		return
	}
	t.line = append(t.line, "d "...)
	t.literals(lits)
	t.end()
}

// Flush writes the buffered text and returns the first error.
func (t *ProofText) Flush() error {
	t.writeDeleted()
	if err := t.out.Flush(); t.err == nil && err != nil {
		t.err = fmt.Errorf("write proof: %w", err)
	}
	return t.err
}

// begin starts the line of a new clause.
func (t *ProofText) begin(id ClauseID) {
	t.writeDeleted()
	t.last = id
	if t.format == LRAT {
		t.line = append(strconv.AppendInt(t.line, int64(id), 10), ' ')
	}
}

func (t *ProofText) literals(lits []Lit) {
	for _, l := range lits {
		t.line = append(strconv.AppendInt(t.line, int64(l.Dimacs()), 10), ' ')
	}
	t.line = append(t.line, "0 "...)
}

// end writes the line, which ends in a blank.
func (t *ProofText) end() {
	t.line[len(t.line)-1] = '\n'
	if _, err := t.out.Write(t.line); err != nil && t.err == nil {
		t.err = fmt.Errorf("write proof: %w", err)
	}
	t.line = t.line[:0]
}

func (t *ProofText) writeDeleted() {
	if len(t.deleted) == 0 {
		return
	}
	t.line = append(strconv.AppendInt(t.line, int64(t.last), 10), " d "...)
	for _, id := range t.deleted {
		t.line = append(strconv.AppendInt(t.line, int64(id), 10), ' ')
	}
	t.line = append(t.line, "0 "...)
	t.deleted = t.deleted[:0]
	t.end()
}

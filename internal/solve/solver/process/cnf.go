package process

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// CNF is a solver that writes clauses to a file and runs a SAT solver on it. Each question and each
// refinement of arrays is a new run.
type CNF struct {
	base
	blaster *bitblast.Blaster
	clauses clauses
	blasted int // number of asserted terms encoded as clauses
}

var _ Solver = (*CNF)(nil)

func newCNF(b base) *CNF {
	s := &CNF{base: b}
	s.blaster = bitblast.New(b.terms, &s.clauses)
	return s
}

// Close does nothing: a program ends with its check.
func (s *CNF) Close() error { return nil }

// Check implements solver.Solver. The core contains all assumptions.
func (s *CNF) Check(ctx context.Context, assumptions ...term.ID) (solver.Result, error) {
	if err := s.begin(); err != nil {
		return s.last, err
	}
	for _, f := range s.asserted[s.blasted:] {
		s.blaster.Assert(f)
	}
	s.blasted = len(s.asserted)
	lits := make([]sat.Lit, len(assumptions))
	for i, f := range assumptions {
		lits[i] = s.blaster.Literal(f, bitblast.Positive)
	}
	for {
		if ctx.Err() != nil {
			return s.gaveUp(ctx, ctx.Err(), "")
		}
		a, said, err := s.run(ctx, lits)
		if err == nil && a.status == sat.Satisfiable && s.blaster.Refine(a.value) > 0 {
			continue
		}
		if err == nil {
			err = s.take(ctx, a, assumptions)
		}
		if err != nil {
			return s.gaveUp(ctx, err, said)
		}
		r := solver.Result{Status: a.status}
		if a.status == sat.Unknown {
			r.Reason = sat.ReasonTicks // a limit of its own
		}
		return s.answered(r), nil
	}
}

// take checks an answer.
func (s *CNF) take(ctx context.Context, a *answer, assumptions []term.ID) error {
	switch a.status {
	case sat.Satisfiable:
		return s.accept(s.blaster.Model(a.value), assumptions)
	case sat.Unsatisfiable:
		return s.refute(ctx, unique(assumptions))
	}
	return nil
}

// unique returns a list without repetitions.
func unique(list []term.ID) []term.ID {
	seen := make(map[term.ID]bool)
	var out []term.ID
	for _, f := range list {
		if !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}

// run runs the program once. said is the end of its standard error.
func (s *CNF) run(ctx context.Context, assumed []sat.Lit) (a *answer, said string, err error) {
	dir, err := os.MkdirTemp("", "heddle-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	question, reply := filepath.Join(dir, "question.cnf"), filepath.Join(dir, "answer")
	if err := s.clauses.write(question, assumed); err != nil {
		return nil, "", err
	}
	args := append(append([]string{}, s.tool.args...), question)
	if s.tool.language == mini {
		args = append(args, reply)
	}
	c, err := start(s.tool, args, s.limits.Memory)
	if err != nil {
		return nil, "", err
	}
	defer context.AfterFunc(ctx, c.kill)()
	if s.tool.language == mini {
		_, err = io.Copy(io.Discard, c.stdout)
	} else {
		a, err = readAnswer(c.stdout, s.clauses.vars)
	}
	if err != nil {
		c.kill() // it may still be writing
	}
	ended := c.wait()
	said = c.said.String()
	switch {
	case err != nil:
		return nil, said, err
	case signalled(c.cmd):
		return nil, said, fmt.Errorf("it crashed: %w", ended)
	}
	if s.tool.language == mini {
		file, err := os.Open(reply)
		if err != nil {
			return nil, said, errNoAnswer
		}
		defer file.Close()
		if a, err = readAnswer(file, s.clauses.vars); err != nil {
			return nil, said, err
		}
	}
	return a, said, a.agrees(c.cmd.ProcessState.ExitCode())
}

// clauses is a sink that keeps clauses as text.
type clauses struct {
	vars  int
	count int
	text  []byte
}

func (c *clauses) NewVar() sat.Var {
	c.vars++
	return sat.Var(c.vars)
}

func (c *clauses) AddClause(lits ...sat.Lit) {
	c.count++
	for _, l := range lits {
		c.text = append(strconv.AppendInt(c.text, int64(l.Dimacs()), 10), ' ')
	}
	c.text = append(c.text, "0\n"...)
}

// write writes a file with the clauses and some literals as units.
func (c *clauses) write(path string, units []sat.Lit) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	fmt.Fprintf(out, "p cnf %d %d\n", c.vars, c.count+len(units))
	out.Write(c.text)
	for _, l := range units {
		fmt.Fprintf(out, "%d 0\n", l.Dimacs())
	}
	err = out.Flush() // a bufio.Writer keeps its first error
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

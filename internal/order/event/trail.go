package event

import (
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The trail holds the paths of threads between and beyond visible operations, if the caller requests it. It
// does not decide which executions the graph has; it shows that none is missing (package inclusion).

// Passage is a block that a thread begins if Guard holds. Those of a thread are in the order in which it
// begins them.
type Passage struct {
	Thread ThreadID
	Node   NodeID // as of an Obligation
	Inside bool   // a section, which may be Node
	Func   ir.FuncID
	Block  ir.BlockID
	Guard  term.ID
	Regs   []term.ID // by register: its contents; term.None if they are not read, or are a pointer
}

// End is an end of the process when Guard holds: a return from main, exit, or a
// failure that ends it and is not checked.
type End struct {
	Thread ThreadID
	Node   NodeID // as of an Obligation
	Guard  term.ID
	Func   ir.FuncID
	Pos    ir.Pos
}

// trail checks the places and guards of passages and ends.
func (c *checker) trail(at func(ThreadID, NodeID) error) error {
	for i := range c.g.Trail {
		p := &c.g.Trail[i]
		if err := errors.Join(at(p.Thread, p.Node), c.sort(p.Guard, term.Bool, "guard", part)); err != nil {
			return fmt.Errorf("passage %d: %w", i, err)
		}
	}
	for i := range c.g.Ends {
		e := &c.g.Ends[i]
		if err := errors.Join(at(e.Thread, e.Node), c.sort(e.Guard, term.Bool, "guard", part)); err != nil {
			return fmt.Errorf("end %d: %w", i, err)
		}
	}
	return nil
}

package coverage

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Coverage records the code that executions of a program have reached so far.
type Coverage struct {
	Executions int
	Threads    int // the greatest number of threads in an execution, including main

	program  *ir.Program
	began    [][]bool // by FuncID, BlockID
	checked  map[*ir.Instr]bool
	ends     []bool                  // by FuncID: ending
	called   map[call]bool           // calls of functions that may end the process
	accessed bool                    // a created thread accessed memory
	running  map[*interp.Thread]bool // threads of the current execution so far
}

// call is a call of a function at a place.
type call struct {
	at ir.Pos
	of ir.FuncID
}

// New returns the coverage of no executions.
func New(p *ir.Program) *Coverage {
	c := &Coverage{program: p, checked: make(map[*ir.Instr]bool), ends: ending(p), called: make(map[call]bool), began: make([][]bool, len(p.Funcs))}
	for id := range p.Funcs {
		c.began[id] = make([]bool, len(p.Funcs[id].Blocks))
	}
	return c
}

// Run executes the program once more, like interp.RunCode. An execution that the context interrupts
// counts up to that point. A failing check of a property that is not checked continues, or ends the
// execution, as in the real program.
func (c *Coverage) Run(ctx context.Context, code *interp.Code, opts interp.Options) (*interp.Result, *trace.Trace, error) {
	c.running = make(map[*interp.Thread]bool)
	c.Executions++
	opts.Observer, opts.Blocks = c, true
	return interp.RunCode(ctx, code, opts)
}

// Observe implements interp.Observer.
func (c *Coverage) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	c.running[t] = true
	c.Threads = max(c.Threads, len(c.running))
	switch o.Kind {
	case interp.ObservedBlock:
		f, b, _ := t.Next()
		c.began[f][b] = true
		if b == 1 && c.ends[f] {
			if stack := t.Stack(); len(stack) > 1 {
				c.called[call{stack[1].Pos, f}] = true
			}
		}
	case interp.ObservedCheck:
		c.checked[o.Instr] = true
	case interp.ObservedRead, interp.ObservedWrite, interp.ObservedUpdate:
		c.accessed = c.accessed || t.Index() > 0 && !o.Bookkeeping
	}
}

// Entered lists the program's own functions that executions entered, and its other functions.
func (c *Coverage) Entered() (entered, others []ir.FuncID) {
	for id := 1; id < len(c.program.Funcs); id++ {
		switch f := &c.program.Funcs[id]; {
		case f.Model || !f.HasBody():
		case c.entered(ir.FuncID(id)):
			entered = append(entered, ir.FuncID(id))
		default:
			others = append(others, ir.FuncID(id))
		}
	}
	return entered, others
}

func (c *Coverage) entered(f ir.FuncID) bool { return c.began[f][1] }

// Reached divides the checks of assert or reach into two lists: executions evaluated the first and
// not the second.
func (c *Coverage) Reached(property verdict.Property) (reached, others []Site) {
	for _, s := range Sites(c.program, property) {
		if c.has(&s) {
			reached = append(reached, s)
		} else {
			others = append(others, s)
		}
	}
	return reached, others
}

func (c *Coverage) has(s *Site) bool {
	began := func(b ir.BlockID) bool { return c.began[s.Func][b] }
	if s.branches != nil {
		return slices.ContainsFunc(s.branches, func(b ir.BlockID) bool {
			return began(b) && slices.ContainsFunc(c.program.Funcs[s.Func].Blocks[b].Term.Targets, began)
		})
	}
	if s.guard {
		in := &c.program.Funcs[s.Func].Blocks[s.guardAt.Block].Instrs[s.guardAt.Index]
		return c.called[call{in.Pos, in.Func}]
	}
	in := &c.program.Funcs[s.Func].Blocks[s.at.Block].Instrs[s.at.Index]
	if in.Op == ir.OpCall {
		return c.entered(in.Func) // by any call
	}
	return c.checked[in]
}

// Any reports whether executions evaluated any check of a property: if not, an answer for these
// executions is meaningless.
func (c *Coverage) Any(property verdict.Property) bool {
	switch property.Row().Check {
	case verdict.StatedCheck:
		reached, others := c.Reached(property)
		return len(reached) > 0 || len(others) == 0
	case verdict.PairCheck:
		return c.Threads > 1
	case verdict.AccessCheck:
		return c.accessed || !c.program.Has(ir.OpSpawn) || !threadsAccess(c.program)
	case verdict.WaitCheck:
		return c.blocks()
	}
	return true
}

// blocks reports whether an execution entered a function that can make a thread wait. It is true if the
// program has none.
func (c *Coverage) blocks() bool {
	waits := false
	for id := range c.program.Funcs {
		f := &c.program.Funcs[id]
		if !f.HasBody() || !f.Has(ir.OpAcquire) && !f.Has(ir.OpJoin) && !f.Has(ir.OpBlockUntil) {
			continue
		}
		if c.entered(ir.FuncID(id)) {
			return true
		}
		waits = true
	}
	return !waits
}

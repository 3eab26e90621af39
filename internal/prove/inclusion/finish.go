package inclusion

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// finish checks the facts that depend on the whole execution: the paths of the threads, the end of the
// process, the facts of the graph, and the violation.
func (c *member) finish() error {
	for _, f := range c.threads {
		if f == nil || f.id == 0 {
			continue
		}
		if err := c.path(f); err != nil {
			return err
		}
	}
	if c.unfinished {
		return c.end()
	}
	for i, fact := range c.g.Facts {
		if holds, known := c.Holds(fact); known && !holds {
			return c.lost(nil, ir.Pos{}, "fact %d of the graph does not hold in it", i)
		}
	}
	if c.outcome.Cut != nil || len(c.e.Steps) == 0 {
		return nil
	}
	return c.end()
}

// passed reports whether the thread has reached a place after a node, or in it.
func (c *member) passed(f *follower, n event.NodeID) bool {
	return n == 0 || c.g.Nodes[n].Thread != f.id || int(c.g.Nodes[n].Index) < f.next
}

// path compares a thread's path with the trail.
func (c *member) path(f *follower) error {
	if len(c.g.Trail) == 0 {
		return nil
	}
	prog := c.e.Code.Program()
	th := &c.e.Threads[f.thread]
	done := len(th.Blocks)
	if list := c.e.Steps[c.at-1].Blocks; f.thread < len(list) {
		done = list[f.thread]
	}
	next := 0
	var last ir.Pos
	for _, i := range c.trail[f.id] {
		p := &c.g.Trail[i]
		if !c.passed(f, p.Node) {
			break
		}
		guard, known := c.Holds(p.Guard)
		if known && !guard {
			continue
		}
		if next == done {
			if p.Inside {
				continue // it may be of a section that is not begun, and that left no node
			}
			if known && f.cut == nil && !c.ended(f) {
				return c.lost(f, prog.Funcs[p.Func].Blocks[p.Block].Pos(), "the graph goes on to block %d of %s, the execution does not", p.Block, prog.Funcs[p.Func].Name)
			}
			break
		}
		b := &th.Blocks[next]
		if b.Func != p.Func || b.Block != p.Block {
			if !known {
				continue
			}
			return c.lost(f, prog.Funcs[b.Func].Blocks[b.Block].Pos(), "the execution comes to block %d of %s, the graph to block %d of %s at %s; both were at %s",
				b.Block, prog.Funcs[b.Func].Name, p.Block, prog.Funcs[p.Func].Name, prog.Funcs[p.Func].Blocks[p.Block].Pos().Text(prog.Files), last.Text(prog.Files))
		}
		if err := c.registers(f, p, b); err != nil {
			return err
		}
		last = prog.Funcs[b.Func].Blocks[b.Block].Pos()
		next++
	}
	if next < done && f.cut == nil && !(c.unfinished && c.ended(f)) && !c.cutHere(f) {
		b := &th.Blocks[next]
		return c.lost(f, prog.Funcs[b.Func].Blocks[b.Block].Pos(), "the execution comes to block %d of %s, the graph does not; both were at %s", b.Block, prog.Funcs[b.Func].Name, last.Text(prog.Files))
	}
	return nil
}

// ended reports whether the end of the execution may have stopped a thread: in the middle of its step, or
// of the step that creates it.
func (c *member) ended(f *follower) bool {
	last := &c.e.Steps[len(c.e.Steps)-1]
	return c.e.End.Kind != interp.Running && (last.Thread == f.thread || !c.begun(f))
}

// begun reports whether a thread has done anything.
func (c *member) begun(f *follower) bool { return len(c.e.Threads[f.thread].Blocks) > 0 }

// registers compares the registers at the beginning of a block with the trail's.
func (c *member) registers(f *follower, p *event.Passage, b *Block) error {
	fn := &c.e.Code.Program().Funcs[p.Func]
	for r, t := range p.Regs {
		typ := fn.Regs[r].Type
		if t == term.None || typ.IsPtr() || typ == ir.NoType || typ.Bits(c.g.Program.Model) > 64 {
			continue
		}
		if v, known := c.Word(t); known && v.Lo != b.Regs[r].Lo && !c.madeUp(v, c.s.Width(t)) {
			return c.lost(f, fn.Blocks[b.Block].Pos(), "register %d (%s) is %#x, in the graph %#x", r, fn.Regs[r].Name, b.Regs[r].Lo, v.Lo)
		}
	}
	return nil
}

// end compares the end of the execution with the graph: the violation, and whether the process can end
// there.
func (c *member) end() error {
	st := &c.e.Steps[len(c.e.Steps)-1]
	f := c.threads[st.Thread]
	violated := c.violated()
	end := c.e.End
	switch end.Kind {
	case interp.Violated:
		if c.byOrder() || c.e.Kind == verdict.Leak || violated != nil && violated.Pos.Line == end.Pos.Line || c.cutHere(f) {
			return nil
		}
		return c.lost(f, end.Pos, "the execution violates %s, the graph does not", c.e.Property)
	case interp.Exited, interp.Undefined:
		if violated != nil && !c.byOrder() && violated.Kind != verdict.Leak {
			return c.lost(f, violated.Pos, "the graph violates %s (%s), the execution does not", c.e.Property, violated.Text)
		}
		if len(c.g.Trail) == 0 || end.Thread == "" || c.unfinished {
			return nil
		}
		for i := range c.g.Ends {
			if x := &c.g.Ends[i]; x.Thread == f.id {
				if holds, known := c.Holds(x.Guard); holds || !known {
					return nil
				}
			}
		}
		if !c.cutHere(f) {
			return c.lost(f, end.Pos, "the process ends here, in the graph it does not")
		}
	}
	return nil
}

// byOrder reports whether the property depends on the order of several threads' operations, so that no
// obligation alone decides it.
func (c *member) byOrder() bool {
	return c.e.Property == verdict.Race || c.e.Property == verdict.Deadlock
}

// violated returns an obligation that the execution reaches and that does not hold; nil: none.
func (c *member) violated() *event.Obligation {
	for i := range c.g.Obligations {
		o := &c.g.Obligations[i]
		if guard, known := c.Holds(o.Guard); !known || !guard {
			continue
		}
		if cond, known := c.Holds(o.Cond); !known || cond {
			continue
		}
		for _, f := range c.threads {
			// An obligation that needs a step of its own is violated by the last step, or not yet.
			own := o.Step && !o.Inside && !(f != nil && c.ended(f))
			if f != nil && f.id == o.Thread && c.begun(f) && c.passed(f, o.Node) && !own {
				return o
			}
		}
	}
	return nil
}

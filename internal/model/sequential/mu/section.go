package mu

import "github.com/heddle-mc/heddle/internal/program/ir"

// setupSections guesses where sections continue, with Limits.EachWrite. The last position is not
// inside a section, so that a section is never cut.
func (f *fine) setupSections(c *code) {
	if f.inner == (table{}) {
		return
	}
	n := f.m.n
	c.put(f.settled, c.at(n), c.byteConst(n))
	if n > 1 {
		c.down(n-1, c.at(1), func(i ir.Operand) {
			on, after := c.b.Choose(ir.I1, ir.ChooseNondet), c.plus(i, c.at(1))
			same := c.b.Equal(c.get(f.thread, i), c.get(f.thread, after))
			used := c.b.NonZero(c.get(f.thread, i))
			c.b.Assume(c.b.Or(c.b.Not(on), c.b.And(same, used)))
			c.put(f.inner, i, c.asFlag(on))
			c.put(f.settled, i, c.b.Select(on, c.get(f.settled, after), c.asByte(i)))
		})
	}
}

// openSection returns a variable for shown.
func (f *fine) openSection(c *code) ir.Reg {
	if f.inner == (table{}) {
		return 0
	}
	return c.variable("open", c.b.Int(ir.I1, 0))
}

// shown returns whether a write to a unit becomes visible at a position, given whether one is there. A
// write of a section becomes visible at its end. open is set if a section that wrote the unit has
// begun.
func (f *fine) shown(c *code, i, now ir.Operand, open ir.Reg) ir.Operand {
	if open == 0 {
		return now
	}
	now = c.b.Or(now, ir.RegOperand(open))
	c.b.CopyTo(open, c.b.And(now, c.b.NonZero(c.get(f.inner, i))))
	return now
}

// between assumes that a position at which a thread reads is inside no section.
func (f *fine) between(c *code, q ir.Operand) {
	if f.inner != (table{}) {
		c.b.Assume(c.b.Equal(c.pick(f.settled, c.at(0), q, 0, f.m.n), q))
	}
}

// settledAt returns the first position from q on that is inside no section.
func (f *fine) settledAt(c *code, q ir.Operand) ir.Operand {
	if f.inner == (table{}) {
		return q
	}
	return c.pick(f.settled, c.at(0), q, 0, f.m.n)
}

// goesOn assumes whether the section of a write continues after its position.
func (f *fine) goesOn(c *code, position, on ir.Operand) {
	if f.inner != (table{}) {
		c.b.Assume(c.b.Equal(c.b.NonZero(c.pick(f.inner, c.at(0), position, 1, f.m.n)), on))
	}
}

// writeEach does the writes of a section one after another. Where fewer positions are left than
// it needs, the thread is stuck before all of them.
func (f *fine) writeEach(c *code, thread ir.Operand, list []unitWrite) {
	number := func(v int) ir.Operand { return c.b.Int(ir.I16, uint64(v)) }
	count := c.variable("count", number(0))
	left := ir.RegOperand(count)
	for _, w := range list {
		c.b.CopyTo(count, c.b.Binary(ir.OpAdd, 0, left, c.b.Convert(ir.OpZExt, ir.I16, w.done)))
	}
	f.stopAtEnd(c, thread, c.get(f.next, thread), func() ir.Operand {
		fits := c.b.LessOrEqual(left, number(f.m.n))
		first := c.b.Select(fits, c.b.Binary(ir.OpSub, 0, number(f.m.n+1), left), number(f.m.n))
		used := c.b.NonZero(c.pick(f.thread, c.at(0), c.b.Convert(ir.OpTrunc, ir.I8, first), 1, f.m.n))
		return c.b.Or(c.b.Not(fits), used)
	})
	for _, w := range list {
		c.b.When(w.done, func() {
			next := c.get(f.next, thread)
			c.b.CopyTo(count, c.b.Binary(ir.OpSub, 0, left, number(1)))
			c.b.Assume(c.b.Equal(c.pick(f.unit, c.at(0), next, 1, f.m.n), w.at.number))
			c.b.Assume(c.b.Equal(w.value, c.pick(f.value, c.at(0), next, 1, f.m.n)))
			f.goesOn(c, next, c.b.NonZero(left))
			f.advance(c, thread, next)
		})
	}
}

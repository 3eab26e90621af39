package mu

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Steps access the unwound memory by calls of functions, as in figure 4 of the paper. Their first
// parameter is the thread:
//
//	read.u(t)       goes to a position and returns the value of unit u there; of several
//	                units, for a pointer to one
//	seek.u(t)       goes to a position for a step that does more than one read
//	see.u(t)        returns the value of unit u at the thread's position
//	write.u(t, v)   goes to the position of the thread's next write, which is this
//	ended(t, s)     thread s came to its end before
//
// One function is made for each set of units.

// shared returns the function with a key, which is made where it is needed first.
func (m *unwinding) shared(key, name string, result ir.Type, emit func(c *code, thread ir.Operand)) ir.FuncID {
	if id, ok := m.funcs[key]; ok {
		return id
	}
	c := m.function(name)
	c.b.F.Result = result
	emit(c, ir.RegOperand(c.b.Param(c.b.Model.PtrInt(), "thread", m.unsigned(c.b.Model.PtrInt()))))
	m.funcs[key] = m.seq.AddFunc(c.b)
	return m.funcs[key]
}

// keyOf names a set of units for a key.
func keyOf(units []*unit) string {
	var b strings.Builder
	for _, t := range units {
		fmt.Fprintf(&b, "%d.%d ", t.global, t.start)
	}
	return b.String()
}

// setName names a set of units for people.
func (m *unwinding) setName(units []*unit) string {
	switch {
	case len(units) == 0:
		return "on"
	case len(units) == 1:
		return m.nameOf(units[0])
	}
	var names []string
	for _, t := range units {
		name := m.seq.Program.Globals[t.global].Name
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names[:min(len(names), maxNames)], ".")
}

// maxNames bounds the objects in the name of a function.
const maxNames = 2

// reader returns the function that reads: by itself, or at the position that was sought.
func (m *unwinding) reader(a *access, at unitRef, in *ir.Instr, typ ir.Type, seeks bool) ir.FuncID {
	verb := "see"
	if seeks {
		verb = "read"
	}
	align := in.Align
	if at.only {
		align = m.alignOf(at.units[0], typ)
	}
	key := fmt.Sprint(verb, typ, align, at.only, a.objects(), keyOf(at.units))
	return m.shared(key, verb+"."+m.setName(at.units), typ, func(c *code, thread ir.Operand) {
		var from ir.Operand
		if at.only {
			from = c.b.Moved(c.b.GlobalAddr(at.units[0].global), at.units[0].start)
			at.number = c.number(at.units[0].number)
		} else {
			from = ir.RegOperand(c.b.Param(ir.Ptr, "from", 0))
			at.number = c.numberOf(a, from)
		}
		initial := c.b.Emit(ir.Instr{Op: ir.OpLoad, Type: typ, Dst: c.b.Temp(typ), Args: []ir.Operand{from}, Align: align, CType: in.CType})
		var written, word ir.Operand
		if seeks {
			written, word = m.memory.read(c, thread, at)
		} else {
			written, word = m.memory.row(c, thread, at)
		}
		c.b.Ret(c.b.Select(written, c.fromWord(word, typ, at), initial))
	})
}

// alignOf returns the alignment of a unit that is accessed as a type.
func (m *unwinding) alignOf(t *unit, typ ir.Type) int32 {
	n := typ.Bytes(m.seq.Program.Model)
	for n > 1 && (t.start%n != 0 || m.seq.Program.Globals[t.global].Align%n != 0) {
		n /= 2
	}
	return int32(n)
}

// seeker returns the function that moves a thread to the position where a step reads. Its result is
// whether the step writes, if that is guessed.
func (m *unwinding) seeker(s *footprint) (id ir.FuncID, result ir.Type) {
	if s.may && (m.memory.guesses() && !s.always) {
		result = ir.I1
	}
	key := fmt.Sprint("seek", s.may, s.always, s.ends, keyOf(s.units))
	return m.shared(key, "seek."+m.setName(s.units), result, func(c *code, thread ir.Operand) {
		if writes := m.memory.seek(c, thread, s); writes != 0 {
			c.b.Ret(writes)
		} else {
			c.b.RetVoid()
		}
	}), result
}

// writer returns the function that executes the writes of a step. If there are several, each has a
// parameter that selects whether it is executed.
func (m *unwinding) writer(list []unitWrite, how writeMode) ir.FuncID {
	key, units := fmt.Sprint("write", how), []*unit(nil)
	for _, w := range list {
		key += fmt.Sprint(w.at.only, w.done.IsConst(), keyOf(w.at.units))
		units = append(units, w.at.units...)
	}
	return m.shared(key, "write."+m.setName(units), ir.NoType, func(c *code, thread ir.Operand) {
		var params []unitWrite
		for _, w := range list {
			p := unitWrite{done: c.b.Int(ir.I1, 1), at: w.at}
			if !w.done.IsConst() {
				p.done = ir.RegOperand(c.b.Param(ir.I1, "done", 0))
			}
			if w.at.only {
				p.at.number = c.number(w.at.units[0].number)
			} else {
				p.at.number = ir.RegOperand(c.b.Param(ir.I16, "unit", 0))
			}
			p.value = ir.RegOperand(c.b.Param(m.word, "value", 0))
			params = append(params, p)
		}
		m.memory.write(c, thread, params, how)
		c.b.RetVoid()
	})
}

// write emits the writes of a step.
func (c *code) write(thread ir.Operand, list []unitWrite, how writeMode) {
	args := []ir.Operand{thread}
	for _, w := range list {
		if !w.done.IsConst() {
			args = append(args, w.done)
		}
		if !w.at.only {
			args = append(args, w.at.number)
		}
		args = append(args, w.value)
	}
	c.b.Call(c.m.writer(list, how), ir.NoType, args...)
}

// ended returns the function that computes whether a thread ended before another one's position.
func (m *unwinding) ended() ir.FuncID {
	return m.shared("ended", "ended", ir.I1, func(c *code, thread ir.Operand) {
		other := ir.RegOperand(c.b.Param(c.b.Model.PtrInt(), "other", m.unsigned(c.b.Model.PtrInt())))
		by := c.b.LessOrEqual(c.get(m.pos, other), c.get(m.pos, thread))
		c.b.Ret(c.b.And(by, c.b.Equal(c.get(m.stuck, other), c.byteConst(0)))) // its last step took place
	})
}

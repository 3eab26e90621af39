package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// columns reads threads that stand in columns, a line of instructions at a time.
func (r *reader) columns() {
	var order []*thread
	for r.err == nil {
		t := r.next()
		n := threadNumber(t)
		if n < 0 || t.kind != word {
			r.fail(t.Position, "name of a thread such as P0 expected, found %s", t)
			return
		}
		if n != len(order) {
			r.fail(t.Position, "thread P%d expected, found %s", len(order), t)
			return
		}
		order = append(order, r.thread(n))
		if !r.accept("|") {
			r.expect(";")
			break
		}
	}
	if len(r.threads) > len(order) {
		r.fail(r.peek(0).Position, "the initial state has registers of thread P%d, and the test has %d threads", len(r.threads)-1, len(order))
	}
	for r.err == nil && !r.startsFinal() {
		for i := 0; r.err == nil; i++ {
			if i == len(order) {
				r.fail(r.peek(0).Position, "more columns than threads")
				return
			}
			c := &column{reader: r, thread: order[i]}
			for t := r.peek(0); r.err == nil && !t.is("|") && !t.is(";"); t = r.peek(0) {
				if t.kind == eof {
					r.fail(t.Position, `";" expected, found %s`, t)
					return
				}
				c.tokens = append(c.tokens, r.next())
			}
			c.after = r.peek(0).Position
			c.line()
			if r.accept(";") {
				break
			}
			r.next()
		}
	}
}

// column is one line of a thread: at most a label and an instruction.
type column struct {
	*reader
	*thread
	tokens []token
	after  program.Position // of the end of the line
	base   string           // the mnemonic
	at     program.Position // of the instruction
}

func (c *column) line() {
	for len(c.tokens) >= 2 && c.tokens[0].kind == word && c.tokens[1].is(":") {
		label := c.tokens[0]
		if _, ok := c.labels[label.text]; ok {
			c.fail(label.Position, "label %s stands twice in thread P%d", label.text, c.number)
		}
		c.labels[label.text] = len(c.Code)
		c.tokens = c.tokens[2:]
	}
	if len(c.tokens) == 0 || c.err != nil {
		return
	}
	name := c.get()
	c.at = name.Position
	c.base = strings.ToLower(name.text)
	if name.kind != word {
		c.fail(c.at, "instruction expected, found %s", name)
		return
	}
	known := false
	switch c.test.Dialect {
	case program.X86:
		known = c.x86()
	case program.AArch64:
		known = c.aarch64()
	case program.RISCV:
		known = c.riscv()
	}
	if !known && c.err == nil {
		c.fail(c.at, "instruction %s is not supported", name.text)
	}
	if len(c.tokens) > 0 && c.err == nil {
		c.fail(c.tokens[0].Position, "the end of the instruction expected, found %s", c.tokens[0])
	}
}

// look returns the next token of the line without skipping it.
func (c *column) look() token {
	if len(c.tokens) == 0 {
		return token{kind: symbol, text: ";", Position: c.after}
	}
	return c.tokens[0]
}

func (c *column) get() token {
	t := c.look()
	if len(c.tokens) > 0 {
		c.tokens = c.tokens[1:]
	}
	return t
}

func (c *column) take(text string) bool {
	if !c.look().is(text) {
		return false
	}
	c.get()
	return true
}

func (c *column) want(text string) {
	if t := c.look(); !c.take(text) {
		c.fail(t.Position, "%q expected, found %s", text, t)
	}
}

// immediate reads a number with an optional sign, after # or $.
func (c *column) immediate() int64 {
	if !c.take("#") {
		c.take("$")
	}
	negative := c.take("-")
	t := c.get()
	if t.kind != number {
		c.fail(t.Position, "number expected, found %s", t)
	}
	if negative {
		return -t.n
	}
	return t.n
}

// add adds an operation of the instruction.
func (c *column) add(op program.Op) int {
	op.At = c.at
	return c.emit(op)
}

// set makes a register a value.
func (c *column) set(register int, value *program.Expr) {
	c.add(program.Op{Kind: program.Set, Dst: register, Value: value})
}

// branch goes to the label that is next in the line if value is not 0; a nil value is none.
func (c *column) branch(value *program.Expr) {
	label := c.get()
	if label.kind != word {
		c.fail(label.Position, "label expected, found %s", label)
	}
	op := program.Op{Kind: program.Jump}
	if value != nil {
		op = program.Op{Kind: program.Branch, Value: value, End: program.None}
	}
	c.jumps = append(c.jumps, jump{c.add(op), label})
}

// end goes to the end of the thread.
func (c *column) end() { c.ends = append(c.ends, c.add(program.Op{Kind: program.Jump})) }

// registerName returns the name under which a register of the dialect is known.
func (r *reader) registerName(t token) string {
	name := ""
	switch r.test.Dialect {
	case program.X86:
		name, _ = x86Register(t.text)
	case program.AArch64:
		name, _ = aarch64Register(t.text)
	case program.RISCV:
		name = riscvRegister(t.text)
	default:
		name = t.text
	}
	if t.kind != word || name == "" {
		r.fail(t.Position, "register expected, found %s", t)
	}
	return name
}

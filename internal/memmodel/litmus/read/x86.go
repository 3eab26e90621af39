package read

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

var x86Registers = []string{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP"}

func x86Register(name string) string {
	name = strings.ToUpper(name)
	if strings.HasPrefix(name, "R") && len(name) == 3 {
		name = "E" + name[1:]
	}
	if slices.Contains(x86Registers, name) {
		return name
	}
	return ""
}

// x86Operand is an operand: a register, a constant, or memory at an address.
type x86Operand struct {
	register int
	value    *program.Expr
	address  *program.Expr
}

func (c *column) x86Operand() x86Operand {
	t := c.look()
	if c.take("[") {
		t = c.get()
		o := x86Operand{register: program.None, value: program.Number(0)}
		if name := x86Register(t.text); name != "" {
			o.address = program.Register(c.register(name))
		} else if t.kind == word {
			o.address = program.Number(program.Address(c.object(t.text)))
		} else {
			c.fail(t.Position, "address expected, found %s", t)
		}
		if t := c.look(); t.is("+") || t.is("-") {
			c.take("+")
			o.address = program.Make(program.Add, o.address, program.Number(c.immediate()))
		}
		c.want("]")
		return o
	}
	if name := x86Register(t.text); t.kind == word && name != "" {
		c.get()
		r := c.register(name)
		return x86Operand{register: r, value: program.Register(r)}
	}
	if t.kind == word {
		c.fail(t.Position, "register, number or [address] expected, found %s", t)
		return x86Operand{register: program.None, value: program.Number(0)}
	}
	return x86Operand{register: program.None, value: program.Number(c.immediate())}
}

// x86Value returns an operand's value, which a load may have to fetch.
func (c *column) x86Value(o x86Operand, pair program.Pair, tags ...string) *program.Expr {
	if o.address == nil {
		return o.value
	}
	r := c.temporary()
	c.add(program.Op{Kind: program.Load, Dst: r, Addr: o.address, Size: 4, Pair: pair, Tags: tags})
	return program.Register(r)
}

// x86Store makes an operand a value.
func (c *column) x86Store(o x86Operand, value *program.Expr, pair program.Pair, tags ...string) {
	value = program.Truncate(32, value)
	switch {
	case o.address != nil:
		c.add(program.Op{Kind: program.Store, Addr: o.address, Value: value, Size: 4, Pair: pair, Tags: tags})
	case o.register != program.None:
		c.set(o.register, value)
	default:
		c.fail(c.at, "the destination of %s is a constant", c.base)
	}
}

var x86Operations = map[string]program.Operator{
	"add": program.Add, "sub": program.Sub, "and": program.And, "or": program.Or, "xor": program.Xor,
}

var x86Conditions = map[string]comparison{
	"je": {program.Eq, false, false}, "jz": {program.Eq, false, false}, "jne": {program.Eq, false, true}, "jnz": {program.Eq, false, true},
	"jl": {program.Lt, false, false}, "jge": {program.Lt, false, true}, "jg": {program.Lt, true, false}, "jle": {program.Lt, true, true},
}

// comparison compares the operands of the last comparison.
type comparison struct {
	op      program.Operator
	swapped bool
	negated bool
}

// flags are the pseudo-registers with the operands of the last comparison.
func (t *thread) flags() (left, right int) {
	return t.register("flags:left"), t.register("flags:right")
}

func (t *thread) holds(c comparison) *program.Expr {
	l, r := t.flags()
	left, right := program.Register(l), program.Register(r)
	if c.swapped {
		left, right = right, left
	}
	value := program.Make(c.op, left, right)
	if c.negated {
		value = program.Not(value)
	}
	return value
}

func (c *column) x86() bool {
	locked := false
	if c.base == "lock" {
		locked = true
		c.take(";")
		c.base = strings.ToLower(c.get().text)
	}
	pair, tags := program.Alone, []string(nil)
	if locked || c.base == "xchg" {
		pair, tags = program.Atomic, []string{"A"}
	}
	if how, ok := x86Conditions[c.base]; ok {
		c.branch(c.holds(how))
		return true
	}
	if op, ok := x86Operations[c.base]; ok {
		to, by := c.x86Pair()
		value := program.Make(op, c.x86Value(to, pair, tags...), c.x86Value(by, program.Alone))
		c.x86Store(to, value, pair, tags...)
		return true
	}
	switch c.base {
	case "mov", "movl", "movq":
		to, from := c.x86Pair()
		c.x86Store(to, c.x86Value(from, program.Alone), program.Alone)
	case "mfence":
		c.add(program.Op{Kind: program.Fence, Tags: []string{"mfence", "MFENCE"}})
	case "lfence", "sfence":
		c.add(program.Op{Kind: program.Fence, Tags: []string{c.base, strings.ToUpper(c.base)}})
	case "xchg":
		a, b := c.x86Pair()
		if b.address != nil {
			a, b = b, a
		}
		if b.register == program.None || b.address != nil {
			c.fail(c.at, "xchg needs a register")
			return true
		}
		if a.address == nil {
			pair, tags = program.Alone, nil
		}
		old := c.x86Value(a, pair, tags...)
		if a.address == nil { // the register changes before its value is used
			r := c.temporary()
			c.set(r, old)
			old = program.Register(r)
		}
		c.x86Store(a, b.value, pair, tags...)
		c.set(b.register, old)
	case "inc", "dec":
		o := c.x86Operand()
		op := program.Add
		if c.base == "dec" {
			op = program.Sub
		}
		c.x86Store(o, program.Make(op, c.x86Value(o, pair, tags...), program.Number(1)), pair, tags...)
	case "cmp":
		a, b := c.x86Pair()
		left, right := c.flags()
		x, y := c.x86Value(a, program.Alone), c.x86Value(b, program.Alone)
		c.set(left, program.Extend(32, x))
		c.set(right, program.Extend(32, y))
	case "jmp":
		c.branch(nil)
	case "nop":
	default:
		return false
	}
	return true
}

func (c *column) x86Pair() (a, b x86Operand) {
	a = c.x86Operand()
	c.want(",")
	b = c.x86Operand()
	if a.address != nil && b.address != nil {
		c.fail(c.at, "%s has two operands in memory", c.base)
	}
	return a, b
}

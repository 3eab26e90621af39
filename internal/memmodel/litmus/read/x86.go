package read

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// x86Registers has the letters of the registers, which have their names after them.
var x86Registers = []string{"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"}

// x86Register returns the 32-bit name of the register that a name is a part of, and the part's bits.
func x86Register(name string) (register string, bits int) {
	name = strings.ToUpper(name)
	base, bits := name, 16
	switch {
	case strings.HasPrefix(name, "E") && len(name) == 3:
		base, bits = name[1:], 32
	case strings.HasPrefix(name, "R") && len(name) == 3:
		base, bits = name[1:], 64
	case len(name) == 2 && name[1] == 'L':
		base, bits = name[:1]+"X", 8
	case len(name) == 3 && name[2] == 'L':
		base, bits = name[:2], 8
	}
	if !slices.Contains(x86Registers, base) {
		return "", 0
	}
	return "E" + base, bits
}

// x86Operand is an operand: a register, a constant, or memory at an address.
type x86Operand struct {
	register int
	bits     int // of a register
	value    *program.Expr
	address  *program.Expr
}

func (c *column) x86Operand() x86Operand {
	t := c.look()
	o := x86Operand{register: program.None, value: program.Number(0)}
	if name, bits := x86Register(t.text); t.kind == word && name != "" {
		c.get()
		r := c.register(name)
		return x86Operand{r, bits, program.Truncate(bits, program.Register(r)), nil}
	}
	switch {
	case c.take("["):
		o.address = c.x86Address()
		for c.take("+") {
			o.address = program.Make(program.Add, o.address, c.x86Address())
		}
		if c.look().is("-") {
			o.address = program.Make(program.Add, o.address, program.Number(c.immediate()))
		}
		c.want("]")
	case t.kind == word:
		c.fail(t.Position, "register, number or [address] expected, found %s", t)
	default:
		o.value = program.Number(c.immediate())
	}
	return o
}

// x86Address reads a part of an address: a register, a variable or a number.
func (c *column) x86Address() *program.Expr {
	t := c.look()
	switch name, _ := x86Register(t.text); {
	case t.kind == word && name != "":
		c.get()
		return program.Register(c.register(name))
	case t.kind == word:
		c.get()
		return program.Number(program.Address(c.object(t.text)))
	case t.kind == number:
		return program.Number(c.immediate())
	}
	c.fail(t.Position, "address expected, found %s", t)
	return program.Number(0)
}

// x86Instruction is an instruction while its operands are read.
type x86Instruction struct {
	*column
	bits int // of its operands
	pair program.Pair
	tags []string // of accesses that are locked
	a, b x86Operand
}

// size finds the size of operands: that of the suffix, of a register, or 32 bits.
func (c *x86Instruction) size(operands ...x86Operand) {
	for _, o := range operands {
		if o.register == program.None {
			continue
		}
		if c.bits != 0 && c.bits != o.bits {
			c.fail(c.at, "the operands of %s have different sizes", c.base)
		}
		c.bits = o.bits
	}
	if c.bits == 0 {
		c.bits = 32
	}
}

func (c *x86Instruction) one() {
	c.a = c.x86Operand()
	c.size(c.a)
}

func (c *x86Instruction) two() {
	c.a = c.x86Operand()
	c.want(",")
	c.b = c.x86Operand()
	if c.a.address != nil && c.b.address != nil {
		c.fail(c.at, "%s has two operands in memory", c.base)
	}
	c.size(c.a, c.b)
}

// value returns an operand's value, which a load may have to fetch.
func (c *x86Instruction) value(o x86Operand) *program.Expr {
	r := c.temporary() // the value before the instruction changes the register
	if o.address == nil {
		if o.register == program.None {
			return o.value
		}
		c.set(r, o.value)
	} else {
		c.add(program.Op{Kind: program.Load, Dst: r, Addr: o.address, Size: c.bits / 8, Pair: c.pair, Tags: c.tags})
	}
	return program.Register(r)
}

// store makes an operand a value.
func (c *x86Instruction) store(o x86Operand, value *program.Expr) {
	value = program.Truncate(c.bits, value)
	switch {
	case o.address != nil:
		c.add(program.Op{Kind: program.Store, Dst: program.None, Addr: o.address, Value: value, Size: c.bits / 8, Pair: c.pair, Tags: c.tags})
	case o.register == program.None:
		c.fail(c.at, "the destination of %s is a constant", c.base)
	case c.bits < 32: // the rest of the register stays
		rest := program.Make(program.And, program.Register(o.register), program.Number(-1<<c.bits))
		c.set(o.register, program.Make(program.Or, rest, value))
	default:
		c.set(o.register, value)
	}
}

// x86Operations has instructions that calculate: the operation, the number of operands, whether the result is stored, and
// whether it is the difference from 0.
var x86Operations = map[string]struct {
	op             program.Operator
	operands       int
	stores, negate bool
}{
	"add": {program.Add, 2, true, false}, "sub": {program.Sub, 2, true, false}, "and": {program.And, 2, true, false},
	"or": {program.Or, 2, true, false}, "xor": {program.Xor, 2, true, false}, "cmp": {program.Sub, 2, false, false},
	"test": {program.And, 2, false, false}, "inc": {program.Add, 1, true, false}, "dec": {program.Sub, 1, true, false},
	"neg": {program.Sub, 1, true, true},
}

// x86Conditions has the conditions after j, set and cmov.
var x86Conditions = map[string]condition{
	"e": {"z", false}, "z": {"z", false}, "ne": {"z", true}, "nz": {"z", true}, "s": {"n", false}, "ns": {"n", true},
	"o": {"v", false}, "no": {"v", true}, "b": {"b", false}, "c": {"b", false}, "nae": {"b", false}, "ae": {"b", true}, "nc": {"b", true},
	"nb": {"b", true}, "be": {"bz", false}, "na": {"bz", false}, "a": {"bz", true}, "nbe": {"bz", true}, "l": {"l", false},
	"nge": {"l", false}, "ge": {"l", true}, "nl": {"l", true}, "le": {"lz", false}, "ng": {"lz", false}, "g": {"lz", true}, "nle": {"lz", true},
}

var x86Suffixes = map[byte]int{'b': 8, 'w': 16, 'l': 32, 'q': 64}

func (c *column) x86() bool {
	i := &x86Instruction{column: c}
	locked := c.base == "lock"
	if locked {
		c.take(";")
		c.base = strings.ToLower(c.get().text)
		i.pair, i.tags = program.Atomic, []string{"A"}
	}
	if i.read(c.base, locked) {
		return true
	}
	if last := len(c.base) - 1; last >= 2 {
		if i.bits = x86Suffixes[c.base[last]]; i.bits != 0 && i.read(c.base[:last], locked) {
			return true
		}
	}
	if locked {
		c.fail(c.at, "lock of instruction %s is not supported", c.base)
	}
	return false
}

// read reads the instruction. Only instructions that change memory can be locked.
func (c *x86Instruction) read(name string, locked bool) bool {
	if op, ok := x86Operations[name]; ok && (op.stores || !locked) {
		return c.operation(name, locked)
	}
	switch name {
	case "xchg", "xadd", "cmpxchg", "not":
		return c.exchange(name, locked)
	}
	if locked {
		return false
	}
	for _, prefix := range []string{"j", "set", "cmov"} {
		if cc, ok := strings.CutPrefix(name, prefix); ok {
			if how, ok := x86Conditions[cc]; ok {
				c.conditional(prefix, c.holds(how))
				return true
			}
		}
	}
	switch name {
	case "mov":
		c.two()
		c.store(c.a, c.value(c.b))
	case "mfence":
		c.add(program.Op{Kind: program.Fence, Tags: []string{"mfence", "MFENCE"}})
	case "lfence", "sfence":
		c.add(program.Op{Kind: program.Fence, Tags: []string{name, strings.ToUpper(name)}})
	case "jmp":
		c.branch(nil)
	case "ret":
		c.end()
	case "nop", "pause":
	default:
		return false
	}
	return true
}

// operation reads an instruction that calculates and sets flags.
func (c *x86Instruction) operation(name string, locked bool) bool {
	how := x86Operations[name]
	if how.operands == 2 {
		c.two()
	} else {
		c.one()
		c.b.value, c.b.register = program.Number(1), program.None
	}
	c.lockable(locked)
	x := c.value(c.a)
	pair, tags := c.pair, c.tags
	c.pair, c.tags = program.Alone, nil
	y := c.value(c.b)
	c.pair, c.tags = pair, tags
	if how.negate {
		x, y = program.Number(0), x
	}
	result := program.Make(how.op, x, y)
	carry := program.Register(c.flag('b'))
	if how.operands == 1 && !how.negate { // INC and DEC leave the carry alone
		r := c.temporary()
		c.set(r, carry)
		carry = program.Register(r)
	}
	if how.stores {
		c.store(c.a, result)
	}
	c.setFlags(how.op, c.bits, x, y, result)
	if how.operands == 1 && !how.negate {
		c.set(c.flag('b'), carry)
	}
	return true
}

// lockable reports a lock of an instruction whose destination is no memory.
func (c *x86Instruction) lockable(locked bool) {
	if locked && c.a.address == nil {
		c.fail(c.at, "%s with lock has no operand in memory", c.base)
	}
}

// exchange reads XCHG, XADD, CMPXCHG and NOT.
func (c *x86Instruction) exchange(name string, locked bool) bool {
	if name == "not" {
		c.one()
		c.lockable(locked)
		c.store(c.a, program.Make(program.Xor, c.value(c.a), program.Number(-1)))
		return true
	}
	c.two()
	if name == "xchg" && c.b.address != nil {
		c.a, c.b = c.b, c.a
	}
	if c.b.register == program.None {
		c.fail(c.at, "%s needs a register", name)
		return true
	}
	c.lockable(locked)
	if name == "xchg" && c.a.address != nil { // always locked
		c.pair, c.tags = program.Atomic, []string{"A"}
	}
	by := c.value(c.b)
	old := c.value(c.a)
	switch name {
	case "xchg":
		c.store(c.a, by)
		c.store(c.b, old)
	case "xadd":
		sum := program.Make(program.Add, old, by)
		if c.a.address == nil { // the sum stays if both are one register
			c.store(c.b, old)
		}
		c.store(c.a, sum)
		if c.a.address != nil {
			c.store(c.b, old)
		}
		c.setFlags(program.Add, c.bits, old, by, sum)
	case "cmpxchg":
		accumulator := x86Operand{register: c.register("EAX"), bits: c.bits}
		accumulator.value = program.Truncate(c.bits, program.Register(accumulator.register))
		expected := c.value(accumulator)
		equal := program.Make(program.Eq, old, expected)
		c.setFlags(program.Sub, c.bits, expected, old, program.Make(program.Sub, expected, old))
		differ := c.add(program.Op{Kind: program.Branch, Value: program.Not(equal)})
		c.store(c.a, by)
		success := c.add(program.Op{Kind: program.Jump})
		c.Code[differ].Target = len(c.Code)
		c.store(accumulator, old)
		c.Code[success].Target, c.Code[differ].End = len(c.Code), len(c.Code)
	}
	return true
}

// conditional reads a jump, or the operands of SETcc and CMOVcc.
func (c *x86Instruction) conditional(prefix string, holds *program.Expr) {
	switch prefix {
	case "j":
		c.branch(holds)
	case "set":
		c.bits = 8
		c.one()
		c.store(c.a, holds)
	default:
		c.two()
		if c.a.register == program.None {
			c.fail(c.at, "%s needs a register", c.base)
			return
		}
		c.store(c.a, program.Choose(holds, c.value(c.b), c.value(c.a)))
	}
}

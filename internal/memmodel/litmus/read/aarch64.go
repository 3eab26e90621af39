package read

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// aarch64Register returns the X register that a name is a part of, and the part's bits. A name such as X%a is symbolic.
func aarch64Register(name string) (register string, bits int) {
	if len(name) < 2 {
		return "", 0
	}
	bits = 64
	switch name[0] {
	case 'W', 'w':
		bits = 32
	case 'X', 'x':
	default:
		return "", 0
	}
	name = name[1:]
	if n, err := strconv.Atoi(name); err == nil && 0 <= n && n <= 30 {
		return "X" + strconv.Itoa(n), bits
	}
	switch {
	case strings.EqualFold(name, "ZR"):
		return "XZR", bits
	case name[0] == '%' && len(name) > 1:
		return "X" + name, bits
	}
	return "", 0
}

// aarch64Operand is a register, or a constant.
type aarch64Operand struct {
	register int // None: a constant, or the register that is always 0
	bits     int
	value    *program.Expr
}

func (c *column) aarch64Register() aarch64Operand {
	t := c.get()
	name, bits := aarch64Register(t.text)
	switch {
	case name == "" || t.kind != word:
		c.fail(t.Position, "register expected, found %s", t)
	case name != "XZR":
		r := c.register(name)
		return aarch64Operand{r, bits, program.Truncate(bits, program.Register(r))}
	}
	return aarch64Operand{program.None, max(bits, 32), program.Number(0)}
}

// aarch64Comma reads registers with a comma behind each.
func (c *column) aarch64Comma() aarch64Operand {
	o := c.aarch64Register()
	c.want(",")
	return o
}

// aarch64Source reads a register or a constant, and its extension or shift.
func (c *column) aarch64Source(bits int) *program.Expr {
	var value *program.Expr
	if c.look().kind == word {
		o := c.aarch64Register()
		value, bits = o.value, max(o.bits, bits)
	} else {
		value = program.Number(c.immediate())
	}
	if c.err == nil && len(c.tokens) > 1 && c.take(",") {
		value = c.aarch64Modified(value, bits)
	}
	return value
}

// aarch64Extensions has the bits that an extension keeps, negative with a sign.
var aarch64Extensions = map[string]int{
	"UXTB": 8, "UXTH": 16, "UXTW": 32, "UXTX": 64, "SXTB": -8, "SXTH": -16, "SXTW": -32, "SXTX": -64,
}

func (c *column) aarch64Modified(value *program.Expr, bits int) *program.Expr {
	t := c.get()
	name := strings.ToUpper(t.text)
	extension, ok := aarch64Extensions[name]
	if !ok {
		op, ok := aarch64Shifts[strings.ToLower(name)]
		if !ok {
			c.fail(t.Position, "extension or shift expected, found %s", t)
			return value
		}
		return aarch64Shift(op, bits, value, program.Number(c.aarch64Amount(bits)))
	}
	if extension > 0 {
		value = program.Truncate(extension, value)
	} else {
		value = program.Extend(-extension, value)
	}
	if t := c.look(); t.is("#") || t.kind == number {
		value = program.Make(program.Shl, value, program.Number(c.aarch64Amount(bits)))
	}
	return value
}

// aarch64Amount reads how far a value is shifted.
func (c *column) aarch64Amount(bits int) int64 {
	at := c.look().Position
	n := c.immediate()
	if n < 0 || n >= int64(bits) {
		c.fail(at, "a shift by %d of %d bits", n, bits)
		return 0
	}
	return n
}

// aarch64Shifts has the shifts. Rem stands for the rotation.
var aarch64Shifts = map[string]program.Operator{"lsl": program.Shl, "lsr": program.Shr, "asr": program.Sar, "ror": program.Rem}

func aarch64Shift(op program.Operator, bits int, value, by *program.Expr) *program.Expr {
	value = program.Truncate(bits, value)
	switch op {
	case program.Sar:
		value = program.Make(op, program.Extend(bits, value), by)
	case program.Rem:
		left := program.Make(program.And, program.Make(program.Sub, program.Number(int64(bits)), by), program.Number(int64(bits-1)))
		value = program.Make(program.Or, program.Make(program.Shr, value, by), program.Make(program.Shl, value, left))
	default:
		value = program.Make(op, value, by)
	}
	return program.Truncate(bits, value)
}

func (c *column) aarch64Set(to aarch64Operand, value *program.Expr) {
	if to.register != program.None {
		c.set(to.register, program.Truncate(to.bits, value))
	}
}

// aarch64Operations has the operations: inverted inverts the second operand, flags sets the flags.
var aarch64Operations = map[string]struct {
	op              program.Operator
	inverted, flags bool
}{
	"add": {op: program.Add}, "sub": {op: program.Sub}, "and": {op: program.And}, "orr": {op: program.Or}, "eor": {op: program.Xor},
	"mul": {op: program.Mul}, "bic": {op: program.And, inverted: true}, "orn": {op: program.Or, inverted: true},
	"eon": {op: program.Xor, inverted: true}, "adds": {op: program.Add, flags: true}, "subs": {op: program.Sub, flags: true},
	"ands": {op: program.And, flags: true}, "bics": {op: program.And, inverted: true, flags: true},
	// Without a result.
	"cmp": {op: program.Sub, flags: true}, "cmn": {op: program.Add, flags: true}, "tst": {op: program.And, flags: true},
	// With the register that is always 0 as their first operand.
	"mov": {op: program.Add}, "movz": {op: program.Add}, "mvn": {op: program.Or, inverted: true}, "neg": {op: program.Sub},
	"negs": {op: program.Sub, flags: true},
}

var aarch64Conditions = map[string]condition{
	"eq": {"z", false}, "ne": {"z", true}, "lo": {"b", false}, "cc": {"b", false}, "hs": {"b", true}, "cs": {"b", true},
	"mi": {"n", false}, "pl": {"n", true}, "vs": {"v", false}, "vc": {"v", true}, "ls": {"bz", false}, "hi": {"bz", true},
	"lt": {"l", false}, "ge": {"l", true}, "le": {"lz", false}, "gt": {"lz", true}, "al": {"", true},
}

// barriers has the options of barriers. A barrier up to the point of unification orders nothing between threads.
var barriers = map[string]bool{
	"SY": true, "LD": true, "ST": true, "ISH": true, "ISHLD": true, "ISHST": true, "OSH": true, "OSHLD": true, "OSHST": true,
	"NSH": true, "NSHLD": true, "NSHST": true,
}

func (c *column) aarch64() bool {
	if c.aarch64Arithmetic() {
		return true
	}
	if name, ok := strings.CutPrefix(c.base, "b."); ok {
		how, ok := aarch64Conditions[name]
		if ok {
			c.branch(c.holds(how))
		}
		return ok
	}
	switch c.base {
	case "cbz", "cbnz", "tbz", "tbnz":
		o := c.aarch64Comma()
		value := o.value
		if c.base[0] == 't' {
			value = program.Make(program.And, program.Make(program.Shr, value, program.Number(c.aarch64Amount(o.bits))), program.Number(1))
			c.want(",")
		}
		if !strings.HasSuffix(c.base, "nz") {
			value = program.Not(value)
		}
		c.branch(value)
	case "b":
		c.branch(nil)
	case "ret":
		c.end()
	case "dmb", "dsb":
		option := "SY"
		if len(c.tokens) > 0 {
			t := c.get()
			option = strings.ToUpper(t.text)
			if !barriers[option] {
				c.fail(t.Position, "option of a barrier expected, found %s", t)
			}
		}
		c.add(program.Op{Kind: program.Fence, Tags: []string{strings.ToUpper(c.base) + "." + option}})
	case "isb":
		c.take("SY")
		c.add(program.Op{Kind: program.Fence, Tags: []string{"ISB"}})
	case "nop":
	default:
		return c.aarch64Select() || c.aarch64Access() || c.aarch64Pair() || c.aarch64Atomic()
	}
	return true
}

// aarch64Arithmetic reads an instruction that calculates.
func (c *column) aarch64Arithmetic() bool {
	if op, ok := aarch64Shifts[c.base]; ok {
		to := c.aarch64Comma()
		a := c.aarch64Comma().value
		var by *program.Expr
		if c.look().kind == word {
			by = program.Make(program.And, c.aarch64Register().value, program.Number(int64(to.bits-1)))
		} else {
			by = program.Number(c.aarch64Amount(to.bits))
		}
		c.aarch64Set(to, aarch64Shift(op, to.bits, a, by))
		return true
	}
	if bits, ok := aarch64Extensions[strings.ToUpper(c.base)]; ok && bits != 64 && bits != -64 {
		to := c.aarch64Comma()
		value := c.aarch64Register().value
		if bits > 0 {
			value = program.Truncate(bits, value)
		} else {
			value = program.Extend(-bits, value)
		}
		c.aarch64Set(to, value)
		return true
	}
	if c.base == "movk" {
		to := c.aarch64Comma()
		value := c.immediate()
		shift := int64(0)
		if c.take(",") {
			if t := c.get(); !strings.EqualFold(t.text, "LSL") {
				c.fail(t.Position, "LSL expected, found %s", t)
			}
			shift = c.aarch64Amount(to.bits)
		}
		kept := program.Make(program.And, to.value, program.Number(^(0xffff << shift)))
		c.aarch64Set(to, program.Make(program.Or, kept, program.Number((value&0xffff)<<shift)))
		return true
	}
	how, ok := aarch64Operations[c.base]
	if !ok {
		return false
	}
	zero := aarch64Operand{register: program.None, bits: 64, value: program.Number(0)}
	to, a := zero, zero
	switch c.base {
	case "cmp", "cmn", "tst":
		a = c.aarch64Comma()
		to.bits = a.bits
	case "mov", "movz", "mvn", "neg", "negs":
		to = c.aarch64Comma()
	default:
		to = c.aarch64Comma()
		a = c.aarch64Comma()
	}
	b := c.aarch64Source(to.bits)
	if how.inverted {
		b = program.Make(program.Xor, b, program.Number(-1))
	}
	result := program.Make(how.op, a.value, b)
	if how.flags {
		c.aarch64Flags(how.op, to.bits, a.value, b, result)
	}
	c.aarch64Set(to, result)
	return true
}

// aarch64Flags sets the flags. AArch64 clears its carry where X86 sets it after Sub, and after logical operations.
func (c *column) aarch64Flags(op program.Operator, bits int, a, b, result *program.Expr) {
	c.setFlags(op, bits, a, b, result)
	if op != program.Sub {
		c.set(c.flag('b'), program.Not(program.Register(c.flag('b'))))
	}
}

// aarch64Selections has the selections: the first value if the condition holds, otherwise the second one, changed.
var aarch64Selections = map[string]struct {
	sources   int
	inverse   bool // of the condition
	otherwise func(*program.Expr) *program.Expr
}{
	"csel": {2, false, unchanged}, "csinc": {2, false, increment}, "csinv": {2, false, invert}, "csneg": {2, false, negate},
	"cinc": {1, true, increment}, "cinv": {1, true, invert}, "cneg": {1, true, negate}, "cset": {0, true, increment}, "csetm": {0, true, invert},
}

func unchanged(e *program.Expr) *program.Expr { return e }
func increment(e *program.Expr) *program.Expr { return program.Make(program.Add, e, program.Number(1)) }
func invert(e *program.Expr) *program.Expr    { return program.Make(program.Xor, e, program.Number(-1)) }
func negate(e *program.Expr) *program.Expr    { return program.Make(program.Sub, program.Number(0), e) }

func (c *column) aarch64Select() bool {
	how, ok := aarch64Selections[c.base]
	if !ok {
		return false
	}
	to := c.aarch64Comma()
	yes := program.Number(0)
	if how.sources > 0 {
		yes = c.aarch64Comma().value
	}
	no := yes
	if how.sources > 1 {
		no = c.aarch64Comma().value
	}
	t := c.get()
	when, ok := aarch64Conditions[strings.ToLower(t.text)]
	if !ok {
		c.fail(t.Position, "condition expected, found %s", t)
		return true
	}
	when.none = when.none != how.inverse
	c.aarch64Set(to, program.Choose(c.holds(when), yes, how.otherwise(no)))
	return true
}

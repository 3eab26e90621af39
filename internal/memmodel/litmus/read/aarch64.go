package read

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// aarch64Register returns the X register that a name is a part of, and the part's bits.
func aarch64Register(name string) (register string, bits int) {
	name = strings.ToUpper(name)
	bits = 64
	if strings.HasPrefix(name, "W") {
		name, bits = "X"+name[1:], 32
	}
	if name == "XZR" {
		return name, bits
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "X")); err == nil && name[0] == 'X' && 0 <= n && n <= 30 {
		return "X" + strconv.Itoa(n), bits
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
	return aarch64Operand{program.None, bits, program.Number(0)}
}

// aarch64Source reads a register with an optional extension or shift, or a constant.
func (c *column) aarch64Source() *program.Expr {
	if t := c.look(); t.kind != word {
		return program.Number(c.immediate())
	}
	value := c.aarch64Register().value
	for c.err == nil && len(c.tokens) > 1 && c.look().is(",") {
		c.get()
		value = c.aarch64Modified(value)
	}
	return value
}

func (c *column) aarch64Modified(value *program.Expr) *program.Expr {
	t := c.get()
	switch strings.ToUpper(t.text) {
	case "SXTW":
		value = program.Extend(32, value)
	case "UXTW":
		value = program.Truncate(32, value)
	case "SXTX", "UXTX", "LSL":
	case "LSR":
		return program.Make(program.Shr, value, program.Number(c.immediate()))
	default:
		c.fail(t.Position, "SXTW, UXTW, LSL or LSR expected, found %s", t)
	}
	if t := c.look(); t.is("#") || t.kind == number {
		value = program.Make(program.Shl, value, program.Number(c.immediate()))
	}
	return value
}

// aarch64Address reads an address in brackets.
func (c *column) aarch64Address() *program.Expr {
	c.want("[")
	address := c.aarch64Register().value
	if c.take(",") {
		address = program.Make(program.Add, address, c.aarch64Source())
	}
	c.want("]")
	if t := c.look(); t.is("!") || t.is(",") {
		c.fail(t.Position, "addresses that change their register are not supported")
	}
	return address
}

func (c *column) aarch64Set(to aarch64Operand, value *program.Expr) {
	if to.register != program.None {
		c.set(to.register, program.Truncate(to.bits, value))
	}
}

var aarch64Operations = map[string]program.Operator{
	"add": program.Add, "sub": program.Sub, "and": program.And, "orr": program.Or, "eor": program.Xor, "mul": program.Mul,
	"lsl": program.Shl, "lsr": program.Shr,
}

var aarch64Conditions = map[string]comparison{
	"eq": {program.Eq, false, false}, "ne": {program.Eq, false, true}, "lt": {program.Lt, false, false},
	"ge": {program.Lt, false, true}, "gt": {program.Lt, true, false}, "le": {program.Lt, true, true},
}

var barriers = map[string]bool{
	"SY": true, "LD": true, "ST": true, "ISH": true, "ISHLD": true, "ISHST": true, "OSH": true, "OSHLD": true, "OSHST": true,
}

func (c *column) aarch64() bool {
	if op, ok := aarch64Operations[strings.TrimSuffix(c.base, "s")]; ok && (op == program.Sub || op == program.And || !strings.HasSuffix(c.base, "s")) {
		to := c.aarch64Register()
		c.want(",")
		a := c.aarch64Register()
		c.want(",")
		b := c.aarch64Source()
		if strings.HasSuffix(c.base, "s") {
			if op != program.Sub {
				return false
			}
			c.aarch64Compare(a.bits, a.value, b)
		}
		c.aarch64Set(to, program.Make(op, a.value, b))
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
	case "mov", "movz", "sxtw", "uxtw", "mvn":
		to := c.aarch64Register()
		c.want(",")
		value := c.aarch64Source()
		switch c.base {
		case "sxtw":
			value = program.Extend(32, value)
		case "uxtw":
			value = program.Truncate(32, value)
		case "mvn":
			value = program.Make(program.Xor, value, program.Number(-1))
		}
		c.aarch64Set(to, value)
	case "cmp":
		a := c.aarch64Register()
		c.want(",")
		c.aarch64Compare(a.bits, a.value, c.aarch64Source())
	case "csel", "cset":
		c.aarch64Select()
	case "cbz", "cbnz":
		value := c.aarch64Register().value
		c.want(",")
		if c.base == "cbz" {
			value = program.Not(value)
		}
		c.branch(value)
	case "b":
		c.branch(nil)
	case "dmb", "dsb":
		t := c.get()
		option := strings.ToUpper(t.text)
		if !barriers[option] {
			c.fail(t.Position, "option of a barrier expected, found %s", t)
		}
		c.add(program.Op{Kind: program.Fence, Tags: []string{strings.ToUpper(c.base) + "." + option}})
	case "isb":
		c.take("SY")
		c.add(program.Op{Kind: program.Fence, Tags: []string{"ISB"}})
	case "nop":
	default:
		return c.aarch64Access() || c.aarch64Atomic()
	}
	return true
}

func (c *column) aarch64Compare(bits int, a, b *program.Expr) {
	left, right := c.flags()
	c.set(left, program.Extend(bits, a))
	c.set(right, program.Extend(bits, b))
}

func (c *column) aarch64Select() {
	to := c.aarch64Register()
	c.want(",")
	yes, no := program.Number(1), program.Number(0)
	if c.base == "csel" {
		yes = c.aarch64Register().value
		c.want(",")
		no = c.aarch64Register().value
		c.want(",")
	}
	t := c.get()
	how, ok := aarch64Conditions[strings.ToLower(t.text)]
	if !ok {
		c.fail(t.Position, "condition expected, found %s", t)
		return
	}
	c.aarch64Set(to, program.Choose(c.holds(how), yes, no))
}

// aarch64Accesses has loads and stores: R or W, pair and tags.
var aarch64Accesses = map[string]struct {
	store bool
	pair  program.Pair
	tags  []string
}{
	"ldr": {false, program.Alone, nil}, "ldur": {false, program.Alone, nil},
	"ldar": {false, program.Alone, []string{"A"}}, "ldapr": {false, program.Alone, []string{"Q"}},
	"ldxr": {false, program.Exclusive, []string{"X"}}, "ldaxr": {false, program.Exclusive, []string{"X", "A"}},
	"str": {true, program.Alone, nil}, "stur": {true, program.Alone, nil}, "stlr": {true, program.Alone, []string{"L"}},
	"stxr": {true, program.Exclusive, []string{"X"}}, "stlxr": {true, program.Exclusive, []string{"X", "L"}},
}

// aarch64Size splits the suffix of a size from a mnemonic; 0: there is none.
func aarch64Size(name string) (string, int) {
	if base, ok := strings.CutSuffix(name, "b"); ok {
		return base, 1
	}
	if base, ok := strings.CutSuffix(name, "h"); ok {
		return base, 2
	}
	return name, 0
}

func (c *column) aarch64Access() bool {
	name, size := aarch64Size(c.base)
	how, ok := aarch64Accesses[name]
	if !ok {
		return false
	}
	op := program.Op{Kind: program.Load, Pair: how.pair, Tags: how.tags, Dst: program.None}
	status := aarch64Operand{register: program.None}
	if how.store && how.pair == program.Exclusive {
		status = c.aarch64Register()
		c.want(",")
	}
	data := c.aarch64Register()
	c.want(",")
	op.Addr, op.Size = c.aarch64Address(), size
	if size == 0 {
		op.Size = data.bits / 8
	}
	if how.store {
		op.Kind, op.Value, op.Dst = program.Store, program.Truncate(8*op.Size, data.value), status.register
	} else {
		op.Dst = data.register
	}
	c.add(op)
	return true
}

var aarch64Updates = map[string]program.Operator{
	"swp": program.Const, "cas": program.If, "add": program.Add, "eor": program.Xor, "set": program.Or, "clr": program.And,
}

// aarch64Atomic reads SWP, CAS and LDADD and its relatives, with the orders A, L and AL.
func (c *column) aarch64Atomic() bool {
	name, size := aarch64Size(c.base)
	result := true
	if rest, ok := strings.CutPrefix(name, "ld"); ok {
		name = rest
	} else if rest, ok := strings.CutPrefix(name, "st"); ok {
		name, result = rest, false
	} else if !strings.HasPrefix(name, "swp") && !strings.HasPrefix(name, "cas") {
		return false
	}
	if len(name) < 3 {
		return false
	}
	order := name[3:]
	op, ok := aarch64Updates[name[:3]]
	if !ok || order != "" && order != "a" && order != "l" && order != "al" || (op == program.Const || op == program.If) && name != strings.TrimPrefix(c.base, "ld")[:len(name)] {
		return false
	}
	by := c.aarch64Register()
	c.want(",")
	to := aarch64Operand{register: program.None, bits: by.bits, value: program.Number(0)}
	if result {
		to = c.aarch64Register()
		c.want(",")
	}
	address := c.aarch64Address()
	if size == 0 {
		size = by.bits / 8
	}
	load := program.Op{Kind: program.Load, Pair: program.Atomic, Dst: c.temporary(), Addr: address, Size: size}
	if strings.HasPrefix(order, "a") && (to.register != program.None || op == program.If) {
		load.Tags = []string{"A"}
	}
	c.add(load)
	old := program.Register(load.Dst)
	store := program.Op{Kind: program.Store, Pair: program.Atomic, Dst: program.None, Addr: address, Size: size}
	if strings.HasSuffix(order, "l") {
		store.Tags = []string{"L"}
	}
	if op == program.If { // by is compared, to is stored
		store.Value = program.Truncate(8*size, to.value)
		differ := c.add(program.Op{Kind: program.Branch, Value: program.Not(program.Make(program.Eq, old, program.Truncate(8*size, by.value)))})
		c.add(store)
		c.Code[differ].Target, c.Code[differ].End = len(c.Code), len(c.Code)
		c.aarch64Set(by, old)
		return true
	}
	switch op {
	case program.Const:
		store.Value = by.value
	case program.And:
		store.Value = program.Make(program.And, old, program.Make(program.Xor, by.value, program.Number(-1)))
	default:
		store.Value = program.Make(op, old, by.value)
	}
	store.Value = program.Truncate(8*size, store.Value)
	if address.Op == program.Reg && to.register == int(address.N) {
		c.fail(c.at, "the result of %s goes to the register of its address", c.base)
	}
	c.add(store)
	c.aarch64Set(to, old)
	return true
}

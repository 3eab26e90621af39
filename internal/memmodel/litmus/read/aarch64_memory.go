package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// aarch64Address is an address in brackets, and its change of the register if it is written back.
type aarch64Address struct {
	*program.Expr
	base    int           // the register, or None
	changed *program.Expr // nil: the register stays
}

// aarch64Address reads an address: [X1], [X1,#4], [X1,W2,SXTW #2], and with a change [X1,#4]! or [X1],#4.
func (c *column) aarch64Address() aarch64Address {
	c.want("[")
	register := c.aarch64Register()
	a := aarch64Address{register.value, register.register, nil}
	if c.take(",") {
		a.Expr = program.Make(program.Add, a.Expr, c.aarch64Source(64))
	}
	c.want("]")
	if c.take("!") {
		a.changed = a.Expr
	} else if c.take(",") {
		a.changed = program.Make(program.Add, a.Expr, program.Number(c.immediate()))
	}
	return a
}

// aarch64Change writes an address back. The architecture leaves open an instruction that has its register as data.
func (c *column) aarch64Change(a aarch64Address, data ...aarch64Operand) {
	if a.changed == nil {
		return
	}
	for _, d := range data {
		if d.register == a.base {
			c.fail(c.at, "%s writes its address to a register that has its data", c.base)
		}
	}
	if a.base != program.None {
		c.set(a.base, a.changed)
	}
}

// aarch64Accesses has loads and stores: R or W, pair and tags.
var aarch64Accesses = map[string]struct {
	store bool
	pair  program.Pair
	tags  []string
}{
	"ldr": {false, program.Alone, nil}, "ldur": {false, program.Alone, nil}, "ldar": {false, program.Alone, []string{"A"}},
	"ldapr": {false, program.Alone, []string{"Q"}}, "ldapur": {false, program.Alone, []string{"Q"}},
	"ldxr": {false, program.Exclusive, []string{"X"}}, "ldaxr": {false, program.Exclusive, []string{"X", "A"}},
	"str": {true, program.Alone, nil}, "stur": {true, program.Alone, nil}, "stlr": {true, program.Alone, []string{"L"}},
	"stlur": {true, program.Alone, []string{"L"}},
	"stxr":  {true, program.Exclusive, []string{"X"}}, "stlxr": {true, program.Exclusive, []string{"X", "L"}},
}

// aarch64Sizes has the suffixes of sizes. An s before them extends the sign of a load.
var aarch64Sizes = map[byte]int{'b': 1, 'h': 2, 'w': 4}

// aarch64Size splits the suffix of a size from a mnemonic; 0: there is none.
func aarch64Size(name string) (base string, size int, signed bool) {
	last := len(name) - 1
	size = aarch64Sizes[name[last]]
	if size == 0 {
		return name, 0, false
	}
	base = name[:last]
	if signed = strings.HasSuffix(base, "rs"); signed {
		base = base[:last-1]
	} else if size == 4 {
		return name, 0, false
	}
	return base, size, signed
}

func (c *column) aarch64Access() bool {
	name, size, signed := aarch64Size(c.base)
	how, ok := aarch64Accesses[name]
	if !ok || signed && (how.store || how.pair != program.Alone || name == "ldar" || name == "ldapr") {
		return false
	}
	op := program.Op{Kind: program.Load, Pair: how.pair, Tags: how.tags, Dst: program.None}
	status := aarch64Operand{register: program.None}
	if how.store && how.pair == program.Exclusive {
		status = c.aarch64Comma()
	}
	data := c.aarch64Comma()
	address := c.aarch64Address()
	if address.changed != nil && name != "ldr" && name != "str" {
		c.fail(c.at, "%s cannot change the register of its address", c.base)
	}
	op.Addr, op.Size = address.Expr, size
	if size == 0 {
		op.Size = data.bits / 8
	}
	if how.store {
		op.Kind, op.Value, op.Dst = program.Store, program.Truncate(8*op.Size, data.value), status.register
	} else {
		op.Dst = data.register
	}
	c.add(op)
	if signed && data.register != program.None {
		c.aarch64Set(data, program.Extend(8*size, program.Register(data.register)))
	}
	c.aarch64Change(address, data)
	return true
}

// aarch64Pair reads LDP, LDPSW and STP: two accesses, each whole for itself.
func (c *column) aarch64Pair() bool {
	if c.base != "ldp" && c.base != "stp" && c.base != "ldpsw" {
		return false
	}
	data := []aarch64Operand{c.aarch64Comma(), c.aarch64Comma()}
	size := data[0].bits / 8
	if data[1].bits != data[0].bits {
		c.fail(c.at, "the registers of %s have different sizes", c.base)
	}
	if c.base == "ldpsw" {
		size = 4
	}
	address := c.aarch64Address()
	start := c.temporary() // the first load may change the register of the address
	c.set(start, address.Expr)
	var loaded []int
	for i, d := range data {
		op := program.Op{Kind: program.Load, Dst: c.temporary(), Size: size}
		op.Addr = program.Make(program.Add, program.Register(start), program.Number(int64(i*size)))
		if c.base == "stp" {
			op.Kind, op.Value, op.Dst = program.Store, d.value, program.None
		}
		c.add(op)
		loaded = append(loaded, op.Dst)
	}
	c.aarch64Change(address, data...)
	for i, d := range data {
		if c.base != "stp" {
			value := program.Register(loaded[i])
			if c.base == "ldpsw" {
				value = program.Extend(32, value)
			}
			c.aarch64Set(d, value)
		}
	}
	return true
}

// aarch64Updates has the operations of atomic instructions after LD and ST.
var aarch64Updates = map[string]func(bits int, old, by *program.Expr) *program.Expr{
	"add":  func(_ int, old, by *program.Expr) *program.Expr { return program.Make(program.Add, old, by) },
	"eor":  func(_ int, old, by *program.Expr) *program.Expr { return program.Make(program.Xor, old, by) },
	"set":  func(_ int, old, by *program.Expr) *program.Expr { return program.Make(program.Or, old, by) },
	"clr":  func(_ int, old, by *program.Expr) *program.Expr { return program.Make(program.And, old, invert(by)) },
	"smax": greater, "smin": smaller, "umax": above, "umin": lowest,
}

// signedLess and unsignedLess compare values of so many bits.
func signedLess(bits int, a, b *program.Expr) *program.Expr {
	return program.Make(program.Lt, program.Extend(bits, a), program.Extend(bits, b))
}

func unsignedLess(bits int, a, b *program.Expr) *program.Expr {
	return below(program.Truncate(bits, a), program.Truncate(bits, b))
}

func greater(bits int, a, b *program.Expr) *program.Expr {
	return program.Choose(signedLess(bits, a, b), b, a)
}

func smaller(bits int, a, b *program.Expr) *program.Expr {
	return program.Choose(signedLess(bits, a, b), a, b)
}

func above(bits int, a, b *program.Expr) *program.Expr {
	return program.Choose(unsignedLess(bits, a, b), b, a)
}

func lowest(bits int, a, b *program.Expr) *program.Expr {
	return program.Choose(unsignedLess(bits, a, b), a, b)
}

// aarch64Order splits the order from the mnemonic of an atomic instruction.
func aarch64Order(name string) (base string, acquire, release bool) {
	base, release = strings.CutSuffix(name, "l")
	base, acquire = strings.CutSuffix(base, "a")
	return base, acquire, release
}

// aarch64Atomic reads SWP, CAS and LDADD and its relatives, with the orders A, L and AL.
func (c *column) aarch64Atomic() bool {
	name, size, signed := aarch64Size(c.base)
	name, acquire, release := aarch64Order(name)
	result := !strings.HasPrefix(name, "st")
	swap, compare := name == "swp", name == "cas"
	var next func(bits int, old, by *program.Expr) *program.Expr
	if !swap && !compare {
		if !strings.HasPrefix(name, "ld") && result {
			return false
		}
		next = aarch64Updates[name[2:]]
		if next == nil || acquire && !result {
			return false
		}
	}
	if signed {
		return false
	}
	by := c.aarch64Comma()
	to := aarch64Operand{register: program.None, bits: by.bits, value: program.Number(0)}
	if result {
		to = c.aarch64Comma()
	}
	address := c.aarch64Address()
	if address.changed != nil {
		c.fail(c.at, "%s cannot change the register of its address", c.base)
	}
	if size == 0 {
		size = by.bits / 8
	}
	load := program.Op{Kind: program.Load, Pair: program.Atomic, Dst: c.temporary(), Addr: address.Expr, Size: size}
	if acquire && (to.register != program.None || compare) {
		load.Tags = []string{"A"}
	}
	c.add(load)
	old := program.Register(load.Dst)
	store := program.Op{Kind: program.Store, Pair: program.Atomic, Dst: program.None, Addr: address.Expr, Size: size}
	if release {
		store.Tags = []string{"L"}
	}
	switch {
	case compare: // by is compared, to is stored
		store.Value = program.Truncate(8*size, to.value)
		differ := c.add(program.Op{Kind: program.Branch, Value: program.Not(program.Make(program.Eq, old, program.Truncate(8*size, by.value)))})
		c.add(store)
		c.Code[differ].Target, c.Code[differ].End = len(c.Code), len(c.Code)
		to = by
	case swap:
		store.Value = program.Truncate(8*size, by.value)
		c.add(store)
	default:
		store.Value = program.Truncate(8*size, next(8*size, old, by.value))
		c.add(store)
	}
	c.aarch64Set(to, old)
	return true
}

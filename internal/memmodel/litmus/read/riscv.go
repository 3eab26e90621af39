package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// riscvNames has the names of the calling convention, by number.
var riscvNames = strings.Fields("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6")

// riscvRegister returns the number of a register, or a symbolic name such as %a.
func riscvRegister(name string) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "x")); err == nil && name[0] == 'x' && 0 <= n && n <= 31 {
		return "x" + strconv.Itoa(n)
	}
	if name == "fp" {
		name = "s0"
	}
	if n := slices.Index(riscvNames, name); n >= 0 {
		return "x" + strconv.Itoa(n)
	}
	if strings.HasPrefix(name, "%") {
		return name
	}
	return ""
}

// riscvTarget reads a register that an instruction writes; None: x0.
func (c *column) riscvTarget() int {
	t := c.get()
	name := riscvRegister(t.text)
	if name == "" || t.kind != word {
		c.fail(t.Position, "register expected, found %s", t)
		return program.None
	}
	if name == "x0" {
		return program.None
	}
	return c.register(name)
}

func (c *column) riscvSource() *program.Expr {
	if r := c.riscvTarget(); r != program.None {
		return program.Register(r)
	}
	return program.Number(0)
}

// riscvAddress reads (x5) or 4(x5).
func (c *column) riscvAddress() *program.Expr {
	offset := int64(0)
	if !c.look().is("(") {
		offset = c.immediate()
	}
	c.want("(")
	address := program.Make(program.Add, c.riscvSource(), program.Number(offset))
	c.want(")")
	return address
}

func (c *column) riscvSet(to int, value *program.Expr) {
	if to != program.None {
		c.set(to, value)
	}
}

// riscvOperations has the operations on values of so many bits.
var riscvOperations = map[string]func(bits int, a, b *program.Expr) *program.Expr{
	"add": operation(program.Add), "sub": operation(program.Sub), "and": operation(program.And), "or": operation(program.Or),
	"xor": operation(program.Xor), "mul": operation(program.Mul), "slt": operation(program.Lt), "sltu": unsignedLess,
	"sll": riscvShift(program.Shl), "srl": riscvShift(program.Shr), "sra": riscvShift(program.Sar),
	"max": greater, "min": smaller, "maxu": above, "minu": lowest,
	"swap": func(_ int, _, b *program.Expr) *program.Expr { return b },
}

func operation(op program.Operator) func(int, *program.Expr, *program.Expr) *program.Expr {
	return func(_ int, a, b *program.Expr) *program.Expr { return program.Make(op, a, b) }
}

func riscvShift(op program.Operator) func(int, *program.Expr, *program.Expr) *program.Expr {
	return func(bits int, a, b *program.Expr) *program.Expr {
		if op == program.Shr {
			a = program.Truncate(bits, a)
		}
		return program.Make(op, a, program.Make(program.And, b, program.Number(int64(bits-1))))
	}
}

// The forms that operations lack or have: with a number, only in memory, on words, and in memory.
var (
	riscvNoImmediate = map[string]bool{"sub": true, "mul": true}
	riscvOnlyAtomic  = map[string]bool{"max": true, "min": true, "maxu": true, "minu": true, "swap": true}
	riscvWords       = map[string]bool{"add": true, "sub": true, "mul": true, "sll": true, "srl": true, "sra": true}
	riscvAtomics     = map[string]bool{"add": true, "and": true, "or": true, "xor": true}
)

// riscvUnary has instructions with one operand.
var riscvUnary = map[string]func(*program.Expr) *program.Expr{
	"mv": unchanged, "not": invert, "neg": negate, "seqz": program.Not, "snez": func(e *program.Expr) *program.Expr { return program.Not(program.Not(e)) },
	"sltz":   func(e *program.Expr) *program.Expr { return program.Make(program.Lt, e, program.Number(0)) },
	"sgtz":   func(e *program.Expr) *program.Expr { return program.Make(program.Lt, program.Number(0), e) },
	"negw":   func(e *program.Expr) *program.Expr { return program.Extend(32, negate(e)) },
	"sext.b": func(e *program.Expr) *program.Expr { return program.Extend(8, e) }, "sext.h": func(e *program.Expr) *program.Expr { return program.Extend(16, e) },
	"sext.w": func(e *program.Expr) *program.Expr { return program.Extend(32, e) },
	"zext.b": func(e *program.Expr) *program.Expr { return program.Truncate(8, e) }, "zext.h": func(e *program.Expr) *program.Expr { return program.Truncate(16, e) },
	"zext.w": func(e *program.Expr) *program.Expr { return program.Truncate(32, e) },
}

// riscvComparison is the comparison of a branch: of less, with or without a sign, or of equality.
type riscvComparison struct {
	equal, unsigned, swapped, negated bool
}

// riscvBranches has the branches. With z after them they compare with 0.
var riscvBranches = map[string]riscvComparison{
	"beq": {equal: true}, "bne": {equal: true, negated: true}, "blt": {}, "bge": {negated: true}, "bgt": {swapped: true},
	"ble": {swapped: true, negated: true}, "bltu": {unsigned: true}, "bgeu": {unsigned: true, negated: true},
	"bgtu": {unsigned: true, swapped: true}, "bleu": {unsigned: true, swapped: true, negated: true},
}

var riscvSizes = map[string]int{"b": 1, "h": 2, "w": 4, "d": 8}

func (c *column) riscv() bool {
	parts := strings.Split(c.base, ".")
	name := parts[0]
	if unary, ok := riscvUnary[c.base]; ok {
		to := c.riscvTarget()
		c.want(",")
		c.riscvSet(to, unary(c.riscvSource()))
		return true
	}
	if len(parts) == 1 && (c.riscvArithmetic(name) || c.riscvBranch(name)) {
		return true
	}
	switch c.base {
	case "li", "lui":
		to := c.riscvTarget()
		c.want(",")
		value := c.immediate()
		if c.base == "lui" {
			value = int64(int32(value << 12))
		}
		c.riscvSet(to, program.Number(value))
	case "j":
		c.branch(nil)
	case "ret":
		c.end()
	case "nop":
	case "fence":
		before, after := "rw", "rw"
		if len(c.tokens) > 0 {
			before = c.riscvAccesses()
			c.want(",")
			after = c.riscvAccesses()
		}
		c.riscvFence(before, after)
	case "fence.tso", "fence.i":
		c.add(program.Op{Kind: program.Fence, Tags: []string{"Fence" + strings.TrimPrefix(c.base, "fence")}})
	default:
		if rest, ok := strings.CutPrefix(c.base, "fence."); ok && len(c.tokens) > 0 { // fence.rw,rw
			c.tokens = append([]token{{kind: word, text: rest, Position: c.at}}, c.tokens...)
			before := c.riscvAccesses()
			c.want(",")
			c.riscvFence(before, c.riscvAccesses())
			return true
		}
		return c.riscvMemory(name, parts[1:])
	}
	return true
}

// riscvArithmetic reads an operation on two registers, or on a register and a number.
func (c *column) riscvArithmetic(name string) bool {
	bits := 64
	if base, ok := strings.CutSuffix(name, "w"); ok && riscvWords[strings.TrimSuffix(base, "i")] {
		name, bits = base, 32
	}
	operation, ok := riscvOperations[name]
	immediate := false
	if !ok || riscvOnlyAtomic[name] {
		base := strings.TrimSuffix(name, "i")
		if name == "sltiu" {
			base = "sltu"
		}
		operation, ok = riscvOperations[base]
		if immediate = base != name; !ok || !immediate || riscvOnlyAtomic[base] || riscvNoImmediate[base] {
			return false
		}
	}
	to := c.riscvTarget()
	c.want(",")
	a := c.riscvSource()
	c.want(",")
	var b *program.Expr
	if immediate {
		b = program.Number(c.immediate())
	} else {
		b = c.riscvSource()
	}
	if bits == 32 {
		a = program.Extend(32, a)
	}
	c.riscvSet(to, program.Extend(bits, operation(bits, a, b)))
	return true
}

func (c *column) riscvBranch(name string) bool {
	how, ok := riscvBranches[name]
	zero := false
	if !ok {
		name, zero = strings.CutSuffix(name, "z")
		if how, ok = riscvBranches[name]; !ok || how.unsigned {
			return false
		}
	}
	a, b := c.riscvSource(), program.Number(0)
	c.want(",")
	if !zero {
		b = c.riscvSource()
		c.want(",")
	}
	if how.swapped {
		a, b = b, a
	}
	var value *program.Expr
	switch {
	case how.equal:
		value = program.Make(program.Eq, a, b)
	case how.unsigned:
		value = below(a, b)
	default:
		value = program.Make(program.Lt, a, b)
	}
	if how.negated {
		value = program.Not(value)
	}
	c.branch(value)
	return true
}

// riscvFence adds a fence. Without accesses to memory on both sides it orders none.
func (c *column) riscvFence(before, after string) {
	if before != "" && after != "" {
		c.add(program.Op{Kind: program.Fence, Tags: []string{"Fence." + before + "." + after}})
	}
}

// riscvAccesses reads a set of accesses of memory and devices in the order iorw, and returns those of memory.
func (c *column) riscvAccesses() string {
	t := c.get()
	memory := ""
	rest := t.text
	for _, kind := range []string{"i", "o", "r", "w"} {
		if after, ok := strings.CutPrefix(rest, kind); ok {
			rest = after
			if kind == "r" || kind == "w" {
				memory += kind
			}
		}
	}
	if rest != "" || t.text == "" {
		c.fail(t.Position, "a set of accesses such as r, w or rw expected, found %s", t)
	}
	return memory
}

// riscvMemory reads an instruction that accesses memory.
func (c *column) riscvMemory(name string, suffixes []string) bool {
	size := 0
	kind, unsigned := name, false
	switch {
	case len(name) == 3 && name[0] == 'l' && name[2] == 'u' && riscvSizes[name[1:2]] != 0 && name != "ldu":
		kind, size, unsigned = "l", riscvSizes[name[1:2]], true
	case len(name) == 2 && (name[0] == 'l' || name[0] == 's') && riscvSizes[name[1:]] != 0:
		kind, size = name[:1], riscvSizes[name[1:]]
	case len(suffixes) > 0 && riscvSizes[suffixes[0]] >= 4:
		size, suffixes = riscvSizes[suffixes[0]], suffixes[1:]
	default:
		return false
	}
	var tags []string
	switch strings.Join(suffixes, ".") {
	case "":
	case "aq":
		tags = []string{"Acq"}
	case "rl":
		tags = []string{"Rel"}
	case "aq.rl", "aqrl":
		tags = []string{"AcqRel"}
	default:
		return false
	}
	switch kind {
	case "l", "lr":
		op := program.Op{Kind: program.Load, Dst: c.riscvTarget(), Size: size, Tags: tags}
		if kind == "lr" {
			op.Pair, op.Tags = program.Conditional, append(tags, "X")
		}
		c.want(",")
		op.Addr = c.riscvAddress()
		to := op.Dst
		c.add(op)
		if to != program.None && size < 8 && !unsigned {
			c.set(to, program.Extend(8*size, program.Register(to)))
		}
	case "s", "sc":
		op := program.Op{Kind: program.Store, Dst: program.None, Size: size, Tags: tags}
		if kind == "sc" {
			op.Dst, op.Pair, op.Tags = c.riscvTarget(), program.Conditional, append(tags, "X")
			c.want(",")
		}
		op.Value = program.Truncate(8*size, c.riscvSource())
		c.want(",")
		op.Addr = c.riscvAddress()
		c.add(op)
	default:
		name, ok := strings.CutPrefix(kind, "amo")
		return ok && c.riscvAtomic(name, size, append(tags, "AMO"))
	}
	return true
}

func (c *column) riscvAtomic(name string, size int, tags []string) bool {
	if !riscvAtomics[name] && !riscvOnlyAtomic[name] {
		return false
	}
	to := c.riscvTarget()
	c.want(",")
	by := c.riscvSource()
	c.want(",")
	address := c.riscvAddress()
	load := program.Op{Kind: program.Load, Pair: program.Atomic, Dst: c.temporary(), Addr: address, Size: size, Tags: tags}
	c.add(load)
	value := riscvOperations[name](8*size, program.Register(load.Dst), by)
	c.add(program.Op{
		Kind: program.Store, Pair: program.Atomic, Dst: program.None, Addr: address, Value: program.Truncate(8*size, value), Size: size, Tags: tags,
	})
	c.riscvSet(to, program.Extend(8*size, program.Register(load.Dst)))
	return true
}

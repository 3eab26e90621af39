package read

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// riscvNames has the names of the calling convention, by number.
var riscvNames = strings.Fields("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6")

func riscvRegister(name string) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "x")); err == nil && name[0] == 'x' && 0 <= n && n <= 31 {
		return "x" + strconv.Itoa(n)
	}
	for n, other := range riscvNames {
		if name == other {
			return "x" + strconv.Itoa(n)
		}
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

var riscvOperations = map[string]program.Operator{
	"add": program.Add, "sub": program.Sub, "and": program.And, "or": program.Or, "xor": program.Xor, "mul": program.Mul,
	"slt": program.Lt, "sll": program.Shl, "srl": program.Shr, "sra": program.Sar,
}

var riscvBranches = map[string]comparison{
	"beq": {program.Eq, false, false}, "bne": {program.Eq, false, true}, "blt": {program.Lt, false, false},
	"bge": {program.Lt, false, true}, "bgt": {program.Lt, true, false}, "ble": {program.Lt, true, true},
}

var riscvSizes = map[string]int{"b": 1, "h": 2, "w": 4, "d": 8}

func (c *column) riscv() bool {
	parts := strings.Split(c.base, ".")
	name := parts[0]
	if op, ok := riscvOperations[strings.TrimSuffix(name, "i")]; ok && len(parts) == 1 {
		to := c.riscvTarget()
		c.want(",")
		a := c.riscvSource()
		c.want(",")
		var b *program.Expr
		if strings.HasSuffix(name, "i") {
			b = program.Number(c.immediate())
		} else {
			b = c.riscvSource()
		}
		c.riscvSet(to, program.Make(op, a, b))
		return true
	}
	if how, ok := riscvBranches[name]; ok && len(parts) == 1 {
		a := c.riscvSource()
		c.want(",")
		b := c.riscvSource()
		c.want(",")
		if how.swapped {
			a, b = b, a
		}
		value := program.Make(how.op, a, b)
		if how.negated {
			value = program.Not(value)
		}
		c.branch(value)
		return true
	}
	switch c.base {
	case "li":
		to := c.riscvTarget()
		c.want(",")
		c.riscvSet(to, program.Number(c.immediate()))
	case "mv", "sext.w":
		to := c.riscvTarget()
		c.want(",")
		value := c.riscvSource()
		if c.base != "mv" {
			value = program.Extend(32, value)
		}
		c.riscvSet(to, value)
	case "beqz", "bnez":
		value := c.riscvSource()
		c.want(",")
		if c.base == "beqz" {
			value = program.Not(value)
		}
		c.branch(value)
	case "j":
		c.branch(nil)
	case "nop":
	case "fence":
		before, after := "rw", "rw"
		if len(c.tokens) > 0 {
			before = c.riscvAccesses()
			c.want(",")
			after = c.riscvAccesses()
		}
		c.add(program.Op{Kind: program.Fence, Tags: []string{"Fence." + before + "." + after}})
	case "fence.tso", "fence.i":
		c.add(program.Op{Kind: program.Fence, Tags: []string{"Fence" + strings.TrimPrefix(c.base, "fence")}})
	default:
		return c.riscvMemory(name, parts[1:])
	}
	return true
}

func (c *column) riscvAccesses() string {
	t := c.get()
	if t.text != "r" && t.text != "w" && t.text != "rw" {
		c.fail(t.Position, "r, w or rw expected, found %s", t)
	}
	return t.text
}

// riscvMemory reads an instruction that accesses memory.
func (c *column) riscvMemory(name string, suffixes []string) bool {
	size := 0
	kind := name
	switch {
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
		if to != program.None && size < 8 {
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
		return c.riscvAtomic(strings.TrimPrefix(kind, "amo"), size, append(tags, "AMO"))
	}
	return true
}

func (c *column) riscvAtomic(name string, size int, tags []string) bool {
	op, ok := riscvOperations[name]
	if (!ok || op > program.Xor || op == program.Sub) && name != "swap" {
		return false
	}
	to := c.riscvTarget()
	c.want(",")
	by := c.riscvSource()
	c.want(",")
	address := c.riscvAddress()
	load := program.Op{Kind: program.Load, Pair: program.Atomic, Dst: c.temporary(), Addr: address, Size: size, Tags: tags}
	c.add(load)
	value := by
	if name != "swap" {
		value = program.Make(op, program.Register(load.Dst), by)
	}
	c.add(program.Op{
		Kind: program.Store, Pair: program.Atomic, Dst: program.None, Addr: address, Value: program.Truncate(8*size, value), Size: size, Tags: tags,
	})
	c.riscvSet(to, program.Extend(8*size, program.Register(load.Dst)))
	return true
}

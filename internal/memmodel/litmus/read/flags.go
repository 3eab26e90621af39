package read

import "github.com/heddle-mc/heddle/internal/memmodel/litmus/program"

// condition is a condition of AArch64 and X86 on the flags of the last comparison: one of the flags is set, or none.
type condition struct {
	flags string
	none  bool
}

// The flags: z zero, n negative, v overflow, l less, b below. The last two compare with and without a sign.
var flagNames = map[rune]string{'z': "flags:zero", 'n': "flags:negative", 'v': "flags:overflow", 'l': "flags:less", 'b': "flags:below"}

// flag returns the register of a flag.
func (t *thread) flag(name rune) int { return t.register(flagNames[name]) }

// holds returns the value of a condition.
func (t *thread) holds(c condition) *program.Expr {
	value := program.Number(0)
	for _, name := range c.flags {
		value = program.Make(program.Or, value, program.Register(t.flag(name)))
	}
	if c.none {
		return program.Not(value)
	}
	return value
}

// setFlags sets the flags after an operation on two values of so many bits. Add and Sub overflow; other operations do not. The
// carry is that of X86: a borrow for Sub.
func (c *column) setFlags(op program.Operator, bits int, a, b, result *program.Expr) {
	a, b, result = program.Extend(bits, a), program.Extend(bits, b), program.Extend(bits, result)
	zero := program.Number(0)
	set := func(name rune, value *program.Expr) *program.Expr {
		r := c.flag(name)
		c.set(r, value)
		return program.Register(r)
	}
	keep := func(e *program.Expr) *program.Expr {
		if e.Op == program.Const || e.Op == program.Reg {
			return e
		}
		r := c.temporary()
		c.set(r, e)
		return program.Register(r)
	}
	a, b, result = keep(a), keep(b), keep(result)
	negative := set('n', program.Make(program.Lt, result, zero))
	switch op {
	case program.Sub:
		set('z', program.Make(program.Eq, a, b))
		less := set('l', program.Make(program.Lt, a, b))
		set('v', program.Make(program.Xor, negative, less))
		set('b', below(a, b))
	case program.Add:
		set('z', program.Not(result))
		differ := func(x *program.Expr) *program.Expr { return program.Make(program.Xor, x, result) }
		overflow := set('v', program.Make(program.Lt, program.Make(program.And, differ(a), differ(b)), zero))
		set('l', program.Make(program.Xor, negative, overflow))
		carry := program.Make(program.And, program.Make(program.Or, a, b), program.Make(program.Xor, result, program.Number(-1)))
		set('b', program.Make(program.Lt, program.Make(program.Or, program.Make(program.And, a, b), carry), zero))
	default:
		set('z', program.Not(result))
		set('v', zero)
		set('l', negative)
		set('b', zero)
	}
}

// below compares two values without a sign.
func below(a, b *program.Expr) *program.Expr {
	const lowest = -1 << 63
	return program.Make(program.Lt, program.Make(program.Xor, a, program.Number(lowest)), program.Make(program.Xor, b, program.Number(lowest)))
}

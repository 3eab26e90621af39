package program

import "math/bits"

// Operator is the operation at the root of an Expr.
type Operator uint8

// The operators. Comparisons are signed and have the value 0 or 1.
const (
	Const Operator = iota // N
	Reg                   // the register N of the thread
	Read                  // the value of the read N
	Add
	Sub
	Mul
	Div // by zero: 0
	Rem // by zero: the dividend
	And
	Or
	Xor
	Shl
	Shr // with zeros
	Sar // with the highest bit
	Eq
	Lt
	Low  // the N low bits, extended with zeros
	Sign // the N low bits, extended with the highest of them
	If   // A != 0 ? B : C
)

// Expr is a value: an expression over registers while a program is read, and over reads while it runs. It never changes.
// The functions of this package make it: they keep its size.
type Expr struct {
	Op      Operator
	Bits    uint8 // the value is below 2^Bits; 64: any
	N       int64
	A, B, C *Expr
	size    int // how many operations it has, if not more than MaxSize
}

// MaxSize bounds the operations of a value. Values of a loop can double with each step.
const MaxSize = 10_000

// TooLarge reports whether e has more than MaxSize operations.
func (e *Expr) TooLarge() bool { return e.size > MaxSize }

// measured notes the size of a new expression.
func (e *Expr) measured() *Expr {
	e.size = 1
	for _, sub := range []*Expr{e.A, e.B, e.C} {
		if sub != nil {
			e.size = min(e.size+sub.size, MaxSize+1)
		}
	}
	return e
}

// Number returns the constant n.
func Number(n int64) *Expr { return &Expr{Op: Const, N: n, Bits: uint8(bits.Len64(uint64(n)))} }

// Register returns the value of a register.
func Register(r int) *Expr { return &Expr{Op: Reg, N: int64(r), Bits: 64} }

// ReadOf returns the value of the read with this number, which has so many bits.
func ReadOf(n, bits int) *Expr { return &Expr{Op: Read, N: int64(n), Bits: uint8(bits)} }

// IsConst reports whether e is the constant n.
func (e *Expr) IsConst(n int64) bool { return e.Op == Const && e.N == n }

// Make returns the operation on two values, in a simpler form where there is one. All registers stay: they are dependencies.
func Make(op Operator, a, b *Expr) *Expr {
	if a.Op == Const && b.Op == Const {
		return Number(apply(op, a.N, b.N))
	}
	switch op {
	case Add:
		if b.Op == Const && a.Op == Add && a.B.Op == Const { // a pointer with two offsets
			return Make(Add, a.A, Number(a.B.N+b.N))
		}
		if a.Op == Const {
			a, b = b, a
		}
		if b.IsConst(0) {
			return a
		}
	case Or, Xor, Shl, Shr, Sar, Sub:
		if b.IsConst(0) {
			return a
		}
		if a.IsConst(0) && (op == Or || op == Xor) {
			return b
		}
	case And, Mul:
		if a.IsConst(0) && !b.hasRegister() || b.IsConst(0) && !a.hasRegister() {
			return Number(0)
		}
	}
	if same(a, b) {
		switch op {
		case Xor, Sub, Lt:
			return Number(0)
		case And, Or:
			return a
		case Eq:
			return Number(1)
		}
	}
	e := &Expr{Op: op, A: a, B: b, Bits: 64}
	switch op {
	case Eq, Lt:
		e.Bits = 1
	case And:
		e.Bits = min(a.Bits, b.Bits)
	case Or, Xor:
		e.Bits = max(a.Bits, b.Bits)
	case Shr:
		e.Bits = a.Bits
	}
	return e.measured()
}

// Not returns 1 if e is 0, and 0 otherwise.
func Not(e *Expr) *Expr { return Make(Eq, e, Number(0)) }

// Truth returns 1 if e is not 0, and 0 otherwise.
func Truth(e *Expr) *Expr {
	if e.Bits <= 1 {
		return e
	}
	return Not(Not(e))
}

// Truncate returns the n low bits of e, extended with zeros.
func Truncate(n int, e *Expr) *Expr {
	switch {
	case int(e.Bits) <= n:
		return e
	case e.Op == Const:
		return Number(low(n, e.N))
	}
	return (&Expr{Op: Low, N: int64(n), A: e, Bits: uint8(n)}).measured()
}

// Extend returns the n low bits of e, extended with the highest of them.
func Extend(n int, e *Expr) *Expr {
	switch {
	case int(e.Bits) < n, n >= 64:
		return e
	case e.Op == Const:
		return Number(extend(n, e.N))
	}
	return (&Expr{Op: Sign, N: int64(n), A: e, Bits: 64}).measured()
}

// Choose returns a if c is not 0, and b otherwise.
func Choose(c, a, b *Expr) *Expr {
	switch {
	case c.Op == Const && c.N != 0, same(a, b):
		return a
	case c.Op == Const:
		return b
	}
	return (&Expr{Op: If, A: c, B: a, C: b, Bits: max(a.Bits, b.Bits)}).measured()
}

// same reports whether two expressions without registers are equal.
func same(a, b *Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Op != Reg && a.Op == b.Op && a.N == b.N && same(a.A, b.A) && same(a.B, b.B) && same(a.C, b.C)
}

// Substitute replaces each leaf of e by its value.
func (e *Expr) Substitute(leaf func(*Expr) *Expr) *Expr {
	switch e.Op {
	case Const:
		return e
	case Reg, Read:
		return leaf(e)
	case Low:
		return Truncate(int(e.N), e.A.Substitute(leaf))
	case Sign:
		return Extend(int(e.N), e.A.Substitute(leaf))
	case If:
		return Choose(e.A.Substitute(leaf), e.B.Substitute(leaf), e.C.Substitute(leaf))
	}
	return Make(e.Op, e.A.Substitute(leaf), e.B.Substitute(leaf))
}

// Leaves calls f for each register and read in e.
func (e *Expr) Leaves(f func(*Expr)) {
	if e.Op == Reg || e.Op == Read {
		f(e)
	}
	for _, sub := range []*Expr{e.A, e.B, e.C} {
		if sub != nil {
			sub.Leaves(f)
		}
	}
}

// Value returns the value of e, if read knows the values of its reads that matter.
func (e *Expr) Value(read func(n int) (int64, bool)) (int64, bool) {
	switch e.Op {
	case Const:
		return e.N, true
	case Read:
		return read(int(e.N))
	case Reg:
		return 0, false
	}
	a, ok := e.A.Value(read)
	switch e.Op {
	case Low:
		return low(int(e.N), a), ok
	case Sign:
		return extend(int(e.N), a), ok
	case If:
		switch {
		case !ok:
			return 0, false
		case a != 0:
			return e.B.Value(read)
		}
		return e.C.Value(read)
	}
	if ok && a == 0 && (e.Op == And || e.Op == Mul) {
		return 0, true
	}
	b, known := e.B.Value(read)
	return apply(e.Op, a, b), ok && known
}

func (e *Expr) hasRegister() bool {
	has := false
	e.Leaves(func(leaf *Expr) { has = has || leaf.Op == Reg })
	return has
}

func low(n int, v int64) int64 {
	if n >= 64 {
		return v
	}
	return v & (1<<n - 1)
}

func extend(n int, v int64) int64 { return v << (64 - n) >> (64 - n) }

func apply(op Operator, a, b int64) int64 {
	switch op {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case Div:
		if b == 0 {
			return 0
		}
		return a / b
	case Rem:
		if b == 0 {
			return a
		}
		return a % b
	case And:
		return a & b
	case Or:
		return a | b
	case Xor:
		return a ^ b
	case Shl:
		return a << uint64(b)
	case Shr:
		return int64(uint64(a) >> uint64(b))
	case Sar:
		return a >> uint64(b)
	case Eq:
		return truth(a == b)
	case Lt:
		return truth(a < b)
	}
	panic("no operation on two values")
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

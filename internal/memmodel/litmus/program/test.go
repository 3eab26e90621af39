// Package program has litmus tests as data: threads of simple operations, initial values, and a condition on final states.
// Package litmus/read makes a Test from a file, and package litmus/candidate executes it. The package itself reads and
// judges nothing.
//
// A register is an index into Thread.Registers, an object one into Test.Objects, and a target one into Thread.Code,
// whose length is the end of the thread. Addresses are numbers (Address), so that they can be computed with.
package program

// Dialect is the language of the threads of a test.
type Dialect string

// The dialects, as the first word of a file names them. Kernel is C with operations of the Linux kernel.
const (
	C       Dialect = "C"
	Kernel  Dialect = "Linux kernel"
	X86     Dialect = "X86"
	AArch64 Dialect = "AArch64"
	RISCV   Dialect = "RISCV"
)

// Test is a litmus test.
type Test struct {
	Name       string
	Dialect    Dialect
	Objects    []Object
	Threads    []Thread
	Quantifier Quantifier
	Condition  *Condition
	Text       string     // of the condition
	Filter     *Condition // executions that do not satisfy it do not count; nil: all count
	Locations  []Place    // shown in states beside those of the condition
}

// Object is a variable in memory.
type Object struct {
	Name      string
	Size      int  // bytes; may grow with the accesses unless Typed
	Typed     bool // the file declares its type
	Element   int  // bytes of an element of an array; 0: 4
	NonAtomic bool // a thread declares it as an object of a type that is not atomic
	Initial   []Initial
}

// Initial is a value that an object has at first.
type Initial struct {
	Offset, Size int
	Value        int64
}

// Thread is a thread of a test.
type Thread struct {
	Registers []string
	Initial   map[int]int64 // by register; others are 0
	Code      []Op
}

const addressShift = 40

// Address returns the address of an object.
func Address(object int) int64 { return int64(object+1) << addressShift }

// AtAddress returns the object and the offset that an address has, if the test has so many objects.
func (t *Test) AtAddress(address int64) (object int, offset int64, ok bool) {
	const half = 1 << (addressShift - 1)
	object = int((address+half)>>addressShift) - 1
	if object < 0 || object >= len(t.Objects) {
		return 0, 0, false
	}
	return object, address - Address(object), true
}

// Place is a register of a thread, or, if Thread is None, the part of an object from Offset on.
type Place struct {
	Thread   int // None: memory
	Register int
	Object   int
	Offset   int
	Size     int // 0: the object
	Name     string
}

// Quantifier says which executions shall satisfy the condition.
type Quantifier string

// The quantifiers.
const (
	Exists    Quantifier = "exists"
	NotExists Quantifier = "~exists"
	Forall    Quantifier = "forall"
)

// Connective is the root of a Condition.
type Connective uint8

// The connectives.
const (
	True Connective = iota
	Both
	Either
	Negation
	Equal // Left and Right
	Less  // Left and Right
)

// Condition is a condition on final states. Args has one condition for Negation, and any number for Both and Either.
// Left and Right are the operands of Equal and Less.
type Condition struct {
	Connective  Connective
	Args        []*Condition
	Left, Right Operand
}

// Operand is a place, or a number if Place is nil.
type Operand struct {
	Place  *Place
	Number int64
}

// Holds evaluates a condition over a state that may be known in parts.
func (c *Condition) Holds(value func(*Place) (int64, bool)) (holds, known bool) {
	switch c.Connective {
	case True:
		return true, true
	case Negation:
		holds, known = c.Args[0].Holds(value)
		return !holds, known
	case Equal, Less:
		a, ok := c.Left.value(value)
		b, okay := c.Right.value(value)
		return c.Connective == Equal && equal(a, b) || a < b && c.Connective == Less, ok && okay
	}
	known = true
	decisive := c.Connective == Either
	for _, arg := range c.Args {
		h, k := arg.Holds(value)
		if k && h == decisive {
			return decisive, true
		}
		known = known && k
	}
	return !decisive, known
}

// equal compares numbers. A negative number also stands for its low 32 bits, as a register of this size has them.
func equal(a, b int64) bool {
	return a == b || a == int64(uint32(b)) && b == int64(int32(b)) || b == int64(uint32(a)) && a == int64(int32(a))
}

func (o Operand) value(value func(*Place) (int64, bool)) (int64, bool) {
	if o.Place == nil {
		return o.Number, true
	}
	return value(o.Place)
}

// Places calls f for the places of a condition.
func (c *Condition) Places(f func(*Place)) {
	for _, arg := range c.Args {
		arg.Places(f)
	}
	for _, o := range []Operand{c.Left, c.Right} {
		if o.Place != nil {
			f(o.Place)
		}
	}
}

// InitialBytes returns the initial value of a part of an object, the first byte in the lowest place.
func (o *Object) InitialBytes(offset, size int) int64 {
	var value uint64
	for i := range size {
		for _, init := range o.Initial {
			if at := offset + i - init.Offset; 0 <= at && at < init.Size && at < 8 {
				value |= uint64(byte(uint64(init.Value)>>(8*at))) << (8 * i)
			}
		}
	}
	return int64(value)
}

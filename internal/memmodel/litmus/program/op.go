package program

// Kind says what an Op does.
type Kind uint8

// The kinds of operations.
const (
	Set    Kind = iota // Dst = Value
	Load               // Dst = Size bytes at Addr
	Store              // Size bytes at Addr = Value
	Fence              // an event that is no access, at Addr if there is one
	Branch             // if Value != 0, go to Target
	Jump               // go to Target
	Fork               // go to Target, or go on: both are executions
	Assume             // executions in which Value == 0 do not count
)

// Pair says which operation an access makes a read-modify-write with.
type Pair uint8

// The pairs.
const (
	Alone       Pair = iota
	Atomic           // a store with the last atomic load before it: the relation amo
	Exclusive        // a store that may fail, with the exclusive load before it: the relation lxsx
	Conditional      // as Exclusive, and the status depends on the store, as in RISC-V
)

// Op is an operation of a thread.
type Op struct {
	Kind        Kind
	Pair        Pair
	Dst         int // the register, or None
	Addr, Value *Expr
	Size        int
	Tags        []string // base sets of the event beside R, W and F
	Target      int      // of a branch or jump: an operation
	End         int      // of a branch: the first operation that does not depend on it; None: all that follow depend
	At          Position
}

// None is the number of no register and no operation.
const None = -1

// Position is a place in a file.
type Position struct{ Line, Column int }

package relax

import "github.com/heddle-mc/heddle/internal/program/ir"

// Kind is the kind of an operation with a memory order.
type Kind uint8

// The kinds. A compare and exchange has two orders, so it is two operations here.
const (
	Load Kind = iota
	Store
	Update   // a read-modify-write
	Exchange // a compare and exchange, if it succeeds
	Failure  // a compare and exchange, if it fails
	Fence
)

// String returns the name of the operation in tables.
func (k Kind) String() string {
	return [...]string{"load", "store", "read-modify-write", "compare-exchange", "compare-exchange, failing", "fence"}[k]
}

// Removed is the order of a fence that is not needed.
const Removed = ir.NonAtomic

// OrderName returns the name of an order in tables.
func OrderName(o ir.MemOrder) string {
	if o == Removed {
		return "none"
	}
	return o.String()
}

// weaker returns the orders that are next below an order of an operation. There are two if neither implies the other.
func (k Kind) weaker(o ir.MemOrder) []ir.MemOrder {
	both := k == Update || k == Exchange || k == Fence
	switch {
	case o == ir.SeqCst && both:
		return []ir.MemOrder{ir.AcqRel}
	case o == ir.SeqCst && k == Store:
		return []ir.MemOrder{ir.Release}
	case o == ir.SeqCst:
		return []ir.MemOrder{ir.Acquire}
	case o == ir.AcqRel && both:
		return []ir.MemOrder{ir.Acquire, ir.Release}
	case o == ir.AcqRel && k != Store: // which C excludes
		return []ir.MemOrder{ir.Acquire}
	case k == Fence && o != Removed:
		return []ir.MemOrder{Removed}
	case o > ir.Relaxed:
		return []ir.MemOrder{ir.Relaxed}
	}
	return nil
}

// implies reports whether an order gives all guarantees of another order of the same operation.
func implies(o, other ir.MemOrder) bool {
	guarantees := func(o ir.MemOrder) (bits int) {
		for i, has := range []bool{o != Removed, o.Acquires(), o.Releases(), o == ir.SeqCst} {
			if has {
				bits |= 1 << i
			}
		}
		return bits
	}
	return guarantees(other)&^guarantees(o) == 0
}

// strength ranks orders. C11 demands that a failure order is no stronger than the order of a success (7.17.7.4p2).
func strength(o ir.MemOrder) int {
	switch o {
	case ir.SeqCst:
		return 3
	case ir.AcqRel:
		return 2
	case ir.Consume, ir.Acquire, ir.Release:
		return 1
	}
	return 0
}

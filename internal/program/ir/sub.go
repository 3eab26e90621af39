package ir

// SectionKind is Instr.Sub of OpAtomicBegin and OpAtomicEnd.
type SectionKind uint8

// The kinds of atomic section (semantics 4, 10).
const (
	UserSection  SectionKind = iota // written in the program: also acquires and releases one hidden lock
	ModelSection                    // a library model's: synchronises nothing, its accesses are bookkeeping
)

// LockMode is Instr.Sub of OpAcquire.
type LockMode uint8

// The modes in which a lock can be held.
const (
	Exclusive LockMode = iota
	Shared
)

// The bits of OpLockState's result.
const (
	LockHeldBySelf    = 1 << iota // the calling thread holds it exclusively
	LockHeldByOther               // another thread holds it exclusively
	LockSharedBySelf              // the calling thread holds it shared
	LockSharedByOther             // another thread holds it shared
)

// BlockKind is Instr.Sub of OpBlockUntil: the event for which a thread waits there.
type BlockKind uint8

// These are the events for which threads wait (semantics 2). Locks and joins have opcodes of their
// own.
const (
	BlockCondition BlockKind = iota
	BlockSemaphore
	BlockBarrier
	BlockWriter // a writer goes before readers
	BlockInput  // a descriptor has data
)

// AllocKind is Instr.Sub of OpAlloc.
type AllocKind uint8

// The kinds of dynamic object.
const (
	HeapObject     AllocKind = iota // malloc and its family: must be freed, may leak
	StackObject                     // alloca: dies with the frame
	ModelObject                     // a library model's own: never leaks, races or is visible
	HeapZero                        // calloc: as HeapObject, but born zero
	ExternalObject                  // the object that an external function returns: of any content, may be freed, never leaks
)

// RMWKind is Instr.Sub of OpRMW: how the new value comes from the old value and the operand.
type RMWKind uint8

// The read-modify-write operations.
const (
	RMWXchg RMWKind = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWOr
	RMWXor
	RMWNand
)

// RoundMode is Instr.Sub of OpFRound.
type RoundMode uint8

// The ways to round to an integral value.
const (
	RoundNearestEven RoundMode = iota // rint, nearbyint
	RoundNearestAway                  // round
	RoundDown                         // floor
	RoundUp                           // ceil
	RoundToZero                       // trunc
)

// ChooseReason is Instr.Sub of the choose opcodes: the purpose of the chosen value.
type ChooseReason uint8

// These are the reasons. Those from ChooseSpurious on are environment choices. If such a choice is
// off, its value is zero, nothing is recorded, and a safe verdict lists it as an assumption (semantics
// 12).
const (
	ChooseNondet        ChooseReason = iota // __VERIFIER_nondet_* and the like
	ChooseWake                              // which waiter a signal wakes
	ChooseTimeout                           // whether a timed wait times out (1: it does)
	ChooseUninit                            // a variable without a value
	ChooseIO                                // the result of a library call outside the program
	ChooseOrder                             // 1: one to the right of the leftmost operand left is evaluated before it
	ChooseSpurious                          // 1: a condition wait returns without a signal
	ChooseAllocFail                         // 1: an allocation fails
	ChooseSpawnFail                         // 1: a thread cannot be created
	ChooseWeakFail                          // 1: a weak compare and exchange fails although the values are equal
	ChooseSpuriousAgain                     // 1: a wait does so once more in a loop that does nothing but wait
	ChooseSignal                            // 1: a signal arrives that the program handles or requested
	ChooseOutputFail                        // 1: output of the printf family fails
	ChooseIOFail                            // 1: another call on the world outside the program fails
)

// The values of Instr.Sub of OpOutput: where the values to print are.
const (
	OutputValues uint8 = iota // the operands after the format
	OutputList                // in a variable argument area, to which the third operand points
)

// OrderKind is the restriction of evaluation orders in a function's code, at a place where C leaves
// the order open and it can matter.
type OrderKind uint8

// The kinds of Unsequenced.
const (
	LeftToRight    OrderKind = iota // all other orders
	SomeOrders                      // some orders; others are choices
	UndefinedOrder                  // the behaviour is undefined (C11 6.5p2): no order is right
	RacyOrder                       // all other orders; they differ in a data race only
)

package testgen

import "strings"

// Features is a set of what concurrent programs may use, or do use.
type Features uint64

// The features.
const (
	Mutexes Features = 1 << iota
	RecursiveMutexes
	ErrorcheckMutexes
	RWLocks
	SpinLocks
	TryLocks // trylock, sem_trywait
	Blocking // whatever may block but join: lock, sem_wait, conditions, barriers, once, assumptions in sections
	Conditions
	Semaphores
	Barriers
	Onces
	Atomics  // C11 atomics
	Builtins // __atomic_* and __sync_* on plain objects
	Fences
	Arrays
	Pointers
	Arguments // addresses passed to threads, of main's locals too
	MixedSizes
	Heap
	Sections
	Assumes
	Inputs
	Asserts
	Branches
	Loops
	Joins         // without: main ends by pthread_exit
	NestedSpawns  // threads that create threads
	LockMisuse    // unlocking what is not held, locking twice
	UseAfterFree  // also double free, use after scope
	BadAccess     // null, out of bounds, division by zero
	numFeatures   = iota
	AllFeatures   = Features(1)<<numFeatures - 1
	Undefined     = LockMisuse | UseAfterFree | BadAccess
	Locks         = Mutexes | RecursiveMutexes | ErrorcheckMutexes | RWLocks | SpinLocks
	needsBlocking = Conditions | Barriers | Onces

	// DefaultFeatures leave out undefined behaviour other than data races.
	DefaultFeatures = AllFeatures &^ Undefined
)

var featureNames = [numFeatures]string{
	"mutexes", "recursive-mutexes", "errorcheck-mutexes", "rwlocks", "spinlocks", "trylocks", "blocking",
	"conditions", "semaphores", "barriers", "onces", "atomics", "builtins", "fences", "arrays", "pointers",
	"arguments", "mixed-sizes", "heap", "sections", "assumes", "inputs", "asserts", "branches", "loops", "joins",
	"nested-spawns", "lock-misuse", "use-after-free", "bad-access",
}

// Has reports whether the set contains all of f.
func (fs Features) Has(f Features) bool { return fs&f == f }

// String lists the features.
func (fs Features) String() string {
	var names []string
	for i, name := range featureNames {
		if fs>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// Features returns what the program uses. LockMisuse, UseAfterFree and BadAccess
// mean that the text has such a statement, not that an execution reaches it.
func (p Program) Features() Features {
	var fs Features
	if p.checkUndefined(0) != nil {
		for _, f := range []Features{LockMisuse, UseAfterFree, BadAccess} {
			if p.checkUndefined(AllFeatures&^f) != nil {
				fs |= f
			}
		}
	}
	for id, t := range p.Threads {
		if t.Arg != 0 {
			fs |= Arguments
		}
		walk(t.Body, func(s *Stmt) {
			fs |= p.stmtFeatures(s)
			if s.Kind == Spawn && id != 0 {
				fs |= NestedSpawns
			}
			if s.Kind == Section && p.waitsInside(s.Body) {
				fs |= Blocking
			}
		})
	}
	for _, o := range p.Objects {
		walk(o.Body, func(s *Stmt) { fs |= p.stmtFeatures(s) })
	}
	return fs
}

// waitsInside reports whether a section's body may keep the thread before it.
func (p Program) waitsInside(body []Stmt) bool {
	found := false
	walk(body, func(s *Stmt) {
		found = found || s.Kind == Assume || s.Kind == Input && s.Domain == Assumed
	})
	return found
}

var kindFeatures = map[ObjectKind]Features{
	Array: Arrays, Pointer: Pointers, StackInt: Arguments, HeapInt: Heap, Published: Heap | Atomics,
	AtomicInt: Atomics, Flag: Atomics, Mutex: Mutexes, RecursiveMutex: RecursiveMutexes,
	ErrorcheckMutex: ErrorcheckMutexes, RWLock: RWLocks, SpinLock: SpinLocks, Condition: Conditions,
	Semaphore: Semaphores, Barrier: Barriers, Once: Onces,
}

var stmtFeatures = map[StmtKind]Features{
	Fence: Fences, Wait: Blocking, Arrive: Blocking, CallOnce: Blocking, Section: Sections, Assume: Assumes,
	Assert: Asserts, Input: Inputs, If: Branches, Loop: Loops, Join: Joins,
}

func (p Program) stmtFeatures(s *Stmt) Features {
	fs := stmtFeatures[s.Kind]
	if s.Object != 0 {
		fs |= kindFeatures[p.object(s.Object).Kind]
	}
	switch s.Kind {
	case Lock, Take:
		switch {
		case s.Try && p.object(s.Object).Kind != Flag:
			fs |= TryLocks
		case !s.Try:
			fs |= Blocking
		}
	case Load, Store, RMW, CompareSwap:
		if p.object(s.Place.Object).Kind != AtomicInt {
			fs |= Builtins
		}
	}
	s.visit(func(*Expr) {}, func(pl *Place) {
		if pl.Object != 0 {
			fs |= kindFeatures[p.object(pl.Object).Kind]
		}
		if pl.Kind == Byte {
			fs |= MixedSizes
		}
	})
	return fs
}

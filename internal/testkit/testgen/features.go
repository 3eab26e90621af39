package testgen

import "strings"

// Features is a set of features that concurrent programs may use, or do use.
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
	Joins        // without: main ends by pthread_exit
	NestedSpawns // threads that create threads
	LockMisuse   // unlocking a lock that is not held, locking twice
	UseAfterFree // also double free, use after scope
	BadAccess    // null, out of bounds, division by zero

	// The unusual ones.
	Gotos            // graphs of nodes, half of them irreducible
	Retries          // a goto back
	Switches         // a switch into a loop
	Coroutines       // a switch on a static state
	Recursion        //
	FunctionPointers //
	ThreadLocals     //
	ThreadData       // pthread_setspecific
	Pairs            // structures, copied
	Unions           //
	BitFields        //
	Moves            // memmove, memcpy
	Reallocs         //
	AddressCompares  //
	Results          // of threads
	Exits            // of a thread or the process, before its end
	AtExits          //
	Detaches         //
	Renewals         // locks and the like initialised again
	Tokens           // strtok
	Getopts          // getopt
	Randoms          // rand
	Variables        // getenv
	Streams          // ungetc, getc, feof
	Signals          // signal
	Statics          // results in static memory: strerror
	Crowds           // two threads of one function
	WriterFirst      // rwlocks that prefer writers
	Arithmetic       // that overflows, shifts too far, divides by zero
	Unwritten        // values that were never written

	numFeatures   = iota
	AllFeatures   = Features(1)<<numFeatures - 1
	Swarms        = AllFeatures + 1 // threads that are created in loops without a bound, so that programs need not end; not in AllFeatures
	Chains        = Swarms << 1     // elements and mutexes chosen by shared values, and these by others; not in AllFeatures
	Helpers       = Chains << 1     // threads created by a function, with attributes; recursion of two functions; pipes. Not in AllFeatures
	Undefined     = LockMisuse | UseAfterFree | BadAccess | Arithmetic | Unwritten
	Locks         = Mutexes | RecursiveMutexes | ErrorcheckMutexes | RWLocks | SpinLocks
	needsBlocking = Conditions | Barriers | Onces

	// LibraryState are functions that remember something.
	LibraryState = Tokens | Getopts | Randoms | Variables | Streams | Signals | Statics
	// Unusual holds the features that most programs lack. Two to five of the allowed ones are chosen
	// for each program.
	Unusual = Gotos | Retries | Switches | Coroutines | Recursion | FunctionPointers | ThreadLocals | ThreadData |
		Pairs | Unions | BitFields | Moves | Reallocs | AddressCompares | Results | Exits | AtExits | Detaches | Renewals | LibraryState |
		Crowds | WriterFirst | Arithmetic | Unwritten
	UsualFeatures = AllFeatures &^ Unusual

	// DefaultFeatures are usual, and leave out undefined behaviour other than data races.
	DefaultFeatures = UsualFeatures &^ Undefined
)

var featureNames = [numFeatures + 3]string{
	"mutexes", "recursive-mutexes", "errorcheck-mutexes", "rwlocks", "spinlocks", "trylocks", "blocking",
	"conditions", "semaphores", "barriers", "onces", "atomics", "builtins", "fences", "arrays", "pointers",
	"arguments", "mixed-sizes", "heap", "sections", "assumes", "inputs", "asserts", "branches", "loops", "joins",
	"nested-spawns", "lock-misuse", "use-after-free", "bad-access",
	"gotos", "retries", "switches", "coroutines", "recursion", "function-pointers", "thread-locals", "thread-data",
	"pairs", "unions", "bit-fields", "moves", "reallocs", "address-compares", "results", "exits", "atexits", "detaches",
	"renewals", "tokens", "getopts", "randoms", "variables", "streams", "signals", "statics",
	"crowds", "writer-first", "arithmetic", "unwritten", "swarms", "chains", "helpers",
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

// Features returns the features that the program uses. LockMisuse, UseAfterFree and BadAccess mean
// that the text has such a statement, not that an execution reaches it.
func (p Program) Features() Features {
	var fs Features
	if p.Style != 0 {
		fs |= Helpers
	}
	if p.checkUndefined(0) != nil {
		for _, f := range []Features{LockMisuse, UseAfterFree, BadAccess, Arithmetic, Unwritten} {
			if p.checkUndefined(AllFeatures&^f) != nil {
				fs |= f
			}
		}
	}
	for id, t := range p.Threads {
		if t.Arg != 0 {
			fs |= Arguments
		}
		if t.Twice {
			fs |= Crowds
		}
		if t.Number != 0 {
			fs |= Swarms
		}
		walk(t.Body, func(s *Stmt) {
			if s.creates() && id != 0 {
				fs |= NestedSpawns
			}
		})
	}
	p.walk(func(s *Stmt) {
		fs |= p.stmtFeatures(s)
		if s.Kind == Section && p.waitsInside(s.Body) {
			fs |= Blocking
		}
	})
	return fs
}

// waitsInside reports whether a section's body may keep the thread before it.
func (p Program) waitsInside(body []Stmt) bool {
	return has(body, func(s *Stmt) bool { return s.Kind == Assume || s.Kind == Input && s.Domain == Assumed })
}

var kindFeatures = map[ObjectKind]Features{
	Array: Arrays, Pointer: Pointers, StackInt: Arguments, HeapInt: Heap, Published: Heap | Atomics,
	AtomicInt: Atomics, Flag: Atomics, Mutex: Mutexes, RecursiveMutex: RecursiveMutexes,
	ErrorcheckMutex: ErrorcheckMutexes, RWLock: RWLocks, SpinLock: SpinLocks, Condition: Conditions,
	Semaphore: Semaphores, Barrier: Barriers, Once: Onces, Pair: Pairs, Union: Unions, Bits: BitFields,
	ThreadInt: ThreadLocals, Key: ThreadData, Handler: AtExits, Coroutine: Coroutines, Counter: Swarms, MutexArray: Chains,
}

var stmtFeatures = map[StmtKind]Features{
	Fence: Fences, Wait: Blocking, Arrive: Blocking, CallOnce: Blocking, Section: Sections, Assume: Assumes,
	Assert: Asserts, Input: Inputs, If: Branches, Loop: Loops, Join: Joins, SwitchInto: Switches, Move: Moves,
	Realloc: Reallocs, Compare: AddressCompares, Leave: Exits, Detach: Detaches, Renew: Renewals, Repeat: Swarms, Swarm: Swarms, Same: Swarms, LockAt: Blocking,
}

func (p Program) stmtFeatures(s *Stmt) Features {
	fs := stmtFeatures[s.Kind]
	if s.Object != 0 {
		fs |= kindFeatures[p.object(s.Object).Kind]
		if o := p.object(s.Object); o.Kind == RWLock && o.Value != 0 {
			fs |= WriterFirst
		}
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
		if k := p.object(s.Place.Object).Kind; k != AtomicInt && k != Counter {
			fs |= Builtins
		}
	case Flow:
		fs |= Gotos
		if len(s.Nodes) == 1 {
			fs = fs&^Gotos | Retries
		}
	case Call:
		if p.object(s.Object).Value != 0 {
			fs |= Recursion
		}
		if s.Target != 0 {
			fs |= FunctionPointers
		}
	case Join:
		if s.Dst != 0 {
			fs |= Results
		}
	case Swarm:
		if s.Shared {
			fs |= Joins
		}
	case Library:
		fs |= libraryCalls[s.Function].feature
	}
	s.visit(func(*Expr) {}, func(pl *Place) {
		if pl.Object != 0 {
			fs |= kindFeatures[p.object(pl.Object).Kind]
		}
		if pl.Kind == Byte {
			fs |= MixedSizes
		}
		if pl.Kind == Element && p.reads(pl.Index) > 0 {
			fs |= Chains
		}
	})
	return fs
}

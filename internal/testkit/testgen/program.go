package testgen

// ThreadID is an index of Program.Threads; thread 0 is main.
type ThreadID int

// ObjectID identifies Program.Objects[id-1]; 0 means no object.
type ObjectID int

// LocalID identifies a local int of a thread, printed as r1, r2, …; 0 means no local.
type LocalID int

// Program is a concurrent program as a value: bodies and expressions are never
// changed in place, so that programs may share them. The zero value is an
// empty main.
type Program struct {
	Objects []Object
	Threads []Thread
	Exit    bool // main ends by pthread_exit, so that the other threads continue
	Style   Style
	Report  bool // main prints the values of Reported at its end
	// Claims holds the values that main asserts at its end for the entries of Reported, in their
	// order.
	Claims []int
}

// Thread is main or a thread function.
type Thread struct {
	Body   []Stmt
	Arg    ObjectID // the int whose address pthread_create passes, or none
	Result LocalID  // the local that the thread returns, or none: null
	Twice  bool     // each creation makes two, each join waits for both
	Number LocalID  // begins with the number that the creation passes, or none; instead of Arg
	Global bool     // the handle is at file scope
}

// ObjectKind is the kind of a declared object.
type ObjectKind uint8

// The kinds of objects.
const (
	Int             ObjectKind = iota // plain int
	StackInt                          // int of main's frame; other threads reach it as their argument
	Array                             // Len plain ints
	Pointer                           // plain int *, initially to Target
	HeapInt                           // plain int *, which main fills by malloc before it creates threads
	AtomicInt                         // atomic_int
	Flag                              // atomic_flag, used as a lock that is only tried
	Published                         // int *_Atomic, initially null
	Mutex                             // the normal kind
	RecursiveMutex                    //
	ErrorcheckMutex                   //
	RWLock                            // prefers writers if Value
	SpinLock                          //
	Condition                         // used with the mutex Target
	Semaphore                         // initially Value
	Barrier                           // of Value threads
	Once                              // its routine is Body
	Pair                              // a structure of two ints
	Union                             // of an int, two shorts and four bytes
	Bits                              // a structure of bit-fields
	ThreadInt                         // an int per thread
	Key                               // of thread-specific data; its destructor is Body, if there is one
	Handler                           // of atexit: Body
	Routine                           // a function: Body; calls itself if Value
	Counter                           // an int that only exclusions and planted violations touch
	Coroutine                         // a function that continues in Body where it left: the state is static, or thread-local if Value
	MutexArray                        // two normal mutexes
)

// Object is a declaration at file scope (a StackInt: at the top of main).
type Object struct {
	Kind   ObjectKind
	Name   string
	Value  int      // initial value; see the kinds
	Len    int      // Array: a power of two
	Target ObjectID // Pointer, Condition
	Body   []Stmt   // Once, Key: uses no locals; Handler, Routine, Coroutine: has its own
}

// StmtKind is the kind of a statement; its comment lists the fields that it uses.
type StmtKind uint8

// The kinds of statements.
const (
	Assign      StmtKind = iota // Dst or Place becomes Value
	Load                        // Dst = atomic load of Place with Order
	Store                       // atomic store of Value to Place with Order
	RMW                         // Dst = old (or new) Place; Place op= Value, by Update and Order
	CompareSwap                 // Dst = whether Place was Expected's value Value2 and became Value; Order, Failure, Weak
	Fence                       // Order
	Lock                        // take Object (Shared: for reading; Try: if it is free), Body, give it back
	Unlock                      // give Object back, held or not
	Wait                        // wait for condition Object once, if Cond, or up to Count times while Cond
	Signal                      // signal condition Object; Broadcast
	Take                        // wait for semaphore Object, or Try and Body if it succeeded
	Post                        // post semaphore Object
	Arrive                      // wait at barrier Object
	CallOnce                    // call the routine of Object
	Allocate                    // HeapInt Object becomes a new int of value Value
	Free                        // free HeapInt Object
	Publish                     // store a new int of value Value to Published Object with Order
	Peek                        // Dst = *Published Object unless null, loaded with Order; Free it afterwards if Freeing
	Grab                        // take Published Object away by an exchange with Order; Dst = *it and free it unless null
	PointTo                     // Pointer Object becomes the address of Target, or null
	Section                     // Body between __VERIFIER_atomic_begin and __VERIFIER_atomic_end
	Assume                      // Cond
	Assert                      // Cond; Reach: by calling reach_error
	Input                       // Dst = nondeterministic value of a small domain, by Domain
	If                          // Cond, Body, Else
	Loop                        // Body, Count times, counted by Dst, which Body does not change
	Spawn                       // create Thread, and pass it Value
	Repeat                      // Body, for ever; if Try, as long as inputs are nonzero; if counted by Dst, as often as an input gives
	Swarm                       // as often as an input gives, counted by Dst, create Thread with Value and execute Body; then, if Shared, as often, join one and execute Else
	Same                        // Dst = whether this thread has the handle of Thread, which is at file scope
	Join                        // join Thread, which the same thread created; Dst: its result
	Flow                        // go through Nodes, from the first, backwards at most Count times, counted by Dst
	SwitchInto                  // a loop of Count iterations, or of Value2 masked, counted by Dst, over Nodes; the first starts at the node given by Value
	CopyPair                    // Pair Object becomes Target
	Move                        // Count ints of Array Object move by one, upwards if Shared, by memmove or, if Try, memcpy
	Realloc                     // Dst = Value by way of an int that is reallocated; whether its address changed if Try
	Compare                     // Dst = whether the pointer Object has the address of Target, or is null; of an Array: whether one element is before another
	Leave                       // the thread ends by End with Value
	Detach                      // Thread, which the same thread created, or this one
	Renew                       // destroy Object and initialise it again
	SetData                     // the thread's value of Key Object becomes Value
	GetData                     // Dst = the thread's value of Key Object
	AtExit                      // Handler Object is called when the process ends
	Call                        // call Routine Object, or Target if Cond, to a depth of Count
	Resume                      // Dst = call of Coroutine Object
	Library                     // Dst = the result of Function, with Value
	Unset                       // Dst = the value of an uninitialised int
	LockAt                      // Dst = Value masked; take that mutex of MutexArray Object, Body, which does not change Dst, give it back
)

// Stmt is a statement; its kind determines the fields that are used.
type Stmt struct {
	Kind     StmtKind
	Object   ObjectID
	Target   ObjectID
	Thread   ThreadID
	Place    Place
	Dst      LocalID
	Expected LocalID // the local whose address a CompareSwap passes, or none
	Value    Expr
	Value2   Expr
	Cond     Expr // of Wait: Truth for an unconditional one
	Order    Order
	Failure  Order
	Update   Update
	Domain   Domain
	Count    int
	Nodes    []Node
	End      Ending
	Function Function

	Try, Shared, Weak, Broadcast, Freeing, Reach bool

	Body, Else []Stmt
}

// Node is a node of a Flow or of a SwitchInto, which uses its Body only.
type Node struct {
	Body []Stmt
	// Cond selects the target among Targets. With two targets, control goes to the first if Cond
	// holds; with more, to the target whose number is its value, masked. A target is the index of a
	// node, or the number of nodes, which is the end. Without targets, and after too many jumps
	// backwards, control goes to the next node.
	Cond    Expr
	Targets []int
}

// Ending is the way in which a Leave ends a thread or the process.
type Ending uint8

// The endings. Those but the first are called in a function.
const (
	Return      Ending = iota // from the thread's function
	ThreadExit                // pthread_exit
	ProcessExit               // exit(0)
	ProcessQuit               // _exit(0)
	Abort                     //
	numEndings
)

// Function is a library function with a state of its own; see library.go.
type Function uint8

// Order is a C11 memory order.
type Order uint8

// The memory orders. Implicit is sequentially consistent by syntax that names
// no order: operators, generic functions without _explicit, __sync builtins.
const (
	Implicit Order = iota
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
	SeqCst
)

// Update is the operation of an RMW.
type Update uint8

// The updates; those but AddFetch yield the old value.
const (
	FetchAdd Update = iota
	FetchSub
	FetchAnd
	FetchOr
	FetchXor
	Exchange
	AddFetch // builtins only
	numUpdates
)

// Domain is the way in which an Input restricts its value.
type Domain uint8

// The domains: 0…2 by assumption, 0…1 by a mask, and a _Bool.
const (
	Assumed Domain = iota
	Masked
	Boolean
	numDomains
)

// ExprOp is the operator of an expression.
type ExprOp uint8

// The expressions. Truth is the absence of a condition.
const (
	Truth ExprOp = iota
	Constant
	Local
	Read // the value of Place
	Add
	Sub
	And
	Div
	Mul
	Mod
	Shl
	Eq
	Ne
	Lt
	Le
	Both
	Either
)

// Expr is an int expression without side effects.
type Expr struct {
	Op    ExprOp
	Value int
	Local LocalID
	Place Place
	L, R  *Expr // of binary operations
}

// PlaceKind is the way in which a place is reached.
type PlaceKind uint8

// The kinds of places.
const (
	Variable PlaceKind = iota // Object itself
	Element                   // Object[Index]; an index that is no constant is masked
	Deref                     // *Object, a Pointer or HeapInt
	Argument                  // *arg, the thread's argument
	Byte                      // byte Index of Object, an Int
	Member                    // member Index of Object: a Pair, a Union or Bits
)

// Place is an int (or a byte of one) that threads share.
type Place struct {
	Kind   PlaceKind
	Object ObjectID // none for Argument
	Index  *Expr
}

// object returns the declaration that an ID names.
func (p *Program) object(id ObjectID) *Object { return &p.Objects[id-1] }

// expressions returns the expressions of a statement that may be replaced by
// simpler ones.
func (s *Stmt) expressions() []*Expr { return []*Expr{&s.Value, &s.Value2, &s.Cond} }

// creates reports whether a statement creates its Thread.
func (s *Stmt) creates() bool { return s.Kind == Spawn || s.Kind == Swarm }

// walk calls f for the statements of a body, outer ones first.
func walk(body []Stmt, f func(*Stmt)) {
	for i := range body {
		f(&body[i])
		walk(body[i].Body, f)
		walk(body[i].Else, f)
		for n := range body[i].Nodes {
			walk(body[i].Nodes[n].Body, f)
		}
	}
}

// has reports whether f holds for a statement of a body.
func has(body []Stmt, f func(*Stmt) bool) bool {
	found := false
	walk(body, func(s *Stmt) { found = found || f(s) })
	return found
}

// walk calls f for the statements of all threads and objects.
func (p *Program) walk(f func(*Stmt)) {
	for i := range p.Threads {
		walk(p.Threads[i].Body, f)
	}
	for i := range p.Objects {
		walk(p.Objects[i].Body, f)
	}
}

// visit calls f for an expression and its parts, indices included.
func (e *Expr) visit(f func(*Expr)) {
	f(e)
	for _, part := range []*Expr{e.L, e.R, e.Place.Index} {
		if part != nil {
			part.visit(f)
		}
	}
}

// visit calls expr for the expressions in a statement, bodies not included but the
// conditions of nodes, and place for the places.
func (s *Stmt) visit(expr func(*Expr), place func(*Place)) {
	place(&s.Place)
	visit := func(e *Expr) {
		e.visit(func(e *Expr) {
			expr(e)
			if e.Op == Read {
				place(&e.Place)
			}
		})
	}
	if s.Place.Index != nil {
		visit(s.Place.Index)
	}
	for _, e := range s.expressions() {
		visit(e)
	}
	for i := range s.Nodes {
		visit(&s.Nodes[i].Cond)
	}
}

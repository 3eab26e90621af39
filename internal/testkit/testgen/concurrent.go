package testgen

import (
	"math/rand/v2"
	"slices"
	"strconv"
)

// Options holds the settings of Concurrent.
type Options struct {
	Seed     uint64
	Size     int      // 3·Size to 12·Size visible operations; 0 means 1
	Threads  int      // that do something, main perhaps among them; 1: main alone; 0: 2 to 4, often 2
	Features Features // the features that the program may use; 0 means DefaultFeatures
	Planted  int      // with Swarms: an assertion fails, for which so many threads are needed; 0: none
}

// Concurrent returns a deterministic program of a few threads or, with Swarms, of any number. It ends
// under every schedule, if only in a deadlock. The package comment describes the goals of the
// distribution.
func Concurrent(opts Options) Program {
	g := &conc{
		rng:   rand.New(rand.NewPCG(opts.Seed, 0xc0c)),
		fs:    opts.Features,
		size:  max(1, opts.Size),
		guard: map[ObjectID]guard{}, planted: opts.Planted,
	}
	if g.fs == 0 {
		g.fs = DefaultFeatures
	}
	g.chooseForms()
	n := opts.Threads
	switch {
	case n == 1:
		g.fs &^= NestedSpawns | Detaches | Results | Swarms
	case n == 0:
		n = [...]int{2, 2, 2, 2, 2, 2, 3, 3, 3, 4}[g.rng.IntN(10)]
	}
	g.declare(n)
	g.menu = g.statements()
	g.routines()
	g.threads(n)
	if g.fs.Has(Helpers) {
		g.chooseStyle()
	}
	return g.p.tidy()
}

// conc is the state of one generation.
type conc struct {
	rng        *rand.Rand
	fs         Features
	size       int
	p          Program
	discipline discipline
	guard      map[ObjectID]guard
	ready      map[ObjectID]ObjectID // the flag that goes with a Condition
	grab       map[ObjectID]bool     // Published objects that are taken away, not looked at
	menu       []entry
	planted    int
	inside     map[ObjectID]ObjectID // by lock, the Counter of its holders; by zero, the Counter of threads in sections
}

// chance is true once in n times.
func (g *conc) chance(n int) bool { return g.rng.IntN(n) == 0 }

// chooseForms drops forms of statements at random, so that programs differ in the forms that they
// contain (Groce, Zhang, Eide, Chen, Regehr, "Swarm testing", ISSTA 2012).
func (g *conc) chooseForms() {
	for _, f := range []Features{TryLocks, Fences, MixedSizes, Assumes, Inputs, Branches, Loops, Builtins, Sections} {
		if g.chance(3) {
			continue
		}
		// Blocking or try operations on locks must stay, or locks could not be used.
		if f == TryLocks && !g.fs.Has(Blocking) {
			continue
		}
		if g.chance(2) {
			g.fs &^= f
		}
	}
	for _, f := range []Features{LockMisuse, UseAfterFree, BadAccess, NestedSpawns} {
		if g.chance(3) {
			g.fs &^= f
		}
	}
	g.chooseUnusual()
}

// chooseUnusual keeps a few of the unusual features.
func (g *conc) chooseUnusual() {
	var allowed []Features
	for f := Features(1); f <= AllFeatures; f <<= 1 {
		if Unusual.Has(f) && g.fs.Has(f) {
			allowed = append(allowed, f)
		}
	}
	if len(allowed) == 0 {
		return
	}
	g.fs &^= Unusual
	for range 2 + g.rng.IntN(4) {
		g.fs |= allowed[g.rng.IntN(len(allowed))]
	}
}

// discipline is how a program keeps accesses to plain objects from racing.
type discipline uint8

const (
	unguarded discipline = iota // not at all
	byLocks
	bySections
	byAtomics
)

// guard is the protection that an access to a plain object needs.
type guard struct {
	kind discipline
	lock ObjectID // byLocks; a Once: the routine writes, others read after calling it
}

var prefixes = map[ObjectKind]string{
	StackInt: "local", Array: "a", Pointer: "p", HeapInt: "h", Flag: "flag", Published: "box",
	Mutex: "m", RecursiveMutex: "rm", ErrorcheckMutex: "em", RWLock: "rw", SpinLock: "spin", Condition: "cond",
	Semaphore: "sem", Barrier: "bar", Once: "once", Pair: "pair", Union: "word", Bits: "bits", ThreadInt: "own", Key: "key",
	Handler: "handler", Counter: "count", Routine: "routine", Coroutine: "coroutine", MutexArray: "ms",
}

// add declares an object and names it.
func (g *conc) add(o Object) ObjectID {
	same := 0
	for _, other := range g.p.Objects {
		if other.Kind == o.Kind {
			same++
		}
	}
	switch {
	case o.Kind == Int && same < 3:
		o.Name = []string{"x", "y", "z"}[same]
	case o.Kind == Int:
		o.Name = "x" + strconv.Itoa(same-1)
	case o.Kind == AtomicInt && same < 3:
		o.Name = []string{"u", "v", "w"}[same]
	case o.Kind == AtomicInt:
		o.Name = "u" + strconv.Itoa(same-1)
	case same > 0:
		o.Name = prefixes[o.Kind] + strconv.Itoa(same+1)
	default:
		o.Name = prefixes[o.Kind]
	}
	g.p.Objects = append(g.p.Objects, o)
	return ObjectID(len(g.p.Objects))
}

// of lists the objects of some kinds.
func (g *conc) of(kinds ...ObjectKind) []ObjectID {
	var ids []ObjectID
	for i, o := range g.p.Objects {
		if slices.Contains(kinds, o.Kind) {
			ids = append(ids, ObjectID(i+1))
		}
	}
	return ids
}

// kinds lists the kinds of objects that may be declared, locks first.
func (g *conc) kinds() (locks, others []ObjectKind) {
	takes := g.fs&(Blocking|TryLocks) != 0
	for _, k := range []ObjectKind{Mutex, RecursiveMutex, ErrorcheckMutex, RWLock, SpinLock} {
		if takes && g.fs.Has(kindFeatures[k]) {
			locks = append(locks, k)
		}
	}
	for _, k := range []ObjectKind{StackInt, Array, Pointer, HeapInt, AtomicInt, AtomicInt, Flag, Published} {
		// A local of main may be shared if main waits for the end of its use.
		if g.fs.Has(kindFeatures[k]) && (k != StackInt || g.fs&(Joins|UseAfterFree) != 0) {
			others = append(others, k)
		}
	}
	if takes && g.fs.Has(Semaphores) {
		others = append(others, Semaphore)
	}
	for _, k := range []ObjectKind{Barrier, Once} {
		if g.fs.Has(Blocking | kindFeatures[k]) {
			others = append(others, k)
		}
	}
	if g.fs.Has(Blocking|Conditions) && g.fs&(Mutexes|ErrorcheckMutexes) != 0 {
		others = append(others, Condition)
	}
	return locks, others
}

// declare chooses the discipline and a few objects. Objects that no statement uses are dropped in the
// end.
func (g *conc) declare(threads int) {
	g.ready, g.grab = map[ObjectID]ObjectID{}, map[ObjectID]bool{}
	locks, others := g.kinds()
	switch r := g.rng.IntN(20); {
	case r < 6 && len(locks) > 0:
		g.discipline = byLocks
	case r < 8 && g.fs.Has(Sections):
		g.discipline = bySections
	case r < 12 && g.fs&(Atomics|Builtins) != 0:
		g.discipline = byAtomics
	}
	for range 1 + g.rng.IntN(2+g.size/2) {
		g.add(Object{Kind: Int, Value: g.rng.IntN(2)})
	}
	if len(locks) > 0 && (g.discipline == byLocks || g.chance(2)) {
		k := locks[g.rng.IntN(len(locks))]
		for range 1 + g.rng.IntN(2) {
			g.add(Object{Kind: k})
		}
	}
	kinds := slices.Concat(locks, others)
	for range 1 + g.rng.IntN(2+g.size) {
		if len(kinds) > 0 {
			g.object(kinds[g.rng.IntN(len(kinds))], threads)
		}
	}
	g.declareUnusual(locks, threads)
	if g.discipline == byAtomics && !g.fs.Has(Builtins) && len(g.of(AtomicInt)) == 0 {
		g.object(AtomicInt, threads)
	}
	if g.discipline == unguarded {
		return
	}
	lockIDs := g.of(Mutex, RecursiveMutex, ErrorcheckMutex, RWLock, SpinLock)
	for _, id := range g.of(Int, StackInt, Array, HeapInt, Pair, Union, Bits) {
		if _, ok := g.guard[id]; ok {
			continue
		}
		gd := guard{kind: g.discipline}
		if g.discipline == byLocks {
			gd.lock = lockIDs[g.rng.IntN(len(lockIDs))]
		}
		g.guard[id] = gd
	}
	if g.fs.Has(Chains) && g.discipline == byLocks { // under one lock, so that one can choose elements of the other
		for _, id := range g.of(Int, Array) {
			g.guard[id] = guard{byLocks, lockIDs[0]}
		}
	}
	for _, id := range g.of(Pair) { // under one lock, so that they can be copied
		g.guard[id] = g.guard[g.of(Pair)[0]]
	}
}

// declareUnusual declares the objects that the unusual features need.
func (g *conc) declareUnusual(locks []ObjectKind, threads int) {
	add := func(f Features, kinds ...ObjectKind) {
		if g.fs.Has(f) {
			for _, k := range kinds {
				g.object(k, threads)
			}
		}
	}
	if g.fs.Has(WriterFirst|RWLocks) && len(locks) > 0 {
		g.add(Object{Kind: RWLock, Value: 1})
	}
	if g.fs&Unusual != 0 && g.chance(3) {
		add(Blocking|Onces, Once)
	}
	if g.fs&Unusual != 0 && g.chance(6) {
		add(UseAfterFree|Heap, HeapInt)
	}
	if g.fs&Unusual != 0 && g.chance(6) {
		add(Arguments, StackInt)
	}
	if g.fs.Has(Chains) && len(g.of(Array)) == 0 {
		g.object(Array, threads)
	}
	add(Chains|Blocking, MutexArray)
	add(Pairs, Pair, Pair)
	add(Unions, Union)
	add(BitFields, Bits)
	add(ThreadLocals, ThreadInt)
	add(ThreadData, Key)
	add(AtExits, Handler)
	add(Coroutines, Coroutine)
	if g.fs.Has(Recursion) {
		g.add(Object{Kind: Routine, Value: 1})
	}
	if g.fs.Has(FunctionPointers) {
		g.add(Object{Kind: Routine})
		g.add(Object{Kind: Routine})
	}
	if g.fs.Has(Moves|Arrays) && len(g.of(Array)) == 0 {
		g.object(Array, threads)
	}
	if g.fs.Has(AddressCompares|Pointers) && len(g.of(Pointer, HeapInt, Published)) == 0 {
		g.object(Pointer, threads)
	}
	if g.fs.Has(Renewals) && len(g.of(renewable...)) == 0 {
		kinds := locks
		for _, k := range []ObjectKind{Semaphore, Barrier, Once} {
			if g.fs.Has(Blocking | kindFeatures[k]) {
				kinds = append(kinds, k)
			}
		}
		if len(kinds) > 0 {
			g.object(kinds[g.rng.IntN(len(kinds))], threads)
		}
	}
}

// object declares an object of a kind and its associated objects.
func (g *conc) object(k ObjectKind, threads int) {
	o := Object{Kind: k, Value: g.rng.IntN(2)}
	switch k {
	case Array:
		o.Len = 2 << g.rng.IntN(2)
	case Pointer:
		targets := g.of(Int, Array)
		o.Target = targets[g.rng.IntN(len(targets))]
		if g.fs.Has(BadAccess) && g.chance(4) {
			o.Target = 0
		}
	case Condition:
		mutexes := g.of(Mutex, ErrorcheckMutex)
		if len(mutexes) == 0 {
			kind := Mutex
			if !g.fs.Has(Mutexes) {
				kind = ErrorcheckMutex
			}
			mutexes = []ObjectID{g.add(Object{Kind: kind})}
		}
		o.Target = mutexes[g.rng.IntN(len(mutexes))]
		flag := g.add(Object{Kind: Int})
		if g.discipline != unguarded {
			g.guard[flag] = guard{byLocks, o.Target}
		}
		g.ready[g.add(o)] = flag
		return
	case Barrier:
		if len(g.of(Barrier)) > 0 {
			return
		}
		o.Value = threads
	case Once:
		set := g.add(Object{Kind: Int})
		o.Body = []Stmt{{Kind: Assign, Place: Place{Object: set}, Value: g.plus(Place{Object: set}, 1)}}
		id := g.add(o)
		if g.discipline != unguarded {
			g.guard[set] = guard{byLocks, id}
		}
		return
	case RWLock:
		o.Value = 0
	case Coroutine:
		if g.discipline == unguarded {
			o.Value = 0
		} else {
			o.Value = 1
		}
	case Published:
		g.grab[g.add(o)] = g.chance(2)
		return
	}
	g.add(o)
}

// plus is the value of a place plus a constant.
func (g *conc) plus(pl Place, n int) Expr {
	return Expr{Op: Add, L: &Expr{Op: Read, Place: pl}, R: &Expr{Op: Constant, Value: n}}
}

package testgen

import "slices"

// entry is a way to make a statement. weight is the relative frequency with which a thread tries it
// first.
type entry struct {
	weight int
	first  bool
	make   func(s *scope, room int) (Stmt, bool)
}

// statements lists the ways to make a statement with the program's objects.
func (g *conc) statements() []entry {
	var menu []entry
	add := func(weight int, need Features, make func(*scope, int) (Stmt, bool)) {
		if g.fs.Has(need) {
			menu = append(menu, entry{weight, false, make})
		}
	}
	add(6, 0, g.access)
	add(4, 0, g.atomic)
	if len(g.of(AtomicInt)) > 0 || g.discipline == byAtomics {
		add(1, Fences, g.fence)
	}
	add(2, Sections, g.inSection)
	add(1, Branches, g.branch)
	add(1, Loops, g.loop)
	add(1, Assumes, g.assume)
	add(1, Inputs, g.input)
	add(1, Asserts, func(s *scope, room int) (Stmt, bool) { return g.assertion(s, 0) })
	for _, id := range g.of(Mutex, RecursiveMutex, ErrorcheckMutex, RWLock, SpinLock, Flag) {
		add(4, 0, func(s *scope, room int) (Stmt, bool) { return g.locked(id, s, room) })
		add(1, LockMisuse, func(*scope, int) (Stmt, bool) {
			return Stmt{Kind: Unlock, Object: id}, g.p.object(id).Kind != Flag
		})
	}
	with := func(weight int, need Features, kind ObjectKind, make func(ObjectID, *scope, int) (Stmt, bool)) {
		for _, id := range g.of(kind) {
			add(weight, need, func(s *scope, room int) (Stmt, bool) { return make(id, s, room) })
		}
	}
	free := func(id ObjectID, _ *scope, room int) (Stmt, bool) { return Stmt{Kind: Free, Object: id}, room >= 2 }
	with(10, 0, Condition, g.conditional)
	with(7, 0, Semaphore, g.semaphore)
	with(7, 0, Once, g.once)
	with(7, 0, Published, g.published)
	with(6, Chains|Blocking, MutexArray, g.lockAt)
	with(3, 0, Pointer, g.pointTo)
	with(2, UseAfterFree, HeapInt, free)
	unusual := func(f Features, make func(*scope, int) (Stmt, bool)) {
		if g.fs&f != 0 {
			menu = append(menu, entry{4, true, make})
		}
	}
	if g.fs&Unusual != 0 { // which leave less room for these
		with(8, 0, Once, g.once)
		add(2, Loops, g.loop)
		add(1, Fences, g.fence)
		with(4, UseAfterFree, HeapInt, free)
	}
	unusual(Gotos|Retries, g.flow)
	unusual(Switches, g.switchInto)
	unusual(Reallocs, g.reallocate)
	unusual(AddressCompares, g.compare)
	unusual(Exits, g.leave)
	unusual(LibraryState, g.library)
	unusual(Arithmetic, g.overdone)
	unusual(Unwritten, g.unset)
	if g.fs.Has(Chains) {
		for _, id := range g.of(Array) {
			menu = append(menu, entry{8, true, func(s *scope, room int) (Stmt, bool) { return g.lookup(id, s) }})
		}
		menu = append(menu, entry{8, true, g.feed})
	}
	each := func(f Features, make func(ObjectID, *scope, int) (Stmt, bool), kinds ...ObjectKind) {
		for _, id := range g.of(kinds...) {
			unusual(f, func(s *scope, room int) (Stmt, bool) { return make(id, s, room) })
		}
	}
	each(Pairs|Unions|BitFields|ThreadLocals, g.accessTo, Pair, Union, Bits, ThreadInt)
	each(Pairs, g.copyPair, Pair)
	each(Moves, g.move, Array)
	each(Moves, g.move, Array)
	each(Moves, g.move, Array)
	each(ThreadData, g.threadData, Key)
	each(AtExits, g.atExit, Handler)
	each(Recursion|FunctionPointers, g.call, Routine)
	each(Coroutines, g.resume, Coroutine)
	each(WriterFirst, g.locked, RWLock)
	if g.fs.Has(LockMisuse | Renewals) {
		each(Renewals, g.renew, renewable...)
	}
	return menu
}

// stmt makes a statement that costs at most room.
func (g *conc) stmt(s *scope, room int) (Stmt, bool) {
	total := 0
	for _, e := range g.menu {
		total += e.weight
	}
	for range 8 {
		n := g.rng.IntN(total)
		i := 0
		for ; n >= g.menu[i].weight; i++ {
			n -= g.menu[i].weight
		}
		saved, called := *s.locals, s.called
		if st, ok := g.menu[i].make(s, room); ok && g.p.cost(&st) <= room {
			return st, true
		}
		*s.locals, s.called = saved, called // the dropped statements assign to no local
	}
	return Stmt{}, false
}

// body makes up to n statements. It is not known whether all of them run. Locals that they assign stay
// usable, since locals start with 0, but a once routine may not have been called.
func (g *conc) body(s *scope, room, n int) []Stmt {
	in := *s
	in.depth++
	var body []Stmt
	for range 1 + g.rng.IntN(n) {
		if st, ok := g.stmt(&in, room); ok {
			body = append(body, st)
			room -= g.p.cost(&st)
		}
	}
	return body
}

// locked is a region under a lock. It is taken twice only where that has a
// meaning, or to misuse it.
func (g *conc) locked(id ObjectID, s *scope, room int) (Stmt, bool) {
	if s.depth >= 2 || room < 3 {
		return Stmt{}, false
	}
	o := g.p.object(id)
	st := Stmt{Kind: Lock, Object: id, Shared: o.Kind == RWLock && g.chance(2)}
	st.Try = o.Kind == Flag || g.fs.Has(TryLocks) && (!g.fs.Has(Blocking) || g.chance(3))
	if !st.Try && !g.fs.Has(Blocking) {
		return Stmt{}, false
	}
	if o.Kind == Flag {
		st.Order = []Order{Implicit, Relaxed, Acquire, Acquire, SeqCst}[g.rng.IntN(5)]
	}
	again := slices.Contains(s.held, id) || slices.Contains(s.shared, id)
	reads := st.Shared && !slices.Contains(s.held, id) && g.fs.Has(WriterFirst)
	if again && !reads && o.Kind != RecursiveMutex && o.Kind != ErrorcheckMutex && !(g.fs.Has(LockMisuse) && g.chance(3)) {
		return Stmt{}, false
	}
	in := *s
	if st.Shared {
		in.shared = append(slices.Clone(s.shared), id)
	} else {
		in.held = append(slices.Clone(s.held), id)
	}
	st.Body = g.body(&in, room-2, 2)
	return st, len(st.Body) > 0
}

func (g *conc) inSection(s *scope, room int) (Stmt, bool) {
	if s.depth >= 2 || s.section && !g.chance(4) || !g.fs.Has(Sections) {
		return Stmt{}, false
	}
	in := *s
	in.section = true
	st := Stmt{Kind: Section, Body: g.body(&in, max(room, 4), 3)}
	return st, len(st.Body) > 0
}

func (g *conc) branch(s *scope, room int) (Stmt, bool) {
	cond, ok := g.condition(s, room-1)
	if !ok || s.depth >= 2 {
		return Stmt{}, false
	}
	room -= g.p.reads(&cond)
	st := Stmt{Kind: If, Cond: cond, Body: g.body(s, room, 2)}
	if g.chance(3) {
		st.Else = g.body(s, room, 1)
	}
	return st, len(st.Body) > 0
}

func (g *conc) loop(s *scope, room int) (Stmt, bool) {
	count := 2 + g.rng.IntN(2)
	if s.depth >= 2 || room < count {
		return Stmt{}, false
	}
	s.locals.next++
	st := Stmt{Kind: Loop, Dst: s.locals.next, Count: count}
	s.locals.counts = append(s.locals.counts, st.Dst)
	st.Body = g.body(s, room/count, 2)
	s.locals.counts = s.locals.counts[:len(s.locals.counts)-1]
	return st, len(st.Body) > 0
}

// assume is about locals. Inside a section it may make the thread wait.
func (g *conc) assume(s *scope, room int) (Stmt, bool) {
	cond, ok := g.condition(s, 0)
	if !ok || s.section && !g.fs.Has(Blocking) {
		return Stmt{}, false
	}
	if cond.Op == Eq { // hardly ever true
		cond.Op = Ne
	}
	return Stmt{Kind: Assume, Cond: cond}, true
}

func (g *conc) input(s *scope, room int) (Stmt, bool) {
	if s.section && !g.fs.Has(Blocking) {
		return Stmt{}, false
	}
	return Stmt{Kind: Input, Dst: g.fresh(s), Domain: Domain(g.rng.IntN(int(numDomains)))}, true
}

// conditional waits for a condition or signals it, mostly the right way.
func (g *conc) conditional(id ObjectID, s *scope, room int) (Stmt, bool) {
	mutex, flag := g.p.object(id).Target, Place{Object: g.ready[id]}
	holding := slices.Contains(s.held, mutex)
	if s.section || s.depth >= 2 || room < 4 && !holding {
		return Stmt{}, false
	}
	zero, one := Expr{Op: Constant}, Expr{Op: Constant, Value: 1}
	var body []Stmt
	if g.chance(2) {
		signal := Stmt{Kind: Signal, Object: id, Broadcast: g.chance(2)}
		if g.chance(5) {
			return signal, true
		}
		body = []Stmt{{Kind: Assign, Place: flag, Value: one}, signal}
	} else {
		wait := Stmt{Kind: Wait, Object: id}
		if !g.chance(4) {
			wait.Cond = Expr{Op: Eq, L: &Expr{Op: Read, Place: flag}, R: &zero}
			wait.Count = 2 * g.rng.IntN(2)
		}
		body = []Stmt{wait}
	}
	if holding {
		return body[len(body)-1], true
	}
	return Stmt{Kind: Lock, Object: mutex, Body: body}, true
}

func (g *conc) semaphore(id ObjectID, s *scope, room int) (Stmt, bool) {
	if g.chance(2) {
		return Stmt{Kind: Post, Object: id}, true
	}
	if !g.fs.Has(TryLocks) || g.fs.Has(Blocking) && !g.chance(3) {
		return Stmt{Kind: Take, Object: id}, true
	}
	if s.depth >= 2 {
		return Stmt{}, false
	}
	return Stmt{Kind: Take, Object: id, Try: true, Body: g.body(s, room-1, 1)}, true
}

func (g *conc) once(id ObjectID, s *scope, room int) (Stmt, bool) {
	if s.section || s.routine || room < 4 {
		return Stmt{}, false
	}
	s.called = append(s.called, id)
	return Stmt{Kind: CallOnce, Object: id}, true
}

// published hands over a new int, looks at one, or takes one away; per object
// either the second or the third, unless a use after free is wanted.
func (g *conc) published(id ObjectID, s *scope, room int) (Stmt, bool) {
	st := Stmt{Kind: Publish, Object: id}
	orders := []Order{Implicit, Release, SeqCst, Relaxed}
	switch {
	case g.chance(2):
		st.Value = g.value(s)
	case g.grab[id] && !(g.fs.Has(UseAfterFree) && g.chance(3)):
		st.Kind, st.Dst, orders = Grab, g.fresh(s), []Order{Implicit, Acquire, AcqRel, SeqCst, Relaxed}
	default:
		st.Kind, st.Dst, orders = Peek, g.fresh(s), []Order{Implicit, Acquire, Consume, SeqCst, Relaxed}
		st.Freeing = g.fs.Has(UseAfterFree) && g.chance(2)
	}
	st.Order = orders[g.rng.IntN(len(orders))]
	return st, true
}

// pointTo returns a statement that changes a pointer without a lock. So only programs that may have data races get one.
func (g *conc) pointTo(id ObjectID, _ *scope, _ int) (Stmt, bool) {
	if g.discipline != unguarded {
		return Stmt{}, false
	}
	targets := g.of(Int, Array)
	st := Stmt{Kind: PointTo, Object: id, Target: targets[g.rng.IntN(len(targets))]}
	if g.fs.Has(BadAccess) && g.chance(3) {
		st.Target = 0
	}
	return st, true
}

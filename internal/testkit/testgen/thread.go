package testgen

import "slices"

// threads fills the threads: main creates them, does a share of the work or
// not, joins all, some or none, and looks at the result.
func (g *conc) threads(n int) {
	budget := 3*g.size + g.rng.IntN(9*g.size+1)
	if len(g.of(Condition)) > 0 {
		budget = 12 * g.size // a wait and a signal take nine
	}
	barriers := g.of(Barrier)
	reserve := 2 * n * len(barriers)
	final := 0
	if g.fs.Has(Asserts) && g.chance(2) {
		final = 2
	}
	budget = max(n, min(budget, 12*g.size-reserve)-final)
	mainWorks := g.chance(2) || n == 1
	created := n
	if mainWorks {
		created--
	}
	g.p.Threads = make([]Thread, created+1)
	parent := g.parents(created)
	workers := make([]ThreadID, 0, n)
	for t := range g.p.Threads {
		if t > 0 || mainWorks {
			workers = append(workers, ThreadID(t))
		}
	}
	g.arguments(parent)
	for i, t := range workers {
		share := budget / (len(workers) - i)
		if share > 1 && i < len(workers)-1 {
			share = 1 + g.rng.IntN(min(2*share-1, budget-(len(workers)-1-i)))
		}
		s := &scope{thread: t, locals: &locals{}, arg: g.p.Threads[t].Arg}
		if g.fs.Has(Swarms) && t > 0 && s.arg == 0 && g.chance(2) {
			g.p.Threads[t].Number = 1
			s.locals = &locals{next: 1, set: []LocalID{1}}
		}
		g.p.Threads[t].Body = g.work(s, share)
		budget -= max(1, g.p.operations(g.p.Threads[t].Body))
	}
	g.arrive(barriers, workers)
	g.assemble(parent, final)
}

// work fills a thread.
func (g *conc) work(s *scope, room int) []Stmt {
	var body []Stmt
	for _, id := range g.of(Condition) {
		if st, ok := g.conditional(id, s, room); ok && g.p.cost(&st) <= room && g.chance(2) {
			body = append(body, st)
			room -= g.p.cost(&st)
		}
	}
	if st, ok := g.source(s); ok {
		body = append(body, st)
	}
	for _, i := range g.first() {
		saved := *s.locals
		if st, ok := g.menu[i].make(s, room); ok && g.p.cost(&st) <= room {
			body = append(body, st)
			room -= g.p.cost(&st)
		} else {
			*s.locals = saved
		}
	}
	for range 2*room + 2 {
		if room <= 0 {
			break
		}
		if st, ok := g.stmt(s, room); ok {
			body = append(body, st)
			room -= g.p.cost(&st)
		}
	}
	if g.fs.Has(Asserts) && g.chance(3) {
		if st, ok := g.assertion(s, 0); ok {
			body = append(body, st)
		}
	}
	return body
}

// first lists some entries of the menu that are tried before others, in any order.
func (g *conc) first() []int {
	var list []int
	for i := range g.menu {
		if g.menu[i].first && !g.chance(3) {
			list = append(list, i)
		}
	}
	if len(list) > 0 {
		g.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// parents chooses the creator of each thread, in most cases main.
func (g *conc) parents(created int) []ThreadID {
	parent := make([]ThreadID, created+1)
	for t := 2; t <= created; t++ {
		if g.fs.Has(NestedSpawns) && g.chance(5) {
			parent[t] = ThreadID(1 + g.rng.IntN(t-1))
		}
	}
	return parent
}

// arguments gives threads the address of an object now and then, and always
// where main has a local to share.
func (g *conc) arguments(parent []ThreadID) {
	if !g.fs.Has(Arguments) {
		return
	}
	stack, global := g.of(StackInt), g.of(Int)
	for t := 1; t < len(parent); t++ {
		switch {
		case len(stack) > 0 && parent[t] == 0 && (t > 1 || !g.fs.Has(Swarms)): // a swarm has no local of main
			g.p.Threads[t].Arg = stack[g.rng.IntN(len(stack))]
		case g.chance(8):
			g.p.Threads[t].Arg = global[g.rng.IntN(len(global))]
		}
	}
}

// arrive puts a wait at each barrier into the threads: mostly as many as it
// takes, now and then too many or too few.
func (g *conc) arrive(barriers []ObjectID, workers []ThreadID) {
	for _, b := range barriers {
		for _, t := range workers {
			body := g.p.Threads[t].Body
			g.p.Threads[t].Body = slices.Insert(body, g.rng.IntN(len(body)+1), Stmt{Kind: Arrive, Object: b})
		}
		if g.chance(6) {
			g.p.object(b).Value += 1 - 2*g.rng.IntN(2)
		}
		g.p.object(b).Value = max(1, g.p.object(b).Value)
	}
}

// assemble adds creation and joins and, in main, the statements before and after them.
func (g *conc) assemble(parent []ThreadID, final int) {
	joins := make([]bool, len(parent))
	all := true
	mode := g.rng.IntN(20) // below 14: all, below 18: some, otherwise none
	for t := 1; t < len(parent); t++ {
		arg := g.p.Threads[t].Arg
		bound := arg != 0 && g.p.object(arg).Kind == StackInt && !g.fs.Has(UseAfterFree)
		joins[t] = g.fs.Has(Joins) && (bound || mode < 14 || mode < 18 && g.chance(2))
		all = all && joins[t]
	}
	detached := g.detachable(joins)
	for t := 1; t < len(parent); t++ {
		all = all && joins[t]
	}
	g.p.Exit = !g.fs.Has(Joins) || !all && !g.chance(3)
	for t := len(parent) - 1; t >= 0; t-- {
		var spawned []ThreadID
		for u := 1; u < len(parent); u++ {
			if parent[u] == ThreadID(t) {
				spawned = append(spawned, ThreadID(u))
			}
		}
		g.create(ThreadID(t), spawned, joins)
	}
	g.crowd()
	g.detach(detached, parent)
	g.phases()
	g.results()
	g.swarms()
	g.surround(all, final)
	g.settle()
}

// create inserts the creation of threads and their joins into thread t.
func (g *conc) create(t ThreadID, spawned []ThreadID, joins []bool) {
	body := slices.Clone(g.p.Threads[t].Body)
	at := 0
	if t != 0 && len(body) > 0 {
		at = g.rng.IntN(len(body)/2 + 1)
	}
	for _, u := range spawned {
		if g.chance(5) {
			at += g.rng.IntN((len(body)-at)/2 + 1)
		}
		body = slices.Insert(body, at, Stmt{Kind: Spawn, Thread: u, Value: g.passed(u, 0)})
		at++
	}
	for _, u := range spawned {
		if joins[u] {
			body = append(body, Stmt{Kind: Join, Thread: u})
		}
	}
	g.p.Threads[t].Body = g.joinUnderLock(body)
}

// joinUnderLock moves the last join into a locked region now and then.
func (g *conc) joinUnderLock(body []Stmt) []Stmt {
	locks := g.of(Mutex, RecursiveMutex, SpinLock)
	n := len(body)
	if n == 0 || body[n-1].Kind != Join || len(locks) == 0 || !g.fs.Has(Blocking) || !g.chance(12) {
		return body
	}
	body[n-1] = Stmt{Kind: Lock, Object: locks[g.rng.IntN(len(locks))], Body: []Stmt{body[n-1]}}
	return body
}

// surround adds to main the allocations before and the assertion and frees
// after the rest.
func (g *conc) surround(allJoined bool, final int) {
	s := &scope{exclusive: allJoined, locals: &locals{}}
	if final > 0 {
		if st, ok := g.assertion(s, final); ok {
			g.p.Threads[0].Body = append(g.p.Threads[0].Body, st)
		}
	}
	var first, last []Stmt
	for _, h := range g.of(HeapInt) {
		if !g.uses(h) {
			continue
		}
		first = append(first, Stmt{Kind: Allocate, Object: h, Value: Expr{Op: Constant, Value: g.rng.IntN(2)}})
		if allJoined && !g.chance(3) {
			last = append(last, Stmt{Kind: Free, Object: h})
		}
	}
	g.p.Threads[0].Body = slices.Concat(first, g.p.Threads[0].Body, last)
}

// uses reports whether a thread uses an object.
func (g *conc) uses(id ObjectID) bool {
	found := false
	for _, t := range g.p.Threads {
		walk(t.Body, func(s *Stmt) {
			found = found || s.Object == id
			s.visit(func(*Expr) {}, func(pl *Place) { found = found || pl.Object == id })
		})
	}
	return found
}

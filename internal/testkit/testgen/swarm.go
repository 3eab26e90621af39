package testgen

import "slices"

// swarms makes main create some of its threads in loops with any number of iterations, lets threads do
// some of their work in such loops, and adds claims that hold for every number. A planted violation
// needs a certain number of threads; no other violation comes before it, so that it can happen.
func (g *conc) swarms() {
	if !g.fs.Has(Swarms) {
		return
	}
	g.inside = make(map[ObjectID]ObjectID)
	var list []ThreadID
	for _, s := range g.p.Threads[0].Body {
		if s.Kind != Spawn {
			continue
		}
		if arg := g.p.Threads[s.Thread].Arg; arg == 0 || g.p.object(arg).Kind != StackInt {
			list = append(list, s.Thread)
		}
	}
	g.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) > 0 {
		list = list[:1+g.rng.IntN(len(list))]
	}
	for i, t := range list {
		g.claims(t)
		g.repeatWork(t)
		if i == 0 && g.planted > 0 {
			g.plant(t, g.planted)
		}
	}
	for i, t := range list {
		if i == 0 && g.planted > 0 {
			g.multiply([]ThreadID{t}, true)
		} else if i+1 == len(list) || !g.chance(3) {
			g.multiply([]ThreadID{t}, false)
		} else {
			g.multiply(list[i:i+2], false)
			break
		}
	}
	for i := range g.p.Threads[0].Body { // the statements after it are reached
		if s := &g.p.Threads[0].Body[i]; s.Kind == Repeat && s.Dst == 0 && i+1 < len(g.p.Threads[0].Body) && !g.chance(4) {
			s.Try = true
		}
	}
}

// settle drops statements that require that no other thread is left.
func (g *conc) settle() {
	if !g.fs.Has(Swarms) {
		return
	}
	for _, kinds := range [][]StmtKind{{Renew}, {Free}, {Detach}} {
		if g.p.checkUndefined(g.fs) == nil {
			return
		}
		g.p = g.p.filter(func(s *Stmt) bool { return !slices.Contains(kinds, s.Kind) })
	}
}

// last is the last local of a thread.
func (g *conc) last(t ThreadID) LocalID {
	last := g.p.Threads[t].Number
	walk(g.p.Threads[t].Body, func(s *Stmt) {
		last = max(last, s.Dst, s.Expected)
		s.visit(func(e *Expr) { last = max(last, e.Local) }, func(*Place) {})
	})
	return max(last, g.p.Threads[t].Result)
}

// multiply has main create threads again and again, first of all or where it created the first of
// them. Later ones stay there, or have their creation in the same loop.
func (g *conc) multiply(threads []ThreadID, first bool) {
	joins := make(map[ThreadID]bool)
	at := 0
	for i, t := range threads {
		spawn := func(s Stmt) bool { return s.Kind == Spawn && s.Thread == t }
		k := slices.IndexFunc(g.p.Threads[0].Body, spawn)
		if k < 0 {
			return
		}
		if i == 0 {
			at = k
		} else if k < at {
			at--
		}
		joins[t] = has(g.p.Threads[0].Body, func(s *Stmt) bool { return s.Kind == Join && s.Thread == t })
		main := slices.Delete(slices.Clone(g.p.Threads[0].Body), k, k+1)
		g.p.Threads[0].Body = filter(main, func(s *Stmt) bool {
			return s.Thread != t || s.Kind != Join && s.Kind != Detach
		})
	}
	at = min(at, len(g.p.Threads[0].Body))
	if first {
		at = 0
	}
	st := g.repeated(threads, joins, first)
	g.p.Threads[0].Body = slices.Insert(slices.Clone(g.p.Threads[0].Body), at, st)
}

// repeated is a loop of creations: one thread with handles of its own, or one handle for all.
// Nothing else is in it if alone.
func (g *conc) repeated(threads []ThreadID, joins map[ThreadID]bool, alone bool) Stmt {
	counter := g.last(0) + 1
	s := &scope{locals: &locals{next: counter, counts: []LocalID{counter}}}
	t := threads[0]
	th := &g.p.Threads[t]
	st := Stmt{Kind: Repeat, Dst: counter}
	if len(threads) == 1 && !th.Global && g.chance(2) {
		th.Twice = false
		st.Kind, st.Thread, st.Value, st.Shared = Swarm, t, g.passed(t, counter), joins[t]
		if !alone && g.chance(3) {
			st.Body = g.body(s, 3, 1)
		}
		if !alone && g.chance(3) && joins[t] {
			st.Else = g.body(s, 3, 1)
		}
		return st
	}
	switch g.rng.IntN(4) {
	case 0:
		st.Try = true
	case 1:
	default:
		st.Dst = 0
	}
	if st.Dst == 0 || st.Try {
		st.Dst = 0
		counter = 0
		s.locals.counts = nil
	}
	for _, t := range threads {
		if counter == 0 && g.p.Threads[t].Number != 0 { // counted by hand
			counter = s.locals.next
			st.Body = append(st.Body, Stmt{Kind: Assign, Dst: counter, Value: masked(counter, 1, 7)})
		}
	}
	for _, t := range threads {
		st.Body = append(st.Body, Stmt{Kind: Spawn, Thread: t, Value: g.passed(t, counter)})
	}
	if !alone && g.chance(2) {
		st.Body = slices.Concat(st.Body, g.body(s, 4, 2))
	}
	for _, t := range threads {
		switch {
		case alone:
		case joins[t] && g.chance(2) && st.Kind == Repeat:
			st.Body = append(st.Body, Stmt{Kind: Join, Thread: t})
		case g.fs.Has(Detaches) && g.chance(2) && !has(g.p.Threads[t].Body, func(s *Stmt) bool { return s.Kind == Detach && s.Thread == 0 }):
			st.Body = append(st.Body, Stmt{Kind: Detach, Thread: t})
		}
	}
	return st
}

// masked returns a local plus a constant, of whose sum only some bits are kept.
func masked(l LocalID, plus, mask int) Expr {
	sum := Expr{Op: Local, Local: l}
	if plus != 0 {
		sum = Expr{Op: Add, L: &Expr{Op: Local, Local: l}, R: &Expr{Op: Constant, Value: plus}}
	}
	return Expr{Op: And, L: &sum, R: &Expr{Op: Constant, Value: mask}}
}

// passed returns the number that a creation passes to a thread, if the thread takes one: in most cases
// computed from a local that counts.
func (g *conc) passed(t ThreadID, counter LocalID) Expr {
	switch {
	case g.p.Threads[t].Number == 0:
		return Expr{}
	case counter == 0 || g.chance(4):
		return g.constant()
	}
	return masked(counter, 0, 3)
}

// repeatWork puts a part of a thread's work into a loop.
func (g *conc) repeatWork(t ThreadID) {
	body := g.p.Threads[t].Body
	if len(body) == 0 || !g.chance(2) {
		return
	}
	from := g.rng.IntN(len(body))
	to := from + 1 + g.rng.IntN(len(body)-from)
	if has(body[from:to], func(s *Stmt) bool { return s.creates() || s.Kind == Join || s.Kind == Detach }) {
		return
	}
	st := Stmt{Kind: Repeat, Body: body[from:to:to], Try: to < len(body) || g.chance(2)}
	g.p.Threads[t].Body = slices.Concat(body[:from], []Stmt{st}, body[to:])
}

// claims adds assertions that hold, or nearly do, however many threads there are.
func (g *conc) claims(t ThreadID) {
	th := &g.p.Threads[t]
	add := func(list ...Stmt) {
		th.Body = slices.Insert(slices.Clone(th.Body), g.rng.IntN(len(th.Body)+1), list...)
	}
	if g.fs.Has(Branches) && g.chance(3) {
		th.Global, th.Twice = true, false
		is := g.last(t) + 1
		cond := Expr{Op: Eq, L: &Expr{Op: Local, Local: is}, R: &Expr{Op: Constant, Value: g.rng.IntN(2)}}
		at := g.rng.IntN(len(th.Body) + 1)
		body := slices.Clone(th.Body[at:min(at+1, len(th.Body))])
		if len(body) > 0 && !has(body, func(s *Stmt) bool { return s.creates() || s.Kind == Join || s.Kind == Detach }) {
			th.Body = slices.Concat(th.Body[:at], []Stmt{{Kind: Same, Dst: is, Thread: t}, {Kind: If, Cond: cond, Body: body}}, th.Body[at+1:])
		}
	}
	if !g.fs.Has(Asserts) {
		return
	}
	if th.Number != 0 && g.chance(2) {
		add(Stmt{Kind: Assert, Cond: Expr{Op: Le, L: &Expr{Op: Local, Local: th.Number}, R: &Expr{Op: Constant, Value: 2 + g.rng.IntN(2)}}})
	}
	if g.chance(2) {
		c := Place{Object: g.add(Object{Kind: Counter})}
		add(Stmt{Kind: Store, Place: c, Value: Expr{Op: Constant, Value: g.rng.IntN(3)}, Order: SeqCst},
			Stmt{Kind: Load, Dst: g.last(t) + 1, Place: c, Order: SeqCst},
			Stmt{Kind: Assert, Cond: Expr{Op: Le, L: &Expr{Op: Local, Local: g.last(t) + 1}, R: &Expr{Op: Constant, Value: 2}}})
	}
	if st, ok := g.exclusion(); ok && !g.chance(3) {
		add(st)
		if main := &g.p.Threads[0]; g.chance(3) {
			main.Body = append(slices.Clone(main.Body), st)
		}
	}
}

// exclusion returns a region that one thread at a time can be in, with an assertion of this.
func (g *conc) exclusion() (Stmt, bool) {
	st := Stmt{Kind: Section}
	locks := g.of(Mutex, RecursiveMutex, RWLock, SpinLock, Flag)
	if len(locks) > 0 && g.fs&(Blocking|TryLocks) != 0 && (!g.fs.Has(Sections) || !g.chance(4)) {
		st.Kind, st.Object, st.Order = Lock, locks[g.rng.IntN(len(locks))], Acquire
		o := g.p.object(st.Object)
		st.Shared = o.Kind == RWLock && g.chance(6)
		st.Try = o.Kind == Flag || !g.fs.Has(Blocking) || g.fs.Has(TryLocks) && g.chance(3)
	} else if !g.fs.Has(Sections) {
		return st, false
	}
	if g.inside[st.Object] == 0 {
		g.inside[st.Object] = g.add(Object{Kind: Counter})
	}
	c := Place{Object: g.inside[st.Object]}
	st.Body = []Stmt{
		{Kind: Assign, Place: c, Value: g.plus(c, 1)},
		{Kind: Assert, Cond: Expr{Op: Eq, L: &Expr{Op: Read, Place: c}, R: &Expr{Op: Constant, Value: 1}}},
		{Kind: Assign, Place: c, Value: g.plus(c, -1)},
	}
	return st, true
}

// plant makes a thread begin with a violation that happens if that many threads execute it: in total,
// at the same time, or in a row.
func (g *conc) plant(t ThreadID, need int) {
	c := Place{Object: g.add(Object{Kind: Counter})}
	r := g.last(t) + 1
	local := Expr{Op: Local, Local: r}
	less := func(n int) Expr { return Expr{Op: Lt, L: &local, R: &Expr{Op: Constant, Value: n}} }
	one, next := Expr{Op: Constant, Value: 1}, Expr{Op: Add, L: &local, R: &Expr{Op: Constant, Value: 1}}
	body := []Stmt{{Kind: RMW, Update: FetchAdd, Dst: r, Place: c, Value: one, Order: SeqCst}, {Kind: Assert, Cond: less(need - 1)}}
	locks := g.of(Mutex, SpinLock)
	way := g.rng.IntN(4)
	if !g.fs.Has(Branches) {
		way /= 2
	}
	switch way {
	case 0: // all in all
	case 1:
		body = append(body, Stmt{Kind: RMW, Update: FetchSub, Place: c, Value: one, Order: SeqCst})
	case 2:
		set := Stmt{Kind: CompareSwap, Dst: r + 1, Expected: r + 2, Place: c, Value2: local, Value: next, Order: SeqCst, Failure: SeqCst}
		body = []Stmt{
			{Kind: Load, Dst: r, Place: c, Order: SeqCst}, {Kind: If, Cond: less(need), Body: []Stmt{set}},
			{Kind: Load, Dst: r, Place: c, Order: SeqCst}, {Kind: Assert, Cond: less(need)},
		}
	default:
		step := []Stmt{
			{Kind: Assign, Dst: r, Value: Expr{Op: Read, Place: c}},
			{Kind: If, Cond: less(need), Body: []Stmt{{Kind: Assign, Place: c, Value: next}}},
		}
		if len(locks) > 0 && g.fs.Has(Blocking) {
			step = []Stmt{{Kind: Lock, Object: locks[g.rng.IntN(len(locks))], Body: step}}
		}
		body = append(step, Stmt{Kind: Assert, Cond: less(need - 1)})
	}
	g.p.Threads[t].Body = slices.Concat(body, g.p.Threads[t].Body)
}

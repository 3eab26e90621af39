package testgen

import "slices"

// leave ends the thread or the process, under a condition if there is one to have.
func (g *conc) leave(s *scope, room int) (Stmt, bool) {
	if s.routine || s.section || len(s.held)+len(s.shared) > 0 {
		return Stmt{}, false
	}
	st := Stmt{Kind: Leave, End: Ending(g.rng.IntN(int(numEndings))), Value: g.value(s)}
	if g.chance(2) {
		st.End = ThreadExit
	}
	if s.thread == 0 && len(g.of(StackInt)) > 0 && st.End <= ThreadExit {
		st.End = ProcessExit
	}
	if cond, ok := g.condition(s, 0); ok && s.depth < 2 && g.fs.Has(Branches) {
		return Stmt{Kind: If, Cond: cond, Body: []Stmt{st}}, true
	}
	return st, g.chance(3)
}

// renew initialises an object again, correctly after its use or as a misuse.
func (g *conc) renew(id ObjectID, s *scope, room int) (Stmt, bool) {
	return Stmt{Kind: Renew, Object: id}, !s.routine && !s.section && s.depth == 0
}

// renewable kinds can be initialised again.
var renewable = []ObjectKind{Mutex, RecursiveMutex, ErrorcheckMutex, RWLock, SpinLock, Semaphore, Barrier, Once}

// detachable chooses the threads that are never joined. joins tells, by thread, whether a thread is
// joined later.
func (g *conc) detachable(joins []bool) []ThreadID {
	var list []ThreadID
	if !g.fs.Has(Detaches) {
		return nil
	}
	for t := 1; t < len(joins); t++ {
		arg := g.p.Threads[t].Arg
		if (arg == 0 || g.p.object(arg).Kind != StackInt) && !g.chance(3) {
			joins[t] = false
			list = append(list, ThreadID(t))
		}
	}
	return list
}

// detach detaches threads: they themselves do, or their creators.
func (g *conc) detach(list []ThreadID, parent []ThreadID) {
	for _, t := range list {
		by, from, st := t, 0, Stmt{Kind: Detach}
		if g.chance(2) {
			by, st.Thread = parent[t], t
			from = 1 + slices.IndexFunc(g.p.Threads[by].Body, func(s Stmt) bool { return s.Kind == Spawn && s.Thread == t })
		}
		body := slices.Clone(g.p.Threads[by].Body)
		g.p.Threads[by].Body = slices.Insert(body, from+g.rng.IntN(len(body)-from+1), st)
	}
}

// crowd makes two of one thread that does little.
func (g *conc) crowd() {
	if !g.fs.Has(Crowds) {
		return
	}
	least := ThreadID(0)
	for t := 1; t < len(g.p.Threads); t++ {
		if least == 0 || g.p.operations(g.p.Threads[t].Body) < g.p.operations(g.p.Threads[least].Body) {
			least = ThreadID(t)
		}
	}
	if least > 0 && g.p.operations(g.p.Threads[least].Body) <= 4*g.size {
		g.p.Threads[least].Twice = true
	}
}

// phases moves the join of main's first thread before the creation of the others, and
// initialises something again in between.
func (g *conc) phases() {
	body := g.p.Threads[0].Body
	first := slices.IndexFunc(body, func(s Stmt) bool { return s.Kind == Spawn })
	ids := g.of(renewable...)
	if !g.fs.Has(Renewals) || first < 0 || len(ids) == 0 {
		return
	}
	join := slices.IndexFunc(body, func(s Stmt) bool { return s.Kind == Join && s.Thread == body[first].Thread })
	renewal := Stmt{Kind: Renew, Object: ids[g.rng.IntN(len(ids))]}
	if join >= 0 && !g.chance(4) {
		g.p.Threads[0].Body = slices.Concat(body[:first+1], []Stmt{body[join], renewal}, body[first+1:join], body[join+1:])
		if g.p.checkUndefined(AllFeatures&^LockMisuse) == nil {
			return
		}
	}
	g.p.Threads[0].Body = slices.Insert(slices.Clone(body), first, renewal)
}

// results makes threads return values that they read, and their creators use these.
func (g *conc) results() {
	if !g.fs.Has(Results) {
		return
	}
	for t := range g.p.Threads {
		last := LocalID(0)
		walk(g.p.Threads[t].Body, func(s *Stmt) { last = max(last, s.Dst, s.Expected) })
		if t > 0 {
			g.p.Threads[t].Result = last
		}
		body := slices.Clone(g.p.Threads[t].Body)
		for i := range body {
			if body[i].Kind == Join {
				last++
				body[i].Dst = last
				if g.fs.Has(Asserts) && g.chance(2) {
					ne := Expr{Op: Ne, L: &Expr{Op: Local, Local: last}, R: &Expr{Op: Constant, Value: g.rng.IntN(3)}}
					body = slices.Insert(body, i+1, Stmt{Kind: Assert, Cond: ne})
					break
				}
			}
		}
		g.p.Threads[t].Body = body
	}
}

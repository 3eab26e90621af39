package testgen

import "slices"

// routines fills the functions that threads call: handlers, routines, coroutines and
// destructors. They take locks and the like themselves.
func (g *conc) routines() {
	for i := range g.p.Objects {
		o := &g.p.Objects[i]
		s := &scope{routine: true, depth: 1, locals: &locals{}}
		switch o.Kind {
		case Handler:
			s.late = true
			o.Body = g.body(s, 3, 2)
			if g.fs.Has(Asserts) && g.chance(2) {
				if st, ok := g.assertion(s, 1); ok {
					o.Body = append(o.Body, st)
				}
			}
		case Routine:
			o.Body = g.body(s, 3, 2)
			if len(o.Body) == 0 {
				o.Body = []Stmt{g.compute(s)}
			}
		case Coroutine:
			for range 2 {
				o.Body = append(o.Body, g.body(s, 1, 1)...)
			}
		case Key:
			if g.chance(2) {
				s.late = true
				o.Body = g.body(s, 2, 1)
			}
		}
	}
}

// call calls a routine, or one of two by way of a pointer.
func (g *conc) call(id ObjectID, s *scope, room int) (Stmt, bool) {
	st := Stmt{Kind: Call, Object: id, Count: 1}
	if s.routine || s.section || len(s.held)+len(s.shared) > 0 {
		return st, false
	}
	if g.p.object(id).Value != 0 {
		st.Count = 1 + g.rng.IntN(2)
	}
	others := slices.DeleteFunc(g.of(Routine), func(other ObjectID) bool { return other == id })
	if g.fs.Has(FunctionPointers) && g.p.object(id).Value == 0 && len(others) > 0 {
		cond, ok := g.condition(s, 0)
		if !ok {
			cond = Expr{Op: Constant}
		}
		st.Target, st.Cond = others[g.rng.IntN(len(others))], cond
	}
	return st, true
}

// resume calls a coroutine.
func (g *conc) resume(id ObjectID, s *scope, room int) (Stmt, bool) {
	if s.routine || s.section || len(s.held)+len(s.shared) > 0 {
		return Stmt{}, false
	}
	return Stmt{Kind: Resume, Object: id, Dst: g.fresh(s)}, true
}

// atExit registers a handler.
func (g *conc) atExit(id ObjectID, s *scope, room int) (Stmt, bool) {
	return Stmt{Kind: AtExit, Object: id}, !s.routine && !s.section
}

// threadData writes or reads the thread's value of a key.
func (g *conc) threadData(id ObjectID, s *scope, room int) (Stmt, bool) {
	if s.section {
		return Stmt{}, false
	}
	if g.chance(2) {
		return Stmt{Kind: SetData, Object: id, Value: g.value(s)}, true
	}
	return Stmt{Kind: GetData, Object: id, Dst: g.fresh(s)}, true
}

package sat

import "slices"

import "fmt"

// The propagator's part in the search. It is called when unit propagation is complete, with all
// observed literals assigned since the last time in one batch. Explanations and conflicts of the
// propagator become clauses of the arena without watches: they serve one analysis and are reclaimed by
// the next compaction.

// theory is the connection to the propagator.
type theory struct {
	prop      Propagator
	decider   Decider   // prop, if it is one
	justifier Justifier // the same
	observed  []bool    // by variable
	late      []Lit     // literals fixed before they were observed, to announce
	batch     []Lit
	told      int  // trail[:told] was announced
	levels    int  // levels the propagator knows of
	asked     bool // nothing happened since the last call of Propagate
	out       Theory
	buf       []Lit
}

// Connect attaches the propagator; there can be one per solver.
func (s *Solver) Connect(p Propagator) {
	if s.th.prop != nil {
		panic("sat: second propagator")
	}
	s.th.prop = p
	s.th.decider, _ = p.(Decider)
	s.th.justifier, _ = p.(Justifier)
	s.th.told = len(s.trail)
}

// Observe makes the assignments of v known to the propagator. An observed
// variable is frozen: no simplification removes it.
//
// requires: a propagator is connected; Solve is not running.
func (s *Solver) Observe(v Var) {
	s.mustBeReady("observe")
	if s.th.prop == nil {
		panic("sat: observe without propagator")
	}
	if s.th.observed[v] {
		return
	}
	s.need([]Lit{v.Pos()})
	s.th.observed[v] = true
	if s.vals[v.Pos()] != 0 && int(s.vars[v].pos) < s.th.told {
		s.th.late = append(s.th.late, v.Lit(s.vals[v.Pos()] > 0))
	}
	s.th.asked = false
}

// openSearch starts a new level of the search and tells the propagator.
func (s *Solver) openSearch() {
	s.open()
	if s.th.prop != nil {
		s.th.levels++
		s.th.prop.NewLevel()
	}
}

// backtrackTheory tells the propagator that levels above level are closed.
func (s *Solver) backtrackTheory(level int) {
	t := &s.th
	if t.levels > level {
		t.told = min(t.told, len(s.trail))
		t.levels = level
		t.asked = false
		t.prop.Backtrack(level)
	}
}

// propagateAll runs unit propagation and the propagator until both are quiet.
// On false there is a conflict as after propagate, or s.empty.
func (s *Solver) propagateAll() bool {
	for {
		if !s.propagate() {
			return false
		}
		if s.th.prop == nil || !s.announce() {
			return true
		}
		s.th.asked = true
		s.th.out.reset()
		s.th.prop.Propagate(&s.th.out)
		if ok, quiet := s.takeAnswer(); !ok || quiet {
			return ok
		}
	}
}

// announce passes new observed literals to the propagator and reports whether
// it has to be asked.
func (s *Solver) announce() bool {
	t := &s.th
	batch := append(t.batch[:0], t.late...)
	t.late = t.late[:0]
	observed := t.observed
	for _, l := range s.trail[t.told:] {
		if observed[l.Var()] {
			batch = append(batch, l)
		}
	}
	t.told = len(s.trail)
	t.batch = batch
	if len(batch) > 0 {
		t.prop.Assigned(batch)
		return true
	}
	return !t.asked
}

// finalCheck reports whether the propagator accepts the complete assignment.
// If not, the next propagateAll reports the conflict or goes on.
func (s *Solver) finalCheck() bool {
	if s.th.prop == nil {
		return true
	}
	s.th.out.reset()
	s.th.prop.FinalCheck(&s.th.out)
	ok, quiet := s.takeAnswer()
	if ok {
		return quiet
	}
	if s.level() == 0 {
		s.conflictAtRoot()
	} else {
		s.learn()
	}
	return false
}

// takeAnswer applies the propagator's report: ok is false if there is a conflict, quiet is true if no
// literal was assigned.
func (s *Solver) takeAnswer() (ok, quiet bool) {
	out := &s.th.out
	if out.failed {
		s.theoryConflict(out.conflict)
		return false, false
	}
	quiet = true
	for _, l := range out.implied {
		if !s.th.observed[l.Var()] {
			panic(fmt.Sprintf("sat: propagator implied %d, which is not observed", l))
		}
		switch value := s.vals[l]; {
		case value < 0:
			s.theoryConflict(s.askExplanation(l))
			return false, false
		case value == 0:
			s.assign(l, theoryReason)
			quiet = false
		}
	}
	return true, quiet
}

// theoryConflict makes the false clause lits the conflict, after going back to
// the level of its last literal.
func (s *Solver) theoryConflict(lits []Lit) {
	level := int32(0)
	for _, l := range lits {
		if s.vals[l] >= 0 {
			panic(fmt.Sprintf("sat: literal %d of a propagator's conflict is not false", l))
		}
		level = max(level, s.vars[l.Var()].level)
	}
	s.conflict = conflict{why: reason(s.allocateLemma(lits))}
	s.backtrack(int(level))
}

// allocateLemma stores a clause of the propagator.
func (s *Solver) allocateLemma(lits []Lit) cref {
	c := s.allocate(lits, flagGarbage)
	s.wasted += headerWords + len(lits)
	if p := s.proof; p != nil {
		p.setLong(c, s.axiom(lits))
		p.lemmas = append(p.lemmas, c)
	}
	return c
}

// reasonOf returns the reason of the true literal l, asking the propagator if
// it has to. The arena may move.
func (s *Solver) reasonOf(l Lit) reason {
	d := &s.vars[l.Var()]
	if d.why != theoryReason {
		return d.why
	}
	lits := s.askExplanation(l)
	for _, k := range lits {
		if k != l && (s.vals[k] >= 0 || s.vars[k.Var()].pos >= d.pos) {
			panic(fmt.Sprintf("sat: literal %d in the explanation of %d was not false before it", k, l))
		}
	}
	d.why = reason(s.allocateLemma(lits))
	return d.why
}

// askExplanation returns the clause for which the propagator implied l.
func (s *Solver) askExplanation(l Lit) []Lit {
	s.th.buf = s.th.prop.Explain(l, s.th.buf[:0])
	if slices.Contains(s.th.buf, l) {
		return s.th.buf
	}
	panic(fmt.Sprintf("sat: explanation of %d without it", l))
}

// theoryDecision returns the propagator's choice, or NoLit.
func (s *Solver) theoryDecision() Lit {
	l := s.th.decider.Decide()
	if l != NoLit && (!s.th.observed[l.Var()] || s.vals[l] != 0) {
		panic(fmt.Sprintf("sat: propagator decided %d, which is assigned or not observed", l))
	}
	return l
}

package sat

// Conflict analysis to the first unique implication point (Zhang et al.:
// Efficient Conflict Driven Learning, ICCAD 2001). The glue of the learned
// clause is the number of levels in it, less the one of the conflict (Audemard,
// Simon, IJCAI 2009).

// analysis is the state of one conflict analysis; between two of them all
// marks are clear.
type analysis struct {
	mark     []bool   // by literal; scratch of AddClause and others
	state    []uint8  // by variable: the bits below
	seen     []Var    // variables with inClause, in the order of marking
	visited  []Var    // variables with removable or poison
	levels   []int32  // levels with frame.seen > 0
	clause   []Lit    // the learned clause; clause[0] is the negated UIP
	stamp    []uint64 // by level, for counting distinct levels
	stampNow uint64
	keys     []uint64 // scratch of bumpVars
}

const (
	inClause  = 1 << iota // met in analysis: resolved away or in the clause
	removable             // implied by the other literals of the clause
	poison                // not removable
)

func (a *analysis) grow(n int) {
	a.mark = extend(a.mark, 2*n)
	a.state = extend(a.state, n)
	a.stamp = extend(a.stamp, n+1)
	a.seen = extend(a.seen, n)[:0]
	a.visited = extend(a.visited, n)[:0]
	a.levels = extend(a.levels, n)[:0]
	a.clause = extend(a.clause, n+1)[:0]
}

// learn turns the conflict into a learned clause, goes back to the level where
// it is unit, and assigns its first literal.
//
// requires: s.conflict is false and has a literal of the current level, > 0.
func (s *Solver) learn() {
	s.stats.Conflicts++
	s.analyze()
	glue := len(s.an.levels) - 1
	s.re.learned(s.mo.stable, glue)
	if s.opts.Without&Minimize == 0 {
		s.minimize(glue)
	}
	id := s.prove(s.an.clause)
	jump := s.orderForJump()
	s.bumpVars()
	s.clearAnalysis()
	s.updateBest()
	s.backtrack(jump)
	s.install(glue, id)
}

// install adds the learned clause and assigns its first literal.
func (s *Solver) install(glue int, id ClauseID) {
	lits := s.an.clause
	l := lits[0]
	switch len(lits) {
	case 1:
		s.assignUnit(l, id)
	case 2:
		s.addBinary(l, lits[1], id)
		s.assign(l, binaryReason(lits[1]))
	default:
		c := s.addLong(lits, flagLearned, id)
		s.setGlue(c, glue)
		s.setUsed(c, usesOf(glue))
		s.learned = append(s.learned, c)
		s.assign(l, reason(c))
	}
}

// analyze resolves the conflict into an.clause and fills an.seen and
// an.levels. an.clause[0] is the only literal of the current level.
func (s *Solver) analyze() {
	a := &s.an
	a.clause = append(a.clause[:0], NoLit)
	open := 0 // literals of the current level met and not yet resolved
	at := len(s.trail)
	why, l := s.conflict.why, s.conflict.lit
	s.proof.begin()
	if why.isBinary() {
		open += s.meet(l)
	}
	for {
		s.proof.resolve(why, l)
		if why.isBinary() {
			open += s.meet(why.other())
		} else {
			if s.arena[why]&(flagLearned|flagGarbage) == flagLearned {
				s.bumpClause(cref(why))
			}
			for _, k := range s.lits(cref(why)) {
				if Lit(k) != l {
					open += s.meet(Lit(k))
				}
			}
		}
		for {
			at--
			if a.state[s.trail[at].Var()] != 0 {
				break
			}
		}
		l = s.trail[at]
		open--
		if open == 0 {
			break
		}
		why = s.reasonOf(l)
	}
	a.clause[0] = l.Not()
}

// meet adds the false literal l to the resolvent. It returns 1 if l belongs to
// the current level and is new.
func (s *Solver) meet(l Lit) int {
	a := &s.an
	v := l.Var()
	d := s.vars[v]
	if a.state[v] != 0 {
		return 0
	}
	if d.level == 0 {
		s.proof.unit(v)
		return 0
	}
	a.state[v] = inClause
	a.seen = append(a.seen, v)
	f := &s.frames[d.level-1]
	if f.seen == 0 {
		a.levels = append(a.levels, d.level)
	}
	f.seen++
	f.first = min(f.first, d.pos)
	if int(d.level) == len(s.frames) {
		return 1
	}
	a.clause = append(a.clause, l)
	return 0
}

// orderForJump puts a literal of the second largest level at position 1, where
// it will be watched, and returns that level.
func (s *Solver) orderForJump() int {
	lits := s.an.clause
	if len(lits) == 1 {
		return 0
	}
	at, jump := 1, int32(0)
	for i, l := range lits[1:] {
		if level := s.vars[l.Var()].level; level > jump {
			at, jump = i+1, level
		}
	}
	lits[1], lits[at] = lits[at], lits[1]
	return int(jump)
}

func (s *Solver) clearAnalysis() {
	a := &s.an
	for _, v := range a.seen {
		a.state[v] = 0
	}
	for _, v := range a.visited {
		a.state[v] = 0
	}
	for _, level := range a.levels {
		f := &s.frames[level-1]
		f.seen, f.first = 0, noPosition
	}
	a.seen, a.visited, a.levels = a.seen[:0], a.visited[:0], a.levels[:0]
}

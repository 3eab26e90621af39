package sat

// The value that a decision gives its variable. It is the saved phase (Pipatsrisawat, Darwiche, SAT
// 2007). From time to time the saved phases are reset to the initial ones, or in stable mode to the
// best ones seen (Biere, Fleury: Chasing Target Phases, POS 2020).
//
// Deviations: resetting is off by default; the largest trail is not chased in
// decisions, and phases are never inverted or drawn at random. On formulas from
// programs all of these cost refutations more than they gain for models
// (lab/bench-sat.md).

// phases are values by variable: 1 true, -1 false, 0 none.
type phases struct {
	saved    []int8 // the last value
	best     []int8 // the largest trail without conflict since the last use of best
	nSaved   int
	bestSize int   // length of the trail that best comes from
	rounds   int64 // rephases done
}

// initialPhase is the first value tried. In formulas made from programs most
// definitions are false in most models.
const initialPhase = -1

func (p *phases) grow(n int) {
	p.saved = extend(p.saved, n)
	for ; p.nSaved < n; p.nSaved++ {
		p.saved[p.nSaved] = initialPhase
	}
	p.best = extend(p.best, n)
}

// phaseOf returns the literal of v to decide.
func (s *Solver) phaseOf(v Var) Lit {
	return v.Lit(s.phase.saved[v] > 0)
}

// updateBest remembers the trail below the conflict, if it is longer than those
// before. It is called before backtracking from a conflict.
func (s *Solver) updateBest() {
	if !s.mo.stable || len(s.frames) == 0 || s.opts.Without&Rephase != 0 {
		return
	}
	p := &s.phase
	size := int(s.frames[len(s.frames)-1].start)
	if size <= p.bestSize {
		return
	}
	p.bestSize = size
	for _, l := range s.trail[:size] {
		p.best[l.Var()] = 1 - int8(l&1)<<1
	}
}

// rephase resets the saved phases.
func (s *Solver) rephase() {
	s.backtrack(0)
	p := &s.phase
	if p.rounds%2 == 0 {
		p.fill(initialPhase)
	} else {
		p.useBest()
	}
	p.rounds++
	s.stats.Rephases++
	s.re.rephaseAt = s.stats.Conflicts + s.pace.rephase*p.rounds
}

func (p *phases) fill(value int8) {
	for v := range p.saved {
		p.saved[v] = value
	}
}

func (p *phases) useBest() {
	for v, value := range p.best {
		if value != 0 {
			p.saved[v] = value
		}
	}
	p.bestSize = 0
}

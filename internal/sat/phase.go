package sat

// Which value a decision gives its variable: phase saving (Pipatsrisawat,
// Darwiche, SAT 2007), target phases in stable mode and resetting of the saved
// phases from time to time (Biere, Fleury: Chasing Target Phases, POS 2020).

// phases are values by variable: 1 true, -1 false, 0 none.
type phases struct {
	saved  []int8 // the last value
	target []int8 // the largest trail without conflict since the last rephase
	best   []int8 // the same, since the last rephase to best
	nSaved int
	// Lengths of the trails that target and best come from.
	targetSize, bestSize int
	rounds               int64 // rephases done
}

// initialPhase is the first value tried. In formulas made from programs most
// definitions are false in most models.
const initialPhase = -1

func (p *phases) grow(n int) {
	p.saved = extend(p.saved, n)
	for ; p.nSaved < n; p.nSaved++ {
		p.saved[p.nSaved] = initialPhase
	}
	p.target = extend(p.target, n)
	p.best = extend(p.best, n)
}

// phaseOf returns the literal of v to decide.
func (s *Solver) phaseOf(v Var) Lit {
	value := s.phase.saved[v]
	if s.mo.stable && s.phase.target[v] != 0 {
		value = s.phase.target[v]
	}
	return v.Lit(value > 0)
}

// updateTargets remembers the trail below the conflict, if it is longer than
// those before. It is called before backtracking from a conflict.
func (s *Solver) updateTargets() {
	if !s.mo.stable || len(s.frames) == 0 {
		return
	}
	p := &s.phase
	size := int(s.frames[len(s.frames)-1].start)
	if size > p.targetSize {
		p.targetSize = size
		copyPhases(p.target, s.trail[:size])
	}
	if size > p.bestSize {
		p.bestSize = size
		copyPhases(p.best, s.trail[:size])
	}
}

func copyPhases(to []int8, trail []Lit) {
	for _, l := range trail {
		to[l.Var()] = 1 - int8(l&1)<<1
	}
}

// rephase resets the saved phases.
func (s *Solver) rephase() {
	s.backtrack(0)
	p := &s.phase
	round := p.rounds
	p.rounds++
	s.stats.Rephases++
	switch {
	case round == 0:
		p.fill(initialPhase)
	case round == 1:
		p.fill(-initialPhase)
	default:
		switch (round - 2) % 6 {
		case 0, 2, 4:
			p.useBest()
		case 1:
			p.fill(initialPhase)
		case 3:
			p.fill(-initialPhase)
		case 5:
			for v := range p.saved {
				p.saved[v] = 1 - int8(s.rng.next()>>63)<<1
			}
		}
	}
	p.resetTarget()
	s.re.rephaseAt = s.stats.Conflicts + s.pace.rephase*p.rounds
}

func (p *phases) resetTarget() {
	p.targetSize = 0
	clear(p.target)
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

package interp

import "math/rand/v2"

// policy decides which thread runs next. There are four ways, by the seed: turns of a few steps each;
// switches with a probability, from always to rarely; or priorities that change at a few random points
// (probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler
// with probabilistic guarantees of finding bugs", ASPLOS 2010). Deviation from the paper: the length of the
// execution is guessed, and a thread that runs alone for very long gets a lower priority, so that waiting
// in a loop for another thread ends. For most seeds a thread that sleeps lets the others go first for a
// while: programs depend on that when they fill a queue or wait for work to be done.
type policy struct {
	rng         *rand.Rand
	current     *Thread
	alone       int     // consecutive steps of current
	turn        int     // not zero: steps of a turn
	lead        uint64  // up to this step main goes first
	withoutMain int     // steps since main's last
	switchRate  float64 // otherwise; below 0: by priorities
	priority    []int   // by thread index; the highest runs
	lowest      int
	changes     []uint64 // steps at which the running thread gets the lowest priority
	step        uint64
	nap         uint64   // for this many steps others go before a thread that sleeps
	asleep      []uint64 // by thread index, while one sleeps: the steps until it does not
	awake       []*Thread
}

// naps are the lengths of sleeps, by seed.
var naps = [...]uint64{1 << 12, 0, 1 << 8, 1 << 16}

// mainTurn is how many steps main does when it has not run for maxAlone steps.
const mainTurn = 50

// maxAlone is how long a thread may run alone while others are ready.
const maxAlone = 2000

func newPolicy(seed uint64) *policy {
	p := &policy{rng: rand.New(rand.NewPCG(seed, 1)), switchRate: -1, nap: naps[seed/2%uint64(len(naps))]}
	if seed%8 == 7 {
		p.turn, p.lead = 1+p.rng.IntN(8), p.rng.Uint64N(40)
		return p
	}
	rates := [...]float64{1, 0.5, 0.2, 0.05}
	if n := p.rng.IntN(len(rates) + 2); n < len(rates) {
		p.switchRate = rates[n]
		return p
	}
	length := uint64(16) << p.rng.IntN(9)
	for range p.rng.IntN(4) {
		p.changes = append(p.changes, p.rng.Uint64N(length))
	}
	return p
}

// pick chooses one of the ready threads. There is at least one.
func (p *policy) pick(ready []*Thread) *Thread {
	var t *Thread
	ready = p.rested(ready)
	switch {
	case len(ready) == 1:
		t = ready[0]
	case p.turn > 0:
		t = p.byTurns(ready)
	case p.switchRate >= 0:
		t = p.bySwitching(ready)
	default:
		t = p.byPriority(ready)
	}
	return t
}

// rested returns the threads that do not sleep; if all do, the thread with the shortest sleep.
func (p *policy) rested(ready []*Thread) []*Thread {
	if p.asleep == nil {
		return ready
	}
	until := func(t *Thread) uint64 {
		if t.index < len(p.asleep) {
			return p.asleep[t.index]
		}
		return 0
	}
	p.awake = p.awake[:0]
	first := 0
	for i, t := range ready {
		if until(t) <= p.step {
			p.awake = append(p.awake, t)
		}
		if until(t) < until(ready[first]) {
			first = i
		}
	}
	if len(p.awake) == 0 {
		return ready[first : first+1]
	}
	return p.awake
}

// stepped records that a thread did a visible operation, and whether it sleeps now.
func (p *policy) stepped(t *Thread) {
	if t.sleeps && p.nap > 0 {
		for len(p.asleep) <= t.index {
			p.asleep = append(p.asleep, 0)
		}
		p.asleep[t.index] = p.step + p.nap
	}
	t.sleeps = false
	if t == p.current {
		p.alone++
	} else {
		p.current, p.alone = t, 0
	}
	p.step++
	p.withoutMain++
	if t.index == 0 {
		p.withoutMain = 0
	}
}

// byTurns lets main run for a while, so that the threads it creates begin together. Then it takes these in
// turn, main last.
func (p *policy) byTurns(ready []*Thread) *Thread {
	first := ready[0]
	if first.index == 0 && (p.step < p.lead || len(ready) == 1) {
		return first
	}
	if first.index == 0 {
		ready = ready[1:]
	}
	after := ready[0]
	for _, t := range ready {
		if t == p.current && p.alone+1 < p.turn {
			return t
		}
		if p.current != nil && t.index > p.current.index && after.index <= p.current.index {
			after = t
		}
	}
	if first.index == 0 && p.withoutMain >= maxAlone {
		p.lead = p.step + mainTurn // the others may wait for it in loops
		return first
	}
	return after
}

func (p *policy) bySwitching(ready []*Thread) *Thread {
	if p.alone < maxAlone && p.rng.Float64() >= p.switchRate {
		for _, t := range ready {
			if t == p.current {
				return t
			}
		}
	}
	return ready[p.rng.IntN(len(ready))]
}

func (p *policy) byPriority(ready []*Thread) *Thread {
	for _, t := range ready {
		for len(p.priority) <= t.index {
			p.priority = append(p.priority, p.rng.IntN(1<<30)+1)
		}
	}
	for i, c := range p.changes {
		if c <= p.step && p.current != nil {
			p.setBack(p.current)
			p.changes[i] = ^uint64(0)
		}
	}
	if p.alone >= maxAlone {
		p.setBack(p.current)
		p.alone = 0
	}
	best := ready[0]
	for _, t := range ready[1:] {
		if p.priority[t.index] > p.priority[best.index] {
			best = t
		}
	}
	return best
}

func (p *policy) setBack(t *Thread) {
	for len(p.priority) <= t.index {
		p.priority = append(p.priority, 0)
	}
	p.lowest--
	p.priority[t.index] = p.lowest
}

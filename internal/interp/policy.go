package interp

import "math/rand/v2"

// policy decides which thread runs next. Three ways, by the seed: switch with
// a probability, from always to rarely; or priorities that change at a few
// random points (probabilistic concurrency testing: Burckhardt, Kothari,
// Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees
// of finding bugs", ASPLOS 2010). Deviation from the paper: the length of the
// execution is guessed, and a thread that runs very long alone is set back, so
// that waiting in a loop for another thread ends.
type policy struct {
	rng        *rand.Rand
	current    *Thread
	alone      int     // consecutive steps of current
	switchRate float64 // below 0: by priorities
	priority   []int   // by thread index; the highest runs
	lowest     int
	changes    []uint64 // steps at which the running thread gets the lowest priority
	step       uint64
}

// maxAlone is how long a thread may run alone while others are ready.
const maxAlone = 2000

func newPolicy(seed uint64) *policy {
	p := &policy{rng: rand.New(rand.NewPCG(seed, 1)), switchRate: -1}
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

// pick chooses one of the ready threads, of which there is at least one.
func (p *policy) pick(ready []*Thread) *Thread {
	var t *Thread
	switch {
	case len(ready) == 1:
		t = ready[0]
	case p.switchRate >= 0:
		t = p.bySwitching(ready)
	default:
		t = p.byPriority(ready)
	}
	return t
}

// stepped notes that a thread did a visible operation.
func (p *policy) stepped(t *Thread) {
	if t == p.current {
		p.alone++
	} else {
		p.current, p.alone = t, 0
	}
	p.step++
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

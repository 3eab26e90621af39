package sat

// Restarts: in focused mode when the glue of recent clauses exceeds its long
// average (Audemard, Simon: Refining Restarts Strategies, CP 2012, with
// exponential averages after Biere, Fröhlich, POS 2015); in stable mode by
// reluctant doubling, that is Luby's sequence (Knuth, TAOCP 4B, 7.2.2.2). A
// restart keeps the levels that would be decided again (van der Tak et al.:
// Reusing the Assignment Trail, JSAT 2011).

const (
	restartMargin  = 1.10
	restartMin     = 10  // conflicts between restarts in focused mode
	reluctantUnit  = 100 // conflicts per unit of Luby's sequence
	fastGlueWindow = 33
	slowGlueWindow = 100000
)

type restarts struct {
	fast, slow ema // glue in focused mode
	at         int64
	reluctant  reluctant
	rephaseAt  int64
}

// learned notes a learned clause.
func (r *restarts) learned(stable bool, glue int) {
	if stable {
		r.reluctant.tick()
	} else {
		r.fast.add(float64(glue))
		r.slow.add(float64(glue))
	}
}

func (s *Solver) restartDue() bool {
	if s.level() <= len(s.assumptions) || len(s.trail)+s.rs.out == int(s.nvar) || s.opts.Without&Restart != 0 {
		return false
	}
	if s.mo.stable {
		return s.re.reluctant.due()
	}
	return s.stats.Conflicts >= s.re.at && s.re.fast.value > restartMargin*s.re.slow.value
}

// restart goes back to the lowest level at which a different decision would be
// taken.
func (s *Solver) restart() {
	s.stats.Restarts++
	s.re.at = s.stats.Conflicts + restartMin
	s.backtrack(s.reusableLevel())
}

func (s *Solver) reusableLevel() int {
	level := len(s.assumptions)
	if s.th.decider != nil {
		return level
	}
	next := s.nextVar()
	for level < s.level() {
		v := s.trail[s.frames[level].start].Var()
		if s.mo.stable && !s.heap.before(v, next) || !s.mo.stable && s.queue.stamp[v] < s.queue.stamp[next] {
			break
		}
		level++
	}
	return level
}

// ema is an exponential moving average without the bias of its start (Kingma,
// Ba: Adam, ICLR 2015).
type ema struct {
	value, biased, alpha, power float64
}

func newEMA(window float64) ema { return ema{alpha: 1 / window, power: 1} }

func (e *ema) add(x float64) {
	e.biased += e.alpha * (x - e.biased)
	e.power *= 1 - e.alpha
	e.value = e.biased / (1 - e.power)
}

// reluctant counts conflicts and is due after 1, 1, 2, 1, 1, 2, 4, … units.
type reluctant struct {
	u, v, left int64
	triggered  bool
}

func newReluctant() reluctant { return reluctant{u: 1, v: 1, left: reluctantUnit} }

func (r *reluctant) tick() {
	if r.left--; r.left > 0 {
		return
	}
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	r.left = r.v * reluctantUnit
	r.triggered = true
}

func (r *reluctant) due() bool {
	t := r.triggered
	r.triggered = false
	return t
}

package sat

// simplify runs everything that changes the clause database between stretches
// of search: level 0 is the place where clauses may be deleted and moved.
//
// Vivification and probing get a share of the ticks spent on search since they
// ran last.
func (s *Solver) simplify() {
	s.backtrack(0)
	s.stats.Reductions++
	s.lim.reduceAt = s.stats.Conflicts + s.pace.reduce*(s.stats.Reductions+1)
	s.strip()
	if s.opts.Without&Reduce == 0 {
		s.reduce()
	}
	s.compact()
	if s.eliminateDue() && !s.empty {
		if s.substituteDue() {
			s.substitute()
		}
		if !s.empty {
			s.eliminate()
		}
	}
	if s.stats.Conflicts >= s.lim.inprocessAt && !s.empty {
		s.inprocess()
	}
}

const (
	vivifyShare = 0.15
	probeShare  = 0.03
)

func (s *Solver) inprocess() {
	s.lim.inprocessAt = s.stats.Conflicts + s.pace.inprocess
	start := s.stats.Ticks
	spent := float64(s.searchTicks() - s.lim.inprocessed)
	saved := append([]int8(nil), s.phase.saved...)
	if s.opts.Without&Probe == 0 {
		s.probe(int64(probeShare * spent))
	}
	if s.opts.Without&Vivify == 0 && !s.empty {
		s.vivify(int64(vivifyShare * spent))
	}
	copy(s.phase.saved, saved)
	s.stats.SimplifyTicks += s.stats.Ticks - start
	s.lim.inprocessed = s.searchTicks()
	if !s.empty {
		s.strip()
	}
	s.compact()
	if s.substituteDue() && !s.empty {
		s.substitute()
	}
}

// searchTicks returns the ticks spent on search.
func (s *Solver) searchTicks() int64 { return s.stats.Ticks - s.stats.SimplifyTicks }

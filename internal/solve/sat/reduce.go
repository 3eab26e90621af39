package sat

import "slices"

// Deletion of learned clauses by glue in three tiers (Oh, SAT 2015): clauses of glue up to tierKeep are
// kept for good. A clause used since the last reduction is kept, and with glue up to tierUsed for two
// reductions. Of the others, the worst by glue, then size, are deleted.

const (
	tierKeep = 2
	tierUsed = 6
	// reduceFraction of the candidates is deleted, in percent.
	reduceFraction = 75
)

// usesOf returns how many reductions a clause survives after its last use.
func usesOf(glue int) int {
	if glue <= tierUsed {
		return 2
	}
	return 1
}

// reduce marks the less promising learned clauses as garbage.
func (s *Solver) reduce() {
	// A candidate is packed so that larger is worse, newer is better.
	candidates := make([]uint64, 0, len(s.learned))
	for i, c := range s.learned {
		if s.garbage(c) || s.glue(c) <= tierKeep {
			continue
		}
		if n := s.used(c); n > 0 {
			s.setUsed(c, n-1)
			continue
		}
		glue, size := min(s.glue(c), 1<<16-1), min(s.size(c), 1<<16-1)
		candidates = append(candidates, uint64(glue)<<48|uint64(size)<<32|uint64(uint32(^i)))
	}
	slices.Sort(candidates)
	keep := len(candidates) - len(candidates)*reduceFraction/100
	for _, k := range candidates[keep:] {
		s.discard(s.learned[^uint32(k)])
	}
}

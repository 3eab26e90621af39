package smc

import "github.com/heddle-mc/heddle/internal/run/interp"

// stateSet is a set of hashes, bounded in memory.
type stateSet struct {
	hashes map[[2]uint64]struct{}
	most   int
}

// stateCost is the memory of a state, in bytes, approximately.
const stateCost = 48

func newStateSet(memory uint64) *stateSet {
	return &stateSet{most: int(memory / stateCost)}
}

func (s *stateSet) count() uint64 { return uint64(len(s.hashes)) }

// add adds the state of a machine; it reports whether it is new. When there is
// no room, every state is.
func (s *stateSet) add(m *interp.Machine, violated interp.Properties, used switches, bounds *Bounds) bool {
	if s.hashes == nil {
		s.hashes = make(map[[2]uint64]struct{})
	}
	if *bounds == (Bounds{}) {
		used = switches{}
	}
	// Rounds depend on the order in which threads were created.
	h := m.StateHash(used.last, uint64(violated), uint64(used.preemptions)<<40^uint64(used.contexts)<<20^uint64(used.rounds))
	if _, known := s.hashes[h]; known {
		return false
	}
	if len(s.hashes) >= s.most {
		return true
	}
	s.hashes[h] = struct{}{}
	return true
}

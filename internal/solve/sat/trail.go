package sat

// reason is the reason why a literal was assigned. It is noReason for decisions and units, and
// theoryReason for literals implied by the propagator and not yet explained. It is reasonBinary|l for
// the binary clause with the other literal l, otherwise a cref.
type reason uint32

const (
	noReason     reason = 0
	theoryReason reason = 1
	reasonBinary reason = 1 << 31
)

// binaryReason returns the reason for a literal implied by a binary clause
// with the other literal l.
func binaryReason(l Lit) reason { return reasonBinary | reason(l) }

func (r reason) isBinary() bool { return r&reasonBinary != 0 }
func (r reason) other() Lit     { return Lit(r &^ reasonBinary) }

// conflict is a clause whose literals are all false. For a binary clause, lit
// is its first literal and why names the other.
type conflict struct {
	why reason
	lit Lit
}

// varData holds the level, trail position and reason of an assigned variable.
type varData struct {
	level int32  // valid while assigned
	pos   int32  // index on the trail, valid while assigned
	why   reason // valid while assigned above level 0
}

const varDataBytes = 12

// frame is an open level. The fields seen and first are used by analysis.
type frame struct {
	start int32 // index on the trail of the first literal of the level
	seen  int32 // literals of the clause in the making in this level
	first int32 // the smallest position on the trail among them
}

func (s *Solver) level() int { return len(s.frames) }

// assign makes l true at the current level.
//
// requires: l is unassigned.
func (s *Solver) assign(l Lit, why reason) {
	s.vals[l] = 1
	s.vals[l.Not()] = -1
	s.vars[l.Var()] = varData{int32(len(s.frames)), int32(len(s.trail)), why}
	s.trail = append(s.trail, l)
}

// assignUnit makes the literal of the unit clause id true.
//
// requires: level 0; l is unassigned.
func (s *Solver) assignUnit(l Lit, id ClauseID) {
	s.assign(l, noReason)
	s.proof.setUnit(l.Var(), id)
}

// open starts a new level.
func (s *Solver) open() {
	s.frames = append(s.frames, frame{start: int32(len(s.trail)), first: noPosition})
}

// noPosition is larger than every position on the trail.
const noPosition = 1<<31 - 1

// backtrack closes all levels above level and saves the phases of the variables that become unassigned.
func (s *Solver) backtrack(level int) {
	if level >= len(s.frames) {
		return
	}
	start := int(s.frames[level].start)
	vals, saved := s.vals, s.phase.saved
	heapAt, stamp := s.heap.at, s.queue.stamp
	for _, l := range s.trail[start:] {
		v := l.Var()
		vals[l] = 0
		vals[l.Not()] = 0
		saved[v] = 1 - int8(l&1)<<1
		if heapAt[v] == notInHeap {
			s.heap.push(v)
		}
		if stamp[v] > stamp[s.queue.next] {
			s.queue.next = v
		}
	}
	s.trail = s.trail[:start]
	s.frames = s.frames[:level]
	s.qhead = min(s.qhead, start)
	s.backtrackTheory(level)
}

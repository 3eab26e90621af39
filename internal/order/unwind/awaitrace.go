package unwind

import "github.com/heddle-mc/heddle/internal/solve/term"

// A read in an iteration without side effects may itself race. The other access may happen only because of
// code that this thread executes after the loop. One such iteration is enough. None is needed if the next
// iteration first repeats each of its reads (package loops). So for races, a thread stops after an
// iteration without side effects unless it had other reads and is the first such iteration in a row.

// awaitRace is the slots of an await loop.
type awaitRace struct {
	looked  int32 // the iteration had reads that are not repeated
	excused int32 // the iteration before had no side effects and had such reads
	visited bool
}

// awaitRace returns the slots of the n-th of the loops that are being executed.
func (t *thread) awaitRace(n int) *awaitRace {
	for len(t.u.w.raceKeys) <= n {
		no := value{bits: term.False}
		t.u.w.raceKeys = append(t.u.w.raceKeys, awaitRace{looked: t.u.w.note(no), excused: t.u.w.note(no)})
	}
	r := t.u.w.raceKeys[n]
	return &r
}

// visit records that an iteration begins. The iteration before it counts only if this is its only resulting
// state.
func (r *awaitRace) visit(states []*state) {
	for _, st := range states {
		st.note(r.looked, term.False)
		if !r.visited || len(states) > 1 {
			st.note(r.excused, term.False)
		}
	}
	r.visited = true
}

// looks records a read that is not repeated, for all loops that are being executed.
func (t *thread) looks(st *state) {
	for _, a := range t.awaiting {
		if a.race != nil {
			st.note(a.race.looked, term.True)
		}
	}
}

// pointless returns the condition under which no execution needs another iteration. The iteration before it
// had no side effects under the condition same.
func (u *unwinder) pointless(r *awaitRace, st *state, same term.ID) term.ID {
	s := u.terms
	looked, excused := u.noted(st, r.looked), u.noted(st, r.excused)
	st.note(r.excused, s.Conj(same, looked, s.Not(excused)))
	return s.And(same, s.Or(s.Not(looked), excused))
}

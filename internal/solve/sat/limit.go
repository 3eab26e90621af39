package sat

import (
	"context"
	"errors"
	"sync/atomic"
)

// Limits bound one call of [Solver.Solve]; zero means no limit.
type Limits struct {
	// Conflicts is the number of conflicts.
	Conflicts int64
	// Ticks is the amount of work in cache lines touched by propagation.
	Ticks int64
	// Memory is the size of all solver data in bytes. Clauses that do not fit
	// are not added; from then on every answer is Unknown.
	Memory int64
}

// limits is the state of the limits and the schedule of work that is triggered by conflicts.
type limits struct {
	set           Limits
	conflicts     int64        // absolute, noLimit for none
	ticks         int64        // absolute, noLimit for none
	inspectAt     int64        // conflicts at which memory is measured next
	reduceAt      int64        // conflicts at which clauses are deleted next
	inprocessAt   int64        // conflicts at which inprocessing runs next
	inprocessed   int64        // search ticks when it ran last
	substitutedAt int          // binary clauses when equivalences were searched last
	givenSince    int          // clauses given since elimination
	added         int          // clauses added until memory is measured next
	full          bool         // a clause was lost because of the memory limit
	cancelled     *atomic.Bool // of this call of Solve; never nil
	reason        Reason
}

const (
	noLimit = 1<<63 - 1
	// arenaSlack is the growth of the arena allowed between two measurements, in words.
	arenaSlack = 1 << 26
	// addsPerMeasure is the number of clauses added between measurements.
	addsPerMeasure = 1 << 15
)

// SetLimits sets the limits of the following calls of Solve.
func (s *Solver) SetLimits(l Limits) { s.lim.set = l }

// Reason says why the last Solve returned Unknown.
func (s *Solver) Reason() Reason { return s.lim.reason }

// startLimits prepares the limits for a call of Solve; stop ends it.
func (s *Solver) startLimits(ctx context.Context) (stop func() bool) {
	l := &s.lim
	l.reason = NoReason
	l.conflicts, l.ticks = noLimit, noLimit
	if l.set.Conflicts > 0 {
		l.conflicts = s.stats.Conflicts + l.set.Conflicts
	}
	if l.set.Ticks > 0 {
		l.ticks = s.stats.Ticks + l.set.Ticks
	}
	l.inspectAt = s.stats.Conflicts
	// The function of an earlier call may still run, hence a new flag for each.
	cancelled := new(atomic.Bool)
	cancelled.Store(ctx.Err() != nil)
	l.cancelled = cancelled
	return context.AfterFunc(ctx, func() { cancelled.Store(true) })
}

// limitReached reports whether the search has to stop, and notes the reason.
func (s *Solver) limitReached(ctx context.Context) bool {
	l := &s.lim
	switch {
	case s.stats.Conflicts >= l.conflicts:
		l.reason = ReasonConflicts
	case s.stats.Ticks >= l.ticks:
		l.reason = ReasonTicks
	case l.full:
		l.reason = ReasonMemory
	case s.stats.Conflicts >= l.inspectAt && s.overMemory():
		l.reason = ReasonMemory
	case l.cancelled.Load():
		l.reason = ReasonCancelled
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			l.reason = ReasonTime
		}
	}
	return l.reason != NoReason
}

// overMemory measures the memory and reports whether it is too much.
func (s *Solver) overMemory() bool {
	s.lim.inspectAt = s.stats.Conflicts + s.pace.inspect
	if len(s.arena) > maxArena-arenaSlack {
		return true
	}
	return s.lim.set.Memory > 0 && s.memory() > s.lim.set.Memory
}

// room reports whether one more clause may be added. Memory is measured every
// few thousand clauses.
func (s *Solver) room() bool {
	l := &s.lim
	if l.added++; l.added >= addsPerMeasure {
		l.added = 0
		l.full = l.full || s.overMemory()
	}
	return !l.full
}

// memory returns the bytes held by the solver.
func (s *Solver) memory() int64 {
	n := int64(s.nvar) * BytesPerVar
	n += 4 * int64(cap(s.arena)+cap(s.clauses)+cap(s.learned))
	n += int64(4*cap(s.rs.lits) + removedBytes*cap(s.rs.stack))
	return n + 8*int64(cap(s.watches.pool))
}

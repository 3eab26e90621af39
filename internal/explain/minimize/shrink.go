package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// pairLimit is the number of segments up to which all pairs of one thread's segments are tried; for
// longer schedules only neighbouring ones.
const pairLimit = 40

// shrink makes small changes to the schedule of the best trace until none helps. Every pass starts at
// the end, where the fewest steps depend on a segment.
func (z *minimizer) shrink() {
	for {
		before := z.best
		z.dropChunks()
		z.mergeSegments()
		z.moveBorders()
		if z.best == before || z.spent() {
			return
		}
		z.slice()
	}
}

// dropChunks tries to drop runs of segments, ever shorter ones.
func (z *minimizer) dropChunks() {
	for size := len(z.best.Schedule) / 2; size >= 1; size /= 2 {
		for at := len(z.best.Schedule) - size; at >= 0 && !z.spent(); at-- {
			if at+size <= len(z.best.Schedule) {
				z.try(slices.Delete(slices.Clone(z.best.Schedule), at, at+size))
			}
		}
	}
}

// mergeSegments tries to merge two segments of one thread, at the place of either.
func (z *minimizer) mergeSegments() {
	for j := len(z.best.Schedule) - 1; j > 0 && !z.spent(); j-- {
		for i := j - 1; i >= 0 && j < len(z.best.Schedule); i-- {
			s := z.best.Schedule
			if s[i].Thread != s[j].Thread {
				continue
			}
			early := slices.Delete(slices.Clone(s), j, j+1)
			early[i].Steps += s[j].Steps
			late := slices.Clone(s)
			late[j].Steps += s[i].Steps
			late = slices.Delete(late, i, i+1)
			if z.try(early) || z.try(late) || len(s) > pairLimit {
				break
			}
		}
	}
}

// moveBorders tries to move steps from a segment to the thread's next or previous segment, and to drop
// the last step of each segment.
func (z *minimizer) moveBorders() {
	for i := len(z.best.Schedule) - 1; i >= 0 && !z.spent(); i-- {
		for n := uint64(1); ; n *= 2 {
			s := z.best.Schedule
			if i >= len(s) || s[i].Steps <= n || z.spent() {
				break
			}
			if !z.try(z.moved(i, n, 1)) && !z.try(z.moved(i, n, -1)) {
				shorter := slices.Clone(s)
				shorter[i].Steps -= n
				z.try(shorter)
			}
		}
	}
}

// moved returns the schedule in which n steps of segment i are moved to the thread's next (direction 1)
// or previous (-1) segment.
func (z *minimizer) moved(i int, n uint64, direction int) []trace.Segment {
	s := slices.Clone(z.best.Schedule)
	for j := i + direction; j >= 0 && j < len(s); j += direction {
		if s[j].Thread == s[i].Thread {
			s[i].Steps -= n
			s[j].Steps += n
			break
		}
	}
	return s
}

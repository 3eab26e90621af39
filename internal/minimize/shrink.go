package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
)

// pairLimit is the number of segments up to which all pairs of one thread's
// segments are tried; of longer schedules only neighbouring ones.
const pairLimit = 40

// shrink changes the schedule of the best trace, a little at a time, until
// nothing helps any more. Every pass goes from the end, where the least depends
// on a segment.
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

// dropChunks tries to do without runs of segments, ever shorter ones.
func (z *minimizer) dropChunks() {
	for size := len(z.best.Schedule) / 2; size >= 1; size /= 2 {
		for at := len(z.best.Schedule) - size; at >= 0 && !z.spent(); at-- {
			if at+size <= len(z.best.Schedule) {
				z.try(slices.Delete(slices.Clone(z.best.Schedule), at, at+size))
			}
		}
	}
}

// mergeSegments tries to do two segments of one thread at once, where the first
// or where the second is.
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

// moveBorders tries to move steps from a segment to the thread's next or former
// one, and to leave out the last step of each segment.
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

// moved returns the schedule in which n steps of segment i are done in the
// thread's next (direction 1) or former (-1) segment.
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

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
		z.dropThreads()
		z.dropChunks()
		z.mergeSegments()
		z.swapSegments()
		z.moveBorders()
		if z.best == before || z.spent() {
			return
		}
		z.slice()
	}
}

// dropThreads tries to do without each thread.
func (z *minimizer) dropThreads() {
	for _, name := range z.threadNames() {
		without := slices.DeleteFunc(slices.Clone(z.best.Schedule), func(s trace.Segment) bool { return s.Thread == name })
		z.try(without)
	}
}

// threadNames returns the threads of the schedule but main, the last to appear
// first.
func (z *minimizer) threadNames() []string {
	var names []string
	for _, s := range z.best.Schedule {
		if s.Thread != "main" && !slices.Contains(names, s.Thread) {
			names = append(names, s.Thread)
		}
	}
	slices.Reverse(names)
	return names
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

// swapSegments tries neighbouring segments in the other order, and lets each run
// until its thread has to wait.
func (z *minimizer) swapSegments() {
	for i := len(z.best.Schedule) - 2; i >= 0 && !z.spent(); i-- {
		if i+1 >= len(z.best.Schedule) {
			continue
		}
		s := slices.Clone(z.best.Schedule)
		s[i], s[i+1] = s[i+1], s[i]
		if z.try(s) {
			continue
		}
		s = slices.Clone(z.best.Schedule)
		s[i].Steps = toTheEnd
		z.try(s)
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

package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
)

// maxOrders bounds the orders of threads that runToBlock tries.
const maxOrders = 24

// coarse tries great changes first, so that long traces need few executions:
// schedules without preemption, then the steps of each thread in ever shorter
// parts of the schedule at once. It reports whether anything helped.
func (z *minimizer) coarse() bool {
	start := z.best
	if z.best.Switches() < 3 {
		return false
	}
	z.runToBlock()
	for size := len(z.best.Schedule); size > 2; size = (size + 1) / 2 {
		for at := 0; at < len(z.best.Schedule) && !z.spent(); at += size {
			part := z.best.Schedule[at:min(at+size, len(z.best.Schedule))]
			for _, merged := range [][]trace.Segment{mergeThreads(part, false), mergeThreads(part, true)} {
				if len(merged) < len(part) && z.try(slices.Concat(z.best.Schedule[:at], merged, z.best.Schedule[at+len(part):])) {
					break
				}
			}
		}
	}
	return z.best != start
}

// mergeThreads does the steps that each thread does in a part of a schedule at
// once, in the order of the threads' first segments, or of their last ones.
func mergeThreads(part []trace.Segment, byLast bool) []trace.Segment {
	var merged []trace.Segment
	for _, s := range part {
		i := slices.IndexFunc(merged, func(m trace.Segment) bool { return m.Thread == s.Thread })
		if i < 0 {
			merged = append(merged, s)
			continue
		}
		merged[i].Steps += s.Steps
		if byLast {
			last := merged[i]
			merged = append(slices.Delete(merged, i, i+1), last)
		}
	}
	return merged
}

// runToBlock tries schedules in which every thread runs until it has to wait or
// has ended, in several orders of the threads.
func (z *minimizer) runToBlock() {
	names := append([]string{"main"}, z.threadNames()...)
	const rounds = 3
	for range maxOrders {
		var plan []trace.Segment
		plan = append(plan, trace.Segment{Thread: "main", Steps: 1})
		for range rounds {
			for _, name := range names {
				plan = append(plan, trace.Segment{Thread: name, Steps: toTheEnd})
			}
		}
		z.try(plan)
		if !nextOrder(names) || z.spent() {
			return
		}
	}
}

// nextOrder makes names the next permutation in lexical order, after the last
// one the first. It reports whether there is more than one.
func nextOrder(names []string) bool {
	if len(names) < 2 {
		return false
	}
	i := len(names) - 2
	for i >= 0 && names[i] >= names[i+1] {
		i--
	}
	if i >= 0 {
		j := len(names) - 1
		for names[j] <= names[i] {
			j--
		}
		names[i], names[j] = names[j], names[i]
	}
	slices.Reverse(names[i+1:])
	return true
}

package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// coarse tries great changes first, so that long traces need few executions: in ever shorter parts of
// the schedule it joins the steps of each thread. It reports whether any change helped.
func (z *minimizer) coarse() bool {
	start := z.best
	if z.best.Switches() < 3 {
		return false
	}
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

// mergeThreads joins the steps of each thread in a part of a schedule, in the order of the threads'
// first segments, or of their last ones.
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

package minimize

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// inputs makes the inputs of the best trace smaller under its schedule. It reports whether any input
// became smaller.
func (z *minimizer) inputs() bool {
	start := z.best
	z.tryInputs(func(t *trace.Trace) {
		for i := range t.Threads {
			for j := range t.Threads[i].Inputs {
				in := &t.Threads[i].Inputs[j]
				in.Value.Lo, in.Value.Hi = 0, 0
			}
		}
		for i := range t.Uninit {
			t.Uninit[i].Value = 0
		}
	})
	for changed := true; changed && !z.spent(); {
		before := z.best
		for i := 0; i < len(z.best.Threads); i++ {
			for j := 0; i < len(z.best.Threads) && j < len(z.best.Threads[i].Inputs); j++ {
				z.shrinkInput(i, j)
			}
		}
		for i := 0; i < len(z.best.Uninit); i++ {
			for v := byte(0); i < len(z.best.Uninit) && v < z.best.Uninit[i].Value; v = 2*v + 1 {
				if z.tryInputs(func(t *trace.Trace) { t.Uninit[i].Value = v }) {
					break
				}
			}
		}
		changed = z.best != before
	}
	return z.best != start
}

// shrinkInput tries smaller values for input j of the ith thread with inputs: zero, then parts of it,
// the smallest first, then slightly smaller values. A value that may be negative is tried with both
// signs.
func (z *minimizer) shrinkInput(i, j int) {
	in := z.best.Threads[i].Inputs[j]
	mag, negative := magnitude(in.Value.Lo, in.Value.Hi, in.Width)
	set := func(m uint64, minus bool) bool {
		return z.tryInputs(func(t *trace.Trace) {
			in := &t.Threads[i].Inputs[j]
			in.Value.Lo, in.Value.Hi = m, 0
			if minus {
				in.Value.Lo = -m & (^uint64(0) >> (64 - min(in.Width, 64)))
				if in.Width > 64 && m > 0 {
					in.Value.Hi = ^uint64(0) >> (128 - in.Width)
				}
			}
		})
	}
	if in.Value.Lo == 0 && in.Value.Hi == 0 || set(0, false) {
		return
	}
	for shift := 63; shift >= 1; shift-- {
		if m := in.Value.Lo >> shift; m > 0 && set(m, false) {
			return
		}
		if m := mag >> shift; m > 0 && negative && set(m, true) {
			return
		}
	}
	if negative && set(mag, false) {
		return
	}
	// Between a half of it, which is too small, and the value itself.
	for step := mag / 4; step > 0; step /= 2 {
		for z.best.Threads[i].Inputs[j].Value.Lo != 0 {
			now, minus := magnitude(z.best.Threads[i].Inputs[j].Value.Lo, z.best.Threads[i].Inputs[j].Value.Hi, in.Width)
			if now <= step || !set(now-step, minus) {
				break
			}
			if i >= len(z.best.Threads) || j >= len(z.best.Threads[i].Inputs) {
				return
			}
		}
	}
}

// tryInputs executes the best schedule with changed inputs and keeps the result
// if it is better.
func (z *minimizer) tryInputs(change func(*trace.Trace)) bool {
	if z.spent() {
		return false
	}
	t := *z.best
	t.Threads = slices.Clone(t.Threads)
	for i := range t.Threads {
		t.Threads[i].Inputs = slices.Clone(t.Threads[i].Inputs)
	}
	t.Uninit = slices.Clone(t.Uninit)
	change(&t)
	return z.accept(z.follow(t.Schedule, newSource(&t)))
}

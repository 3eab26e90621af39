package minimize

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/trace"
)

// compare orders traces by reading effort: switches, then visible steps, then inputs (their number and
// sizes), then bytes without a value.
func compare(a, b *trace.Trace) int {
	return cmp.Or(
		cmp.Compare(a.Switches(), b.Switches()),
		cmp.Compare(a.Steps(), b.Steps()),
		cmp.Compare(inputSize(a), inputSize(b)),
	)
}

// negativeSize is added to the size of a negative number. The bits may belong to an unsigned number, so
// a positive number of up to eight bits is preferred.
const negativeSize = 17

// inputSize returns the total size of the inputs. An input counts one, plus twice the length of its
// magnitude as a signed number, plus the magnitude as a fraction of the range of that length, plus
// negativeSize for a sign.
func inputSize(t *trace.Trace) float64 {
	size := 0.0
	add := func(lo, hi uint64, width int) {
		size++
		mag, negative := magnitude(lo, hi, width)
		if negative {
			size += negativeSize
		}
		if n := bits.Len64(mag); n > 0 {
			size += 2*float64(n) + float64(mag)/float64(uint64(1)<<(n-1)) - 1
		}
	}
	for _, th := range t.Threads {
		for _, in := range th.Inputs {
			add(in.Value.Lo, in.Value.Hi, in.Width)
		}
	}
	for _, u := range t.Uninit {
		add(uint64(u.Value), 0, 8)
	}
	return size
}

// magnitude returns the absolute value of a signed number of a width, at most 64
// bits of it.
func magnitude(lo, hi uint64, width int) (mag uint64, negative bool) {
	if width > 64 {
		if hi == 0 {
			return lo, false
		}
		return ^uint64(0), hi>>63 == 1
	}
	v := int64(lo<<(64-width)) >> (64 - width)
	if v < 0 {
		return uint64(-v), true
	}
	return uint64(v), false
}

// planKey identifies a schedule.
func planKey(schedule []trace.Segment) string {
	var b strings.Builder
	for _, s := range schedule {
		b.WriteString(s.Thread)
		b.WriteByte(' ')
		b.WriteString(strconv.FormatUint(s.Steps, 36))
		b.WriteByte(';')
	}
	return b.String()
}

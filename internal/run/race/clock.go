package race

import "slices"

// epoch names a moment of one thread: its time, and the thread's index in the
// low bits (maxThreads fits them).
type epoch uint64

const epochThreadBits = 16

func (e epoch) thread() int  { return int(e & (1<<epochThreadBits - 1)) }
func (e epoch) time() uint64 { return uint64(e >> epochThreadBits) }

// clock is a vector clock: by thread index, the time of that thread up to which all its events happen
// before. Threads beyond the end are at zero, which is before their first event.
type clock []uint64

// has reports whether e happens before the next event of the clock's thread, or is its current one.
func (c clock) has(e epoch) bool {
	t := e.thread()
	return t < len(c) && c[t] >= e.time()
}

// join makes c the least clock that includes both.
func (c *clock) join(d clock) {
	if len(d) > len(*c) {
		*c = append(*c, make(clock, len(d)-len(*c))...)
	}
	for i, time := range d {
		(*c)[i] = max((*c)[i], time)
	}
}

// threadClock holds the clocks of a thread for its next operation.
type threadClock struct {
	now      clock
	released clock // at the thread's last release fence
	seen     clock // the clocks with which its atomic reads would have synchronised, had they acquired
}

// begin gives a new thread its first moment.
func (c *threadClock) begin(index int, parent clock) {
	c.now = append(make(clock, 0, index+1), parent...)
	c.now.join(make(clock, index+1))
	c.now[index] = 1
}

func (c *threadClock) epoch(index int) epoch {
	return epoch(c.now[index]<<epochThreadBits | uint64(index))
}

// release returns a copy of the thread's clock. Later events of the thread are not in it.
func (c *threadClock) release(index int) clock {
	past := slices.Clone(c.now)
	c.now[index]++
	return past
}

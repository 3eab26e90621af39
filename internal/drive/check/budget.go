package check

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// These are the causes with which a Budget's context ends.
var (
	errTimeout   = errors.New("the time budget is spent")
	errMemory    = errors.New("the memory budget is spent")
	errAnswered  = errors.New("the question has been answered")
	errAbandoned = errors.New("left alone because it did not end in time")
)

// pollInterval is the time between two measurements of the heap. It bounds the memory that can be allocated
// unnoticed: some 100 MB at the speed at which Go clears memory.
const pollInterval = 10 * time.Millisecond

// Budget holds the time and the memory that a check may use. The memory is that of the whole process: there
// should be one Budget at a time.
type Budget struct {
	timeout time.Duration
	memory  int64
	start   time.Time

	ctx      context.Context
	cancel   context.CancelCauseFunc
	exceeded chan struct{} // closed when memory is past the slack of the limit
	stopped  chan struct{} // ends the watch
	watch    sync.WaitGroup
	peak     atomic.Int64
	former   int64 // the garbage collector's limit before

	// last is the context of the work after the end of ctx, which hands over results.
	last     context.Context
	expire   context.CancelCauseFunc // of last
	overrun  chan struct{}           // closed a moment after last: whoever still works is left alone
	once     sync.Once               // closes overrun
	twice    sync.Once               // closes hopeless
	hopeless chan struct{}           // closed a moment after overrun
	unwatch  func() bool             // stops waiting for the end of ctx
	partly   atomic.Value            // func() []Judgement: the judgements so far of Run; none: it has not begun
	delay    func(phase string)      // of tests; nil: none
}

// These are the times for handing over results: handOver after the timeout, handOverNow after a signal or
// when the memory is spent. The budget abandons all work that continues for another moment.
const (
	handOver    = 800 * time.Millisecond
	handOverNow = 300 * time.Millisecond
	moment      = 150 * time.Millisecond
)

// delayKey is the key of a context's value in tests: a function that each phase of a check calls first, with
// its name.
type delayKey struct{}

// At is called at the beginning of each phase of the check.
func (b *Budget) At(phase string) {
	if b.delay != nil {
		b.delay(phase)
	}
}

// NewBudget starts a budget; zero bounds nothing. Stop must be called.
func NewBudget(parent context.Context, timeout time.Duration, memory int64) *Budget {
	b := &Budget{timeout: timeout, memory: memory, start: time.Now(),
		exceeded: make(chan struct{}), stopped: make(chan struct{})}
	b.ctx, b.cancel = context.WithCancelCause(parent)
	if timeout > 0 {
		limited, stop := context.WithTimeoutCause(b.ctx, timeout, errTimeout)
		cancel := b.cancel
		b.ctx, b.cancel = limited, func(cause error) { cancel(cause); stop() }
	}
	b.delay, _ = parent.Value(delayKey{}).(func(string))
	b.last, b.expire = context.WithCancelCause(context.WithoutCancel(parent))
	b.overrun, b.hopeless = make(chan struct{}), make(chan struct{})
	b.unwatch = context.AfterFunc(b.ctx, b.ended)
	b.former = debug.SetMemoryLimit(-1)
	if memory > 0 {
		// The collector works harder from here on, before the limit is reached.
		debug.SetMemoryLimit(memory - memory/8)
	}
	b.watch.Go(b.poll)
	return b
}

// Stop ends the budget's context and watch.
func (b *Budget) Stop() {
	b.unwatch()
	close(b.stopped)
	b.cancel(errAnswered)
	b.expire(errAnswered)
	b.watch.Wait()
	debug.SetMemoryLimit(b.former)
}

// ended starts the timer that ends the context last, once ctx has ended.
func (b *Budget) ended() {
	cause := context.Cause(b.ctx)
	wait := handOver
	switch {
	case cause == errAnswered && b.timeout == 0:
		return // nothing presses
	case cause == errAnswered:
		wait += max(0, b.remaining())
	case b.Reason() != verdict.Timeout:
		wait = handOverNow
	}
	time.AfterFunc(wait, func() { b.abandon(cause) })
}

// abandon ends the context last, and closes overrun and hopeless if the work does not end.
func (b *Budget) abandon(cause error) {
	b.expire(cause)
	time.AfterFunc(moment, func() { b.once.Do(func() { close(b.overrun) }) })
	time.AfterFunc(2*moment, func() { b.twice.Do(func() { close(b.hopeless) }) })
}

// Overrun returns a channel that is closed when Run has not returned in its time either. The caller then
// answers without it.
func (b *Budget) Overrun() <-chan struct{} { return b.hopeless }

// afterwards returns a context for work of at most d that may continue after the budget's context has
// ended.
func (b *Budget) afterwards(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(b.last, d, errTimeout)
}

// Partly returns the judgements so far of Run under this budget; nil: it has not begun.
func (b *Budget) Partly() []Judgement {
	if partly, ok := b.partly.Load().(func() []Judgement); ok {
		return partly()
	}
	return nil
}

// Context ends when the budget is spent.
func (b *Budget) Context() context.Context { return b.ctx }

// Elapsed is the time since the budget was started.
func (b *Budget) Elapsed() time.Duration { return time.Since(b.start) }

// Timeout is the time that there was to begin with; zero: no limit.
func (b *Budget) Timeout() time.Duration { return b.timeout }

// Peak is the largest memory that was seen in use, in bytes.
func (b *Budget) Peak() int64 {
	b.look()
	return b.peak.Load()
}

// Reason returns the reason why the budget's context ended, or verdict.NoReason if it has not.
func (b *Budget) Reason() verdict.Reason { return reasonOf(b.ctx) }

// remaining is the time that is left; without limit, a long time.
func (b *Budget) remaining() time.Duration {
	deadline, ok := b.ctx.Deadline()
	if !ok {
		return 365 * 24 * time.Hour
	}
	return time.Until(deadline)
}

// grace returns how long a stage may run after its context has ended, to hand over its results.
func (b *Budget) grace() time.Duration {
	const least = 250 * time.Millisecond
	if reason := b.Reason(); reason != verdict.NoReason && reason != verdict.Timeout {
		return handOverNow / 2
	}
	return least + min(b.timeout/40, handOver/2-least/2)
}

// reasonOf returns the reason why a context of this package ended.
func reasonOf(ctx context.Context) verdict.Reason {
	if ctx.Err() == nil {
		return verdict.NoReason
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errMemory):
		return verdict.OutOfMemory
	case errors.Is(cause, errTimeout), errors.Is(cause, context.DeadlineExceeded):
		return verdict.Timeout
	}
	return verdict.Interrupted
}

// poll watches the memory in use until Stop. The budget is spent in two cases: nearly all of it is used, or
// so much of it is alive that the garbage collector, left with the rest, would take nearly all of the time.
func (b *Budget) poll() {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-b.stopped:
			return
		case <-tick.C:
		}
		used, live := b.look()
		if b.memory == 0 || used <= b.memory-b.memory/12 && live <= b.memory-b.memory/6 {
			continue
		}
		b.cancel(errMemory)
		if used > b.memory+b.memory/32 {
			close(b.exceeded)
			b.abandon(errMemory)
			return
		}
	}
}

// look returns two sizes in bytes: the memory that the runtime holds, as debug.SetMemoryLimit counts it,
// and the live heap after the last collection. It also updates the peak.
func (b *Budget) look() (used, live int64) {
	samples := [3]metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(samples[:])
	used = int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
	live = int64(samples[2].Value.Uint64())
	for {
		peak := b.peak.Load()
		if used <= peak || b.peak.CompareAndSwap(peak, used) {
			return used, live
		}
	}
}

// Within calls f on a goroutine of its own and returns its results. It leaves f alone, with an error that
// Abandoned recognises, if f has not returned a grace after the end of ctx, or if memory is far past its
// limit. A panic becomes a *PanicError.
//
// requires: ctx is b.Context or derived from it.
func Within[T any](ctx context.Context, b *Budget, f func(context.Context) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r.err = &PanicError{v, string(debug.Stack())}
			}
			done <- r
		}()
		r.value, r.err = f(ctx)
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	late := time.NewTimer(b.grace())
	defer late.Stop()
	var zero T
	select {
	case r := <-done:
		return r.value, r.err
	case <-late.C:
	case <-b.last.Done():
	case <-b.exceeded:
	}
	return zero, errAbandoned
}

// Abandoned reports whether Within left its function alone.
func Abandoned(err error) bool { return errors.Is(err, errAbandoned) }

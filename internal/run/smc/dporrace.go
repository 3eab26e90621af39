package smc

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Races of DPOR: the events that are reversed, and the executions that are explored for that.
//
// An event e of thread p, the kth of the path, races with an earlier event. The reversal leaves that out,
// with everything up to k that happens after it, and does p's next step after the rest. If the step can
// have to wait (dynamic) its effect may be different there:
//
//   - if no event that is left out wrote an object that the step reads, its effect is the same;
//   - it waits at the first acquire whose lock is held then, and at a join of a
//     thread whose end is left out;
//   - otherwise it is executed to find the effect.
//
// If it waits, or has another effect, its reads depend on events that are not left out yet. Each of those
// is left out in turn, from there.
//
// A step that cannot have to wait accesses the same bytes in every position. Only the instructions after
// its operation, up to the next visible one, may be different. Its known footprint is used. Suppose that a
// thread is asleep and independent of that footprint, but not of the true one. This does no harm: in the
// execution in which the sleeping thread went first, the step came after it with a dependent footprint, and
// that race was reversed.

// racer is the scratch memory of race reversal.
type racer struct {
	blocked []waiter // threads that have to wait at the end of the execution
	seen    []bits64 // sets that were left out for the event at hand
	clock   []int32
}

// waiter is a thread that has to wait, with the footprint of its reads.
type waiter struct {
	tid  int32
	foot *footprint.Footprint
}

// bits64 is a set of indices of the path.
type bits64 []uint64

func (b bits64) has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 != 0 }

func (b bits64) first() int {
	for i, w := range b {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// reversal is a step that will be done earlier than it was.
type reversal struct {
	tid      int32
	before   int32 // the event before it in its thread
	k        int   // it comes after the first k events
	foot     *footprint.Footprint
	choosing bool
	dynamic  bool
	waits    bool // it did not happen, it had to wait
}

// reverseRaces reverses the races of the events that are new since the last call, and those of the threads
// that have to wait.
func (x *dpor) reverseRaces() {
	for ; x.fresh < len(x.path) && x.ctx.Err() == nil; x.fresh++ {
		ev := &x.path[x.fresh].ev
		r := reversal{tid: ev.tid, before: ev.before, k: x.fresh, foot: &ev.foot, choosing: ev.choosing, dynamic: ev.dynamic}
		x.reverse(&r, ev.races)
	}
	for _, w := range x.race.blocked {
		r := reversal{tid: w.tid, before: x.last[w.tid], k: len(x.path), foot: w.foot, dynamic: true, waits: true}
		x.reverse(&r, x.conflicting(&r, nil, w.foot))
	}
	x.race.blocked = x.race.blocked[:0]
}

// conflicting returns the events that come before a reversal and are not left
// out, that a footprint of its step depends on with none between.
func (x *dpor) conflicting(r *reversal, without bits64, foot *footprint.Footprint) []int32 {
	x.race.clock = x.race.clock[:0]
	if r.before >= 0 {
		x.race.clock = append(x.race.clock, x.path[r.before].ev.clock...)
	}
	var list []int32
	x.race.clock, list = x.dependences(r.k, without, r.tid, foot, x.race.clock, nil)
	return list
}

func (x *dpor) reverse(r *reversal, races []int32) {
	x.race.seen = x.race.seen[:0]
	for _, j := range races {
		x.leaveOut(r, nil, int(j))
	}
}

// leaveOut reverses a step with the event j and the events that are left out already.
func (x *dpor) leaveOut(r *reversal, already bits64, j int) {
	out := make(bits64, (r.k+63)/64)
	copy(out, already)
	e := &x.path[j].ev
	for i := j; i < r.k; i++ {
		if f := &x.path[i].ev; f == e || f.follows(e) {
			out[i/64] |= 1 << (i % 64)
		}
	}
	if r.dynamic {
		for _, s := range x.race.seen {
			if equalBits(s, out) {
				return
			}
		}
		x.race.seen = append(x.race.seen, out)
	}
	foot, does := r.foot, goesOn
	if r.dynamic {
		foot, does = x.predict(r, out)
	}
	if does == unknown {
		foot, does = x.simulate(r, out)
		if does == unknown {
			return
		}
	}
	if does == goesOn {
		x.insert(r, out, foot)
	}
	if does == hasToWait || foot != r.foot {
		for _, f := range x.conflicting(r, out, foot) {
			x.leaveOut(r, out, int(f))
		}
	}
}

func equalBits(a, b bits64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// effect is the effect of a step after some events were left out.
type effect uint8

const (
	unknown effect = iota
	goesOn
	hasToWait
)

// predict returns the effect of a step and its footprint, as far as its former footprint determines them.
func (x *dpor) predict(r *reversal, out bits64) (*footprint.Footprint, effect) {
	if r.foot.All {
		return nil, unknown
	}
	for i := range r.foot.Items {
		it := &r.foot.Items[i]
		if it.Space == footprint.Channels || it.Space == footprint.Sections {
			continue // no step does anything else for them
		}
		affected, certain := x.affected(r, out, it)
		switch {
		case !certain:
			return nil, unknown
		case !affected:
			continue
		case r.choosing || r.foot.Violates:
			return nil, unknown
		}
		waits := it.Op == footprint.Join
		switch it.Op {
		case footprint.Acquire, footprint.AcquireShared:
			waits = x.held(r, out, it)
		case footprint.Access, footprint.Release:
			return nil, unknown
		}
		if waits {
			return r.foot.Waiting(i + 1), hasToWait
		}
		if r.waits {
			return nil, unknown
		}
	}
	if r.waits {
		return r.foot, hasToWait
	}
	return r.foot, goesOn
}

// affected reports whether an item was written by an event that is left out; certain is false if that is
// unknown.
func (x *dpor) affected(r *reversal, out bits64, it *footprint.Item) (affected, certain bool) {
	for i := out.first(); i < r.k; i++ {
		if !out.has(i) {
			continue
		}
		f := &x.path[i].ev.foot
		if f.All {
			return false, false
		}
		for j := range f.Items {
			if w := &f.Items[j]; w.Class != footprint.Reads && !(w.Class == footprint.Shares && it.Class == footprint.Shares) && w.Overlaps(it) {
				return true, true
			}
		}
	}
	return false, true
}

// held reports whether the lock of an item that acquires it is not available
// after the events that are not left out.
func (x *dpor) held(r *reversal, out bits64, it *footprint.Item) bool {
	exclusive, shared := false, 0
	for i := range r.k {
		if out.has(i) || x.path[i].ev.ended {
			continue
		}
		for _, op := range x.path[i].ev.foot.Items {
			if op.Op == footprint.Access || !op.Overlaps(it) || op.Class == footprint.Reads {
				continue
			}
			switch {
			case op.Op == footprint.Acquire:
				exclusive = true
			case op.Op == footprint.AcquireShared:
				shared++
			case exclusive:
				exclusive = false
			case shared > 0:
				shared--
			}
		}
	}
	return exclusive || shared > 0 && it.Op == footprint.Acquire
}

// simulate executes the events that are not left out and then the step.
func (x *dpor) simulate(r *reversal, out bits64) (*footprint.Footprint, effect) {
	for enumerate := false; ; enumerate = true {
		if !x.begin() {
			return nil, unknown
		}
		for i := range r.k {
			if nd := x.path[i]; !out.has(i) && !nd.ev.ended && !x.redo(nd.tid, &nd.script) {
				return nil, unknown
			}
		}
		t := x.byID[r.tid]
		if enumerate {
			return x.simulateAll(r, out)
		}
		var script []decision
		result := x.simulateStep(r, out, t, &script)
		switch {
		case x.m.End().Kind == interp.Interrupted || result == interp.Idle:
			return nil, unknown
		case x.inside:
			continue
		case result == interp.Stepped:
			return x.foot.Clone(false), goesOn
		}
		return x.foot.Clone(true), hasToWait
	}
}

func (x *dpor) simulateStep(r *reversal, out bits64, t *interp.Thread, script *[]decision) interp.Outcome {
	x.use(script)
	x.foot.Reset()
	x.m.Record(&x.foot)
	result := x.m.Step(t)
	x.m.Record(nil)
	x.found.Steps++
	if result == interp.Waits && len(x.m.Violations()) > 0 {
		x.noteAttempt(r.tid, r.before, r.k, out, &x.foot)
	}
	return result
}

// simulateAll returns the joint footprint and effect of a section that chooses, for all values.
func (x *dpor) simulateAll(r *reversal, out bits64) (*footprint.Footprint, effect) {
	foot, ok := x.alternatives(r.tid)
	if ok {
		return foot, goesOn
	}
	// They all have to wait, but may violate something.
	var script []decision
	for {
		if x.simulateStep(r, out, x.byID[r.tid], &script) != interp.Waits {
			return foot, unknown
		}
		foot.Violates = foot.Violates || x.foot.Violates
		if !nextScript(&script) {
			return foot, hasToWait
		}
	}
}

// insert puts the events that are not left out, and then the step, into a wakeup tree: that of the state
// before the first event that is left out. It does nothing if a thread that sleeps there, or the explored
// one, can go first.
func (x *dpor) insert(r *reversal, out bits64, foot *footprint.Footprint) {
	at := out.first()
	n := x.path[at]
	var v []branch
	for i := at; i < r.k; i++ {
		if !out.has(i) {
			p := x.path[i]
			v = append(v, branch{tid: p.tid, script: p.script, foot: &p.ev.foot})
		}
	}
	v = append(v, branch{tid: r.tid, any: true, foot: foot})
	for i := range n.sleep {
		if _, ok := initial(&branch{tid: n.sleep[i].tid, any: true, foot: n.sleep[i].foot}, v); ok {
			return
		}
	}
	if _, ok := initial(&branch{tid: n.tid, any: true, foot: &n.ev.foot}, v); ok {
		return
	}
	n.wakeup = insertSequence(n.wakeup, v)
}

package smc

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// The steps of DPOR: continuing from the state after the path until the execution is complete, and
// backtracking to the next one.

// descend continues the execution until no thread can, along a wakeup tree while it has branches. It
// reports whether the execution is complete: no limit cut it, and not all threads that could continue are
// asleep.
func (x *dpor) descend(wakeup []*branch) bool {
	for {
		switch k := x.m.End().Kind; {
		case k == interp.Running && len(x.path) < x.opts.MaxDepth:
		case k == interp.Running:
			x.limited(interp.StepLimit)
			x.found.NoteEnd(interp.End{Kind: interp.StepLimit})
			return x.ends(false)
		case k == interp.StepLimit, k == interp.MemoryLimit, k == interp.Mismatch, k == interp.Interrupted:
			x.limited(k)
			return x.ends(false)
		default:
			x.limited(k)
			x.found.NoteEnd(x.m.End())
			if !x.path[len(x.path)-1].ev.ended || !x.othersReady() {
				return x.ends(true)
			}
			if !x.repeat(len(x.path)) {
				return false
			}
			x.findDeadlocks() // before the end
		}
		if len(x.path)%16 == 15 && x.ctx.Err() != nil {
			return false
		}
		n := x.newNode(wakeup)
		if !x.choose(n) {
			return x.ctx.Err() == nil && x.leaf(n)
		}
		wakeup = x.push(n)
	}
}

func (x *dpor) ends(complete bool) bool {
	x.found.Executions++
	switch {
	case complete && slices.ContainsFunc(x.m.Threads(), x.waits):
		x.found.Blocked++
	case complete:
		x.found.Traces++
	}
	x.found.Depth = max(x.found.Depth, len(x.path))
	x.addCuts(x.m, x.m.End())
	return complete
}

// waits reports whether a thread waits for ever at the end of an execution.
func (x *dpor) waits(t *interp.Thread) bool {
	return t.State() != interp.Finished && !t.Bounded() && !x.parked(t)
}

// othersReady reports whether a thread is left that may be able to continue.
func (x *dpor) othersReady() bool {
	for _, t := range x.m.Ready() {
		if !x.parked(t) {
			return true
		}
	}
	return false
}

// parked reports whether a thread's last step ended the process.
func (x *dpor) parked(t *interp.Thread) bool {
	at := x.last[t.ID()]
	return at >= 0 && x.path[at].ev.ended && x.path[at].tid == t.ID()
}

// newNode returns the node of the state after the path.
func (x *dpor) newNode(wakeup []*branch) *node {
	var n *node
	if k := len(x.unused); k > 0 {
		n = x.unused[k-1]
		x.unused = x.unused[:k-1]
	} else {
		n = &node{}
	}
	n.sleep, n.wakeup, n.begun = n.sleep[:0], wakeup, false
	if k := len(x.path); k > 0 {
		p := x.path[k-1]
		for _, q := range p.sleep {
			if q.tid != p.tid && !q.foot.Conflicts(&p.ev.foot) {
				n.sleep = append(n.sleep, q)
			}
		}
	}
	return n
}

// choose does a step from a new node: the first branch of its wakeup tree that can continue or, if there is
// none, that of a thread that is not asleep. Threads that have to wait are in blocked afterwards if none
// could continue.
func (x *dpor) choose(n *node) bool {
	for len(n.wakeup) > 0 {
		if x.turn(n, n.wakeup[0].tid) {
			x.race.blocked = x.race.blocked[:0]
			return true
		}
		if x.ctx.Err() != nil {
			return false
		}
		x.found.Redundant++ // it was thought that the thread could go on
		n.forgetBranches(n.wakeup[0].tid)
	}
	if n.begun {
		return false
	}
	x.race.blocked = x.race.blocked[:0]
	for _, t := range x.candidates(n) {
		if x.turn(n, t.ID()) {
			x.race.blocked = x.race.blocked[:0]
			return true
		}
		if x.ctx.Err() != nil {
			return false
		}
		t = x.byID[t.ID()] // the machine may be another one
		if n.waits != nil {
			x.race.blocked = append(x.race.blocked, waiter{t.ID(), n.waits})
		}
	}
	return false
}

// candidates returns the threads that are not asleep: first the thread of the last step, last the threads
// that are about to end the process.
func (x *dpor) candidates(n *node) []*interp.Thread {
	x.order = x.order[:0]
	var previous int32 = -1
	if k := len(x.path); k > 0 {
		previous = x.path[k-1].tid
	}
	for pass := range 3 {
		for _, t := range x.m.Ready() {
			in := 1
			switch {
			case t.AboutToEnd():
				in = 2
			case t.ID() == previous:
				in = 0
			}
			if in == pass && !x.parked(t) && !n.asleep(t.ID()) {
				x.order = append(x.order, t)
			}
		}
	}
	return x.order
}

func (n *node) asleep(tid int32) bool {
	for i := range n.sleep {
		if n.sleep[i].tid == tid {
			return true
		}
	}
	return false
}

// turn begins with a thread at a node. It reports whether the thread could continue.
func (x *dpor) turn(n *node, tid int32) bool {
	n.tid, n.script, n.all, n.done, n.waits = tid, n.script[:0], nil, nil, nil
	if x.attempt(n) {
		n.begun = true
		return true
	}
	return false
}

// attempt does the step of the node's thread with its script. If that has to wait, it tries the next
// script, until one need not wait.
func (x *dpor) attempt(n *node) bool {
	for {
		t := x.byID[n.tid]
		dynamic := t.MayWait()
		x.use(&n.script)
		x.foot.Reset()
		x.m.Record(&x.foot)
		violated := x.m.Violated()
		out := x.m.Step(t)
		x.m.Record(nil)
		x.found.Steps++
		if out == interp.Waits && len(x.m.Violations()) > 0 {
			x.m.Forget(len(x.m.Violations()), violated)
			x.noteAttempt(n.tid, x.last[n.tid], len(x.path), nil, &x.foot)
		}
		if x.inside && n.all == nil && out != interp.Idle && x.m.End().Kind != interp.Interrupted {
			// The section makes choices: find its footprint for the other values, too.
			if out == interp.Stepped && !x.repeat(len(x.path)) {
				return false
			}
			violates := x.foot.Violates
			n.all, _ = x.alternatives(n.tid)
			n.all.Violates = n.all.Violates || violates
			n.script = n.script[:0]
			continue
		}
		switch {
		case out == interp.Stepped:
			x.meet()
			x.fill(n, t, dynamic)
			return true
		case out == interp.Idle:
			return false
		case x.inside && nextScript(&n.script):
			continue
		case n.all != nil:
			n.waits = n.all
		default:
			n.waits = x.foot.Clone(true)
		}
		return false
	}
}

// alternatives returns the joint footprint of the next section of a thread for all values of its choices.
// It also reports whether some values let it complete.
func (x *dpor) alternatives(tid int32) (all *footprint.Footprint, goesOn bool) {
	var script []decision
	all = &footprint.Footprint{}
	for {
		x.use(&script)
		x.foot.Reset()
		x.m.Record(&x.foot)
		done := x.m.Probe(x.byID[tid])
		x.m.Record(nil)
		if done {
			goesOn = true
		} else {
			x.foot.OnlyLook()
		}
		all.Join(&x.foot)
		if !nextScript(&script) {
			return all, goesOn
		}
	}
}

// fill makes the step that was just done the node's event.
func (x *dpor) fill(n *node, t *interp.Thread, dynamic bool) {
	ev := &n.ev
	items, spawned, clock, races := ev.foot.Items, ev.foot.Spawned, ev.clock, ev.races
	*ev = event{tid: n.tid, before: x.last[n.tid], dynamic: dynamic, clock: clock[:0], races: races[:0], choosing: n.all != nil}
	ev.foot = x.foot
	ev.foot.Items = append(items[:0], x.foot.Items...)
	ev.foot.Spawned = append(spawned[:0], x.foot.Spawned...)
	if n.all != nil {
		ev.foot.Join(n.all)
	}
	switch x.m.End().Kind {
	case interp.Exited, interp.Violated, interp.Undefined, interp.Unsupported:
		ev.ended = t.State() != interp.Finished
		ev.last = !ev.ended
	}
	if ev.ended && x.strict {
		ev.foot.All = true
	}
}

// push makes a node whose event was done the last of the path. It returns the
// wakeup tree of the state after it.
func (x *dpor) push(n *node) []*branch {
	k := len(x.path)
	x.path = append(x.path, n)
	ev := &n.ev
	if ev.before >= 0 {
		ev.clock = append(ev.clock, x.path[ev.before].ev.clock...)
	}
	for len(ev.clock) <= int(ev.tid) {
		ev.clock = append(ev.clock, 0)
	}
	ev.clock[ev.tid]++
	ev.nth = ev.clock[ev.tid]
	ev.clock, ev.races = x.dependences(k, nil, ev.tid, &ev.foot, ev.clock, ev.races)
	x.last[ev.tid] = int32(k)
	for _, c := range ev.foot.Spawned {
		x.last[c] = int32(k)
	}
	ev.foot.Violates = ev.foot.Violates || len(x.m.Violations()) > 0
	x.noteStep(k, ev)
	return n.takeBranch()
}

func (ev *event) isIn(clock []int32) bool {
	return int(ev.tid) < len(clock) && clock[ev.tid] >= ev.nth
}

// follows reports whether an event that comes earlier in the path happens before
// ev.
func (ev *event) follows(earlier *event) bool { return earlier.isIn(ev.clock) }

// dependences finds events among the first k of the path, without the events that are left out. A step
// of a thread depends on them directly, without another dependence between. The latest comes first. It
// adds the past of the step to its clock.
func (x *dpor) dependences(k int, without bits64, tid int32, foot *footprint.Footprint, clock, list []int32) ([]int32, []int32) {
	for j := k - 1; j >= 0; j-- {
		e := &x.path[j].ev
		if e.tid == tid || int(e.tid) < len(clock) && clock[e.tid] >= e.nth || without.has(j) {
			continue
		}
		if !e.foot.Conflicts(foot) {
			continue
		}
		list = append(list, int32(j))
		for len(clock) < len(e.clock) {
			clock = append(clock, 0)
		}
		for i, c := range e.clock {
			clock[i] = max(clock[i], c)
		}
	}
	return clock, list
}

// leaf ends an execution in which no thread that is awake can continue.
func (x *dpor) leaf(n *node) bool {
	defer func() { x.unused = append(x.unused, n) }()
	for _, q := range n.sleep {
		if x.byID[q.tid].State() == interp.Ready {
			x.race.blocked = x.race.blocked[:0]
			x.found.Redundant++
			x.found.Depth = max(x.found.Depth, len(x.path))
			return false
		}
	}
	x.findDeadlocks()
	return x.ends(true)
}

// backtrack removes nodes from the end until a node has an unexplored step, and does that step. It returns
// the wakeup tree of the state after it.
func (x *dpor) backtrack() (wakeup []*branch, more bool) {
	for k := len(x.path) - 1; k >= 0 && x.ctx.Err() == nil; k-- {
		n := x.path[k]
		x.pop()
		if n.done == nil {
			n.done = n.ev.foot.Clone(false)
		} else {
			n.done.Join(&n.ev.foot)
		}
		repeated := false
		if nextScript(&n.script) {
			if !x.repeat(k) {
				return nil, false
			}
			repeated = true
			if x.attempt(n) {
				return x.push(n), true
			}
		}
		n.sleep = append(n.sleep, sleeper{n.tid, n.done})
		n.forgetBranches(n.tid)
		if len(n.wakeup) > 0 {
			if !repeated && !x.repeat(k) {
				return nil, false
			}
			if x.choose(n) {
				return x.push(n), true
			}
		}
		x.unused = append(x.unused, n)
	}
	return nil, false
}

// pop takes the last node off the path.
func (x *dpor) pop() {
	k := len(x.path) - 1
	n := x.path[k]
	x.path = x.path[:k]
	x.last[n.tid] = n.ev.before
	for _, c := range n.ev.foot.Spawned {
		x.last[c] = -1
	}
	x.fresh = min(x.fresh, k)
}

package smc

import (
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Dynamic partial-order reduction: one execution of each Mazurkiewicz trace.
//
// Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Optimal dynamic partial order reduction", POPL 2014,
// algorithm 2; "Source sets: a foundation for optimal dynamic partial order reduction", JACM 64(4), 2017).
// Sleep sets have the threads that need not go first because the continuations were explored elsewhere.
// Wakeup trees have the sequences to explore from a state. Both grow from races: when an execution is
// complete, every pair of dependent events that are next to each other in happens-before is reversed. The
// sequence that reverses it is put into the wakeup tree of the state before the first event, unless a
// thread of the sleep set could go first in it.
//
//	path   n₀ ──e₀──▶ n₁ ──e₁──▶ n₂ … nₖ     nᵢ: sleep set, wakeup tree
//	             ╰ up(e₀) is left out ╯ └ e₀ races with eₖ: v = the rest · eₖ
//
// Deviations from the papers:
//
//   - Dependence is defined by footprints, which have bytes, locks, handles and ends of threads. A step is
//     a visible operation and all instructions after it up to the thread's next one. An atomic section is
//     one step. Compare and exchange writes, successful or not. The first read of a byte without a value
//     chooses the value and so writes it.
//   - The events of a race are reversed once, in the first complete execution that has the second one, with
//     the events that come before that. The argument for source sets needs no more.
//   - Blocking. The papers' extension for locks reverses two acquisitions instead of a release and an
//     acquisition. Here any condition may block, so an attempt to do the second event without the first may
//     have to wait. Its reads then race with earlier events in turn. These are left out, too, until it does
//     not have to wait (dporrace.go). The footprint predicts an attempt if that is certain (locks, joins);
//     otherwise the attempt is executed. A thread that has to wait at the end of an execution has such an
//     attempt as its last event. So no execution is explored only to find that it blocks.
//   - Choices. All values of the choices of a step are explored wherever the step is. If an atomic section
//     makes choices, its footprint is that of all of them, including those that make it wait.
//   - Ends. A step that ends the process, or violates a property in a way that does, is treated as if only
//     its thread stopped there and the others continued: they could have done their later steps before the
//     end. The step is skipped when the execution continues. The end depends on earlier steps of others
//     only if it looks for leaks, or for deadlocks that a non-owner of a lock may resolve; if there can be
//     such, ends depend on every step.
//   - Properties that do not end the process. A violation counts unless one of the same property happens
//     before it: it can come first among the others. Its trace has only the steps that happen before it.
//
// Why nothing is missed: two executions of a trace have the same steps with the same values, and end in the
// same state. A violation that a step reports depends on the step's reads. Whether two accesses race
// (semantics 10) is decided by program order, spawn, join and the order of conflicting accesses, sections
// and channel operations, which are all in the trace. Accesses that may race are dependent, so both orders
// are explored. A deadlock stays until the execution ends or, if a non-owner can resolve it, until it does:
// see Ends. A state in which no thread can continue is the same in every execution of a trace.
//
// Memory is bounded by one execution, the sleep sets and wakeup trees along it, and the numbers of objects
// and threads.

func (s *search) reduced() {
	x := &dpor{search: s}
	for again := true; again; {
		again = x.explore()
	}
}

// dpor is the state of the exploration. As the machine's Source it answers
// choices by the script of the step at hand.
type dpor struct {
	*search
	names    *footprint.Names
	path     []*node // those before events, in order
	unused   []*node
	last     []int32 // by thread number: its last event, or its creation; -1: none
	fresh    int     // events before this were raced with each other already
	m        *interp.Machine
	byID     []*interp.Thread    // the machine's threads by number
	known    int                 // how many of the machine's threads are in byID
	foot     footprint.Footprint // of the step at hand
	findings []finding           // violations on the path that are to be recorded
	start    interp.Properties   // violated before the first visible operation
	root     []decision          // the choices before it
	strict   bool                // ends depend on every step
	race     racer
	order    []*interp.Thread // scratch of choose

	// The step's choices.
	script *[]decision
	next   int
	inside bool // one was made in an atomic section
	asking bool // choices are answered by the script; else by their lowest value
}

// node is a state of the execution with the data of the search. ev is the step that is explored from it at
// present.
type node struct {
	sleep  []sleeper
	wakeup []*branch
	begun  bool // a thread was chosen

	tid    int32
	script []decision           // its choices
	all    *footprint.Footprint // if it chooses in a section: of all its alternatives
	done   *footprint.Footprint // of the alternatives that are explored; nil: none
	waits  *footprint.Footprint // its reads, if it had to wait
	ev     event
}

// sleeper is a thread in a sleep set, with the footprint of its next step.
type sleeper struct {
	tid  int32
	foot *footprint.Footprint
}

// event is a step of a thread.
type event struct {
	tid      int32
	nth      int32 // among the thread's, from 1
	before   int32 // the event before in the thread, or its creation; -1: none
	foot     footprint.Footprint
	clock    []int32 // by thread: how many of its events happen before, with this one
	races    []int32 // events of others that it depends on, with none between
	choosing bool    // its footprint is of several alternatives
	dynamic  bool    // its effect may depend on others: a section, acquire or join
	ended    bool    // the process, so that it is skipped when the execution continues
	last     bool    // the process, because all threads are finished: it comes after everything
	violated interp.Properties
}

// progress is the outcome of an exploration from one start.
type progress uint8

const (
	exhausted progress = iota
	halted             // a budget is spent, or it is enough
	repeatAll          // ends turned out to depend on every step
)

// explore explores everything once: for every choice that main makes before its
// first visible operation, everything after it. It reports whether that has to
// be repeated because ends turned out to depend on every step.
func (x *dpor) explore() (again bool) {
	x.names = x.code.NewNames()
	x.root = x.root[:0]
	for {
		switch x.exploreStart() {
		case halted:
			return false
		case repeatAll:
			x.strict = true
			x.found.Executions, x.found.Traces, x.found.Blocked, x.found.Redundant = 0, 0, 0, 0
			return true
		}
		if !nextScript(&x.root) {
			return false
		}
		if x.stopped() || x.spent() {
			return false
		}
	}
}

// exploreStart explores the executions after the choices of the start.
func (x *dpor) exploreStart() progress {
	x.path, x.last, x.fresh, x.findings = x.path[:0], x.last[:0], 0, x.findings[:0]
	if !x.begin() {
		x.stopped()
		return halted
	}
	x.noteStart()
	if x.m.End().Kind != interp.Running {
		x.limited(x.m.End().Kind)
		x.ends(true)
		x.recordFindings()
		return exhausted
	}
	var wakeup []*branch
	for {
		complete := x.descend(wakeup)
		if x.ctx.Err() != nil {
			x.stopped()
			return halted
		}
		strict := complete && !x.strict && x.needsStrict()
		x.recordFindings()
		if strict {
			return repeatAll
		}
		if x.stopped() {
			return halted
		}
		x.reverseRaces()
		x.recordFindings()
		var more bool
		if wakeup, more = x.backtrack(); !more {
			if x.stopped() {
				return halted
			}
			return exhausted
		}
		if x.spent() {
			return halted
		}
	}
}

// begin makes a machine that stands before the first event.
func (x *dpor) begin() bool {
	x.use(&x.root)
	conf := x.config(x)
	conf.Names = x.names
	x.m = nil
	x.m = interp.NewMachine(x.code, conf)
	x.byID, x.known = x.byID[:0], 0
	x.meet()
	return x.ctx.Err() == nil
}

// meet records the machine's new threads.
func (x *dpor) meet() {
	for ; x.known < len(x.m.Threads()); x.known++ {
		t := x.m.Threads()[x.known]
		for int(t.ID()) >= len(x.byID) {
			x.byID = append(x.byID, nil)
		}
		x.byID[t.ID()] = t
		for int(t.ID()) >= len(x.last) {
			x.last = append(x.last, -1)
		}
	}
}

// redo does an event again. It reports whether the execution is as before.
func (x *dpor) redo(tid int32, script *[]decision) bool {
	x.use(script)
	out := x.m.Step(x.byID[tid])
	x.found.Steps++
	x.m.Forget(0, x.m.Violated())
	x.meet()
	if out != interp.Stepped || x.m.End().Kind != interp.Running || x.next != len(*script) {
		if x.ctx.Err() == nil {
			x.cut("an execution did not repeat")
		}
		return false
	}
	return true
}

// repeat makes a machine that stands after the first n events of the path.
func (x *dpor) repeat(n int) bool {
	if !x.begin() {
		return false
	}
	x.m.Forget(0, x.m.Violated())
	for _, nd := range x.path[:n] {
		if !nd.ev.ended && !x.redo(nd.tid, &nd.script) {
			return false
		}
	}
	return true
}

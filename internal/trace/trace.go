// Package trace owns the counterexample as data: what a program was given and
// when its threads were switched, so that interp can execute the same again. It
// owns the JSON form of that, and decides and executes nothing.
//
// # Place in the pipeline
//
// Engines decode a model into a Trace, `heddle run` records one; interp
// replays it, minimize makes it smaller, report renders it for people.
//
// # What a trace holds
//
//	Trace ─┬─ Program, Model       which program it belongs to
//	       ├─ Failure              what it leads to, if anything
//	       ├─ Environment          the environment choices that were asked for
//	       ├─ Schedule             segments: a thread, and how many visible operations it does
//	       ├─ Threads ── Inputs    what was chosen, in program order of each thread
//	       └─ Uninitialised        bytes that were read before they were written
//
// It is complete: a replay needs nothing else. It names threads, objects and
// inputs independently of the schedule, so that a trace keeps its meaning while
// its schedule is being changed:
//
//   - a thread by its place in the tree of creation: main; main.2, the second
//     thread that main creates; main.2.1;
//   - an object by its site in the program (ir.Sites), the thread that makes it,
//     and how many objects that thread made there before; a global by its name;
//   - an input by its thread and place in that thread's sequence.
//
// The first segment is main's. What a thread does before its first visible
// operation belongs to its creation and is not counted.
package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is the version of the format.
const Version = 1

// Trace is one execution of one program.
type Trace struct {
	Program     string // ir.Program's hash, in hexadecimal; empty: not checked
	Model       string // lp64 or ilp32
	Failure     *Failure
	Environment []string // reasons, as in inputs
	Schedule    []Segment
	Threads     []ThreadInputs
	Uninit      []Uninit
}

// Failure is the violation that a trace leads to.
type Failure struct {
	Property string
	Kind     string
	Message  string
	Thread   string
	Function string
	File     string
	Line     int       // from 1; 0: no place
	Column   int       // from 1
	Threads  []string  // the threads of a deadlock
	Other    *Standing // of exclusion: the thread that is where it must not be at once; nil: none
}

// Standing is a thread that is at a place and has not begun what is written there.
type Standing struct {
	Thread   string
	Function string
	File     string
	Line     int // from 1
	Column   int // from 1
}

// Segment says that a thread does a number of visible operations, at least
// one, before another runs.
type Segment struct {
	Thread string
	Steps  uint64
}

// ThreadInputs are the choices that a thread's execution made, in order.
type ThreadInputs struct {
	Thread string
	Inputs []Input
}

// Input is a chosen value.
type Input struct {
	Reason string
	Width  int // bits, 1 to 128
	Lo, Hi uint64
	Place  string // file:line:column, for people
}

// Uninit is the value of a byte that was read before it was written.
type Uninit struct {
	Object Object
	Offset uint64
	Value  byte
}

// Object names an object: Global, or the other three.
type Object struct {
	Global string
	Site   int
	Thread string
	Count  uint32
}

// Switches returns the number of thread switches: pairs of consecutive visible
// operations by different threads (semantics 16).
func (t *Trace) Switches() int { return max(len(t.Schedule)-1, 0) }

// Steps returns the number of visible operations.
func (t *Trace) Steps() uint64 {
	n := uint64(0)
	for _, s := range t.Schedule {
		n += s.Steps
	}
	return n
}

// AddStep appends one visible operation of a thread to the schedule.
func (t *Trace) AddStep(thread string) {
	if n := len(t.Schedule); n > 0 && t.Schedule[n-1].Thread == thread {
		t.Schedule[n-1].Steps++
		return
	}
	t.Schedule = append(t.Schedule, Segment{thread, 1})
}

// CheckThreadName returns an error unless s is main followed by any number of
// .k with k from 1.
func CheckThreadName(s string) error {
	parts := strings.Split(s, ".")
	ok := parts[0] == "main"
	for _, p := range parts[1:] {
		k, err := strconv.ParseUint(p, 10, 63)
		ok = ok && err == nil && k >= 1 && p[0] != '0' && p[0] != '+'
	}
	if !ok {
		return fmt.Errorf("%q is not a thread name such as main or main.2.1", s)
	}
	return nil
}

// DecimalOrHex returns a value as the format writes it: decimal up to 64 bits,
// hexadecimal with 0x beyond.
func DecimalOrHex(lo, hi uint64) string {
	if hi == 0 {
		return strconv.FormatUint(lo, 10)
	}
	return fmt.Sprintf("0x%x%016x", hi, lo)
}

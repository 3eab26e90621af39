// Package trace represents counterexamples as data: the inputs of a program and the schedule of its
// threads. Package interp can repeat the execution from it. The package also reads and writes the JSON
// form. It executes no programs.
//
// # Place in the pipeline
//
// Engines decode a model into a Trace, and `heddle run` records one. interp replays it, minimize makes
// it smaller, and narrate turns it into a story for users.
//
// # Contents of a trace
//
//	Trace ─┬─ Program, Model       which program it belongs to
//	       ├─ Failure              what it leads to, if anything
//	       ├─ Environment          the environment choices that were asked for
//	       ├─ Schedule             segments: a thread, and how many visible operations it does
//	       ├─ Threads ── Inputs    what was chosen, in program order of each thread
//	       ├─ Uninitialised        bytes that were read before they were written
//	       └─ Memory, Reads        reads that sequential consistency does not allow
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
// The first segment is main's. The actions of a thread before its first visible operation belong to its
// creation and are not counted.
package trace

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Version is the version of the format.
const Version = 1

// Trace is one execution of one program. Its JSON form has a format and a version
// before these fields.
type Trace struct {
	Program     string         `json:"program,omitempty"` // ir.Program's hash, in hexadecimal; empty: not checked
	Model       string         `json:"model,omitempty"`   // lp64 or ilp32
	Failure     *Failure       `json:"failure,omitempty"`
	Environment []string       `json:"environment,omitempty"` // reasons, as in inputs
	Schedule    []Segment      `json:"schedule"`
	Threads     []ThreadInputs `json:"inputs,omitempty"`
	Uninit      []Uninit       `json:"uninitialised,omitempty"`
	Memory      string         `json:"memory,omitempty"` // the memory model that allows the reads; empty: sc
	Reads       []Read         `json:"reads,omitempty"`  // those that see another write than the latest in the schedule
}

// Read names the write that a read sees. Accesses are numbered from 1 by thread: those to memory that other
// threads can reach, outside of atomic sections, a read-modify-write once.
type Read struct {
	Thread string `json:"thread"`
	Access uint64 `json:"access"`
	From   string `json:"from,omitempty"` // the thread of the write; empty: the read sees the initial value
	Write  uint64 `json:"write,omitempty"`
}

// Failure is the violation that a trace leads to.
type Failure struct {
	Property string   `json:"property"`
	Kind     string   `json:"kind,omitempty"`
	Message  string   `json:"message,omitempty"`
	Thread   string   `json:"thread,omitempty"`
	Function string   `json:"function,omitempty"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`    // from 1; 0: no place
	Column   int      `json:"column,omitempty"`  // from 1
	Threads  []string `json:"threads,omitempty"` // the threads of a deadlock
	Loop     uint64   `json:"loop,omitempty"`    // for ltl, termination and progress: the number of steps before the loop; the schedule contains the loop twice; if no steps follow, the execution has ended
	Other    *Other   `json:"other,omitempty"`   // for exclusion: the thread at the other place; nil: none
}

// Other is a thread that is at a place and has not executed the operation there.
type Other struct {
	Thread   string `json:"thread"`
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"` // from 1
	Column   int    `json:"column"`
}

// Segment is a number of visible operations, at least one, that a thread executes before another thread
// runs.
type Segment struct {
	Thread string `json:"thread"`
	Steps  uint64 `json:"steps"`
}

// ThreadInputs holds the choices in a thread's execution, in order.
type ThreadInputs struct {
	Thread string  `json:"thread"`
	Inputs []Input `json:"values"`
}

// Input is a chosen value.
type Input struct {
	Reason string    `json:"reason"`
	Width  int       `json:"width"` // bits, 1 to 128
	Value  wide.Word `json:"value"`
	Place  string    `json:"place,omitempty"` // file:line:column, for readers
}

// Uninit is the value of a byte that was read before it was written.
type Uninit struct {
	Object
	Offset uint64 `json:"offset"`
	Value  byte   `json:"value"`
}

// Object names an object: either Global, or Site, Thread and Count. Process is the first thread of the child process
// that has the object as a copy; empty: the object is no copy.
type Object struct {
	Global  string `json:"global,omitempty"`
	Site    int    `json:"site,omitempty"`
	Thread  string `json:"thread,omitempty"`
	Count   uint32 `json:"count,omitempty"`
	Process string `json:"process,omitempty"`
}

// Switches returns the number of thread switches: pairs of consecutive visible
// operations by different threads (semantics 16).
func (t *Trace) Switches() int { return max(len(t.Schedule)-1, 0) }

// memoryTitles are the titles of memory models for programs, by name.
var memoryTitles = map[string]string{"sc": "sequential consistency", "rc11": "RC11", "imm": "IMM", "tso": "TSO", "pso": "PSO", "aarch64": "AArch64", "riscv": "RISC-V"}

// MemoryTitle returns the title of a memory model.
func MemoryTitle(model string) string { return cmp.Or(memoryTitles[model], model) }

// MemoryNote ends a message about the failure: it names the memory model if sequential consistency does not allow
// the reads, and is empty otherwise.
func (t *Trace) MemoryNote() string {
	if t.Memory == "" {
		return ""
	}
	return " (under " + MemoryTitle(t.Memory) + ")"
}

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

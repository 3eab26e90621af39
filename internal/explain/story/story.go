// Package story represents an execution for readers: the actions of every thread, with the program's
// own names and values, and the failure at the end. Package narrate makes stories, package report
// renders them, and package drive/result writes and reads them with the results of checks. The public package
// publishes the types. It executes
// nothing and knows no program. The JSON form of a story follows its types.
package story

import "github.com/heddle-mc/heddle/internal/program/verdict"

// Story is an execution that leads to a failure.
type Story struct {
	Failure Failure  `json:"failure"`
	Threads []Thread `json:"threads"`
	Actions []Action `json:"actions"`
	Objects []Object `json:"objects,omitempty"` // objects without a declaration
}

// Failure is the failure at the end of an execution.
type Failure struct {
	Property string             `json:"property"`
	Kind     string             `json:"kind,omitempty"`
	Message  string             `json:"message"`
	If       []string           `json:"if,omitempty"` // results of undefined functions: "f returns 3"
	Thread   string             `json:"thread,omitempty"`
	Place    verdict.Location   `json:"place"`
	Source   string             `json:"source,omitempty"`
	Stack    []verdict.Location `json:"stack,omitempty"`    // innermost first
	Waits    []Wait             `json:"waits,omitempty"`    // of a deadlock
	Race     []RaceAccess       `json:"race,omitempty"`     // the two accesses
	Other    *Position          `json:"other,omitempty"`    // of exclusion: the thread that is at the other place at the same time
	Object   string             `json:"object,omitempty"`   // of a memory failure: the accessed object, or the lost one
	Of       string             `json:"of,omitempty"`       // the object that Object is a part of, if it has no declaration
	Freed    *Origin            `json:"freed,omitempty"`    // where its lifetime ended
	Lost     *Origin            `json:"lost,omitempty"`     // of a leak: the action after which no memory held a pointer to the object
	Created  *verdict.Location  `json:"created,omitempty"`  // where it was allocated
	Reads    []int              `json:"reads,omitempty"`    // actions, counted from 0, that read the values from which the failed check was computed
	Branches []int              `json:"branches,omitempty"` // actions that read the values which decided the branches on the way to it, the nearest first
	Earlier  []int              `json:"earlier,omitempty"`  // the same for branches whose two paths have joined again
}

// Wait is a thread that cannot continue.
type Wait struct {
	Thread string             `json:"thread"`
	For    string             `json:"for"`              // lock, join, condition, semaphore, barrier
	Object string             `json:"object,omitempty"` // the object that it waits for
	Owners []Holder           `json:"owners,omitempty"` // the holders of the lock, or the joined thread
	Holds  []Holder           `json:"holds,omitempty"`  // the locks held by the thread itself
	Place  verdict.Location   `json:"place"`
	Source string             `json:"source,omitempty"`
	Stack  []verdict.Location `json:"stack,omitempty"`

	Branches, Earlier []int `json:"-"` // as in Action
}

// Holder is a lock that a thread holds, and the place where it took it.
type Holder struct {
	Thread string            `json:"thread"`
	Lock   string            `json:"lock,omitempty"`
	Since  *verdict.Location `json:"since,omitempty"`
	Ended  bool              `json:"ended,omitempty"` // the thread has finished
}

// RaceAccess is one of the accesses of a data race.
type RaceAccess struct {
	Thread  string             `json:"thread"`
	What    string             `json:"what"` // read, write, atomic write, free, …
	Object  string             `json:"object,omitempty"`
	Of      string             `json:"of,omitempty"`      // as in Action
	Memory  string             `json:"memory,omitempty"`  // as in Action
	Spelled string             `json:"spelled,omitempty"` // as in Action
	Step    int                `json:"step,omitempty"`
	Place   verdict.Location   `json:"place"`
	Source  string             `json:"source,omitempty"`
	Stack   []verdict.Location `json:"stack,omitempty"`
	Locks   []string           `json:"locks,omitempty"`
	Joins   *verdict.Location  `json:"joins,omitempty"` // where the thread may join threads later, if it created the other one
}

// ForReading is the suffix of the name of a lock that a thread holds together with other readers.
const ForReading = " (for reading)"

// Position is a thread at a place, about to execute the operation there.
type Position struct {
	Thread string             `json:"thread"`
	Place  verdict.Location   `json:"place"`
	Source string             `json:"source,omitempty"`
	Stack  []verdict.Location `json:"stack,omitempty"` // innermost first
}

// Thread is a thread of the story.
type Thread struct {
	Name     string `json:"name"`               // main, main.1, …
	Function string `json:"function,omitempty"` // the function that it runs
}

// Kind is the kind of an action.
type Kind string

// The kinds of action.
const (
	Read        Kind = "read"
	Write       Kind = "write"
	Update      Kind = "update" // an atomic read-modify-write
	Lock        Kind = "lock"
	Unlock      Kind = "unlock"
	TryLock     Kind = "trylock" // a failed one
	Create      Kind = "create"
	Join        Kind = "join"
	End         Kind = "end"  // of the thread
	Exit        Kind = "exit" // of the process
	Free        Kind = "free"
	Dies        Kind = "dies" // the end of a variable's lifetime
	Enqueue     Kind = "wait" // releases the mutex and waits for the condition
	Woken       Kind = "woken"
	Spurious    Kind = "unsignalled" // a spurious wake-up
	Signal      Kind = "signal"
	Arrive      Kind = "arrive"      // at a barrier
	Leave       Kind = "leave"       // a barrier
	Input       Kind = "input"       // a chosen value
	Returned    Kind = "returned"    // any value, from an undefined function; without a Value, no value
	Order       Kind = "order"       // the operand that is evaluated first
	Environment Kind = "environment" // the environment's effect on a call
	Fence       Kind = "fence"
	Call        Kind = "call" // of another library function
	Fault       Kind = "fault"
	Here        Kind = "here"    // is at a place, and has not executed it
	Omitted     Kind = "omitted" // actions that a long story leaves out
)

// Action is one action of a thread.
type Action struct {
	Step     int                `json:"step,omitempty"` // the visible operation that it belongs to, from 1; 0: none
	Thread   string             `json:"thread"`
	Kind     Kind               `json:"kind"`
	Place    verdict.Location   `json:"place"`
	Source   string             `json:"source,omitempty"`   // the text of the line
	Stack    []verdict.Location `json:"stack,omitempty"`    // the callers, innermost first
	Call     string             `json:"call,omitempty"`     // the library function
	Object   string             `json:"object,omitempty"`   // in C syntax
	Of       string             `json:"of,omitempty"`       // the object that Object is a part of, if it has no declaration
	Memory   string             `json:"memory,omitempty"`   // the name of Object in all threads, if it has no declaration: message#1.length
	Spelled  string             `json:"spelled,omitempty"`  // the access in C, if Object is another name
	Old      string             `json:"old,omitempty"`      // the value that an update read
	Value    string             `json:"value,omitempty"`    // read, written or chosen
	From     *Origin            `json:"from,omitempty"`     // for a read: the write by another thread whose value it read
	Initial  bool               `json:"initial,omitempty"`  // for a read: no thread had written there
	Stale    bool               `json:"stale,omitempty"`    // for a read: it saw an older value than the latest, as a memory model allows
	Latest   int                `json:"latest,omitempty"`   // for a stale read: the action of the latest write, from 1; 0: none
	Uses     []int              `json:"uses,omitempty"`     // for a write: the actions, counted from 0, that read the values from which the value was computed
	Other    string             `json:"other,omitempty"`    // the thread that is created, joined or woken
	Locks    []string           `json:"locks,omitempty"`    // held afterwards
	Shared   bool               `json:"shared,omitempty"`   // a lock: held by readers
	All      bool               `json:"all,omitempty"`      // a signal to all waiting threads
	Minor    bool               `json:"minor,omitempty"`    // it affects no other thread
	Count    int                `json:"count,omitempty"`    // of the kind Omitted: the number of actions
	Location string             `json:"location,omitempty"` // identifies Object: the object, and behind + the place in it
	Writer   int                `json:"writer,omitempty"`   // for a read: the action that wrote the value, from 1; 0: none
	Branches []int              `json:"-"`                  // the actions, counted from 0, that read the values which decided the branches that the thread is in
	Earlier  []int              `json:"-"`                  // the same for branches whose two paths have joined again; the last few only
}

// Origin is the place where a value was written.
type Origin struct {
	Thread string           `json:"thread"`
	Step   int              `json:"step,omitempty"`
	Place  verdict.Location `json:"place"`
}

// Excerpt is the part of a source file that stories refer to.
type Excerpt struct {
	File  string   `json:"file"`
	First int      `json:"first"` // the number of the first line in Lines, from 1
	Lines []string `json:"lines"`
}

// Object is an object without a declaration, with its name in the story and its origin.
type Object struct {
	Name   string           `json:"name"`
	Size   uint64           `json:"size"` // bytes
	Thread string           `json:"thread"`
	Place  verdict.Location `json:"place"`
}

// Switches returns the number of thread switches: pairs of consecutive visible
// operations by different threads.
func (s *Story) Switches() int {
	n, last, step := 0, "", 0
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Step == 0 || a.Step == step {
			continue
		}
		if last != "" && last != a.Thread {
			n++
		}
		last, step = a.Thread, a.Step
	}
	return n
}

// Package story owns an execution as told to people: what every thread did, in the
// program's own names and values, and what it led to. Package witness makes stories,
// package report lays them out; the JSON form of a story is that of its types.
package story

import "github.com/heddle-mc/heddle/internal/verdict"

// Story is an execution that leads to a failure.
type Story struct {
	Failure Failure  `json:"failure"`
	Threads []Thread `json:"threads"`
	Actions []Action `json:"actions"`
	Objects []Object `json:"objects,omitempty"` // those without a declaration
}

// Failure is what went wrong.
type Failure struct {
	Property string             `json:"property"`
	Kind     string             `json:"kind,omitempty"`
	Message  string             `json:"message"`
	If       []string           `json:"if,omitempty"` // what functions that nobody defines did: "f returns 3"
	Thread   string             `json:"thread,omitempty"`
	Place    verdict.Location   `json:"place"`
	Source   string             `json:"source,omitempty"`
	Stack    []verdict.Location `json:"stack,omitempty"`    // innermost first
	Waits    []Wait             `json:"waits,omitempty"`    // of a deadlock
	Race     []RaceAccess       `json:"race,omitempty"`     // the two accesses
	Other    *Position          `json:"other,omitempty"`    // of exclusion: the thread that is somewhere at the same time
	Object   string             `json:"object,omitempty"`   // of a failure of memory: what was accessed
	Of       string             `json:"of,omitempty"`       // the object that it is a part of, if that has no declaration
	Freed    *Origin            `json:"freed,omitempty"`    // where its life ended
	Created  *verdict.Location  `json:"created,omitempty"`  // where it was allocated
	Reads    []int              `json:"reads,omitempty"`    // the actions, counted from 0, that read what the failed check was computed from
	Branches []int              `json:"branches,omitempty"` // those that read what decided the branches on the way to it, the nearest first
	Earlier  []int              `json:"earlier,omitempty"`  // likewise of branches whose two ways met again before
}

// Wait is a thread that cannot go on.
type Wait struct {
	Thread string             `json:"thread"`
	For    string             `json:"for"`              // lock, join, condition, semaphore, barrier
	Object string             `json:"object,omitempty"` // that it waits for
	Owners []Holder           `json:"owners,omitempty"` // who holds the lock, or who is joined
	Holds  []Holder           `json:"holds,omitempty"`  // the locks that the thread itself holds
	Place  verdict.Location   `json:"place"`
	Source string             `json:"source,omitempty"`
	Stack  []verdict.Location `json:"stack,omitempty"`

	Branches, Earlier []int `json:"-"` // as in Action
}

// Holder is a lock that a thread holds, and where it took it.
type Holder struct {
	Thread string            `json:"thread"`
	Lock   string            `json:"lock,omitempty"`
	Since  *verdict.Location `json:"since,omitempty"`
	Ended  bool              `json:"ended,omitempty"` // the thread is finished
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

// ForReading ends the name of a lock that a thread holds together with other readers.
const ForReading = " (for reading)"

// Position is a thread at a place, about to do what is written there.
type Position struct {
	Thread string             `json:"thread"`
	Place  verdict.Location   `json:"place"`
	Source string             `json:"source,omitempty"`
	Stack  []verdict.Location `json:"stack,omitempty"` // innermost first
}

// Thread is a thread of the story.
type Thread struct {
	Name     string `json:"name"`               // main, main.1, …
	Function string `json:"function,omitempty"` // that it runs
}

// Kind says what an action is.
type Kind string

// The kinds of action.
const (
	Read        Kind = "read"
	Write       Kind = "write"
	Update      Kind = "update" // an atomic read-modify-write
	Lock        Kind = "lock"
	Unlock      Kind = "unlock"
	TryLock     Kind = "trylock" // that failed
	Create      Kind = "create"
	Join        Kind = "join"
	End         Kind = "end"  // of the thread
	Exit        Kind = "exit" // of the process
	Free        Kind = "free"
	Dies        Kind = "dies" // the end of a variable's life
	Enqueue     Kind = "wait" // gives the mutex up and waits for the condition
	Woken       Kind = "woken"
	Spurious    Kind = "unsignalled" // a spurious wake-up
	Signal      Kind = "signal"
	Arrive      Kind = "arrive"      // at a barrier
	Leave       Kind = "leave"       // a barrier
	Input       Kind = "input"       // a chosen value
	Returned    Kind = "returned"    // any value, by a function that nobody defines; without a Value, nothing
	Order       Kind = "order"       // which operand is evaluated first
	Environment Kind = "environment" // what it does to a call
	Fence       Kind = "fence"
	Call        Kind = "call" // of another library function
	Fault       Kind = "fault"
	Here        Kind = "here" // is at a place, and has not begun
)

// Action is one thing that a thread did.
type Action struct {
	Step     int                `json:"step,omitempty"` // the visible operation that it is part of, from 1; 0: of none
	Thread   string             `json:"thread"`
	Kind     Kind               `json:"kind"`
	Place    verdict.Location   `json:"place"`
	Source   string             `json:"source,omitempty"`   // the text of the line
	Stack    []verdict.Location `json:"stack,omitempty"`    // the callers, innermost first
	Call     string             `json:"call,omitempty"`     // the library function
	Object   string             `json:"object,omitempty"`   // as C writes it
	Of       string             `json:"of,omitempty"`       // the object that Object is a part of, if that has no declaration
	Memory   string             `json:"memory,omitempty"`   // what Object is called whoever accesses it, if that has no declaration: message#1.length
	Spelled  string             `json:"spelled,omitempty"`  // what the access calls it in C, if Object is another name
	Old      string             `json:"old,omitempty"`      // the value that an update read
	Value    string             `json:"value,omitempty"`    // read, written or chosen
	From     *Origin            `json:"from,omitempty"`     // of a read: the write by another thread that it saw
	Initial  bool               `json:"initial,omitempty"`  // of a read: nobody had written there
	Uses     []int              `json:"uses,omitempty"`     // of a write: the actions, counted from 0, that read what the value was computed from
	Other    string             `json:"other,omitempty"`    // a thread: created, joined, woken
	Locks    []string           `json:"locks,omitempty"`    // held afterwards
	Shared   bool               `json:"shared,omitempty"`   // a lock: held by readers
	All      bool               `json:"all,omitempty"`      // a signal: to all that wait
	Minor    bool               `json:"minor,omitempty"`    // concerns no other thread
	Location string             `json:"location,omitempty"` // identifies what Object names: the object, and behind + where in it
	Writer   int                `json:"writer,omitempty"`   // of a read: the action that wrote the value, from 1; 0: none
	Branches []int              `json:"-"`                  // the actions, counted from 0, that read what decided the branches that the thread is in
	Earlier  []int              `json:"-"`                  // likewise of branches whose two ways met again before, the last few
}

// Origin is where a value was written.
type Origin struct {
	Thread string           `json:"thread"`
	Step   int              `json:"step,omitempty"`
	Place  verdict.Location `json:"place"`
}

// Excerpt is a part of a source file: that which stories are about.
type Excerpt struct {
	File  string   `json:"file"`
	First int      `json:"first"` // the line that Lines begins with, from 1
	Lines []string `json:"lines"`
}

// Object is an object without a declaration: how the story calls it, and where
// it comes from.
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

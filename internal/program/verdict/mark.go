package verdict

import (
	"fmt"
	"strconv"
	"strings"
)

// Bound names a limit that cuts executions short (semantics 3).
type Bound string

// The bounds.
const (
	LoopBound        Bound = "loop"          // iterations of a loop
	RecursionBound   Bound = "recursion"     // nested calls of a function
	ThreadBound      Bound = "threads"       // threads created at one place
	AllocBound       Bound = "allocations"   // objects created at one place
	StepBound        Bound = "steps"         // instructions of an execution
	SwitchBound      Bound = "switches"      // preemptions, contexts or rounds
	WriteBound       Bound = "writes"        // writes to shared memory, or clusters of them
	DepthBound       Bound = "depth"         // control states that a thread goes through
	AddressBound     Bound = "addresses"     // objects may lie elsewhere in memory
	ReuseBound       Bound = "address-reuse" // a dead object's address may come back (semantics 9)
	ArgumentBound    Bound = "arguments"     // main may be given more arguments than the program's name
	EnvironmentBound Bound = "environment"   // the list of the environment may hold something
	SignalBound      Bound = "signals"       // signals that arrive in an execution
	CycleBound       Bound = "po-rf-cycles"  // executions of a memory model with a cycle of program order and reads-from
	AcceptedBound    Bound = "accepted"      // a violation that somebody accepts, behind which nothing is judged
)

// Grows reports whether an engine can raise the bound.
func (b Bound) Grows() bool {
	return b != AddressBound && b != ReuseBound && b != ArgumentBound && b != EnvironmentBound && b != SignalBound && b != CycleBound
}

// Mark is a cut of executions at a place: by a bound, or by a construct without meaning.
type Mark struct {
	Bound    Bound    `json:"bound"`
	Limit    int      `json:"limit"` // the value of the bound; 0 where it has none
	Location Location `json:"location"`
	// Unsupported, when not empty, is the construct; Bound is empty then.
	Unsupported string `json:"-"`
}

// ParseMark returns the mark of a bound, NAME or NAME LIMIT.
func ParseMark(text string) Mark {
	name, limit, _ := strings.Cut(text, " ")
	n, _ := strconv.Atoi(limit)
	return Mark{Bound: Bound(name), Limit: n}
}

// Text describes the cut and its place.
func (m *Mark) Text() string {
	what := m.Unsupported
	if what == "" {
		what = fmt.Sprintf("the %s bound %d", m.Bound, m.Limit)
	}
	if m.Location.Line > 0 {
		what += " at " + m.Location.String()
	}
	return what
}

// Package memmodel turns a memory model written in the cat language into a check of candidate executions.
package memmodel

import (
	"io/fs"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// InitialThread is the Thread of initial writes.
const InitialThread = -1

// Event is an event of a candidate execution.
type Event struct {
	Thread int      // InitialThread: an initial write
	Loc    int      // the location of an access, from 1; 0: none
	Tags   []string // base sets that contain the event, such as "R", "F", "ACQ"; M and IW are added
}

// Execution is a candidate execution. Relations has the given base relations by name. What it lacks is completed:
// po is the order of Events within a thread, loc, int, ext, id follow from the events, rcu-rscs from po, and others are empty.
type Execution struct {
	Events    []Event
	Relations map[string]relation.Rel
}

// Model is a memory model that has been read. It never changes, so goroutines may share it.
type Model struct{}

// Result is the answer for one candidate execution.
type Result struct {
	Consistent bool
	Axiom      string   // the name of the first violated axiom
	Cycle      []int    // the events of its cycle, or of the pair that an empty relation must not have
	Flags      []string // names of the raised flags, of consistent executions only
}

// Load reads the model with this file name. Included files come from the same file system.
func Load(name string, include fs.FS) (*Model, error) { return nil, fs.ErrNotExist }

// Builtin returns the model of this name that comes with Heddle: sc, tso, ….
func Builtin(name string) (*Model, error) { return nil, fs.ErrNotExist }

// Name returns the title that the model's file states.
func (m *Model) Name() string { return "" }

// Check judges one candidate execution.
func (m *Model) Check(x *Execution) Result { return Result{} }

// Prepare evaluates all that does not depend on rf and co. x must not change while the checker is in use.
func (m *Model) Prepare(x *Execution) *Checker { return nil }

// Checker judges candidates with the same events and static relations. It belongs to one goroutine.
type Checker struct{}

// Check judges the candidate with these reads-from and coherence relations. The result has no flags.
// What depends on rf alone is evaluated again only if rf has other pairs than in the call before.
func (c *Checker) Check(rf, co relation.Rel) Result { return Result{} }

// Flags returns the names of the flags that the candidate of the latest Check raises.
func (c *Checker) Flags() []string { return nil }

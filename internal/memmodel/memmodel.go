// Package memmodel turns a memory model written in the cat language into a check of candidate executions.
//
// A model is data: relations over events, defined from those of the execution, and conditions on them. Package
// cat reads the text, package relation has sets and relations as matrices. Here Load resolves names, types and
// functions and makes one graph of expressions in which equal ones are shared. A Checker evaluates the operands
// of a condition when the condition asks for them. Each is evaluated again only after a change of rf or co, if it depends
// on this relation; others are evaluated once for all candidates with the same events.
//
// Package litmus judges litmus tests: litmus/read reads a test into litmus/program, and litmus/candidate checks each
// candidate execution with a Checker. Package scheme turns operations of C into events. Packages order/consistency
// and engine/explore check executions of programs. This room shares no code with the theory of sequential consistency
// in order/consistency. One candidate costs at most the number of expressions times n³/64 steps for n events.
//
// A name without a definition must be one of the base relations or base sets in names.go. A base set has the events
// with the tag of its name.
// stdlib.cat, which every model includes without saying so, defines fr, rmw, po-loc and the internal and external parts.
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
	Tags   []string // base sets that contain the event, such as "R", "F", "ACQ"; M, IW, and W of initial writes are added
}

// Execution is a candidate execution. Relations has base relations by name. The checker adds missing ones:
// po is the order of Events within each thread. loc, int, ext and id follow from the events. rcu-rscs matches
// Rcu-lock with Rcu-unlock as brackets. amo is rmw if rmw is given. Others are empty. si is made reflexive.
type Execution struct {
	Events    []Event
	Relations map[string]relation.Rel
}

// Model is a memory model that has been read. It never changes, so goroutines may share it.
type Model struct {
	name   string
	nodes  []node
	groups []group
	axioms []test
	flags  []test
}

// Result is the answer for one candidate execution.
type Result struct {
	Consistent bool
	Axiom      string   // the name of the first violated axiom, or its position if it has no name
	Cycle      []int    // the events of its cycle, or of the pair that an empty relation must not have; nil for a negated axiom
	Flags      []string // names of the raised flags, of consistent executions only
	axiom      int      // the index of the violated axiom
}

// Name returns the title that the model's file states, or its path.
func (m *Model) Name() string { return m.name }

// Load reads the model with this file name. Included files come from the same file system, or else from
// Heddle's own. Mistakes are *cat.Error with a position.
func Load(name string, files fs.FS) (*Model, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return parse(name, string(text), files)
}

// Parse reads a model from a text, which has this name in errors. Included files are Heddle's own.
func Parse(name, text string) (*Model, error) { return parse(name, text, nil) }

func parse(name, text string, files fs.FS) (*Model, error) {
	c := newCompiler(files)
	if err := c.prelude(); err != nil {
		return nil, err
	}
	return c.load(name, text)
}

// Check judges one candidate execution with its rf and co.
func (m *Model) Check(x *Execution) Result {
	c := m.Prepare(x)
	r := c.Check(x.Relations["rf"], x.Relations["co"])
	if r.Consistent {
		r.Flags = c.Flags()
	}
	return r
}

package validate

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// This file is the oracle of the mutants. It executes every interleaving of a small program, with every
// evaluation of a site as a step of its own, and records the events. It shares only the front end and the
// machine with package waypoint.

// happening is a thread's coming to a site, or a violation.
type happening struct {
	thread string
	site   probe.SiteID
	value  int64 // of the condition or result; before statements, of n
	line   int   // of a violation
	first  *interp.FirstAccess
}

func (h happening) String() string {
	s := fmt.Sprintf("%s/%d=%d@%d", h.thread, h.site, h.value, h.line)
	if h.first != nil {
		s += fmt.Sprintf("~%s@%d", h.first.Thread, h.first.Pos.Line)
	}
	return s
}

// enumerator executes interleavings, depth first.
type enumerator struct {
	prog       *ir.Program
	code       *interp.Code
	properties interp.Properties
	visitor    ir.FuncID
	path       []branch
	depth      int
	events     []happening
	seen       map[string]bool
	executions [][]happening // that violate the property, each once
	count      int
}

// branch is a decision: the alternatives, and which is explored.
type branch struct{ n, at int }

func (e *enumerator) decide(n int) int {
	if e.depth == len(e.path) {
		e.path = append(e.path, branch{n, 0})
	}
	b := e.path[e.depth]
	e.depth++
	return b.at
}

// Choose implements interp.Source.
func (e *enumerator) Choose(c interp.Choice) (wide.Word, error) {
	values, exact := interp.Corners(c)
	if !exact {
		return wide.Word{}, fmt.Errorf("a choice has too many values")
	}
	return values[e.decide(len(values))], nil
}

// Uninit implements interp.Source.
func (e *enumerator) Uninit(interp.ObjectKey, uint64) (byte, error) { return 0, nil }

// Observe implements interp.Observer.
func (e *enumerator) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if o.Kind != interp.ObservedBlock {
		return
	}
	if f, b, _ := t.Next(); f == e.visitor && f != 0 && b == 1 {
		params := e.prog.Funcs[f].Params
		e.events = append(e.events, happening{thread: t.Name(), site: probe.SiteID(t.Register(params[0]).Lo), value: int64(t.Register(params[1]).Lo)})
	}
}

// enumerate executes everything.
func (e *enumerator) enumerate(t *testing.T) {
	e.code, e.seen = interp.Prepare(e.prog), make(map[string]bool)
	for f := range e.prog.Funcs {
		if e.prog.Funcs[f].Name == "__heddle_waypoint_visit" {
			e.visitor = ir.FuncID(f)
		}
	}
	for {
		e.execute(t)
		if e.count++; e.count > 3_000_000 {
			t.Fatal("too many executions")
		}
		for len(e.path) > 0 {
			b := &e.path[len(e.path)-1]
			if b.at++; b.at < b.n {
				break
			}
			e.path = e.path[:len(e.path)-1]
		}
		if len(e.path) == 0 {
			return
		}
	}
}

// execute does one execution.
func (e *enumerator) execute(t *testing.T) {
	e.depth, e.events = 0, nil
	m := interp.NewMachine(e.code, interp.Config{Properties: e.properties, Source: e, Observer: e, Blocks: true, KeepGoing: true})
	violated := false
	for m.End().Kind == interp.Running {
		var can []*interp.Thread
		for _, th := range m.Ready() {
			if m.Probe(th) {
				can = append(can, th)
			}
		}
		if len(can) == 0 {
			break
		}
		before := len(m.Violations())
		m.Step(can[e.decide(len(can))])
		for _, v := range m.Violations()[before:] {
			violated = true
			e.events = append(e.events, happening{thread: v.Thread, site: -1, line: int(v.Pos.Line), first: v.First})
		}
	}
	if k := m.End().Kind; k == interp.Mismatch || k == interp.Unsupported || m.End().Limit() {
		t.Fatalf("an execution ended: %s", k)
	}
	if !violated {
		return
	}
	var text strings.Builder
	for _, h := range e.events {
		text.WriteString(h.String())
		text.WriteByte(' ')
	}
	if !e.seen[text.String()] {
		e.seen[text.String()] = true
		e.executions = append(e.executions, e.events)
	}
}

var sources = make(map[string]string)

// sourceOf returns the text of a file.
func sourceOf(file string) string {
	if sources[file] == "" {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		sources[file] = string(text)
	}
	return sources[file]
}

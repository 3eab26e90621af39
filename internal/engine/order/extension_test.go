package order

import (
	"context"
	"flag"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var prefixes = flag.Int("prefixes", 100, "prefixes of executions that the formula must allow")

// TestExtension checks semantics 6. The first steps of some execution are asserted to be the first of the
// graph's execution, in their order; the formula stays satisfiable, for any later steps.
func TestExtension(t *testing.T) {
	done := 0
	for seed := generated.First(); done < *prefixes; seed++ {
		source := testgen.Concurrent(testgen.Options{Seed: seed}).C()
		code := testprog.Code(t, source)
		terms := term.New(term.Options{})
		property := [...]verdict.Property{verdict.Assert, verdict.Deadlock}[seed%2]
		g, err := unwind.Unwind(context.Background(), code.Facts(), terms, unwind.Options{Property: property, Loop: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := event.Check(g); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if len(g.Marks) > 0 {
			continue
		}
		for run := range uint64(3) {
			_, tr, err := interp.RunCode(context.Background(), code, interp.Options{Seed: run})
			if err != nil {
				t.Fatal(err)
			}
			// The last step may be the end of the process, which is no node.
			total := tr.Steps()
			if total < 2 {
				continue
			}
			length := total - 1 - (seed+run)%min(total-1, 4)
			asserted := *g
			asserted.Edges, asserted.Facts = slices.Clone(g.Edges), slices.Clone(g.Facts)
			p := &prefix{g: &asserted, terms: terms}
			if !p.begin(tr.Schedule, length) {
				continue
			}
			host := solver.New(terms, sat.Options{})
			if _, err := consistency.New(context.Background(), p.g, host, consistency.Options{Eager: run == 0}); err != nil {
				t.Fatal(err)
			}
			res, err := host.Check(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if res.Status != sat.Satisfiable {
				t.Errorf("seed %d, run %d, %s: no execution begins with %d steps of %v\n%s", seed, run, property, length, tr.Schedule, source)
			}
			done++
		}
	}
}

// prefix asserts the first steps of a schedule.
type prefix struct {
	g     *event.Graph
	terms *term.Store
	taken []uint64 // by thread: its steps in the prefix
	last  []at     // the nodes that may be the last step so far
}

// at is a node and the condition that it is a certain step.
type at struct {
	node event.NodeID
	is   term.ID
}

const countWidth = 16

// begin asserts the first length steps. It reports false if a thread of the
// schedule has no counterpart that its name determines.
func (p *prefix) begin(schedule []trace.Segment, length uint64) bool {
	p.taken = make([]uint64, len(p.g.Threads))
	for _, s := range schedule {
		thread := p.thread(s.Thread)
		if thread == 0 {
			return false
		}
		for range min(s.Steps, length) {
			p.step(thread)
			length--
		}
	}
	for t := range p.g.Threads {
		for _, n := range p.after(event.ThreadID(t)) {
			p.link(n)
		}
	}
	return true
}

// thread returns the thread of a name, if all threads that its parents create
// are created on every path that gets there.
func (p *prefix) thread(name string) event.ThreadID {
	t := event.ThreadID(1)
	for _, part := range strings.Split(name, ".")[1:] {
		k, _ := strconv.Atoi(part)
		var children []event.ThreadID
		for c := range p.g.Threads {
			if p.g.Threads[c].Parent == t {
				children = append(children, event.ThreadID(c))
			}
		}
		slices.SortStableFunc(children, func(a, b event.ThreadID) int {
			return int(p.g.Nodes[p.g.Threads[a].Spawn].Index - p.g.Nodes[p.g.Threads[b].Spawn].Index)
		})
		for i, c := range children {
			if i > 0 && p.terms.And(p.guard(c), p.terms.Not(p.guard(children[i-1]))) != term.False {
				return 0
			}
		}
		t = children[k-1]
	}
	return t
}

func (p *prefix) guard(t event.ThreadID) term.ID {
	if th := &p.g.Threads[t]; th.Guard != term.None {
		return th.Guard
	}
	return p.g.Nodes[p.g.Threads[t].Spawn].Step
}

// nodes returns the nodes of a thread with the condition that they are steps
// and as many come before as wanted.
func (p *prefix) nodes(t event.ThreadID, wanted func(count term.ID) term.ID) []at {
	var list []at
	count := p.terms.Uint(0, countWidth)
	for _, n := range p.g.Threads[t].Nodes {
		step := p.g.Nodes[n].Step
		if is := p.terms.And(step, wanted(count)); is != term.False {
			list = append(list, at{n, is})
		}
		count = p.terms.Add(count, p.terms.Ite(step, p.terms.Uint(1, countWidth), p.terms.Uint(0, countWidth)))
	}
	return list
}

// step asserts the next step of a thread.
func (p *prefix) step(t event.ThreadID) {
	number := p.terms.Uint(p.taken[t], countWidth)
	list := p.nodes(t, func(count term.ID) term.ID { return p.terms.Eq(count, number) })
	p.taken[t]++
	some := term.False
	for _, n := range list {
		some = p.terms.Or(some, n.is)
		p.link(n)
	}
	p.g.Facts = append(p.g.Facts, some)
	p.last = list
}

// after returns the steps of a thread beyond the prefix.
func (p *prefix) after(t event.ThreadID) []at {
	number := p.terms.Uint(p.taken[t], countWidth)
	return p.nodes(t, func(count term.ID) term.ID { return p.terms.Ule(number, count) })
}

// link orders a node after the last step.
func (p *prefix) link(n at) {
	for _, l := range p.last {
		if p.g.Nodes[l.node].Thread != p.g.Nodes[n.node].Thread {
			p.g.Edges = append(p.g.Edges, event.Edge{From: l.node, To: n.node, Guard: p.terms.And(l.is, n.is)})
		}
	}
}

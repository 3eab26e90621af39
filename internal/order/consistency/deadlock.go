package consistency

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// decodeDeadlock returns the smallest deadlock in a model: a set of threads each of which waits, directly
// or through other members, for all of them. Its trace has the past of the members, and that of the
// finished threads that could have ended a wait. Steps outside of it could end the deadlock if locks are
// released by threads other than their owners; in the longer trace they did not.
func (e *Encoding) decodeDeadlock() (*Found, error) {
	x := newExecution(e)
	names := x.threadNames()
	core := x.deadlock(names)
	if len(core) == 0 {
		return nil, fmt.Errorf("no deadlock in the model")
	}
	f := &Found{Obligation: core[0], Members: core}
	var from, all []event.NodeID
	for _, i := range core {
		o := &e.g.Obligations[i]
		from = append(from, x.site(o.Thread, o.Node))
		for _, by := range e.g.Unblock[o.By] {
			if end := e.g.Threads[by.Thread].End; end != 0 && x.done[end] && e.holds(by.Guard) {
				from = append(from, end)
			}
		}
	}
	for n, done := range x.done {
		if done {
			all = append(all, event.NodeID(n))
		}
	}
	var err error
	if f.Trace, err = x.deadlockTrace(core, names, from); err != nil {
		return nil, err
	}
	if f.Longer, err = x.deadlockTrace(core, names, all); err != nil {
		return nil, err
	}
	return f, nil
}

// deadlockTrace returns the trace of the past of some nodes, which leads to a
// deadlock.
func (x *execution) deadlockTrace(core []int, names []string, from []event.NodeID) (*trace.Trace, error) {
	past, _ := x.past(from...)
	order, err := x.linearise(past)
	if err != nil {
		return nil, err
	}
	t := x.trace(core[0], past, order)
	var parts []string
	for _, i := range core {
		o := &x.e.g.Obligations[i]
		t.Failure.Threads = append(t.Failure.Threads, names[o.Thread])
		parts = append(parts, fmt.Sprintf("%s waits for %s", names[o.Thread], o.Text))
	}
	t.Failure.Message = strings.Join(parts, ", ")
	return t, nil
}

// deadlock returns the obligations of the waits of a smallest deadlock of the model, the first thread
// first. It is a strongly connected component of the relation "waits for a thread that could unblock it"
// with no edge out of it.
func (x *execution) deadlock(names []string) []int {
	g := x.e.g
	at := make([]int, len(g.Threads)) // the obligation where a member waits, plus one
	var members []event.ThreadID
	for i, v := range x.e.violated {
		if t := g.Obligations[i].Thread; at[t] == 0 && x.e.holds(v) {
			at[t] = i + 1
			members = append(members, t)
		}
	}
	slices.SortFunc(members, func(a, b event.ThreadID) int {
		return cmp.Or(cmp.Compare(len(names[a]), len(names[b])), cmp.Compare(names[a], names[b]))
	})
	reach := make([][]bool, len(g.Threads))
	for _, t := range members {
		reach[t] = make([]bool, len(g.Threads))
		reach[t][t] = true
		for _, by := range g.Unblock[g.Obligations[at[t]-1].By] {
			if at[by.Thread] != 0 && x.e.holds(by.Guard) {
				reach[t][by.Thread] = true
			}
		}
	}
	for _, k := range members {
		for _, i := range members {
			for _, j := range members {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for _, i := range members {
		var core []int
		minimal := true
		for _, j := range members {
			if reach[i][j] {
				core = append(core, at[j]-1)
				minimal = minimal && reach[j][i]
			}
		}
		if minimal {
			return core
		}
	}
	return nil
}

// ExcludeTogether excludes executions that violate all of several obligations, given by their indices in
// the graph.
func (e *Encoding) ExcludeTogether(obligations []int) {
	var all []term.ID
	for _, i := range obligations {
		all = append(all, e.violated[i])
	}
	e.host.Assert(e.g.Terms.Not(e.g.Terms.Conj(all...)))
}

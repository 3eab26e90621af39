package refine

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// path is the way to something bad that assertions do not exclude, executed symbolically.
type path struct {
	nodes    []*node
	outcomes []*por.Outcome             // to the nodes behind the first
	inputs   []map[efsm.VarID][]term.ID // of each step, by the times at which it asks for them
	guards   []term.ID                  // of each step; the last is that of the failure
	failure  *por.Failure
}

// follow executes the path to a found violation symbolically.
func (x *exploration) follow(bad *found) *path {
	p := &path{failure: bad.failure}
	for n := bad.at; n != nil; n = n.parent {
		p.nodes = append(p.nodes, n)
		if n.parent != nil {
			p.outcomes = append(p.outcomes, n.via)
		}
	}
	slices.Reverse(p.nodes)
	slices.Reverse(p.outcomes)
	s := x.model.System
	values := make(map[efsm.VarID]term.ID)
	for _, v := range x.model.Vars() {
		values[v] = s.Vars[v].Term
		if s.Vars[v].Init != term.None {
			values[v] = s.Vars[v].Init
		}
	}
	translator := term.NewTranslator(x.terms, x.terms)
	step := func(guard term.ID, updates []efsm.Update) {
		translator.Undo(0)
		for _, v := range x.model.Vars() {
			translator.Bind(s.Vars[v].Term, values[v])
		}
		roots := []term.ID{guard}
		for _, u := range updates {
			roots = append(roots, u.Value)
		}
		inputs := make(map[efsm.VarID][]term.ID)
		for _, id := range x.terms.Below(roots...) {
			c, ok := x.model.Copies()[id]
			if !ok {
				continue
			}
			fresh := x.terms.Var(x.terms.Name(id), x.terms.Sort(id))
			translator.Bind(id, fresh)
			for len(inputs[c.Input]) <= c.Time {
				inputs[c.Input] = append(inputs[c.Input], term.None)
			}
			inputs[c.Input][c.Time] = fresh
		}
		p.inputs = append(p.inputs, inputs)
		p.guards = append(p.guards, translator.Term(guard))
		next := make([]term.ID, len(updates))
		for i, u := range updates {
			next[i] = translator.Term(u.Value)
		}
		for i, u := range updates {
			values[u.Var] = next[i]
		}
	}
	for _, o := range p.outcomes {
		step(o.Guard, o.Updates)
	}
	step(bad.failure.Guard, nil)
	return p
}

// feasible decides whether a path can be executed. If so, the solver has values.
func (x *exploration) feasible(ctx context.Context, p *path) (sat.Status, error) {
	return x.decide(ctx, p.guards, term.True)
}

// mostSmall is the largest absolute value of inputs in the first query for an execution.
const mostSmall = 64

// small returns the conditions under which the inputs of a path are near zero.
func (x *exploration) small(p *path) (list []term.ID) {
	for _, inputs := range p.inputs {
		for _, times := range inputs {
			for _, id := range times {
				if id != term.None && x.terms.Sort(id).IsBV() && x.terms.Width(id) > 8 {
					w := x.terms.Width(id)
					list = append(list, x.terms.Ult(x.terms.Add(id, x.terms.Uint(mostSmall, w)), x.terms.Uint(2*mostSmall, w)))
				}
			}
		}
	}
	return list
}

// witness returns the execution of the system that a path stands for, by the solver's values.
func (x *exploration) witness(p *path) *unroll.Witness {
	s := x.model.System
	w := &unroll.Witness{Initial: make(map[efsm.VarID]term.Word), Obligation: p.failure.Obligation}
	for v := 1; v < len(s.Vars); v++ {
		if s.Vars[v].Class != efsm.Input && s.Vars[v].Init == term.None && !s.Vars[v].Sort.IsArray() {
			w.Initial[efsm.VarID(v)] = x.host.Value(s.Vars[v].Term)
		}
	}
	run := efsm.NewSimulator(s, func(v efsm.VarID) term.Word { return w.Initial[v] })
	for i, inputs := range p.inputs {
		thread, paths := p.failure.Thread, [][]efsm.StateID(nil)
		if i < len(p.outcomes) {
			thread, paths = p.outcomes[i].Thread, p.outcomes[i].Paths
		}
		times := make(map[efsm.VarID]int)
		var executed []efsm.StateID // a step through the head of a loop may end there again
		for !slices.ContainsFunc(paths, func(path []efsm.StateID) bool { return slices.Equal(path, executed) }) {
			at := run.At(thread)
			if at <= 0 || run.IsStuck(thread) {
				break
			}
			st := unroll.Step{Thread: thread, State: at, Inputs: make(map[efsm.VarID]term.Word)}
			for v, list := range inputs {
				if time := times[v]; time < len(list) && list[time] != term.None {
					st.Inputs[v] = x.host.Value(list[time])
				}
			}
			for _, v := range x.model.Inputs(thread, at) {
				times[v]++
			}
			w.Steps = append(w.Steps, st)
			if paths == nil && at == p.failure.State {
				return w
			}
			if _, err := run.Step(thread, func(v efsm.VarID) term.Word { return st.Inputs[v] }); err != nil {
				panic("refine: " + err.Error())
			}
			executed = append(executed, at)
		}
	}
	return w
}

// predicates returns, for each node of an infeasible path, a predicate that explains it: the weakest
// precondition of the steps that a core needs; term.True: nothing. Predicates about inputs are left out.
func (x *exploration) predicates(p *path) []term.ID {
	needed := make(map[term.ID]bool)
	for _, id := range x.core {
		needed[id] = true
	}
	out := make([]term.ID, len(p.nodes))
	for i := range out {
		out[i] = term.True
	}
	holds := term.False
	if last := len(p.guards) - 1; needed[p.guards[last]] || p.guards[last] == term.False {
		holds = x.terms.Not(p.failure.Guard)
	}
	for i := len(p.outcomes); !x.mentionsInput(holds); i-- {
		if holds != term.False {
			out[i] = holds
		}
		if i == 0 {
			break
		}
		o := p.outcomes[i-1]
		holds = x.model.After(o, holds)
		if needed[p.guards[i-1]] {
			holds = x.terms.Implies(o.Guard, holds)
		}
	}
	return out
}

func (x *exploration) mentionsInput(id term.ID) bool {
	for _, below := range x.terms.Below(id) {
		if _, ok := x.model.Copies()[below]; ok {
			return true
		}
	}
	return false
}

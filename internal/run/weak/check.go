package weak

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Model is a memory model of the package.
type Model struct {
	name string
	// total: po ∪ rf is part of the order that the model keeps acyclic.
	total bool
	// hardware: C accesses are those of a processor, after the standard compilation scheme. Only creation,
	// join and sections make something happen before something else.
	hardware bool
	stores   bool // of a hardware model: writes of a thread become visible in their order
	// within: the executions are those of rc11 that Options.Allowed selects. By the proofs of the compilation schemes
	// (Podkopaev, Lahav, Vafeiadis, POPL 2019), each execution of the processor without a cycle of po ∪ rf is one of rc11.
	within bool
	// counted: the number of executions is that with the release sequences of Chains.
	counted bool
	// chains: a release sequence has a write, and read-modify-writes after it, as in C++20 (P0982R1). Otherwise it has
	// later writes of the thread as well, as in C11.
	chains bool
	// axioms reports whether the axioms hold for a graph with a new event that is last in po ∪ rf, beyond
	// coherence and atomicity.
	axioms func(r *run, id int32) bool
	// These are of Selected. Coherence is along program order, creation and join only.
	selected, ordered, races bool
}

// Name returns the name of the model.
func (m *Model) Name() string { return m.name }

// Hardware reports whether the events are those of a processor, after the compilation of C.
func (m *Model) Hardware() bool { return m.hardware || m.within && !m.races }

// Dependent reports whether dependencies between the events of a thread are part of the model.
func (m *Model) Dependent() bool { return m.within }

// Chains returns the model with the release sequences of C++20, which are shorter than those of C11, so that it has further
// executions; nil: the model is not counted by these.
func (m *Model) Chains() *Model {
	if !m.counted {
		return nil
	}
	n := *m
	n.chains = true
	return &n
}

// Models lists the names of the models.
func Models() []string {
	names := make([]string, len(models))
	for i := range models {
		names[i] = models[i].name
	}
	return names
}

var models = [...]Model{
	{name: "sc", total: true, axioms: (*run).sequential},
	{name: "rc11", counted: true, axioms: (*run).psc},
	{name: "imm", within: true, counted: true, axioms: (*run).psc},
	{name: "tso", hardware: true, stores: true, axioms: (*run).buffered},
	{name: "pso", hardware: true, axioms: (*run).buffered},
	{name: "aarch64", within: true, axioms: (*run).psc},
	{name: "riscv", within: true, axioms: (*run).psc},
}

// ModelOf returns the model of a name.
func ModelOf(name string) (*Model, error) {
	for i := range models {
		if models[i].name == name {
			return &models[i], nil
		}
	}
	return nil, fmt.Errorf("no memory model %s to explore", name)
}

// Selected returns a model. Options.Allowed selects its executions from all that are coherent and atomic. ordered: no execution
// has a cycle of po ∪ rf. races: a data race is undefined behaviour.
func Selected(name string, ordered, races bool) *Model {
	return &Model{name: name, within: true, selected: true, ordered: ordered, races: races, axioms: func(*run, int32) bool { return true }}
}

// Cycles reports whether the model has executions with a cycle of po ∪ rf. No property is judged in them.
func (m *Model) Cycles() bool { return m.within && !m.ordered }

// consistent reports whether the graph is consistent with an event that is last in po ∪ rf.
func (r *run) consistent(id int32) bool {
	return r.linear(id) && r.model.axioms(r, id)
}

// linear reports whether po ∪ rf and the orders of sections are acyclic.
func (r *run) linear(id int32) bool {
	return !r.g.events[id].section || !r.cycle(id, func(e *event) bool { return e.section })
}

// sequential is the axiom of sequential consistency: po ∪ rf ∪ co ∪ fr is acyclic.
func (r *run) sequential(id int32) bool {
	return !r.cycle(id, func(*event) bool { return true })
}

// cycle reports whether an event is on a cycle of po ∪ rf, and co ∪ fr of the events that ordered selects.
func (r *run) cycle(id int32, ordered func(*event) bool) bool {
	g := r.g
	readers := make([][]int32, len(g.events))
	for o := range g.events {
		if e := &g.events[o]; e.kind == read && e.from >= 0 {
			readers[e.from] = append(readers[e.from], int32(o))
		}
	}
	seen := make([]bool, len(g.events))
	stack := []int32{id}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, y := range r.successors(x, readers, ordered) {
			if y == id {
				return true
			}
			if !seen[y] {
				seen[y] = true
				stack = append(stack, y)
			}
		}
	}
	return false
}

// successors returns the events that follow another directly.
func (r *run) successors(x int32, readers [][]int32, ordered func(*event) bool) []int32 {
	g, e := r.g, &r.g.events[x]
	list := append([]int32(nil), readers[x]...)
	if own := g.threads[e.thread]; int(e.index)+1 < len(own) {
		list = append(list, own[e.index+1])
	}
	f := &r.facts[x]
	list = append(list, f.joined...)
	if f.done && f.child != absent && len(r.events(f.child)) > 0 {
		list = append(list, r.events(f.child)[0])
	}
	if e.kind != read && e.kind != write || !ordered(e) {
		return list
	}
	w := x
	if e.kind == read {
		w = e.from
	}
	for _, o := range g.writes(e.loc)[g.rank(e.loc, w):] {
		if own := e.kind == read && e.exclusive && g.events[o].thread == e.thread && g.events[o].index == e.index+1; !own {
			list = append(list, o)
			break
		}
	}
	return list
}

// isSC reports whether an event is seq_cst.
func (e *event) isSC() bool {
	return e.order == ir.SeqCst && (e.kind == read || e.kind == write || e.kind == fence)
}

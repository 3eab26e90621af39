package por

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Step holds the possible ends of the next step of a thread.
type Step struct {
	Outcomes []Outcome // without violations; their guards exclude one another
	Bad      []Failure
	merged   []Outcome // the same, merged into one outcome per control
	reads    map[efsm.VarID]bool
}

// Outcome is one way in which a step ends.
type Outcome struct {
	Thread  efsm.ThreadID
	Guard   term.ID // over the variables before the step, and inputs
	To      ControlID
	Updates []efsm.Update // of variables that are not fixed, ascending
	From    efsm.StateID
	Paths   [][]efsm.StateID // the executed states, by path; of composed steps: those of the last one
}

// Failure is a violation or a mark that a step can reach.
type Failure struct {
	Guard      term.ID
	Thread     efsm.ThreadID
	State      efsm.StateID
	Obligation int // index in the state's obligations; -1: it is a mark
	Mark       int // index in the state's marks; -1: it is an obligation
}

// Copy identifies the value of an input for which a variable in guards and updates stands. A step may
// read an input several times; Time numbers the reads from 0.
type Copy struct {
	Input efsm.VarID
	Time  int
}

type copyKey struct {
	input efsm.VarID
	time  int
}

type stepKey struct {
	control ControlID
	thread  efsm.ThreadID
}

// The limits of a step. A step that reaches one ends there; a step may end at any state.
const (
	maxStates   = 500 // executed, on all paths
	maxOutcomes = 8   // kept apart although they may lead to the same control
)

// walk is a path of a step so far.
type walk struct {
	state   efsm.StateID
	cond    term.ID
	values  []efsm.Update // of variables that are not fixed, ascending
	fixed   []term.ID
	path    []efsm.StateID
	visible bool // it has an effect visible to other threads
}

// stepper computes one step.
type stepper struct {
	*Model
	step   *Step
	thread efsm.ThreadID
	from   *control
	left   int
}

// Step returns the next step of a thread at a control. It is computed once.
func (m *Model) Step(c ControlID, t efsm.ThreadID) *Step {
	key := stepKey{c, t}
	if s := m.steps[key]; s != nil {
		return s
	}
	from := m.controls[c]
	b := &stepper{Model: m, step: &Step{}, thread: t, from: &from, left: maxStates}
	if at := from.at[t]; at > 0 && m.isAlive(&from, t) && m.System.Threads[t].States[at].Kind != efsm.Stopped {
		b.visit(walk{state: at, cond: term.True, fixed: from.fixed})
	}
	b.finish()
	m.steps[key] = b.step
	return b.step
}

// bind makes the translator evaluate terms after a walk.
func (b *stepper) bind(w *walk) {
	b.translator.Undo(0)
	for i, v := range b.fixed {
		b.translator.Bind(b.System.Vars[v].Term, w.fixed[i])
	}
	for _, u := range w.values {
		b.translator.Bind(b.System.Vars[u.Var].Term, u.Value)
	}
	times := make(map[efsm.VarID]int)
	for _, st := range w.path {
		for _, v := range b.Inputs(b.thread, st) {
			times[v]++
		}
	}
	for _, v := range b.Inputs(b.thread, w.state) {
		b.times[v] = max(b.times[v], times[v]+1)
		b.translator.Bind(b.System.Vars[v].Term, b.copyOf(v, times[v]))
	}
}

// copyOf returns the variable that stands for an input's value at a time.
func (m *Model) copyOf(v efsm.VarID, time int) term.ID {
	in := &m.System.Vars[v]
	if time == 0 {
		m.copied[in.Term] = Copy{v, 0}
		return in.Term
	}
	id, ok := m.copies[copyKey{v, time}]
	if !ok {
		id = m.terms.Var(in.Name, in.Sort)
		m.copies[copyKey{v, time}], m.copied[id] = id, Copy{v, time}
	}
	return id
}

// Copies returns the inputs that variables stand for.
func (m *Model) Copies() map[term.ID]Copy { return m.copied }

// visit executes a state at the end of a walk.
func (b *stepper) visit(w walk) {
	b.left--
	t := &b.System.Threads[b.thread]
	st := &t.States[w.state]
	b.bind(&w)
	is := func(id term.ID) term.ID { return b.translator.Term(id) }
	cond := b.terms.And(w.cond, is(st.Enable))
	if len(w.path) == 0 && w.state == t.Entry && t.Alive != 0 {
		cond = b.terms.And(cond, is(b.System.Vars[t.Alive].Term))
	}
	if cond == term.False {
		return
	}
	for i := range st.Obligations {
		if o := &st.Obligations[i]; o.Property == b.property {
			b.fails(Failure{Guard: b.terms.And(cond, is(o.When)), State: w.state, Obligation: i, Mark: -1})
		}
	}
	goes := cond
	for i := range st.Marks {
		m := &st.Marks[i]
		b.fails(Failure{Guard: b.terms.And(cond, is(m.When)), State: w.state, Obligation: -1, Mark: i})
		if !m.GoesOn {
			goes = b.terms.And(goes, b.terms.Not(is(m.When)))
		}
	}
	next := walk{values: w.values, fixed: w.fixed, path: append(slices.Clone(w.path), w.state), visible: w.visible}
	next.fixed = slices.Clone(w.fixed)
	for _, u := range st.Updates {
		value := is(u.Value)
		if b.System.Vars[u.Var].Thread == 0 {
			next.visible = true
		}
		if at := b.place[u.Var]; at >= 0 {
			next.fixed[at] = b.constant(value)
			continue
		}
		next.values = with(next.values, efsm.Update{Var: u.Var, Value: value})
	}
	guards := make([]term.ID, len(st.Edges))
	stuck := goes
	for i, e := range st.Edges {
		guards[i] = b.terms.And(goes, is(e.Guard))
		stuck = b.terms.And(stuck, b.terms.Not(is(e.Guard)))
	}
	if len(st.Edges) == 0 {
		next.cond = goes
		b.ends(&next)
		return
	}
	for i, e := range st.Edges {
		if guards[i] == term.False {
			continue
		}
		on := next
		on.cond, on.state = guards[i], e.To
		if passes(t, e.To) && b.left > 0 && !slices.Contains(on.path, e.To) {
			b.visit(on)
		} else {
			b.ends(&on)
		}
	}
	if next.visible && stuck != term.False {
		on := next
		on.cond, on.state = stuck, stopped
		b.ends(&on)
	}
}

// constant returns the value of a term without variables.
func (b *stepper) constant(id term.ID) term.ID {
	if b.terms.IsConst(id) {
		return id
	}
	v := term.NewEvaluator(b.terms, &term.Assignment{}).Word(id)
	if b.terms.Sort(id) == term.Bool {
		return b.terms.Bool(!v.IsZero())
	}
	return b.terms.Const(v, b.terms.Width(id))
}

// with returns a copy of sorted updates with one more.
func with(list []efsm.Update, u efsm.Update) []efsm.Update {
	i, found := slices.BinarySearchFunc(list, u.Var, func(x efsm.Update, v efsm.VarID) int { return int(x.Var - v) })
	list = slices.Clone(list)
	if found {
		list[i] = u
		return list
	}
	return slices.Insert(list, i, u)
}

func (b *stepper) fails(f Failure) {
	if f.Guard != term.False && b.thread == b.Model.Thread {
		f.Thread = b.thread
		b.step.Bad = append(b.step.Bad, f)
	}
}

// ends records the outcome at the end of a walk.
func (b *stepper) ends(w *walk) {
	if w.cond == term.False {
		return
	}
	for _, v := range b.vars {
		if x := &b.System.Vars[v]; x.Thread == b.thread && (w.state <= 0 || !b.static[b.thread].live[w.state][v]) {
			w.values = with(w.values, efsm.Update{Var: v, Value: b.dead(x)})
		}
	}
	b.translator.Undo(0)
	hold(b.translator, b.terms, w.cond)
	w.values = slices.Clone(w.values)
	for i := range w.values {
		w.values[i].Value = b.translator.Term(w.values[i].Value)
	}
	b.step.Outcomes = append(b.step.Outcomes, Outcome{
		Thread: b.thread, Guard: w.cond, To: b.intern(b.from.with(b.thread, w.state, w.fixed)), From: b.from.at[b.thread],
		Paths:   [][]efsm.StateID{slices.Clone(w.path)},
		Updates: slices.DeleteFunc(slices.Clone(w.values), func(u efsm.Update) bool { return b.System.Vars[u.Var].Term == u.Value }),
	})
}

// dead returns the value that a variable gets when it is no longer read. Any value would do.
func (m *Model) dead(v *efsm.Var) term.ID {
	switch {
	case v.Sort == term.Bool:
		return term.False
	case v.Sort.IsBV():
		return m.terms.Uint(0, v.Sort.Width())
	}
	return v.Term
}

// finish merges outcomes that reach the same control, and records the variables that the step reads.
func (b *stepper) finish() {
	for i := range b.step.Outcomes {
		o := &b.step.Outcomes[i]
		at := slices.IndexFunc(b.step.merged, func(m Outcome) bool { return m.To == o.To })
		if at < 0 {
			b.step.merged = append(b.step.merged, *o)
		} else {
			b.step.merged[at] = b.merge(&b.step.merged[at], o)
		}
	}
	if len(b.step.Outcomes) > maxOutcomes {
		b.step.Outcomes = b.step.merged
	}
	var roots []term.ID
	for i := range b.step.merged {
		o := &b.step.merged[i]
		roots = append(roots, o.Guard)
		for _, u := range o.Updates {
			roots = append(roots, u.Value)
		}
	}
	for i := range b.step.Bad {
		roots = append(roots, b.step.Bad[i].Guard)
	}
	b.step.reads = make(map[efsm.VarID]bool)
	for _, id := range b.terms.Below(roots...) {
		if v := b.ofTerm[id]; v != 0 {
			b.step.reads[v] = true
		}
		if b.terms.Op(id) == term.OpSelect && b.ofTerm[b.terms.Arg(id, 0)] != 0 {
			b.noteElement(id)
		}
	}
}

// noteElement records an array element that a step reads, unless its index depends on inputs.
func (m *Model) noteElement(id term.ID) {
	if slices.Contains(m.elements, id) {
		return
	}
	for _, below := range m.terms.Below(id) {
		if v := m.ofTerm[below]; m.terms.IsVar(below) && (v == 0 || m.System.Vars[v].Class == efsm.Input) {
			return
		}
	}
	m.elements = append(m.elements, id)
}

// Elements returns the array elements that the steps so far read, as terms over the variables before a
// step. Later steps may add more.
func (m *Model) Elements() []term.ID { return m.elements }

// merge returns an outcome that covers two outcomes.
func (b *stepper) merge(x, y *Outcome) Outcome {
	out := *x
	out.Guard, out.Updates = b.terms.Or(x.Guard, y.Guard), nil
	out.Paths = slices.Concat(x.Paths, y.Paths)
	for _, v := range b.vars {
		p, q := b.after(x, v), b.after(y, v)
		if before := b.System.Vars[v].Term; p != before || q != before {
			out.Updates = append(out.Updates, efsm.Update{Var: v, Value: b.terms.Ite(x.Guard, p, q)})
		}
	}
	return out
}

// after returns the value of a variable after an outcome.
func (m *Model) after(o *Outcome, v efsm.VarID) term.ID {
	i, found := slices.BinarySearchFunc(o.Updates, v, func(x efsm.Update, v efsm.VarID) int { return int(x.Var - v) })
	if found {
		return o.Updates[i].Value
	}
	return m.System.Vars[v].Term
}

// After rewrites a term over the variables after an outcome as a term over the variables before it.
//
// requires: the outcome stays where it is (steps are kept).
func (m *Model) After(o *Outcome, id term.ID) term.ID {
	return m.rewritten(m.rebuilt, o, id, nil)
}

// rewritten returns a term with the values that an outcome gives to variables, and what bind binds besides. The table keeps it.
func (m *Model) rewritten(table map[*Outcome]map[term.ID]term.ID, o *Outcome, id term.ID, bind func()) term.ID {
	known := table[o]
	if known == nil {
		known = make(map[term.ID]term.ID)
		table[o] = known
	}
	was, ok := known[id]
	if !ok {
		m.translator.Undo(0)
		for _, u := range o.Updates {
			m.translator.Bind(m.System.Vars[u.Var].Term, u.Value)
		}
		if bind != nil {
			bind()
		}
		was = m.translator.Term(id)
		known[id] = was
	}
	return was
}

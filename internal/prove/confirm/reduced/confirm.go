package reduced

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// checker is the state of Confirm.
type checker struct {
	ctx    context.Context
	proof  *Proof
	system *efsm.System
	terms  *term.Store
	vars   map[term.ID]efsm.VarID

	steps map[stepKey]*step
	used  map[stepKey]*use
	live  map[efsm.ThreadID][]map[efsm.VarID]bool
	// constant has the variables with only one value, by state of a thread. Its key is the state of a
	// thread and the known values there.
	constant map[string][]values
	pairs    map[pairKey]term.ID
	again    *term.Translator // of terms behind ways that are passed
	brief    *term.Translator // of one question, which asks no other
	passed   map[int]bool     // places in passing that steps lead to
	asked    asked
	sums     *sums
}

// Threads returns the threads whose steps may violate the property. If for each of them no step of it
// is the first violation, the property is not violated.
func Threads(s *efsm.System, p verdict.Property) (list []efsm.ThreadID) {
	for t := 1; t < len(s.Threads); t++ {
		if slices.ContainsFunc(s.Threads[t].States, func(st efsm.State) bool {
			return len(st.Marks) > 0 || slices.ContainsFunc(st.Obligations, func(o efsm.Obligation) bool { return o.Property == p })
		}) {
			list = append(list, efsm.ThreadID(t))
		}
	}
	return list
}

// Confirm checks a proof. It returns nil if no step of the proof's thread is the first violation, a
// *Refuted if that does not follow, and an *Uncovered if the proof has something that it cannot check.
// Another error says that the solver had no answer, at the latest when ctx ended. Confirm adds terms to
// the system's store.
func Confirm(ctx context.Context, p *Proof) error {
	c := &checker{
		ctx: ctx, proof: p, system: p.System, terms: p.System.Terms, vars: make(map[term.ID]efsm.VarID),
		steps: make(map[stepKey]*step), used: make(map[stepKey]*use), live: make(map[efsm.ThreadID][]map[efsm.VarID]bool),
		pairs: make(map[pairKey]term.ID), again: term.NewTranslator(p.System.Terms, p.System.Terms),
		brief: term.NewTranslator(p.System.Terms, p.System.Terms), constant: make(map[string][]values), passed: make(map[int]bool),
		asked: asked{cores: make(map[term.ID][][]term.ID), alone: maxConflicts, together: maxTogether},
		sums:  newSums(p.System.Terms),
	}
	for v := 1; v < len(c.system.Vars); v++ {
		c.vars[c.system.Vars[v].Term] = efsm.VarID(v)
	}
	if err := c.form(); err != nil {
		return err
	}
	if err := c.first(); err != nil {
		return err
	}
	for i := range p.Places {
		if !p.Places[i].Passing {
			if err := c.place(i, c.at(&p.Places[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

// form confirms that the system is of a kind that Confirm can check, and that the proof is about that
// system.
func (c *checker) form() error {
	s := c.system
	if len(s.Replicas) > 0 {
		return &Uncovered{"replicas"}
	}
	if c.proof.Of != nil {
		if err := c.weaker(c.proof.Of); err != nil {
			return err
		}
	}
	for t := efsm.ThreadID(1); int(t) < len(s.Threads); t++ {
		for at := 1; at < len(s.Threads[t].States); at++ {
			st := &s.Threads[t].States[at]
			if st.Kind == efsm.Halt {
				return &Uncovered{"the end of the process as a state"}
			}
			u := c.uses(t, efsm.StateID(at))
			for _, touched := range []map[efsm.VarID]bool{u.reads, u.writes, u.inputs} {
				for v := range touched {
					if own := s.Vars[v].Thread; own != t && (own != 0 || st.Kind == efsm.Local && !(at == int(s.Threads[t].Entry) && v == s.Threads[t].Alive)) {
						return &Uncovered{fmt.Sprintf("%s %s, which touches %s", s.Threads[t].Name, st.Name, s.Vars[v].Name)}
					}
				}
			}
		}
	}
	if len(c.proof.Places) == 0 {
		return &Refuted{"there is no place"}
	}
	for i := range c.proof.Places {
		if err := c.formOf(&c.proof.Places[i]); err != nil {
			return err
		}
	}
	return nil
}

// formOf confirms that a place is a place of the system.
func (c *checker) formOf(p *Place) error {
	if len(p.At) != len(c.system.Threads) {
		return &Refuted{"a place of other threads"}
	}
	for t := 1; t < len(p.At); t++ {
		if p.At[t] < Stopped || int(p.At[t]) >= len(c.system.Threads[t].States) {
			return &Refuted{"a place of other states"}
		}
	}
	if p.Passing && len(p.Holds) > 0 {
		return &Refuted{"an assertion in passing"}
	}
	for _, id := range p.Holds {
		if id == term.None || int(id) >= c.terms.Len() || c.terms.Sort(id) != term.Bool {
			return &Refuted{"what holds is no condition"}
		}
	}
	for _, below := range c.terms.Below(p.Holds...) {
		if v := c.vars[below]; c.terms.IsVar(below) && (v == 0 || c.system.Vars[v].Class == efsm.Input) {
			return &Refuted{"what holds is about more than variables"}
		}
	}
	list := slices.Concat(p.Sleep, p.Enough)
	for i := range p.Turns {
		list = append(list, p.Turns[i].Thread)
		for _, e := range p.Turns[i].Ends {
			if e.To < 0 || e.To >= len(c.proof.Places) {
				return &Refuted{"a step leads to no place"}
			}
		}
	}
	for _, t := range list {
		if t <= 0 || int(t) >= len(c.system.Threads) {
			return &Refuted{"a thread that is not there"}
		}
	}
	return nil
}

// first confirms that executions begin at the first place.
func (c *checker) first() error {
	p := &c.proof.Places[0]
	for t := 1; t < len(c.system.Threads); t++ {
		if p.At[t] != c.system.Threads[t].Entry {
			return &Refuted{"initiation: threads do not begin there"}
		}
	}
	if len(p.Sleep) > 0 {
		return &Refuted{"initiation: a thread sleeps"}
	}
	if p.Passing {
		return &Refuted{"initiation: no step leads there"}
	}
	begin := &way{cond: term.True, after: values{}}
	for v := 1; v < len(c.system.Vars); v++ {
		if x := &c.system.Vars[v]; x.Class != efsm.Input && x.Init != term.None {
			begin.after[efsm.VarID(v)] = x.Init
		}
	}
	return c.leads(&here{}, begin, p, "initiation")
}

// here is the knowledge at a place: its assertions (holds), or, for a place in passing, the assertions
// of an earlier place and a way from there.
type here struct {
	holds []term.ID
	plain []term.ID              // those that are not about products of variables
	known map[efsm.VarID]term.ID // variables that are constant
	put   *term.Translator       // puts constants in their places; nil: there are none
	way   *way                   // to the place; nil: it holds there
}

// at returns the knowledge at a place with assertions.
func (c *checker) at(p *Place) *here {
	h := &here{holds: p.Holds, known: make(map[efsm.VarID]term.ID)}
	for _, id := range p.Holds {
		if !c.multiplies(id) {
			h.plain = append(h.plain, id)
		}
		switch args := c.terms.Args(id); c.terms.Op(id) {
		case term.OpVar:
			h.known[c.vars[id]] = term.True
		case term.OpNot:
			if v := c.vars[args[0]]; v != 0 {
				h.known[v] = term.False
			}
		case term.OpEq:
			for i := range 2 {
				if v := c.vars[args[i]]; v != 0 && c.terms.IsConst(args[1-i]) {
					h.known[v] = args[1-i]
				}
			}
		}
	}
	h.put = c.substitution(values(h.known))
	return h
}

// multiplies reports whether a term contains a product of variables.
func (c *checker) multiplies(id term.ID) bool {
	return slices.ContainsFunc(c.terms.Below(id), func(id term.ID) bool {
		args := c.terms.Args(id)
		return c.terms.Op(id) == term.OpMul && !c.terms.IsConst(args[0]) && !c.terms.IsConst(args[1])
	})
}

// behind returns the knowledge after a way from a place.
func (c *checker) behind(h *here, w *way) *here {
	out := *h
	out.way, out.known = c.then(h.way, w), make(map[efsm.VarID]term.ID)
	for v := range c.system.Vars {
		if v := efsm.VarID(v); v > 0 && c.system.Vars[v].Class != efsm.Input {
			if x := h.put.Term(c.value(out.way, v)); c.terms.IsConst(x) {
				out.known[v] = x
			}
		}
	}
	return &out
}

// place confirms the proof's statements about a place, and about the places in passing that follow it.
func (c *checker) place(i int, h *here) error {
	p := &c.proof.Places[i]
	named := func(err error) error { return fmt.Errorf("place %d: %w", i+1, err) }
	if err := c.enough(p, h.known); err != nil {
		return named(err)
	}
	var asked []efsm.ThreadID
	for k := range p.Turns {
		turn := &p.Turns[k]
		if slices.Contains(asked, turn.Thread) {
			return named(&Refuted{"a thread is asked twice"})
		}
		if err := c.turn(p, h, turn, asked); err != nil {
			return named(err)
		}
		asked = append(asked, turn.Thread)
	}
	for _, t := range p.Enough {
		if slices.Contains(asked, t) || slices.Contains(p.Sleep, t) {
			continue
		}
		if err := c.turn(p, h, &Turn{Thread: t}, asked); err != nil {
			return named(fmt.Errorf("%s is not asked: %w", c.system.Threads[t].Name, err))
		}
	}
	return nil
}

// turn confirms the proof's statements about the step of one thread. The threads in asked had their
// turns before.
func (c *checker) turn(p *Place, h *here, turn *Turn, asked []efsm.ThreadID) error {
	name := c.system.Threads[turn.Thread].Name
	s, err := c.step(turn.Thread, p.At[turn.Thread])
	if err != nil {
		return err
	}
	if err := c.refute(h, s.bad, name+" violates something"); err != nil {
		return err
	}
	for i := range turn.Ends {
		e := &turn.Ends[i]
		if !slices.ContainsFunc(s.ways, func(w *way) bool { return w.at == e.At && slices.Equal(w.path, e.Path) }) {
			return &Uncovered{"a step that ends elsewhere"}
		}
	}
	for _, w := range s.ways {
		at := slices.IndexFunc(turn.Ends, func(e End) bool { return w.at == e.At && slices.Equal(w.path, e.Path) })
		if at < 0 {
			if err := c.refute(h, w.cond, name+" goes a way that is missing"); err != nil {
				return err
			}
			continue
		}
		to := &c.proof.Places[turn.Ends[at].To]
		for t := range p.At {
			if is := to.At[t]; efsm.ThreadID(t) == turn.Thread && is != w.at || efsm.ThreadID(t) != turn.Thread && is != p.At[t] {
				return &Refuted{name + " leads elsewhere"}
			}
		}
		for _, sleeper := range to.Sleep {
			if sleeper == turn.Thread || !slices.Contains(p.Sleep, sleeper) && !slices.Contains(asked, sleeper) {
				return &Refuted{"a thread sleeps that was not asked"}
			}
			differs, err := c.differs(turn.Thread, p.At, w, sleeper)
			if err != nil {
				return err
			}
			if err := c.refute(h, differs, name+" does not commute with a thread that sleeps behind it"); err != nil {
				return err
			}
		}
		if err := c.next(h, w, turn.Ends[at].To, name); err != nil {
			return err
		}
	}
	return nil
}

// next confirms that the assertions of the place that a way leads to hold there. For a place in
// passing, which has none, it checks the place itself.
func (c *checker) next(h *here, w *way, to int, name string) error {
	if p := &c.proof.Places[to]; !p.Passing {
		return c.leads(h, w, p, name+": consecution")
	}
	if c.passed[to] {
		return &Refuted{name + " leads to a place in passing that another step leads to"}
	}
	c.passed[to] = true
	return c.place(to, c.behind(h, w))
}

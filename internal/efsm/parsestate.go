package efsm

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// state reads the first line of a state.
func (p *parser) state(string) error {
	st := State{Enable: term.True}
	var kind, wait string
	if err := p.words(&st.Name, &kind); err != nil {
		return err
	}
	k := slices.Index(kindNames[:], kind)
	if k < 0 {
		return fmt.Errorf("found %q, want a kind", kind)
	}
	st.Kind = Kind(k)
	if p.accept("wait") {
		if err := p.words(&wait); err != nil {
			return err
		}
		w := slices.Index(waitNames[:], wait)
		if w < 0 {
			return fmt.Errorf("found %q, want what is waited for", wait)
		}
		st.Wait = Wait(w)
	}
	st.Section = p.accept("section")
	st.Asked = p.accept("asked")
	var err error
	if st.Origin, err = p.origin(); err != nil {
		return err
	}
	if p.accept("within") {
		if st.Within, err = p.origin(); err != nil {
			return err
		}
	} else if st.IsVisible() {
		st.Within = st.Origin
	}
	names := p.states[len(p.states)-1]
	if _, ok := names[st.Name]; ok {
		return fmt.Errorf("second state %s", st.Name)
	}
	names[st.Name] = p.current().AddState(st)
	p.labels = make(map[string]term.ID)
	for _, vars := range []map[string]VarID{p.shared, p.locals} {
		for name, v := range vars {
			p.labels[name] = p.s.Vars[v].Term
		}
	}
	return nil
}

// term reads the rest of the line.
func (p *parser) term() (term.ID, error) {
	id, err := term.ParseTerm(p.s.Terms, p.rest, p.labels)
	p.rest = ""
	return id, err
}

// when reads a condition if one comes next.
func (p *parser) when() (term.ID, error) {
	if !p.accept("if") {
		return term.True, nil
	}
	return p.term()
}

// name reads the name of a variable that is declared.
func (p *parser) name() (VarID, error) {
	name, err := p.next()
	if err != nil {
		return 0, err
	}
	v, ok := p.find(name)
	if !ok {
		return 0, fmt.Errorf("%s is not declared", name)
	}
	return v, nil
}

func (p *parser) let(_ *State, _ string) error {
	var label string
	if err := p.words(&label); err != nil {
		return err
	}
	if _, ok := p.labels[label]; ok || !p.accept(":=") {
		return fmt.Errorf("second definition of %s, or no :=", label)
	}
	id, err := p.term()
	p.labels[label] = id
	return err
}

func (p *parser) enable(st *State, _ string) (err error) {
	st.Enable, err = p.term()
	return err
}

func (p *parser) access(st *State, _ string) (err error) {
	var mode string
	if err := p.words(&mode); err != nil {
		return err
	}
	m := slices.Index(modeNames[:], mode)
	if m < 0 {
		return fmt.Errorf("found %q, want read, write or update", mode)
	}
	a := Access{Mode: Mode(m)}
	if a.Var, err = p.name(); err != nil {
		return err
	}
	a.Atomic = p.accept("atomic")
	a.When, err = p.when()
	st.Accesses = append(st.Accesses, a)
	return err
}

func (p *parser) lock(st *State, keyword string) (err error) {
	l := LockAct{Release: keyword == "release"}
	if l.Lock, err = p.name(); err != nil {
		return err
	}
	l.Shared = p.accept("shared")
	l.When, err = p.when()
	st.Locks = append(st.Locks, l)
	return err
}

func (p *parser) choose(st *State, _ string) (err error) {
	var c Choice
	if c.Input, err = p.name(); err != nil {
		return err
	}
	var why string
	if err := p.words(&why); err != nil {
		return err
	}
	var ok bool
	if c.Reason, ok = ir.ParseChooseReason(why); !ok {
		return fmt.Errorf("found %q, want a reason", why)
	}
	width, err := p.uint(8)
	if err != nil {
		return err
	}
	c.Width = int(width)
	if c.Origin, err = p.origin(); err != nil {
		return err
	}
	c.When, err = p.when()
	st.Choices = append(st.Choices, c)
	return err
}

func (p *parser) set(st *State, _ string) (err error) {
	var u Update
	if u.Var, err = p.name(); err != nil {
		return err
	}
	if !p.accept(":=") {
		return fmt.Errorf("no :=")
	}
	u.Value, err = p.term()
	st.Updates = append(st.Updates, u)
	return err
}

func (p *parser) violate(st *State, _ string) (err error) {
	var o Obligation
	if o.Property, err = p.property(); err != nil {
		return err
	}
	var kind string
	if err := p.words(&kind, &o.Message); err != nil {
		return err
	}
	o.Kind = verdict.Kind(kind)
	if o.Origin, err = p.origin(); err != nil {
		return err
	}
	o.When, err = p.when()
	st.Obligations = append(st.Obligations, o)
	return err
}

func (p *parser) mark(st *State, keyword string) (err error) {
	m := Mark{GoesOn: keyword == "incomplete" || keyword == "limit"}
	var text string
	if err := p.words(&text); err != nil {
		return err
	}
	switch keyword {
	case "bound":
		limit, err := p.uint(31)
		if err != nil {
			return err
		}
		m.Bound, m.Limit = verdict.Bound(text), int(limit)
	case "limit":
		m.Bound = verdict.Bound(text)
	default:
		m.Unsupported = text
	}
	if m.Origin, err = p.origin(); err != nil {
		return err
	}
	m.When, err = p.when()
	st.Marks = append(st.Marks, m)
	return err
}

func (p *parser) edge(st *State, _ string) error {
	to, err := p.next()
	if err != nil {
		return err
	}
	guard, err := p.when()
	if err != nil {
		return err
	}
	st.Edges = append(st.Edges, Edge{Guard: guard})
	t, from, i := ThreadID(len(p.s.Threads)-1), len(p.current().States)-1, len(st.Edges)-1
	p.later(func(p *parser) (err error) {
		p.s.Threads[t].States[from].Edges[i].To, err = p.stateNamed(t, to)
		return err
	})
	return nil
}

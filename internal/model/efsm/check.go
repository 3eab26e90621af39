package efsm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Check reports every rule of the package comment that s breaks, joined.
func Check(s *System) error {
	c := &checker{s: s, owner: make(map[term.ID]VarID)}
	for i := 1; i < len(s.Vars); i++ {
		c.variable(VarID(i))
	}
	c.names()
	names := make(map[string]bool)
	for i := 1; i < len(s.Threads); i++ {
		t := &s.Threads[i]
		if names[t.Name] {
			c.fail("thread %s: second of this name", t.Name)
		}
		names[t.Name] = true
		c.thread(ThreadID(i), t)
	}
	return errors.Join(c.errs...)
}

type checker struct {
	s     *System
	owner map[term.ID]VarID // of a term variable
	errs  []error
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// names checks that a variable's name is unique among the shared ones and those of
// its thread, and is no label of the text form.
func (c *checker) names() {
	owners := make(map[string][]ThreadID)
	for _, v := range c.s.Vars[1:] {
		for _, other := range owners[v.Name] {
			if other == 0 || v.Thread == 0 || other == v.Thread {
				c.fail("variable %s: second of this name", v.Name)
			}
		}
		if strings.HasPrefix(v.Name, "_.") {
			c.fail("variable %s: a name for terms", v.Name)
		}
		owners[v.Name] = append(owners[v.Name], v.Thread)
	}
}

func (c *checker) variable(id VarID) {
	v := &c.s.Vars[id]
	terms := c.s.Terms
	switch {
	case v.Thread < 0 || int(v.Thread) >= len(c.s.Threads):
		c.fail("variable %s: no thread %d", v.Name, v.Thread)
	case v.Sort.IsArray() && (v.Class == Input || v.Init != term.None):
		c.fail("variable %s: an array that is an input or initialised", v.Name)
	case v.Class == Input && (v.Thread == 0 || v.Init != term.None):
		c.fail("variable %s: a shared or initialised input", v.Name)
	case !terms.IsVar(v.Term) || terms.Sort(v.Term) != v.Sort || c.owner[v.Term] != 0:
		c.fail("variable %s: its term is no variable of its own", v.Name)
	case v.Init != term.None && (!terms.IsConst(v.Init) || terms.Sort(v.Init) != v.Sort):
		c.fail("variable %s: its initial value is no constant of its sort", v.Name)
	}
	c.owner[v.Term] = id
}

func (c *checker) thread(id ThreadID, t *Thread) {
	if t.Entry < 1 || int(t.Entry) >= len(t.States) {
		c.fail("thread %s: no entry", t.Name)
	}
	for _, v := range []VarID{t.Alive, t.Done} {
		if v != 0 && (!c.known(v) || c.s.Vars[v].Thread != 0 || c.s.Vars[v].Sort != term.Bool) {
			c.fail("thread %s: alive or done is no shared bool", t.Name)
		}
	}
	names := make(map[string]bool)
	for i := 1; i < len(t.States); i++ {
		st := &t.States[i]
		if names[st.Name] {
			c.fail("thread %s: second state %s", t.Name, st.Name)
		}
		names[st.Name] = true
		k := &stateChecker{checker: c, thread: id, t: t, st: st, where: t.Name + ", state " + st.Name, walk: term.NewWalk(c.s.Terms)}
		k.check()
	}
}

func (c *checker) known(v VarID) bool { return v > 0 && int(v) < len(c.s.Vars) }

// stateChecker checks one state.
type stateChecker struct {
	*checker
	thread ThreadID
	t      *Thread
	st     *State
	where  string
	walk   *term.Walk     // over all terms of the state
	reads  map[VarID]bool // that accesses list, by mode
	writes map[VarID]bool
}

func (k *stateChecker) check() {
	st := k.st
	if st.Kind == Stopped && len(st.Updates)+len(st.Edges) > 0 || st.Kind == Halt && len(st.Edges) > 0 {
		k.fail("%s: goes on although it is %s", k.where, st.Kind)
	}
	if st.Asked && (st.Kind != Visible || len(st.Updates)+len(st.Accesses)+len(st.Locks) > 0 || st.Enable != term.True) {
		k.fail("%s: asked about, and does something or waits", k.where)
	}
	if st.Section && st.Kind != Visible {
		k.fail("%s: a section, and %s", k.where, st.Kind)
	}
	if !st.IsVisible() && (len(st.Accesses)+len(st.Locks) > 0 || st.Enable != term.True) {
		k.fail("%s: %s, with accesses, locks or a condition to wait for", k.where, st.Kind)
	}
	k.accesses()
	k.term(st.Enable, term.Bool)
	for _, l := range st.Locks {
		if !k.known(l.Lock) || k.s.Vars[l.Lock].Thread != 0 {
			k.fail("%s: lock operation on what is not shared", k.where)
		}
		k.term(l.When, term.Bool)
	}
	for _, ch := range st.Choices {
		if !k.known(ch.Input) || k.s.Vars[ch.Input].Class != Input || k.s.Vars[ch.Input].Thread != k.thread {
			k.fail("%s: choice of what is no input of the thread", k.where)
		}
		k.term(ch.When, term.Bool)
	}
	updated := make(map[VarID]bool)
	for _, u := range st.Updates {
		if !k.known(u.Var) {
			k.fail("%s: update of no variable", k.where)
			continue
		}
		v := &k.s.Vars[u.Var]
		if v.Class == Input || v.Thread != 0 && v.Thread != k.thread || updated[u.Var] {
			k.fail("%s: update of %s, which is an input, another thread's, or updated twice", k.where, v.Name)
		}
		if v.Thread == 0 && !k.writes[u.Var] {
			k.fail("%s: update of %s is no access", k.where, v.Name)
		}
		updated[u.Var] = true
		k.term(u.Value, v.Sort)
	}
	for _, o := range st.Obligations {
		k.term(o.When, term.Bool)
	}
	for _, m := range st.Marks {
		k.term(m.When, term.Bool)
	}
	for _, b := range st.Blocked {
		if b.By < 0 || int(b.By) >= len(k.s.Threads) {
			k.fail("%s: blocked by no thread", k.where)
		}
		k.term(b.When, term.Bool)
	}
	for _, e := range st.Edges {
		if e.To < 1 || int(e.To) >= len(k.t.States) {
			k.fail("%s: edge to no state", k.where)
		}
		k.term(e.Guard, term.Bool)
	}
}

// accesses fills reads and writes.
func (k *stateChecker) accesses() {
	k.reads, k.writes = make(map[VarID]bool), make(map[VarID]bool)
	for _, a := range k.st.Accesses {
		if !k.known(a.Var) || k.s.Vars[a.Var].Thread != 0 {
			k.fail("%s: access to what is not shared", k.where)
			continue
		}
		k.reads[a.Var] = k.reads[a.Var] || a.Mode != Write
		k.writes[a.Var] = k.writes[a.Var] || a.Mode != Read
	}
	for _, a := range k.st.Accesses {
		k.term(a.When, term.Bool)
	}
}

// term checks the sort of a term and the variables in it. A variable that an access
// may write may also be mentioned: where the access does not happen it keeps its
// value.
func (k *stateChecker) term(id term.ID, sort term.Sort) {
	if id <= term.None || int(id) >= k.s.Terms.Len() {
		k.fail("%s: a term is missing", k.where)
		return
	}
	if got := k.s.Terms.Sort(id); got != sort {
		k.fail("%s: a term is %s, want %s", k.where, got, sort)
	}
	k.walk.Visit(id, func(below term.ID) {
		if !k.s.Terms.IsVar(below) {
			return
		}
		v, ok := k.owner[below]
		switch {
		case !ok:
			k.fail("%s: a term mentions %s, which is no variable", k.where, k.s.Terms.Name(below))
		case k.s.Vars[v].Thread == 0 && !k.reads[v] && !k.writes[v]:
			k.fail("%s: %s is mentioned but not accessed", k.where, k.s.Vars[v].Name)
		case k.s.Vars[v].Thread != 0 && k.s.Vars[v].Thread != k.thread:
			k.fail("%s: %s is another thread's", k.where, k.s.Vars[v].Name)
		}
	})
}

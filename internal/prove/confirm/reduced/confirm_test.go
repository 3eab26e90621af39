package reduced

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
)

// two returns a system of two threads that run from the start.
func two(t *testing.T, a, b string) *efsm.System {
	t.Helper()
	s, err := efsmtest.Parse(`shared x data bv8 0x0:8
shared y data bv8 0x0:8
thread a entry s1
  input in bv8
` + a + `
thread b entry s1
` + b + "\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := efsm.Check(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// The programs of the threads in the tests.
const (
	writes = `state s1 visible
    access write x
    set x := 0x1:8`
	adds = `state s1 visible
    access update x
    set x := bvadd x 0x1:8`
	doubles = `state s1 visible
    access update x
    set x := bvmul x 0x2:8`
	reads = `state s1 visible
    access read x
    violate assert "" "x" if (= x 0x1:8)`
	goesOn = `state s1 visible
    access update x
    set x := bvadd x 0x1:8
    goto s1`
	fails = `state s1 visible
    access read y
    violate assert "" "always"`
	asks = `state s1 visible
    access write y
    choose in nondet 8
    set y := in
    goto s2
  state s2 visible
    access read y
    violate assert "" "y" if (= y 0x1:8)`
	asksTwice = `state s1 visible
    access write x
    choose in nondet 8
    set x := in
    goto s2
  state s2 visible
    access write y
    choose in nondet 8
    set y := in
    goto s3
  state s3 visible
    access read x
    access read y
    violate assert "" "they differ" if not (= x y)`
	parts = `state s1 visible
    access read x
    goto s2 if (= x 0x0:8)
    goto s3 if not (= x 0x0:8)
  state s2 visible
    access write y
    set y := 0x1:8
  state s3 visible
    access read y
    violate assert "" "x"`
)

// The threads of the tests.
const a, b = efsm.ThreadID(1), efsm.ThreadID(2)

// is returns the condition that variable v equals n.
func is(s *efsm.System, v int, n uint64) term.ID {
	return s.Terms.Eq(s.Vars[v].Term, s.Terms.Uint(n, 8))
}

// turn returns the turn of a thread whose step executes one state and ends at another.
func turn(t efsm.ThreadID, at, to int) Turn {
	return Turn{t, []End{{[]efsm.StateID{1}, efsm.StateID(at), to}}}
}

// both returns the proof that explores both orders: a and then b, and b and then a.
func both(s *efsm.System) *Proof {
	return &Proof{s, nil, verdict.Assert, b, []Place{
		{At: []efsm.StateID{0, 1, 1}, Enough: []efsm.ThreadID{a, b}, Turns: []Turn{turn(a, 0, 1), turn(b, 0, 2)}},
		{At: []efsm.StateID{0, 0, 1}, Enough: []efsm.ThreadID{b}, Turns: []Turn{turn(b, 0, 3)}},
		{At: []efsm.StateID{0, 1, 0}, Enough: []efsm.ThreadID{a}, Turns: []Turn{turn(a, 0, 3)}},
		{At: []efsm.StateID{0, 0, 0}},
	}}
}

// TestConfirm breaks one rule in each proof that has a reason in the table; the others are confirmed.
func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		change     func(s *efsm.System, p *Proof)
		why        string // part of why it is refused
	}{
		{"both orders", adds, adds, func(*efsm.System, *Proof) {}, ""},
		{"one order", adds, adds, func(_ *efsm.System, p *Proof) {
			p.Places[2].Sleep, p.Places[2].Turns = []efsm.ThreadID{a}, nil
		}, ""},
		{"one order of two that matter", adds, doubles, func(_ *efsm.System, p *Proof) {
			p.Places[2].Sleep, p.Places[2].Turns = []efsm.ThreadID{a}, nil
		}, "does not commute"},
		{"what is violated by the second", writes, reads, func(_ *efsm.System, p *Proof) {
			p.Places[0].Turns = []Turn{turn(b, 0, 2), turn(a, 0, 1)}
			p.Places[0].Holds = nil
			p.Places[1].Sleep, p.Places[1].Turns = []efsm.ThreadID{b}, nil
		}, "violates something"},
		{"what is violated by the second only", writes, reads, func(s *efsm.System, p *Proof) {
			p.Places[0].Holds = []term.ID{is(s, 1, 0)}
			p.Places[0].Turns = []Turn{turn(b, 0, 2), turn(a, 0, 1)}
			p.Places[1].Sleep, p.Places[1].Turns = []efsm.ThreadID{b}, nil
		}, "does not commute"},
		{"who goes on for ever, beside one that violates something", fails, goesOn, func(_ *efsm.System, p *Proof) {
			p.Thread = a
			p.Places = []Place{{At: p.Places[0].At, Enough: []efsm.ThreadID{b}, Turns: []Turn{turn(b, 1, 0)}}}
		}, "may violate something before"},
		{"who touches what the others do next", writes, reads, func(s *efsm.System, p *Proof) {
			p.Places[0] = Place{At: p.Places[0].At, Holds: []term.ID{is(s, 1, 0)}, Enough: []efsm.ThreadID{b}, Turns: []Turn{turn(b, 0, 2)}}
			p.Places[2].Enough, p.Places[2].Turns = nil, nil
		}, "touches what"},
		{"nobody is asked", adds, reads, func(_ *efsm.System, p *Proof) { p.Places[0].Turns = nil }, "is not asked"},
		{"a thread is not asked", writes, reads, func(s *efsm.System, p *Proof) {
			p.Places[0].Holds = []term.ID{is(s, 1, 0)}
			p.Places[0].Turns = []Turn{turn(b, 0, 2)}
		}, "is not asked"},
		{"a thread sleeps at first", fails, adds, func(_ *efsm.System, p *Proof) {
			p.Places[0].Sleep, p.Places[0].Turns = []efsm.ThreadID{a}, []Turn{turn(b, 0, 2)}
			p.Places[2].Sleep, p.Places[2].Turns = []efsm.ThreadID{a}, nil
		}, "initiation"},
		{"a thread sleeps that was not asked", adds, fails, func(_ *efsm.System, p *Proof) {
			p.Places[1].Sleep, p.Places[1].Turns = []efsm.ThreadID{b}, nil
			p.Places[0].Turns = []Turn{turn(a, 0, 1)}
		}, "sleeps that was not asked"},
		{"a thread sleeps behind its own step", asks, adds, func(_ *efsm.System, p *Proof) {
			p.Places[0] = Place{At: p.Places[0].At, Enough: []efsm.ThreadID{a}, Turns: []Turn{turn(a, 2, 1)}}
			p.Places[1] = Place{At: []efsm.StateID{0, 2, 1}, Enough: []efsm.ThreadID{a}, Sleep: []efsm.ThreadID{a}}
		}, "sleeps that was not asked"},
		{"another number at first", reads, reads, func(s *efsm.System, p *Proof) {
			for i := range p.Places {
				p.Places[i].Holds = []term.ID{is(s, 1, 2)}
			}
		}, "initiation"},
		{"another number behind a step", writes, reads, func(s *efsm.System, p *Proof) {
			for i := range p.Places {
				p.Places[i].Holds = []term.ID{is(s, 1, 0)}
			}
		}, "consecution"},
		{"a way is missing", writes, parts, func(s *efsm.System, p *Proof) {
			p.Places = []Place{
				{At: []efsm.StateID{0, 1, 1}, Enough: []efsm.ThreadID{a, b}, Turns: []Turn{turn(a, 0, 1), {b, nil}}},
				{At: []efsm.StateID{0, 0, 1}, Enough: []efsm.ThreadID{b}, Turns: []Turn{{Thread: b}}},
			}
		}, "goes a way that is missing"},
		{"an input that is known", asks, adds, func(s *efsm.System, p *Proof) {
			in := slices.IndexFunc(s.Vars, func(v efsm.Var) bool { return v.Class == efsm.Input })
			p.Places[0] = Place{At: p.Places[0].At, Enough: []efsm.ThreadID{a}, Turns: []Turn{turn(a, 2, 1)}, Holds: []term.ID{is(s, in, 0)}}
			p.Places[1] = Place{At: []efsm.StateID{0, 2, 1}, Enough: []efsm.ThreadID{a}, Turns: []Turn{turn(a, 0, 2)}, Holds: []term.ID{is(s, 2, 0)}}
			p.Places[1].Turns[0].Ends[0].Path[0] = 2
			p.Places[2] = Place{At: []efsm.StateID{0, 0, 1}}
		}, "more than variables"},
		{"in passing", doubles, reads, func(s *efsm.System, p *Proof) {
			p.Places[0].Holds = []term.ID{is(s, 1, 0)}
			p.Places[1].Passing, p.Places[2].Passing = true, true
		}, ""},
		{"what is violated behind a place in passing", adds, reads, func(s *efsm.System, p *Proof) {
			p.Places[0].Holds = []term.ID{is(s, 1, 0)}
			p.Places[1].Passing, p.Places[2].Passing = true, true
		}, "violates something"},
		{"an assertion in passing", doubles, reads, func(s *efsm.System, p *Proof) {
			p.Places[1].Passing, p.Places[1].Holds = true, []term.ID{is(s, 1, 0)}
		}, "an assertion in passing"},
		{"two steps lead to a place in passing", adds, adds, func(_ *efsm.System, p *Proof) { p.Places[3].Passing = true }, "another step leads to"},
		{"the first place in passing", adds, adds, func(_ *efsm.System, p *Proof) { p.Places[0].Passing = true }, "initiation"},
		{"an input that is asked for twice", asksTwice, `state s1 local`, func(_ *efsm.System, p *Proof) {
			second, third := turn(a, 3, 2), turn(a, 0, 3)
			second.Ends[0].Path[0], third.Ends[0].Path[0] = 2, 3
			p.Thread, p.Places[0].Enough, p.Places[0].Turns = a, []efsm.ThreadID{a}, []Turn{turn(a, 2, 1)}
			p.Places[1] = Place{At: []efsm.StateID{0, 2, 1}, Passing: true, Enough: []efsm.ThreadID{a}, Turns: []Turn{second}}
			p.Places[2] = Place{At: []efsm.StateID{0, 3, 1}, Passing: true, Enough: []efsm.ThreadID{a}, Turns: []Turn{third}}
			p.Places[3].At[b] = 1
		}, "violates something"},
		{"a step leads to other states", adds, fails, func(_ *efsm.System, p *Proof) { p.Places[0].Turns = []Turn{turn(a, 0, 3)} }, "leads elsewhere"},
	} {
		s := two(t, c.a, c.b)
		p := both(s)
		c.change(s, p)
		err := Confirm(context.Background(), p)
		switch {
		case c.why == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.why != "" && (!errors.As(err, new(*Refuted)) || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%s: %v, want that it %s", c.name, err, c.why)
		}
	}
}

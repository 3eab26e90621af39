package process

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var patience = testflag.Patience(2 * time.Second)

// conflicts is the number of conflicts after which a question is too hard for the embedded solver. The
// other solver does not get such questions.
const conflicts = 500

// match compares a program with the embedded solver on the same questions.
type match struct {
	tally
	t        *testing.T
	tool     *Tool
	store    *term.Store
	theirs   Solver
	ours     *solver.Embedded
	asserted []term.ID
}

func newMatch(t *testing.T, tool *Tool, s *term.Store) *match {
	m := &match{
		t: t, tool: tool, store: s,
		theirs: New(tool, s, Options{Confirm: 1 << 20}), ours: solver.New(s, sat.Options{}),
	}
	m.ours.SetLimits(sat.Limits{Conflicts: conflicts})
	return m
}

// assert makes a term hold for both.
func (m *match) assert(f term.ID) {
	m.asserted = append(m.asserted, f)
	m.theirs.Assert(f)
	m.ours.Assert(f)
}

// ask checks with both, the embedded solver first, and returns the answer if they agree. Contradicting
// answers always fail the test.
func (m *match) ask(assumptions ...term.ID) sat.Status {
	m.t.Helper()
	want, err := m.ours.Check(context.Background(), assumptions...)
	if err != nil {
		m.t.Fatal(err)
	}
	if want.Status == sat.Unknown {
		m.hard++
		return sat.Unknown
	}
	m.asked++
	got, err := m.check(m.theirs, assumptions...)
	wrong := errors.Is(err, errModel)
	if wrong || trips(err) || err == nil && got.Status == sat.Unknown && got.Reason != sat.ReasonTime {
		got, err = m.again(assumptions)
		m.alone++
		if wrong {
			m.retracted++
		}
	}
	switch {
	case errors.Is(err, errNoAnswer) || trips(err):
		m.crashed++
		m.t.Log(err)
	case err != nil:
		m.t.Fatalf("%v\n%s", err, m.text(assumptions))
	case got.Status == sat.Unknown && got.Reason == sat.ReasonTime:
		m.late++
	case got.Status == sat.Unknown:
		m.unknown++
	case got != want:
		m.t.Errorf("got %s, the embedded solver says %s\n%s", got, want, m.text(assumptions))
	case got.Status == sat.Satisfiable:
		m.satisfiable++
	default:
		m.unsatisfiable++
	}
	return got.Status
}

// trips reports whether an error of z3 4.8 comes from its own expansion of fp.to_sbv. The same message
// may be its reason for an unknown answer.
func trips(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "invalid extract application") || strings.Contains(err.Error(), "_extend application"))
}

// again repeats the question without assumptions and in a new process. In a conversation z3 4.8 gives
// up on floats rounded to integers, and sometimes loses the value of a float. On a single question it
// does neither.
func (m *match) again(assumptions []term.ID) (solver.Result, error) {
	m.t.Helper()
	fresh := New(m.tool, m.store, Options{})
	defer fresh.Close()
	for _, f := range append(m.asserted[:len(m.asserted):len(m.asserted)], assumptions...) {
		fresh.Assert(f)
	}
	return m.check(fresh)
}

func (m *match) check(s Solver, assumptions ...term.ID) (solver.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	return s.Check(ctx, assumptions...)
}

// text returns all asserted and assumed terms.
func (m *match) text(assumptions []term.ID) string {
	return m.store.Text(append(m.asserted[:len(m.asserted):len(m.asserted)], assumptions...)...)
}

// tally counts questions by outcome.
type tally struct {
	terms                      int // terms for which both questions had the same answers
	hard                       int // too hard for the embedded solver, and skipped
	asked                      int // the sum of the counts below
	satisfiable, unsatisfiable int // both answers agree
	unknown                    int // the program gives up
	late                       int // it does not answer in time
	crashed                    int // it ends without an answer, or fails as trips describes
	alone                      int // of all these, repeated as a question of its own,
	retracted                  int // and of these, repeated because of a wrong model
}

func (a *tally) add(b tally) {
	a.terms += b.terms
	a.hard += b.hard
	a.asked += b.asked
	a.satisfiable += b.satisfiable
	a.unsatisfiable += b.unsatisfiable
	a.unknown += b.unknown
	a.late += b.late
	a.crashed += b.crashed
	a.alone += b.alone
	a.retracted += b.retracted
}

func (a *tally) String() string {
	return fmt.Sprintf("%d terms; %d questions: %d satisfiable, %d unsatisfiable, %d unknown, %d late, %d crashes; "+
		"%d asked again alone, %d of them for a wrong model; %d not asked",
		a.terms, a.asked, a.satisfiable, a.unsatisfiable, a.unknown, a.late, a.crashed, a.alone, a.retracted, a.hard)
}

// judge reports the tally. It fails if the questions show little: only one kind of answer, or more than
// a fifth without an answer.
func (a *tally) judge(t *testing.T) {
	t.Helper()
	t.Log(a)
	if a.asked < 100 {
		return
	}
	if a.satisfiable == 0 || a.unsatisfiable == 0 {
		t.Error("only one kind of answer")
	}
	if open := a.unknown + a.late + a.crashed; open*5 > a.asked {
		t.Errorf("%d of %d questions are open", open, a.asked)
	}
}

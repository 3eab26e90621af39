package hunt

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// swarm is the question of a program that creates threads in loops without a number. In five of eight an
// assertion fails, which takes one to five threads; as many do not have most features.
func swarm(seed uint64) (testprog.Question, testgen.Program) {
	q := testprog.Ask(seed)
	q.Options.Features = testgen.AllFeatures &^ testgen.Undefined
	if seed/8%3 != 0 {
		q.Options.Features = testgen.Locks | testgen.TryLocks | testgen.Blocking | testgen.Atomics | testgen.Sections | testgen.Joins |
			testgen.Branches | testgen.Asserts | testgen.Inputs | testgen.Detaches | testgen.ThreadLocals | testgen.Statics | testgen.Heap
	}
	q.Options.Features |= testgen.Swarms
	q.Options.Planted = max(0, int(seed%8)-2)
	return q, testgen.Concurrent(q.Options)
}

// unbounded returns the engines for programs with any number of threads. order and explore find
// violations by a few of them, pdr proves properties of all, and one of the others takes its turn.
func unbounded(seed uint64, all []engine.Kind) []engine.Kind {
	usual := []string{"order", "explore", "pdr"}
	turn := int(seed)
	return slices.DeleteFunc(all, func(m engine.Kind) bool {
		if slices.Contains(usual, m.Name) {
			return !only.Has(m.Name)
		}
		turn++
		return !only.Has(m.Name) || turn%len(all) != 0
	})
}

// TestSwarms compares proofs for any number of threads with the behaviour of few threads, and with
// planted violations.
func TestSwarms(t *testing.T) {
	var tally Tally
	planted, found, proved := 0, 0, 0
	started := time.Now()
	for seed := range generated.Next(max(3, generated.N())) {
		q, p := swarm(seed)
		s, err := NewSubject(p.C(), q.Model, q.Environment)
		if err != nil {
			t.Errorf("%s: %v\n%s", q, err, p.C())
			continue
		}
		list := properties()
		list = []verdict.Property{verdict.Assert, list[seed%uint64(len(list))]}
		answers := s.JudgeJointly(list, 4*(*patience))
		for _, m := range unbounded(seed, members(seed)) {
			for _, p := range slices.Compact(list) {
				if m.Supports(p) {
					answers = append(answers, s.Judge(m, p, 4*(*patience)))
				}
			}
		}
		violated := slices.ContainsFunc(answers, func(a Answer) bool { return a.Property == verdict.Assert && a.Verdict == verdict.Violation })
		if q.Options.Planted > 0 {
			planted++
			answers = append(answers, Answer{Engine: "planted", Property: verdict.Assert, Verdict: verdict.Violation, Detail: fmt.Sprintf("by %d threads", q.Options.Planted)})
		}
		if violated && q.Options.Planted > 0 {
			found++
		}
		for _, a := range answers {
			if a.Engine == "pdr" && a.Verdict == verdict.Safe {
				proved++
			}
		}
		tally.Add(answers)
		for _, f := range Findings(answers) {
			small := p.C()
			if q.Options.Planted == 0 {
				small = smaller(p, f, q)
			}
			t.Errorf("%s: %s\n%s\n%s", q, &f, f.Text, small)
			keepProgram(t, fmt.Sprintf("swarm-%d-%s.c", seed, f.Property), f, small)
		}
	}
	t.Logf("%.0f programs a minute, %d of %d planted violations found, %d proofs by pdr\n%s%s", float64(generated.N())/time.Since(started).Minutes(),
		found, planted, proved, tally.String(), tally.Reasons(40))
	testprog.AtLeast(t, found, planted, 40)
}

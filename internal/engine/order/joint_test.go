package order

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// joined are properties that are judged by one exploration.
var joined = []verdict.Property{
	verdict.Assert, verdict.Reach, verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift,
}

// TestJointly compares the verdicts of all properties judged at once with those of each judged alone, on
// the programs that state their verdicts and on generated ones.
func TestJointly(t *testing.T) {
	count := make(map[string]int)
	for _, file := range testprog.Files(t) {
		if !every.Has(testprog.Turn(file) / 8) { // others than the oracle's
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := engine.Problem{Program: testprog.FileCode(t, file).Program(), Environment: testprog.Environment(t, file), Bounds: engine.Bounds{Unwind: 4}}
			compareJoint(t, p, count)
		})
	}
	testprog.Concurrent(t, generated.All(), mixture, func(t *testing.T, _ uint64, text string) {
		compareJoint(t, engine.Problem{Program: testprog.Code(t, text).Program(), Bounds: engine.Bounds{Unwind: 4}}, count)
	})
	t.Log(count)
	if all, open := count["asked"], count["unknown"]; open*10 > all {
		t.Errorf("%d of %d answers are unknown", open, all)
	}
}

func compareJoint(t *testing.T, p engine.Problem, count map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	got := make(map[verdict.Property]*engine.Outcome)
	err := New(Options{}).RunJointly(ctx, &p, interp.PropertySet(joined...), func(p verdict.Property, o *engine.Outcome) {
		if got[p] != nil {
			t.Errorf("%s: told twice", p)
		}
		got[p] = o
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, property := range joined {
		joint := got[property]
		p.Property = property
		alone := judge(t, Options{}, p)
		count["asked"]++
		if joint.Verdict == verdict.Unknown || alone.Verdict == verdict.Unknown {
			count["unknown"]++
			continue
		}
		count[joint.Verdict.String()]++
		proved := joint.Verdict == verdict.Bounded && alone.Verdict == verdict.Safe // the others have marks
		if joint.Verdict != alone.Verdict && !proved {
			t.Errorf("%s: %s jointly (%v), %s alone (%v)", property, joint.Verdict, joint.Marks, alone.Verdict, alone.Marks)
		}
	}
}

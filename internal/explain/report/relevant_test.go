package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// TestRelevant checks the actions on which a failure depends, by their steps.
func TestRelevant(t *testing.T) {
	does := func(step int, thread string, kind story.Kind, object string) story.Action {
		return story.Action{Step: step, Thread: thread, Kind: kind, Object: object, Place: at(step)}
	}
	reads := func(step int, thread, object string, writer int) story.Action {
		a := does(step, thread, story.Read, object)
		if a.Writer = writer; writer > 0 {
			a.From = &story.Origin{Thread: "other"}
		}
		return a
	}
	counts := func(step int, thread, old, value string) story.Action {
		a := does(step, thread, story.Call, "s")
		a.Old, a.Value = old, value
		return a
	}
	under := func(a story.Action, branches ...int) story.Action {
		a.Branches = branches
		return a
	}
	from := func(a story.Action, uses ...int) story.Action {
		a.Uses = uses
		return a
	}
	behind := func(a story.Action, earlier ...int) story.Action {
		a.Earlier = earlier
		return a
	}
	fails := story.Failure{Property: "assert", Thread: "t", Place: at(9)}
	with := func(f story.Failure, change func(*story.Failure)) story.Failure {
		change(&f)
		return f
	}
	lock := does(2, "u", story.Lock, "m")
	tests := []struct {
		name    string
		failure story.Failure
		actions []story.Action
		want    string
	}{
		{"nothing", fails, []story.Action{does(1, "t", story.Write, "x"), does(9, "t", story.Fault, "")}, "9"},
		{"values", with(fails, func(f *story.Failure) { f.Reads = []int{3} }), []story.Action{
			reads(1, "u", "y", 0), from(does(2, "u", story.Write, "x"), 0), does(3, "u", story.Write, "z"), reads(4, "t", "x", 2), does(9, "t", story.Fault, "")}, "1 2 4 9"},
		{"branches", with(fails, func(f *story.Failure) { f.Branches = []int{2} }), []story.Action{
			reads(1, "u", "y", 0), under(does(2, "u", story.Write, "x"), 0), reads(3, "t", "x", 2), does(9, "t", story.Fault, "")}, "1 2 3 9"},
		{"branches that met again", with(fails, func(f *story.Failure) { f.Earlier = []int{1, 2} }), []story.Action{
			does(1, "u", story.Write, "x"), reads(2, "t", "x", 1), reads(3, "t", "y", 0), does(9, "t", story.Fault, "")}, "1 2 9"},
		{"nothing is known", fails, []story.Action{does(1, "u", story.Write, "x"), does(2, "u", story.Write, "y"), reads(3, "t", "x", 1), does(9, "t", story.Fault, "")}, "1 3 9"},
		{"a semaphore", fails, []story.Action{
			counts(1, "u", "0", "1"), counts(2, "u", "1", "2"), does(3, "u", story.Write, "x"), counts(4, "t", "2", "1"), does(9, "t", story.Fault, "")}, "2 4 9"},
		{"a race", story.Failure{Property: "race", Race: []story.RaceAccess{{Thread: "u", Step: 3, Place: at(3)}, {Thread: "t", Step: 4, Place: at(4)}}}, []story.Action{
			does(1, "u", story.Write, "x"), reads(2, "u", "y", 0), behind(under(from(does(3, "u", story.Write, "x"), 0), 1), 1), reads(4, "t", "x", 3)}, "2 3 4"},
		{"a deadlock", story.Failure{Property: "deadlock", Waits: []story.Wait{{Thread: "t", For: "lock", Object: "m", Place: at(5), Owners: []story.Holder{{Thread: "u", Lock: "m", Since: new(at(2))}}}}},
			[]story.Action{does(1, "u", story.Write, "x"), lock, does(3, "t", story.Lock, "k")}, "2"},
		{"for ever", story.Failure{Property: "termination"}, []story.Action{does(1, "t", story.Write, "x"), does(2, "t", story.Write, "y")}, "1 2"},
	}
	for _, tt := range tests {
		s := &story.Story{Failure: tt.failure, Actions: tt.actions}
		var kept []string
		for i, yes := range relevant(s, make([]bool, len(s.Actions))) {
			if yes {
				kept = append(kept, fmt.Sprint(s.Actions[i].Step))
			}
		}
		if got := strings.Join(kept, " "); got != tt.want {
			t.Errorf("%s: steps %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestRelevantOfMany checks that the steps of a long execution are not compared in pairs, which would
// take minutes here.
func TestRelevantOfMany(t *testing.T) {
	const n = 400_000
	s := &story.Story{Failure: story.Failure{Property: "assert", Thread: "t", Place: at(n), Reads: []int{n - 1}}}
	for i := range n {
		a := story.Action{Step: i + 1, Thread: "t", Kind: story.Read, Object: "x", Place: at(i + 1)}
		if i > 0 {
			a.Uses = []int{i - 1}
		}
		s.Actions = append(s.Actions, a)
	}
	if keep := relevant(s, make([]bool, n)); !keep[0] {
		t.Error("the first step is not among those that the failure depends on")
	}
}

// TestEnds checks the phrases for the end of a thread.
func TestEnds(t *testing.T) {
	for call, want := range map[string]string{"": "ends", "pthread_exit": "ends", "usleep": "is cancelled in usleep"} {
		if got := phrase(&story.Action{Kind: story.End, Call: call}); got != want {
			t.Errorf("%q: got %q, want %q", call, got, want)
		}
	}
}

package ir

import (
	"slices"
	"testing"
)

// TestParseEnvironment: names turn switches, and a set has names that make it again.
func TestParseEnvironment(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  Environment
		ok    bool
	}{
		{nil, EnvironmentSet(ChooseSpurious), true},
		{[]string{"spurious"}, EnvironmentSet(ChooseSpurious), true},
		{[]string{"no-spurious"}, 0, true},
		{[]string{"alloc_fail"}, EnvironmentSet(ChooseSpurious, ChooseAllocFail), true},
		{[]string{"weak_fail", "no-spurious", "no-spurious"}, EnvironmentSet(ChooseWeakFail), true},
		{[]string{"no-spurious", "spurious"}, 0, false},
		{[]string{"no-alloc_fail"}, 0, false},
		{[]string{"nondet"}, 0, false},
		{[]string{"no-rain"}, 0, false},
	} {
		got, err := ParseEnvironment(c.names)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%v: got %b, %v", c.names, got, err)
		}
	}
	for bits := range Environment(1 << 4) {
		env := bits << ChooseSpurious
		if got, err := ParseEnvironment(env.Switches()); got != env || err != nil {
			t.Errorf("%b has the switches %v, which make %b, %v", env, env.Switches(), got, err)
		}
	}
	want := []string{"spurious", "no-spurious", "alloc_fail", "spawn_fail", "weak_fail", "signals"}
	if got := EnvironmentSwitches(); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

package ir

import (
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestParseEnvironment checks that names turn switches, and that the names of a set parse to the same
// set.
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
	want := []string{"spurious", "no-spurious", "alloc_fail", "spawn_fail", "weak_fail", "signals", "output_fail", "io_fail"}
	if got := EnvironmentSwitches(); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestEnvironmentOfProperties checks that spurious wake-ups are steps of every property, and
// that only races have several in a loop that does nothing but wait.
func TestEnvironmentOfProperties(t *testing.T) {
	for p := range verdict.NumProperties {
		if env := DefaultEnvironment.For(p); !env.Has(ChooseSpurious) || env.Has(ChooseSpuriousAgain) != (p == verdict.Race) {
			t.Errorf("%s: %v", p, env.Switches())
		}
		if env := Environment(0).For(p); env != 0 {
			t.Errorf("%s: %v without choices", p, env.Switches())
		}
	}
}

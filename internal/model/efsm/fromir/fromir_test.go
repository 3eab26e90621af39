package fromir_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var long = testflag.Long()

// TestWellFormed: generated systems pass the checker, and their text can be read back. The properties
// take turns.
func TestWellFormed(t *testing.T) {
	for _, file := range testprog.Some(t, 16, *long) {
		i := testprog.Turn(file)
		property := []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock}[i%3]
		s, err := fromir.Build(context.Background(), analyze.Of(testprog.Compile(t, file, ir.LP64)), fromir.Options{Property: property})
		var refused *fromir.Error
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Error(file, err)
			continue
		}
		if err := efsm.Check(s); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		text := s.String()
		again, err := efsmtest.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if again.String() != text {
			t.Errorf("%s: the text read back is another one", file)
		}
	}
}

// TestAsked: each of Options.Places has a state. It stays when contexts are made and paths are
// balanced.
func TestAsked(t *testing.T) {
	asked := func(s *efsm.System) int {
		if err := efsm.Check(s); err != nil {
			t.Fatal(err)
		}
		n := 0
		for i := range s.Threads {
			for _, st := range s.Threads[i].States {
				if st.Asked {
					n++
				}
			}
		}
		return n
	}
	p := testprog.Compile(t, "../../../../testdata/papers/ganai_gupta_race.c", ir.LP64)
	for line, want := range map[int32]int{
		13: 1, // computes only
		14: 1, // a call
		15: 1,
		18: 1, // computes only, on one path
		19: 0, // a jump
		44: 3, // a read, a call, and that waits
		46: 1, // the end of two lives
	} {
		s, err := fromir.Build(context.Background(), analyze.Of(p), fromir.Options{Property: verdict.Exclusion, Places: []ir.Place{{Line: line}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := asked(s); got != want {
			t.Errorf("line %d: %d states, want %d\n%s", line, got, want, s)
		}
		if again, err := efsmtest.Parse(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("line %d: the text read back is another one: %v", line, err)
		}
		if got := asked(s.Contexts()); got < want {
			t.Errorf("line %d: %d states told apart, want %d", line, got, want)
		}
		if got := asked(s.Balance(func(*efsm.State) int { return 1 }, 0)); got != want {
			t.Errorf("line %d: %d states of balanced paths, want %d", line, got, want)
		}
	}
}

// TestGolden shows the systems of some programs.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		s, err := fromir.Build(context.Background(), analyze.Of(testprog.Source(t, input, ir.LP64)), fromir.Options{Property: verdict.Assert})
		if err != nil {
			t.Fatal(err)
		}
		return func(string) string { return withoutFiles(s) }
	})
}

// withoutFiles returns the text of a system without the names of files.
func withoutFiles(s *efsm.System) string {
	var b strings.Builder
	for line := range strings.Lines(s.String()) {
		if !strings.HasPrefix(line, "file ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

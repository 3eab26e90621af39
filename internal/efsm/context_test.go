package efsm_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/golden"
)

// TestContexts: where paths part, a variable is a constant on each for itself, and on one of
// them it may be none.
func TestContexts(t *testing.T) {
	s, _ := read(t, "parts.efsm")
	split := s.Contexts()
	if err := efsm.Check(split); err != nil {
		t.Error(err)
	}
	golden.File(t, "testdata/parts.contexts", split.String())
}

// TestValues: what shared variables never have is left out, and a thread has for good what is written with its
// creation alone.
func TestValues(t *testing.T) {
	s, _ := read(t, "values.efsm")
	split := s.Contexts()
	if err := efsm.Check(split); err != nil {
		t.Error(err)
	}
	golden.File(t, "testdata/values.contexts", split.String())
}

// TestMatchedReach: a procedure returns to who called it, in the states as they are and in those of contexts.
func TestMatchedReach(t *testing.T) {
	s, _ := read(t, "calls.efsm")
	var widths strings.Builder
	if err := efsm.WriteReach(&widths, s, 14); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/calls.widths", widths.String())
}

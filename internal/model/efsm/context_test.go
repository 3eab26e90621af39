package efsm_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestContexts: a variable that is a different constant on different paths is a constant on each; on
// one path it may be none.
func TestContexts(t *testing.T) {
	s, _ := read(t, "parts.efsm")
	split := s.Contexts()
	if err := efsm.Check(split); err != nil {
		t.Error(err)
	}
	golden.File(t, "testdata/parts.contexts", split.String())
}

// TestValues: values that shared variables never have are left out. A value that is only written when a
// thread is created is a constant in the thread.
func TestValues(t *testing.T) {
	s, _ := read(t, "values.efsm")
	split := s.Contexts()
	if err := efsm.Check(split); err != nil {
		t.Error(err)
	}
	golden.File(t, "testdata/values.contexts", split.String())
}

// TestMatchedReach: a procedure returns to its caller, both in the original states and in the states of
// contexts.
func TestMatchedReach(t *testing.T) {
	s, _ := read(t, "calls.efsm")
	var widths strings.Builder
	if err := efsm.WriteReach(&widths, s, 14); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/calls.widths", widths.String())
}

package inclusion_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// systemProperties are those whose systems differ.
var systemProperties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Deadlock}

// system is the transition system of a program, if there is one.
func system(t *testing.T, code *interp.Code, o modelOptions) []inclusion.Model {
	t.Helper()
	sys, err := fromir.Build(context.Background(), code.Facts(), fromir.Options{Property: o.property, Environment: o.environment})
	if errors.As(err, new(*fromir.Error)) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := inclusion.NewSystem(sys)
	if err != nil {
		t.Fatal(err)
	}
	return []inclusion.Model{m}
}

// TestSystem checks that random executions of the programs of the repository are in their transition
// systems, or reach a mark.
func TestSystem(t *testing.T) { (&models{make: system}).ofFiles(t, 700, systemProperties...) }

// TestSystemGenerated is TestSystem of generated programs.
func TestSystemGenerated(t *testing.T) { (&models{make: system}).ofGenerated(t, systemProperties...) }

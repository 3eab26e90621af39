package member_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// systemProperties are those whose systems differ.
var systemProperties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Lock, verdict.Overflow}

// inSystem holds executions of a program against its transition system.
func inSystem(t *testing.T, name string, code *interp.Code, property verdict.Property, seeds uint64, n *judged) bool {
	t.Helper()
	ctx := context.Background()
	sys, err := fromir.Build(ctx, code.Facts(), fromir.Options{Property: property})
	var refused *fromir.Error
	if errors.As(err, &refused) {
		return true
	}
	if err != nil {
		t.Fatal(name, err)
	}
	model := member.NewSystem(sys)
	for seed := range seeds {
		e, err := member.Random(ctx, code, member.Options{Property: property, Seed: seed})
		if err != nil {
			t.Fatal(name, err)
		}
		out, err := model.Check(ctx, e)
		switch {
		case err != nil:
			t.Errorf("%s, %s, seed %d: %v", name, property, seed, err)
			return false
		case out.Cut != nil:
			n.cut++
		default:
			n.whole++
		}
	}
	return true
}

// TestSystem: random executions of the programs of the repository are in their
// transition systems, or come to a mark.
func TestSystem(t *testing.T) {
	var n judged
	for i, file := range sources(t) {
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[i%2])
		for _, property := range systemProperties {
			inSystem(t, filepath.Base(file), code, property, seeds(file), &n)
		}
	}
	t.Logf("%d executions to their end, %d to a mark", n.whole, n.cut)
	if *only == "" && n.whole < 2000 {
		t.Errorf("%d executions judged to their end", n.whole)
	}
}

// TestSystemGenerated is TestSystem of generated programs.
func TestSystemGenerated(t *testing.T) {
	var n judged
	for seed := *firstSeed; seed < *firstSeed+*programs; seed++ {
		file, text := generated(t, seed)
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		for _, property := range systemProperties {
			if !inSystem(t, fmt.Sprintf("seed %d", seed), code, property, *executions, &n) {
				t.Log(text)
				break
			}
		}
	}
	t.Logf("%d executions to their end, %d to a mark", n.whole, n.cut)
	if n.whole < int(*programs**executions) {
		t.Errorf("%d executions judged to their end", n.whole)
	}
}

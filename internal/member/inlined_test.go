package member_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// inInlined holds executions of a program against its inlined programs: as methods that bound
// switches have it, and as memory unwinding does. It passes over a program that is too
// large to have one.
func inInlined(t *testing.T, name string, code *interp.Code, property verdict.Property, loop int, seeds uint64, n *judged) bool {
	t.Helper()
	ctx := context.Background()
	var models []*member.Inlined
	for _, o := range []seqz.Options{{}, {Creating: true, Owned: true}} {
		o.Property, o.Loop = property, loop
		o.Environment = ir.EnvironmentSet(ir.ChooseSpurious)
		inlined, err := seqz.Inline(ctx, code.Program(), o)
		if errors.Is(err, seqz.ErrTooLarge) {
			return true
		}
		if err != nil {
			t.Fatal(name, err)
		}
		models = append(models, member.NewInlined(inlined))
	}
	for seed := range seeds {
		e, err := member.Random(ctx, code, member.Options{Property: property, Seed: seed, Environment: ir.EnvironmentSet(ir.ChooseSpurious)})
		if err != nil {
			t.Fatal(name, err)
		}
		for i, m := range models {
			out, err := m.Check(ctx, e)
			switch {
			case err != nil:
				t.Errorf("%s, %s, loop %d, inlined program %d, seed %d: %v", name, property, loop, i, seed, err)
				return false
			case out.Cut != nil:
				n.cut++
			default:
				n.whole++
			}
		}
	}
	return true
}

// TestInlined: random executions of the programs of the repository are in their inlined
// programs, or come to a mark.
func TestInlined(t *testing.T) {
	var n judged
	for i, file := range sources(t) {
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[i%2])
		for _, property := range []verdict.Property{verdict.Assert, verdict.Reach} {
			inInlined(t, filepath.Base(file), code, property, 1+i%3, seeds(file), &n)
		}
	}
	t.Logf("%d executions to their end, %d to a mark", n.whole, n.cut)
	if *only == "" && n.whole < 2000 {
		t.Errorf("%d executions judged to their end", n.whole)
	}
}

// TestInlinedGenerated is TestInlined of generated programs.
func TestInlinedGenerated(t *testing.T) {
	var n judged
	for seed := *firstSeed; seed < *firstSeed+*programs; seed++ {
		file, text := generated(t, seed)
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		for _, property := range []verdict.Property{verdict.Assert, verdict.Reach} {
			if !inInlined(t, fmt.Sprintf("seed %d", seed), code, property, 1+int(seed%8), *executions, &n) {
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

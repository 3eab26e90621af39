package cemit_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/model/cemit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var every = testflag.Every(8)

// explored lists the properties that some execution of a program violates, as far as
// the time goes; without the kinds of violations that do not count.
func explored(t *testing.T, p *ir.Program, properties []verdict.Property, ignored ...verdict.Kind) (string, bool) {
	t.Helper()
	seen := make(map[string]bool)
	complete := true
	for _, property := range properties {
		e, err := smc.Explore(context.Background(), interp.Prepare(p), smc.Options{
			Properties: interp.PropertySet(property), Reduction: smc.DPOR, StopAtFirst: len(ignored) == 0, Budget: 300 * time.Millisecond,
		})
		if err != nil {
			return err.Error(), false
		}
		for _, v := range e.Violations {
			if v.Violation.Kind != "" && slices.Contains(ignored, v.Violation.Kind) {
				continue
			}
			seen[v.Violation.Property.String()] = true
		}
		complete = complete && (e.Complete || len(e.Violations) > 0) && len(e.Limits) == 0
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), " "), complete
}

// hasRuns reports whether a program has bit-fields that share a memory location: they
// are printed as integers of their own, which do not race with each other.
func hasRuns(p *ir.Program) bool {
	for f := range p.Funcs {
		for b := range p.Funcs[f].Blocks {
			for i := range p.Funcs[f].Blocks[b].Instrs {
				if p.Funcs[f].Blocks[b].Instrs[i].Run != (ir.Run{}) {
					return true
				}
			}
		}
	}
	return false
}

// unprinted lists the kinds of violations by which the printed program of p may differ from p.
func unprinted(p *ir.Program) (kinds []verdict.Kind) {
	if hasExternal(p) {
		kinds = append(kinds, verdict.Leak)
	}
	constant := slices.ContainsFunc(p.Globals, func(g ir.Global) bool { return g.Storage == ir.Constant && !strings.HasPrefix(g.Name, ".str") })
	for f := range p.Funcs {
		constant = constant || slices.ContainsFunc(p.Funcs[f].Locals, func(l ir.Local) bool { return l.ReadOnly })
		for _, in := range p.Funcs[f].Instrs() {
			if in.Op == ir.OpPtrApart && !slices.Contains(kinds, verdict.Overlap) {
				kinds = append(kinds, verdict.Overlap)
			}
		}
	}
	if constant {
		kinds = append(kinds, verdict.ReadOnlyWrite)
	}
	return kinds
}

// hasExternal reports whether undefined functions return objects. The text takes these from malloc, so
// they leak.
func hasExternal(p *ir.Program) bool {
	for f := range p.Funcs {
		for _, in := range p.Funcs[f].Instrs() {
			if in.Op == ir.OpAlloc && ir.AllocKind(in.Sub) == ir.ExternalObject {
				return true
			}
		}
	}
	return false
}

// TestThreads prints programs with threads: those of the semantics tests, and the examples. The
// printed programs, read again, have the same violations.
func TestThreads(t *testing.T) {
	decided, all := 0, 0
	for _, file := range testprog.Files(t) {
		i := testprog.Turn(file)
		if every.Has(i) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				p, err := compile(file, ir.LP64)
				if err != nil {
					t.Fatal(err)
				}
				again, err := printed(t, t.TempDir(), p, cemit.Options{})
				if err != nil {
					t.Skip(err)
				}
				q, err := compile(again, ir.LP64)
				if err != nil {
					t.Fatal(err)
				}
				properties := []verdict.Property{verdict.Assert, verdict.Reach, verdict.Deadlock, verdict.Memory, verdict.Lock}
				if !hasRuns(p) {
					properties = append(properties, verdict.Race)
				}
				ignored := unprinted(p)
				want, full := explored(t, p, properties, ignored...)
				got, complete := explored(t, q, properties, ignored...)
				if all++; want != "" && got != "" || complete && full {
					decided++
				}
				if got != want && (full || got != "") && (complete || want != "") {
					t.Errorf("printed: %q, original: %q (complete %t, %t)", got, want, complete, full)
				}
			})
		}
	}
	testprog.AtLeast(t, decided, all, 60)
}

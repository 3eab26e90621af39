package hunt

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(1)
	patience  = testflag.Patience(100 * time.Millisecond) // of the processor
	every     = testflag.Every(3)                         // program, by an engine on request
	only      = testflag.Engines()
	kept      = testflag.Keep()
	helpers   = flag.Bool("helpers", false, "all programs create threads by functions, have pipes, or functions that call each other")
	shrinking = flag.Duration("shrink", 20*time.Second, "time to make one program smaller")
)

// properties returns the properties that need no places and that the explorer can judge.
func properties() []verdict.Property { return verdict.FiniteChecks.Properties() }

// members returns the engines to run on the program of a seed: the engines of the driver, and some of
// the others in turn.
func members(seed uint64) []engine.Kind {
	usual := []string{"static", "order", "eager-order"}
	turn := seed
	return slices.DeleteFunc(check.Kinds(), func(m engine.Kind) bool {
		if only.IsSet() || slices.Contains(usual, m.Name) {
			return !only.Has(m.Name)
		}
		turn++
		return !every.Has(int(turn))
	})
}

// judge asks everybody.
func judge(s *Subject, engines []engine.Kind, list []verdict.Property, wait time.Duration) []Answer {
	if len(list) == 0 {
		return nil
	}
	answers := append(s.Explore(list, smc.DPOR), s.JudgeJointly(list, 10*wait)...)
	for _, m := range engines {
		for _, p := range list {
			if m.Supports(p) {
				answers = append(answers, s.Judge(m, p, wait))
			}
		}
	}
	return answers
}

// TestGenerated compares every engine with the explorer and with all other engines, for every
// property, on generated programs with all features. Questions about a property that nothing in the
// program can violate are put for one program in ten only.
func TestGenerated(t *testing.T) {
	var tally Tally
	started := time.Now()
	for seed := range generated.All() {
		q := testprog.Ask(seed)
		if *helpers {
			q.Options.Features |= testgen.Helpers
		}
		p := testgen.Concurrent(q.Options)
		s, err := NewSubject(p.C(), q.Model, q.Environment)
		if err != nil {
			t.Errorf("%s: %v\n%s", q, err, p.C())
			continue
		}
		list := properties()
		if seed%10 != 0 {
			list = slices.DeleteFunc(list, func(p verdict.Property) bool { return check.NothingToViolate(s.code.Program(), p) })
		}
		answers := judge(s, members(seed), list, *patience)
		tally.Add(answers)
		for _, f := range Findings(answers) {
			small := smaller(p, f, q)
			t.Errorf("%s: %s\n%s\n%s", q, &f, f.Text, small)
			keepProgram(t, fmt.Sprintf("%d-%s.c", seed, f.Property), f, small)
		}
	}
	t.Logf("%.0f programs a minute\n%s%s", float64(generated.N())/time.Since(started).Minutes(), tally.String(), tally.Reasons(40))
	demand(t, &tally)
}

// wanted is the share of questions that engines have to decide, in percent, so that an engine that
// never decides fails.
var wanted = map[string]int{
	Explorer: 45, check.Auto: 75, "order": 75, "eager-order": 70, "explore": 35, "static": 25, "token": 25, "eager": 20, "bmc": 20, "kind": 20, "itp": 20, "bdd": 10, "pdr": 20,
}

// demand fails the test if engines with many questions decide too few of them: less than their share,
// minus two standard deviations. A program is one sample, since its questions are decided together.
func demand(t *testing.T, tally *Tally) {
	t.Helper()
	for name, percent := range wanted {
		all := tally.All[name]
		if all < 50 {
			continue
		}
		share := float64(percent) / 100
		least := share - 2*math.Sqrt(share*(1-share)/float64(tally.Programs[name]))
		if float64(tally.Decided[name]) < least*float64(all) {
			t.Errorf("%s decides %d of %d, expected %.0f %% of so few programs, %d %% of many", name, tally.Decided[name], all, 100*least, percent)
		}
	}
}

// smaller shrinks a program as long as it shows the like of a finding.
func smaller(p testgen.Program, f Finding, q testprog.Question) string {
	deadline := time.Now().Add(*shrinking)
	return testgen.Shrink(p, func(p testgen.Program) bool {
		if time.Now().After(deadline) {
			return false
		}
		s, err := NewSubject(p.C(), q.Model, q.Environment)
		return err == nil && shows(s, f)
	}).C()
}

// shows reports whether a program shows the like of a finding.
func shows(s *Subject, f Finding) bool {
	engines := slices.DeleteFunc(check.Kinds(), func(m engine.Kind) bool {
		return !slices.Contains(f.Safe, m.Name) && !slices.Contains(f.Violated, m.Name)
	})
	for _, g := range Findings(judge(s, engines, []verdict.Property{f.Property}, *patience)) {
		if f.Like(&g) {
			return true
		}
	}
	return false
}

func keepProgram(t *testing.T, name string, f Finding, text string) {
	t.Helper()
	text = fmt.Sprintf("// %s\n// %s\n%s", &f, strings.ReplaceAll(f.Text, "\n", "\n// "), text)
	testprog.Keep(t, *kept, name, text)
}

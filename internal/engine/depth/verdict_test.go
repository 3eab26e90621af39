package depth_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	patience  = testflag.Patience(60 * time.Millisecond)
	generated = testflag.Generated(8)
	every     = testflag.Every(36)
)

// engines are the engines over transition systems and, for comparison, order.
var engines = []struct {
	name   string
	engine engine.Engine
	theory bool // it works inside the solver
}{
	{"token", token.New(depth.Options{}), false},
	{"eager", eager.New(depth.Options{}), false},
	{"order", order.New(order.Options{}), true},
}

// tally counts verdicts that were reached, and why others were not. Half of them have
// to be, also where the machine is busy.
type tally struct {
	reached, all int
	why          map[string]int
}

func (c *tally) log(t *testing.T) {
	testprog.AtLeast(t, c.reached, c.all, 50)
	for _, why := range slices.Sorted(maps.Keys(c.why)) {
		t.Logf("%5d %s", c.why[why], why)
	}
}

// judge runs an engine on a property. A run that exceeds *patience counts as unknown.
func judge(t *testing.T, e engine.Engine, code *interp.Code, p verdict.Property, env ir.Environment) *engine.Outcome {
	t.Helper()
	return testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: p, Environment: env}, *patience)
}

// holds compares the verdicts of engines with a known one.
func (c *tally) holds(t *testing.T, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	for _, e := range engines {
		c.all++
		out := judge(t, e.engine, code, p, env)
		switch got := out.Verdict.String(); {
		case got == want:
			c.reached++
		case got == "safe" && want == "bounded" && out.Layout == engine.OneLayout: // the driver has the marks of others
			c.reached++
		case got == "safe" || got == "violation":
			t.Errorf("%s: %s is %s, expected %s", e.name, p, got, want)
		default:
			c.open(e.name, out)
		}
	}
}

// open counts a verdict that was not reached, by reason or construct, or bound.
func (c *tally) open(name string, out *engine.Outcome) {
	if c.why == nil {
		c.why = make(map[string]int)
	}
	construct, _, _ := strings.Cut(out.Detail, " at ")
	why := fmt.Sprintf("%s: %s %s %s", name, out.Verdict, out.Reason, construct)
	if out.Reason == verdict.NoReason && len(out.Marks) > 0 {
		why += string(out.Marks[0].Bound)
	}
	c.why[why]++
}

// TestStatedVerdicts compares the verdicts with the stated verdicts of the examples and
// testdata/semantics.
func TestStatedVerdicts(t *testing.T) {
	var count tally
	for _, file := range testprog.Files(t) {
		i := testprog.Turn(file)
		if !every.Has(i) {
			continue
		}
		code := testprog.FileCode(t, file)
		for p, want := range testprog.Stated(t, file) {
			if p.Is(depth.Checks) {
				t.Run(filepath.Base(file)+"/"+p.String(), func(t *testing.T) {
					count.holds(t, code, p, testprog.Environment(t, file), want)
				})
			}
		}
	}
	count.log(t)
}

// TestTokens compares the verdicts of the composition with a token for generated programs with the explorer's.
func TestTokens(t *testing.T) {
	e := eager.New(depth.Options{Tokens: true})
	reached, all := 0, 0
	testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			want := judge(t, explore.New(), code, p, 0).Verdict
			if want != verdict.Safe && want != verdict.Violation {
				continue
			}
			all++
			out := testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: p}, 10**patience)
			testprog.Replay(t, code, p, out)
			switch out.Verdict {
			case want:
				reached++
			case verdict.Safe, verdict.Violation:
				t.Errorf("%s is %s, expected %s", p, out.Verdict, want)
			}
		}
	})
	testprog.AtLeast(t, reached, all, 20)
}

// TestGenerated compares the verdicts for generated programs with the explorer's.
func TestGenerated(t *testing.T) {
	var count tally
	testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, _ uint64, text string) {
		code := testprog.Code(t, text)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			want := judge(t, explore.New(), code, p, 0).Verdict
			if want == verdict.Safe || want == verdict.Violation {
				count.holds(t, code, p, 0, want.String())
			}
		}
	})
	count.log(t)
}

package hunt

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/check"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	native = flag.Int("native", 6, "generated programs of several threads that gcc's program is run of")
	alone  = flag.Int("alone", 20, "generated programs of one thread")
	runs   = flag.Int("runs", 12, "runs of each program of several threads")
)

const supportDir = "../../testdata/tsan"

// TestNative holds what compiled programs do against what engines say cannot be.
func TestNative(t *testing.T) {
	n := NewNative(t, supportDir)
	var tally Tally
	for seed := *firstSeed; seed < *firstSeed+uint64(*native); seed++ {
		opts, model, _ := sample(seed)
		if opts.Features &^= testgen.Undefined; !n.Makes(model) {
			model = ir.LP64
		}
		p := testgen.Concurrent(opts)
		s, err := NewSubject(p.C(), model, 0)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.C())
			continue
		}
		seen, err := n.Observe(s, *runs)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.C())
			continue
		}
		tally.Add(seen)
		seen = slices.DeleteFunc(seen, func(a Answer) bool { return a.Verdict != verdict.Violation })
		var list []verdict.Property
		for _, a := range seen {
			list = append(list, a.Property)
		}
		for _, f := range Findings(append(judge(s, members(seed), list, *patience), seen...)) {
			t.Errorf("seed %d, %s: %s\n%s\n%s", seed, model, &f, f.Text, p.C())
			keepProgram(t, fmt.Sprintf("native-%d-%s.c", seed, f.Property), f, p.C())
		}
	}
	t.Logf("seen:\n%s", tally.String())
}

// deterministic are features of which a program of one thread does the same everywhere,
// and does not wait for ever.
const deterministic = testgen.AllFeatures &^ (testgen.Undefined | testgen.Asserts | testgen.Inputs | testgen.Assumes | testgen.Sections |
	testgen.Randoms | testgen.Variables | testgen.Semaphores | testgen.Conditions | testgen.Barriers)

// TestAlone holds programs of one thread against gcc: the interpreter prints the same
// values and ends with the same status; no engine refutes assertions of these
// values, and none proves those of others.
func TestAlone(t *testing.T) {
	n := NewNative(t, supportDir)
	compared, claimed := 0, 0
	var tally Tally
	started := time.Now()
	for seed := *firstSeed; seed < *firstSeed+uint64(*alone); seed++ {
		model := ir.LP64
		if seed%2 == 1 && n.Makes(ir.ILP32) {
			model = ir.ILP32
		}
		features := deterministic
		if seed%2 == 0 {
			features = testgen.Gotos | testgen.Retries | testgen.Switches | testgen.Coroutines | testgen.Recursion |
				testgen.FunctionPointers | testgen.Branches | testgen.Loops | testgen.Exits | testgen.AtExits | testgen.Arrays
		}
		p := testgen.Concurrent(testgen.Options{Seed: seed, Size: 1 + int(seed%3), Threads: 1, Features: features})
		p.Report = true
		values, err := n.values(p, model)
		if err != nil {
			t.Errorf("seed %d, %s: %v\n%s", seed, model, err, testgen.Shrink(p, func(q testgen.Program) bool {
				_, err := n.values(q, model)
				return err != nil
			}).C())
			continue
		}
		compared++
		p.Report = false
		for wrong := range min(len(values), 1) + 1 {
			p.Claims = slices.Clone(values)
			known := Answer{Engine: Compiler, Property: verdict.Assert, Verdict: verdict.Safe}
			if wrong > 0 {
				p.Claims[int(seed)%len(values)]++
				known.Verdict, known.Detail = verdict.Violation, "a claim is wrong"
			}
			if len(values) == 0 {
				break
			}
			claimed++
			answers, err := judgeText(p.C(), model, members(seed))
			if err != nil {
				t.Errorf("seed %d: %v", seed, err)
				continue
			}
			tally.Add(answers)
			for _, f := range Findings(append(answers, known)) {
				t.Errorf("seed %d, %s: %s\n%s\n%s", seed, model, &f, f.Text, p.C())
				keepProgram(t, fmt.Sprintf("alone-%d-%d.c", seed, wrong), f, p.C())
			}
		}
	}
	t.Logf("%d compared, %d claims, %.0f programs a minute\n%s", compared, claimed, float64(*alone)/time.Since(started).Minutes(), tally.String())
}

// judgeText asks engines whether assertions hold.
func judgeText(text string, model ir.DataModel, engines []check.Member) ([]Answer, error) {
	s, err := NewSubject(text, model, 0)
	if err != nil {
		return nil, err
	}
	return judge(s, engines, []verdict.Property{verdict.Assert}, *patience), nil
}

// values returns the values that a program reports, which must be the same when
// gcc's program runs and when the interpreter does; none: it ends before.
func (n *Native) values(p testgen.Program, model ir.DataModel) ([]int, error) {
	s, err := NewSubject(p.C(), model, 0)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	res, _, err := interp.RunCode(context.Background(), s.code, interp.Options{Output: &out, MaxSteps: 1_000_000})
	if err != nil {
		return nil, err
	}
	binary, err := n.Build(p.C(), model, false)
	if err != nil {
		return nil, err
	}
	r, err := n.Run(binary, 0, 3*time.Second)
	if err != nil {
		return nil, err
	}
	status := int(uint8(res.End.Status))
	if r.Status < 0 { // by abort
		r.Status = 128 + 6
	}
	if res.End.Kind != interp.Exited || status != r.Status || out.String() != r.Output {
		return nil, fmt.Errorf("the interpreter ends %s %s with %d:\n%sgcc's program with %d:\n%s%s",
			res.End.Kind, res.End.Text, status, &out, r.Status, r.Output, r.Errors)
	}
	var values []int
	for _, line := range strings.Split(strings.TrimSuffix(r.Output, "\n"), "\n") {
		if i := strings.LastIndexByte(line, ' '); i >= 0 {
			v, err := strconv.Atoi(line[i+1:])
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
	}
	return values, nil
}

package hunt

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/cemit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	native = flag.Int("native", 2, "generated programs of several threads that gcc's program is run of")
	alone  = flag.Int("alone", 8, "generated programs of one thread")
	runs   = flag.Int("runs", 12, "runs of each program of several threads")
)

const supportDir = "../../../testdata/tsan"

// TestNative compares the behaviour of compiled programs with the safe verdicts of engines.
func TestNative(t *testing.T) {
	n := NewNative(t, supportDir)
	var tally Tally
	started := time.Now()
	for seed := range generated.Next(*native) {
		q := testprog.Ask(seed)
		if q.Options.Features &^= testgen.Undefined; !n.Makes(q.Model) {
			q.Model = ir.LP64
		}
		p := testgen.Concurrent(q.Options)
		s, err := NewSubject(p.C(), q.Model, 0)
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
			t.Errorf("%s: %s\n%s\n%s", q, &f, f.Text, p.C())
			keepProgram(t, fmt.Sprintf("native-%d-%s.c", seed, f.Property), f, p.C())
		}
	}
	t.Logf("%.0f programs a minute, seen:\n%s", float64(*native)/time.Since(started).Minutes(), tally.String())
}

// deterministic holds the features with which a program of one thread behaves the same everywhere, and
// does not wait for ever.
const deterministic = testgen.AllFeatures &^ (testgen.Undefined | testgen.Asserts | testgen.Inputs | testgen.Assumes | testgen.Sections |
	testgen.Randoms | testgen.Variables | testgen.Semaphores | testgen.Conditions | testgen.Barriers)

// batch is how many programs gcc makes into one: it takes longer to begin than to compile.
const batch = 25

// TestAlone compares programs of one thread with gcc. The interpreter prints the same values and ends
// with the same status. Engines do not refute assertions of these values, and do not prove assertions
// of other values. The programs printed as C behave the same, too.
func TestAlone(t *testing.T) {
	a := &comparison{native: NewNative(t, supportDir), started: time.Now()}
	for seed := generated.First(); seed < generated.First()+uint64(*alone); seed += batch {
		model := ir.LP64
		if seed/batch%2 == 1 && a.native.Makes(ir.ILP32) {
			model = ir.ILP32
		}
		var programs []testgen.Program
		var seeds []uint64
		for k := seed; k < min(seed+batch, generated.First()+uint64(*alone)); k++ {
			if p := lonely(k); hasMeaning(t, &p, model) {
				programs, seeds = append(programs, p), append(seeds, k)
			}
		}
		a.batch(t, seeds, programs, model)
	}
	t.Logf("%d compared, %d claims, %.0f programs a minute\n%s", a.compared, a.claims,
		float64(a.compared)/time.Since(a.started).Minutes(), a.tally.String())
	testprog.AtLeast(t, a.prints, a.compared, 70)
	testprog.AtLeast(t, a.tally.Decided["order"], a.tally.All["order"], 90)
}

// lonely makes a program of one thread: every second one with little but control flow.
func lonely(seed uint64) testgen.Program {
	features := deterministic
	if seed%2 == 0 {
		features = testgen.Gotos | testgen.Retries | testgen.Switches | testgen.Coroutines | testgen.Recursion |
			testgen.FunctionPointers | testgen.Branches | testgen.Loops | testgen.Exits | testgen.AtExits | testgen.Arrays
	}
	p := testgen.Concurrent(testgen.Options{Seed: seed, Size: 1 + int(seed%3), Threads: 1, Features: features})
	p.Report = true
	return p
}

// hasMeaning reports whether C defines the behaviour of a program: routines may run before the
// allocation of the objects that they access.
func hasMeaning(t *testing.T, p *testgen.Program, model ir.DataModel) bool {
	t.Helper()
	s, err := NewSubject(p.C(), model, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.C())
	}
	res, _, err := interp.RunCode(context.Background(), s.code, interp.Options{MaxSteps: 1_000_000})
	return err == nil && res.End.Kind != interp.Undefined
}

// comparison is the state of TestAlone.
type comparison struct {
	native           *Native
	compared, claims int
	prints           int // that C can say
	tally            Tally
	started          time.Time
}

// batch compares programs that gcc compiles together.
func (a *comparison) batch(t *testing.T, seeds []uint64, programs []testgen.Program, model ir.DataModel) {
	var texts []string
	for i := range programs {
		texts = append(texts, programs[i].C())
	}
	binary, err := a.native.BuildAll(texts, model)
	if err != nil {
		t.Fatal(err)
	}
	a.printed(t, seeds, texts, binary, model)
	for i, p := range programs {
		a.compared++
		values, err := a.native.values(binary, i, p, model)
		if err != nil {
			small := testgen.Shrink(p, func(q testgen.Program) bool {
				binary, err := a.native.BuildAll([]string{q.C()}, model)
				if err == nil {
					_, err = a.native.values(binary, 0, q, model)
				}
				return err != nil
			})
			t.Errorf("seed %d, %s: %v\n%s", seeds[i], model, err, small.C())
			continue
		}
		if len(values) > 0 {
			p.Report = false
			a.claim(t, seeds[i], p, values, model)
		}
	}
}

// printed compares programs with their printed form in C.
func (a *comparison) printed(t *testing.T, seeds []uint64, texts []string, binary string, model ir.DataModel) {
	var again []string
	for i, text := range texts {
		s, err := NewSubject(text, model, 0)
		if err != nil {
			t.Fatalf("seed %d: %v", seeds[i], err)
		}
		var b strings.Builder
		switch err := cemit.Write(&b, s.code.Program(), cemit.Options{}); {
		case cemit.IsUnprintable(err):
			b.Reset()
			b.WriteString(text)
		case err != nil:
			t.Fatalf("seed %d: %v\n%s", seeds[i], err, text)
		default:
			a.prints++
		}
		again = append(again, b.String())
	}
	copied := filepath.Join(t.TempDir(), "printed")
	if err := os.Rename(binary, copied); err != nil {
		t.Fatal(err)
	}
	printed, err := a.native.BuildAll(again, model)
	if err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		which := strconv.Itoa(i)
		want, err := a.native.Run(copied, 0, 3*time.Second, which)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.native.Run(printed, 0, 3*time.Second, which)
		if err != nil {
			t.Fatal(err)
		}
		if got.Output != want.Output || got.Status != want.Status {
			t.Errorf("seed %d, %s: printed, it ends with %d:\n%sit should with %d:\n%s%s\n%s", seeds[i], model,
				got.Status, got.Output, want.Status, want.Output, texts[i], again[i])
		}
	}
	if err := os.Rename(copied, binary); err != nil {
		t.Fatal(err)
	}
}

// claim runs engines on assertions about a program's values, once with a wrong value.
func (a *comparison) claim(t *testing.T, seed uint64, p testgen.Program, values []int, model ir.DataModel) {
	for _, wrong := range []bool{false, true} {
		a.claims++
		p.Claims = slices.Clone(values)
		known := Answer{Engine: Compiler, Property: verdict.Assert, Verdict: verdict.Safe}
		if wrong {
			p.Claims[int(seed)%len(values)]++
			known.Verdict, known.Detail = verdict.Violation, "a claim is wrong"
		}
		answers, err := judgeText(p.C(), model, members(seed))
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return
		}
		a.tally.Add(answers)
		for _, f := range Findings(append(answers, known)) {
			t.Errorf("seed %d, %s: %s\n%s\n%s", seed, model, &f, f.Text, p.C())
			keepProgram(t, fmt.Sprintf("alone-%d-%t.c", seed, wrong), f, p.C())
		}
	}
}

// judgeText runs engines on the assertions of a program.
func judgeText(text string, model ir.DataModel, engines []engine.Kind) ([]Answer, error) {
	s, err := NewSubject(text, model, 0)
	if err != nil {
		return nil, err
	}
	return judge(s, engines, []verdict.Property{verdict.Assert}, *patience), nil
}

// behindThreads is the construct that a program may have and Heddle does not.
const behindThreads = "handlers of atexit behind the end of the last thread"

// values returns the values that a program reports, which must be the same when
// gcc's program runs and when the interpreter does; none: it ends before, or is unsupported.
func (n *Native) values(binary string, which int, p testgen.Program, model ir.DataModel) ([]int, error) {
	s, err := NewSubject(p.C(), model, 0)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	res, _, err := interp.RunCode(context.Background(), s.code, interp.Options{Output: &out, MaxSteps: 1_000_000})
	if err != nil {
		return nil, err
	}
	if res.End.Kind == interp.Unsupported && res.End.Text == behindThreads {
		return nil, nil
	}
	r, err := n.Run(binary, 0, 3*time.Second, strconv.Itoa(which))
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

package circuit_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	patience  = testflag.Patience(150 * time.Millisecond)
	generated = testflag.Generated(2)
	every     = testflag.Every(150)
	only      = testflag.Engines()
	long      = testflag.Long()
)

// tally counts, by engine, verdicts that were reached, and why others were not.
type tally struct {
	reached, all map[string]int
	why          map[string]int
	asked        int // questions
}

func newTally() *tally {
	return &tally{reached: make(map[string]int), all: make(map[string]int), why: make(map[string]int)}
}

// wanted is the percentage of verdicts that each engine has to reach in its time. It is low, since the
// machine may have little time.
var wanted = map[string]int{"bmc": 50, "kind": 45, "itp": 40, "bdd": 33, "pdr": 50}

// few is the number of questions up to which the share of one engine is not checked: with ten, the load of
// the machine decides.
const few = 20

// log logs how many verdicts were reached. It fails the test if there are fewer than wanted, of an engine
// with more than a few questions or of all together.
func (c *tally) log(t *testing.T) {
	t.Log(c.why)
	var reached, all, expected int
	for method, n := range c.all {
		t.Logf("%s: %d of %d decided", method, c.reached[method], n)
		if n > few {
			testprog.AtLeast(t, c.reached[method], n, wanted[method])
		}
		reached, all, expected = reached+c.reached[method], all+n, expected+n*wanted[method]
	}
	testprog.AtLeast(t, reached, all, expected/max(all, 1))
}

// some is holds of two engines, in turn, or of all with -every 1.
func (c *tally) some(t *testing.T, name string, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	kinds := circuit.Kinds()
	if !every.IsAll() {
		first := c.asked % len(kinds)
		kinds = []engine.Kind{kinds[first], kinds[(first+2)%len(kinds)]}
	}
	c.ask(t, kinds, name, code, p, env, want)
}

// holds compares the verdicts of the engines with a known verdict. Each engine uses one of the reductions
// in turn, or all with -every 1.
func (c *tally) holds(t *testing.T, name string, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	c.ask(t, circuit.Kinds(), name, code, p, env, want)
}

func (c *tally) ask(t *testing.T, kinds []engine.Kind, name string, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	for _, k := range kinds {
		if !only.Has(k.Name) {
			continue
		}
		at := slices.IndexFunc(k.Options, func(o engine.Option) bool { return o.Name == "reduce" })
		values := k.Options[at].Values
		if !every.IsAll() {
			values = values[c.asked%len(values):][:1]
		}
		for _, value := range values {
			c.one(t, name, k.Name, k.New(engine.Settings{k.Options[at].Name: value}), code, p, env, want, value)
		}
	}
	c.asked++
}

// one compares the verdict of an engine with a known one.
func (c *tally) one(t *testing.T, name, method string, e engine.Engine, code *interp.Code, p verdict.Property, env ir.Environment, want, reduction string) {
	t.Helper()
	out := testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: p, Environment: env}, 3*(*patience))
	got := out.Verdict.String()
	if got == "safe" && (out.Proof == nil) != (out.Uncertified != "") || out.Uncertified != "" && reduction == "none" {
		t.Errorf("%s: %s %s: %s: proof %v, uncertified %q", name, method, reduction, p, out.Proof, out.Uncertified)
	}
	if want != "safe" && want != "violation" { // the driver makes another verdict of it
		if got == "violation" {
			t.Errorf("%s: %s %s: %s is violated, expected %s", name, method, reduction, p, want)
		}
		return
	}
	c.all[method]++
	switch {
	case got == want:
		c.reached[method]++
	case got == "safe" || got == "violation":
		t.Errorf("%s: %s %s: %s is %s, expected %s", name, method, reduction, p, got, want)
	default:
		why := fmt.Sprintf("%s: %s %s", method, out.Verdict, out.Reason)
		if out.Reason == verdict.NoReason && len(out.Marks) > 0 {
			why += string(out.Marks[0].Bound)
		}
		c.why[why]++
	}
}

// TestStatedVerdicts compares the verdicts with the stated verdicts of the examples and
// testdata/semantics.
func TestStatedVerdicts(t *testing.T) {
	count := newTally()
	for _, file := range testprog.Files(t) {
		i := testprog.Turn(file)
		if !every.Has(i) {
			continue
		}
		code := testprog.FileCode(t, file)
		for p, want := range testprog.Stated(t, file) {
			if p.IsTemporal() || !circuit.Kinds()[0].Supports(p) {
				continue
			}
			count.holds(t, filepath.Base(file), code, p, testprog.Environment(t, file), want)
		}
	}
	count.log(t)
}

// TestGenerated compares the verdicts for generated programs with those of explore and order, which have to
// agree.
func TestGenerated(t *testing.T) {
	count := newTally()
	for seed := range generated.All() {
		r := testprog.Generate(t, seed)
		code := interp.Prepare(r.Program)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Overflow, verdict.Deadlock, verdict.Memory} {
			want := verdict.Unknown
			for _, e := range []engine.Engine{explore.New(), order.New(order.Options{})} {
				said := testprog.Judge(t, e, &engine.Problem{Program: r.Program, Property: p, Environment: r.Environment}, *patience).Verdict
				if said != verdict.Safe && said != verdict.Violation {
					continue
				}
				if want != verdict.Unknown && want != said {
					t.Errorf("%s: %s: %s, and %s", r.Name, p, want, said)
				}
				want = said
			}
			if want != verdict.Unknown {
				count.some(t, r.Name, code, p, r.Environment, want.String())
			}
		}
	}
	count.log(t)
}

// TestReduced checks that proofs of reduced circuits are certified. For assertions the reduction is
// confirmed. For races the proof becomes a proof of the unreduced circuit, unless time is up; proofs of bmc do
// not. Without -long it checks every third combination for assertions.
func TestReduced(t *testing.T) {
	p := testprog.Source(t, `#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static unsigned char x, p, y;
static void *left(void *a) {
	pthread_mutex_lock(&m); x = 1; p = 1; pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n); y |= 1; pthread_mutex_unlock(&n);
	return a;
}
static void *right(void *a) {
	pthread_mutex_lock(&n); y |= 2; pthread_mutex_unlock(&n);
	pthread_mutex_lock(&m); assert(x == p); pthread_mutex_unlock(&m);
	return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, left, 0); right(0); }
`, ir.LP64)
	anew, turn := 0, 0
	for _, k := range circuit.Kinds() {
		for _, reduction := range []string{"none", "stubborn", "transactions"} {
			for mode := range 4 {
				property, interrupted := verdict.Assert, mode%2 == 1
				if mode >= 2 {
					property = verdict.Race
					if reduction == "none" || k.Name != "bmc" && k.Name != "pdr" {
						continue
					}
				} else if turn++; !*long && turn%3 != 0 {
					continue
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				began := false
				out, err := k.New(engine.Settings{"reduce": reduction}).Run(ctx, &engine.Problem{
					Program: p, Property: property, Progress: func(p engine.Progress) {
						if p.Stage == "unreduced" {
							began = true
							if interrupted {
								cancel()
							}
						}
					},
				})
				cancel()
				want := ""
				if property == verdict.Race && reduction != "none" && (k.Name == "bmc" || interrupted && began) {
					want = "reduction"
				}
				if err != nil || out.Verdict != verdict.Safe || out.Uncertified != want || (out.Proof == nil) != (want != "") {
					t.Errorf("%s %s %s: %+v, %v, want safe, uncertified %q", k.Name, reduction, property, out, err, want)
				}
				if began {
					anew++
				}
			}
		}
	}
	if anew == 0 {
		t.Error("no proof had to be looked for anew")
	}
}

// TestBounds checks that a search that ends early gives the reason and the completed depth.
func TestBounds(t *testing.T) {
	p := testprog.Source(t, `#include <pthread.h>
#include <assert.h>
unsigned x;
void *add(void *a) { for (;;) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); assert(x != 77777); } }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); }
`, ir.LP64)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, k := range circuit.Kinds() {
		out, err := k.New(engine.Settings{"depth": "5"}).Run(context.Background(), &engine.Problem{Program: p, Property: verdict.Assert})
		if err != nil || out.Verdict != verdict.Bounded || len(out.Marks) != 1 || out.Marks[0] != (verdict.Mark{Bound: verdict.DepthBound, Limit: 5}) {
			t.Errorf("%s: found %+v, %v, want bounded by depth 5", k.Name, out, err)
		} else if done := out.Stats.Own.(circuit.Stats).Depth; done != 5 {
			t.Errorf("%s: depth %d is completed, want 5", k.Name, done)
		}
		out, err = k.New(nil).Run(ended, &engine.Problem{Program: p, Property: verdict.Assert})
		if err != nil || out.Verdict != verdict.Unknown || out.Reason != verdict.Interrupted {
			t.Errorf("%s: found %+v, %v, want unknown, since it was interrupted", k.Name, out, err)
		}
	}
}

// TestEndless checks that bdd proves programs that never end; without -long a third of them.
func TestEndless(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "endless", "*.c"))
	if err != nil || len(files) < 13 {
		t.Fatalf("files %v, error %v", files, err)
	}
	bdd := circuit.Kinds()[slices.IndexFunc(circuit.Kinds(), func(k engine.Kind) bool { return k.Name == "bdd" })]
	for _, file := range files {
		if !*long && !testprog.Chosen(t, file, 3) {
			continue
		}
		code := testprog.FileCode(t, file)
		out := testprog.Judge(t, bdd.New(nil), &engine.Problem{Program: code.Program(), Property: verdict.Assert}, time.Minute)
		if out.Verdict != verdict.Safe || out.Proof == nil {
			t.Errorf("%s: %s %s %v, expected safe with a proof", filepath.Base(file), out.Verdict, out.Reason, out.Marks)
		}
	}
}

// TestEndsOfStackMemory checks that memory ends even if no instruction of the program represents its end.
func TestEndsOfStackMemory(t *testing.T) {
	for _, name := range []string{"use_after_the_exit_of_a_thread.c", "use_after_return_of_alloca.c", "use_after_scope_of_a_block.c", "use_after_the_expression.c"} {
		prog := testprog.FileCode(t, filepath.Join("../../../testdata/semantics", name)).Program()
		for _, k := range circuit.Kinds() {
			out := testprog.Judge(t, k.New(nil), &engine.Problem{Program: prog, Property: verdict.Memory}, *patience)
			if out.Verdict == verdict.Safe {
				t.Errorf("%s: %s is safe", name, k.Name)
			}
		}
	}
}

// TestOneFunctionForSeveral checks threads and memory that one function of the program makes for
// several callers: the function exists once in a thread of the system.
func TestOneFunctionForSeveral(t *testing.T) {
	for _, name := range []string{"threads_created_by_one_function.c", "memory_made_by_one_function.c"} {
		code := testprog.FileCode(t, filepath.Join("../../../testdata/semantics", name))
		for _, k := range circuit.Kinds() {
			out := testprog.Judge(t, k.New(nil), &engine.Problem{Program: code.Program(), Property: verdict.Assert}, *patience)
			if out.Verdict == verdict.Safe {
				t.Errorf("%s: %s is safe", name, k.Name)
			}
			testprog.Replay(t, code, verdict.Assert, out)
		}
	}
}

// TestFarElement checks an element whose distance is greater than the distance of objects in the circuit.
// It is in no object: an access to it violates memory, and nothing comes after it.
func TestFarElement(t *testing.T) {
	p := testprog.Source(t, `#include <assert.h>
int __VERIFIER_nondet_int(void);
static int before[4], table[4], after[4];
int main(void) {
	int i = __VERIFIER_nondet_int();
	table[i] = 1;
	assert((i & 0x3fffffff) < 4 && before[0] == 0 && after[0] == 0); // 4 i has 32 bits
}
`, ir.ILP32)
	for _, k := range circuit.Kinds() {
		for property, want := range map[verdict.Property]string{verdict.Assert: "safe", verdict.Memory: "violation"} {
			out := testprog.Judge(t, k.New(nil), &engine.Problem{Program: p, Property: property}, time.Minute)
			if out.Verdict.String() != want {
				t.Errorf("%s: %s is %s %v, expected %s", k.Name, property, out.Verdict, out.Marks, want)
			}
			testprog.Replay(t, interp.Prepare(p), property, out)
		}
	}
}

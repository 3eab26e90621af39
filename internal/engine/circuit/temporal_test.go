package circuit_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestTemporal judges the questions that the programs of testdata/temporal state, with their answers. Each
// 20th question goes to one engine; with -long each fourth, with -every 1 all questions go to all engines.
func TestTemporal(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/temporal/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	ask := regexp.MustCompile(`(?m)^// ask: (\w+) (\w+) (.*)$`)
	decided, all, refuted, asked := 0, 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code := testprog.FileCode(t, file)
		for _, m := range ask.FindAllStringSubmatch(string(text), -1) {
			fair, want, what := m[1], m[2], m[3]
			property, options := verdict.Termination, check.Options{Properties: []string{"termination"}, Fair: fair}
			if places, found := strings.CutPrefix(what, "progress "); found {
				property, options.Properties, options.Places = verdict.Progress, []string{"progress"}, strings.Split(places, ",")
			} else if what != "termination" {
				property, options = verdict.LTL, check.Options{Properties: []string{"ltl"}, Formula: what, Fair: fair}
			}
			if err := options.Valid(); err != nil {
				t.Fatal(err)
			}
			if err := options.Locate(code.Program(), []string{code.Program().Files[0]}); err != nil {
				t.Fatal(err)
			}
			kinds := slices.DeleteFunc(circuit.Kinds(), func(k engine.Kind) bool { return !only.Has(k.Name) })
			if asked++; !every.IsAll() && len(kinds) > 0 {
				turns := 20
				if *long {
					turns = 4
				}
				if asked%turns != 1 {
					continue
				}
				kinds = kinds[asked/turns%len(kinds):][:1]
			}
			for _, k := range kinds {
				p := &engine.Problem{Program: code.Program(), Property: property, Environment: testprog.Environment(t, file), Temporal: options.Temporal(property)}
				out := testprog.Judge(t, k.New(nil), p, 5*(*patience))
				got := out.Verdict.String()
				all++
				switch {
				case got == want:
					decided++
				case got == "safe", got == "violation":
					t.Errorf("%s: %s: %s %s is %s, expected %s", file, k.Name, fair, what, got, want)
				}
				testprog.Replay(t, code, property, out)
				for _, v := range out.Violations {
					wrong, failure := *v.Trace, *v.Trace.Failure
					failure.Loop++ // which is no loop then
					wrong.Failure = &failure
					if _, err := interp.ReplayCode(context.Background(), code, &wrong, interp.ReplayOptions{}); errors.As(err, new(*interp.MisfitError)) {
						refuted++
					}
				}
			}
		}
	}
	testprog.AtLeast(t, decided, all, 40)
	if refuted == 0 {
		t.Error("no wrong lasso is refuted")
	}
}

// program returns a program of two threads and a formula, or "" for termination.
func program(rng *rand.Rand) (text string, formula *ltl.Formula, atoms []string) {
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t c = PTHREAD_COND_INITIALIZER;\nstatic sem_t s;\nstatic volatile int a, b;\n")
	name := func() string { return string("ab"[rng.IntN(2)]) }
	condition := func() string { return fmt.Sprintf("%s %s %d", name(), []string{"==", "!="}[rng.IntN(2)], rng.IntN(3)) }
	var statements func(depth int, loops bool) string
	statements = func(depth int, loop bool) string {
		s := ""
		for range 1 + rng.IntN(3) {
			switch n := rng.IntN(16); {
			case n < 3:
				s += fmt.Sprintf("%s = %d;\n", name(), rng.IntN(3))
			case n == 3:
				s += fmt.Sprintf("while (%s) ;\n", condition())
			case n == 4 && depth > 0:
				s += "pthread_mutex_lock(&m);\n" + statements(0, false) + "pthread_mutex_unlock(&m);\n"
			case n == 5:
				s += "pthread_mutex_lock(&m);\n"
			case n == 6 && depth > 0:
				s += fmt.Sprintf("if (%s) {\n%s}\n", condition(), statements(depth-1, loop))
			case n == 7 && depth > 0:
				s += fmt.Sprintf("for (;;) {\n%s}\n", statements(depth-1, true)+fmt.Sprintf("if (%s) break;\n", condition()))
			case n == 8 && loop:
				s += fmt.Sprintf("if (%s) break;\n", condition())
			case n == 9:
				s += []string{"exit(0);\n", "assert(" + condition() + ");\n", "pthread_exit(0);\n"}[rng.IntN(3)]
			case n == 13:
				s += "pthread_mutex_lock(&m);\n" + []string{"while", "if"}[rng.IntN(2)] + " (" + condition() + ") pthread_cond_wait(&c, &m);\npthread_mutex_unlock(&m);\n"
			case n == 14:
				s += []string{"pthread_cond_signal(&c);\n", "sem_post(&s);\n", "sem_wait(&s);\n"}[rng.IntN(3)]
			case n == 10:
				s += fmt.Sprintf("if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); else %s = %d;\n", name(), rng.IntN(3))
			default:
				s += fmt.Sprintf("%s = (%s + 1) %% 3;\n", name(), name())
			}
		}
		return s
	}
	fmt.Fprintf(&b, "static void *f(void *x) {\n%sreturn x;\n}\nint main(void) {\npthread_t t;\na = b;\npthread_create(&t, 0, f, 0);\n%s%s}\n",
		statements(2, false), statements(2, false), []string{"pthread_join(t, 0);\n", "pthread_exit(0);\n", ""}[rng.IntN(3)])
	atoms = []string{"a == 0", "b == 1", "finished(f)", "running", "finished(main)", "enabled(f)"}
	rng.Shuffle(len(atoms), func(i, j int) { atoms[i], atoms[j] = atoms[j], atoms[i] })
	atoms = atoms[:3]
	return b.String(), testprog.Formula(rng, len(atoms), 3, 7), atoms
}

// nothing is a source without answers: programs with choices are not explored.
type nothing struct{}

func (nothing) Choose(interp.Choice) (wide.Word, error) {
	return wide.Word{}, errors.New("a choice")
}

func (nothing) Uninit(interp.ObjectKey, uint64) (byte, error) { return 0, errors.New("a choice") }

// globals keeps the values of global variables of four bytes.
type globals map[string]uint64

func (g globals) Observe(m *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	if o.Kind == interp.ObservedWrite {
		if info, ok := m.ObjectInfo(o.Object); ok && info.Global != 0 {
			g[info.Key.Global] = o.New.Lo
		}
	}
}

// errLarge is the error for a program that is not explored.
var errLarge = errors.New("too large, or with choices")

// graph explores all states of a program by the interpreter, executing it again for each.
// Fair is one mark for each thread, or a single one if nothing is assumed of schedules.
func graph(code *interp.Code, atoms []string, unfair bool) (list []testprog.Moment, err error) {
	type state struct {
		path  []string
		steps []int // states, by thread that can go on
		moved []string
		atoms []bool
	}
	execute := func(path []string) (*interp.Machine, globals, error) {
		g := make(globals)
		m := interp.NewMachine(code, interp.Config{Properties: interp.PropertySet(verdict.LTL), Source: nothing{}, Observer: g, Loops: interp.CutIdle})
		for _, name := range path {
			m.Step(m.Named(name))
		}
		if m.End().Kind == interp.Mismatch || m.End().Limit() || m.End().Kind == interp.Unsupported {
			return nil, nil, errLarge
		}
		for _, th := range m.Threads() {
			if th.State() == interp.Stopped {
				return nil, nil, errLarge
			}
		}
		return m, g, nil
	}
	number := make(map[[2]uint64]int)
	var states []*state
	visit := func(m *interp.Machine, path []string) int {
		over := uint64(0)
		if m.End().Kind != interp.Running {
			over = 1
		}
		key := m.StateHash(nil, over)
		n, ok := number[key]
		if !ok {
			n = len(states)
			number[key] = n
			states = append(states, &state{path: path})
		}
		return n
	}
	m, _, err := execute(nil)
	if err != nil {
		return nil, err
	}
	visit(m, nil)
	for i := 0; i < len(states); i++ {
		if len(states) > 300 {
			return nil, errLarge
		}
		s := states[i]
		m, g, err := execute(s.path)
		if err != nil {
			return nil, err
		}
		over := m.End().Kind != interp.Running
		for k := range m.Threads() {
			name := m.Threads()[k].Name()
			next, _, err := execute(s.path)
			if err != nil {
				return nil, err
			}
			if over || next.Step(next.Named(name)) != interp.Stepped {
				continue
			}
			path := append(slices.Clone(s.path), name)
			if next, _, err = execute(path); err != nil {
				return nil, err
			}
			s.steps, s.moved = append(s.steps, visit(next, path)), append(s.moved, name)
		}
		finished := func(name string) bool { th := m.Named(name); return over || th != nil && th.State() == interp.Finished }
		for _, a := range atoms {
			var is bool
			switch a {
			case "a == 0":
				is = g["a"] == 0
			case "b == 1":
				is = g["b"] == 1
			case "finished(f)":
				is = finished("main.1")
			case "finished(main)":
				is = finished("main")
			case "enabled(f)":
				is = slices.Contains(s.moved, "main.1")
			case "running":
				is = len(s.steps) > 0
			}
			s.atoms = append(s.atoms, is)
		}
	}
	for i, s := range states {
		threads := []string{"main", "main.1"}
		fair := func(who string) []bool {
			var out []bool
			for _, th := range threads {
				out = append(out, unfair || who == th || !slices.Contains(s.moved, th))
			}
			return out
		}
		for k, to := range s.steps {
			list = append(list, testprog.Moment{From: i, To: to, Atoms: s.atoms, Fair: fair(s.moved[k]), Counts: true})
		}
		if len(s.steps) == 0 {
			list = append(list, testprog.Moment{From: i, To: i, Atoms: s.atoms, Fair: fair(""), Counts: true})
		}
	}
	return list, nil
}

func question(t *testing.T, f *ltl.Formula, atoms []string, unfair bool) *engine.Temporal {
	t.Helper()
	out := &engine.Temporal{Text: "formula", Formula: f, Places: make([]ir.Place, len(atoms)), Unfair: unfair}
	for _, a := range atoms {
		_, parsed, err := ltl.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		out.Atoms = append(out.Atoms, parsed[0])
	}
	return out
}

var formulas = flag.Int("formulas", 1, "formulas for each generated program, with reductions")

// TestReducedFormulas: reductions change no verdict on a formula.
func TestReducedFormulas(t *testing.T) {
	decided, all, violated := 0, 0, 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 5))
		text, _, atoms := program(rng)
		code := testprog.Code(t, text)
		for range *formulas {
			p := &engine.Problem{Program: code.Program(), Property: verdict.LTL, Temporal: question(t, testprog.Formula(rng, len(atoms), 3, 7), atoms, rng.IntN(3) == 0)}
			for _, k := range circuit.Kinds() {
				if k.Name != "bmc" && k.Name != "bdd" && k.Name != "pdr" || !only.Has(k.Name) {
					continue
				}
				var whole *engine.Outcome
				for _, reduction := range []string{"none", "stubborn", "transactions"} {
					out := testprog.Judge(t, k.New(engine.Settings{"reduce": reduction}), p, 2*(*patience))
					testprog.Replay(t, code, verdict.LTL, out)
					if reduction == "none" {
						whole = out
						continue
					}
					all++
					switch got, want := out.Verdict, whole.Verdict; {
					case out.Reason == verdict.Timeout || whole.Reason == verdict.Timeout:
					case got != want:
						t.Errorf("seed %d: %s, %s, unfair %t: %s, expected %s of %+v over %v\n%s", seed, k.Name, reduction, p.Temporal.Unfair, got, want, p.Temporal.Formula, atoms, text)
					default:
						decided++
						if got == verdict.Violation {
							violated++
						}
					}
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d violated", violated)
	testprog.AtLeast(t, decided, all, 40)
}

// TestInterpreter compares the engines' verdicts on formulas, and on termination, with an explicit search
// in the states that the interpreter reaches.
func TestInterpreter(t *testing.T) {
	counts := make(map[string]int)
	decided, all := 0, 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 1))
		text, formula, atoms := program(rng)
		unfair := rng.IntN(4) == 0
		code := testprog.Code(t, text)
		list, err := graph(code, atoms, unfair)
		if err != nil {
			counts["not explored"]++
			continue
		}
		all++
		temporal := question(t, formula, atoms, unfair)
		want := "safe"
		if testprog.Satisfies(list, []int{0}, &ltl.Formula{Op: ltl.Not, L: formula}) {
			want = "violation"
		}
		known := false
		for _, k := range circuit.Kinds() {
			if k.Name != "bmc" && k.Name != "pdr" {
				continue
			}
			ctx, cancel := testprog.Wait(10 * (*patience))
			out, err := k.New(nil).Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.LTL, Temporal: temporal})
			cancel()
			if err != nil {
				t.Errorf("seed %d: %s: %v\n%s", seed, k.Name, err, text)
				continue
			}
			got := out.Verdict.String()
			counts[k.Name+" "+got+" of "+want]++
			if got == "unknown" && out.Reason != verdict.Timeout {
				t.Logf("seed %d: %s: %s %s", seed, k.Name, out.Reason, out.Detail)
			}
			known = known || got == want
			if got != want && (got == "safe" || got == "violation") {
				t.Errorf("seed %d: %s: %s, expected %s of %+v over %v\n%s", seed, k.Name, got, want, formula, atoms, text)
			}
		}
		if known {
			decided++
		}
		if t.Failed() {
			return
		}
	}
	t.Log(counts)
	testprog.AtLeast(t, decided, all, 50)
}

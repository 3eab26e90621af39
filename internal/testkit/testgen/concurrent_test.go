package testgen

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// TestConcurrentUsesEachFeature counts the programs that use each feature, at least one in twenty, and
// each form of statement, which must occur in larger programs.
func TestConcurrentUsesEachFeature(t *testing.T) {
	const seeds = 3000
	features := map[Features]int{}
	forms := map[string]int{}
	threads, operations := map[int]int{}, map[int]int{}
	graphs, irreducible := 0, 0
	for seed := range uint64(seeds) {
		p := Concurrent(Options{Seed: seed, Features: AllFeatures})
		fs := p.Features()
		for i := range numFeatures {
			features[fs&(1<<i)]++
		}
		p.walk(func(s *Stmt) {
			if s.Kind == Flow && len(s.Nodes) > 1 {
				graphs++
				if !s.reducible() {
					irreducible++
				}
			}
		})
		for form := range formsOf(Concurrent(Options{Seed: seed, Size: 1 + int(seed%3), Features: UsualFeatures})) {
			forms[form]++
		}
		threads[len(p.Threads)]++
		operations[p.Operations()]++
	}
	for i := range numFeatures {
		f := Features(1) << i
		t.Logf("%-20s %d", f, features[f])
		if features[f] < seeds/20 {
			t.Errorf("%s: %d programs of %d use it", f, features[f], seeds)
		}
	}
	t.Logf("%d of %d graphs are irreducible", irreducible, graphs)
	if 10*irreducible < 4*graphs || 10*irreducible > 6*graphs {
		t.Error("about half of the graphs should be")
	}
	for _, form := range allForms {
		t.Logf("%-30s %d", form, forms[form])
		if forms[form] == 0 {
			t.Errorf("%s: no program has it", form)
		}
	}
	t.Logf("functions, main included: %v", threads)
	t.Logf("visible operations: %v", operations)
}

// TestConcurrentChains counts the programs whose shared values choose elements and mutexes.
func TestConcurrentChains(t *testing.T) {
	const seeds = 300
	chains, deep, locks := 0, 0, 0
	for seed := range uint64(seeds) {
		p := Concurrent(Options{Seed: seed, Features: DefaultFeatures | Chains})
		if p.Features().Has(Chains) {
			chains++
		}
		isDeep, isLock := false, false
		p.walk(func(s *Stmt) {
			isLock = isLock || s.Kind == LockAt
			s.visit(func(*Expr) {}, func(pl *Place) {
				isDeep = isDeep || pl.Kind == Element && pl.Index.Op == Read && pl.Index.Place.Kind == Element && pl.Index.Place.Index.Op == Read
			})
		})
		if isDeep {
			deep++
		}
		if isLock {
			locks++
		}
	}
	t.Logf("of %d programs %d have chains, %d of more than one read, %d lock a mutex of an array", seeds, chains, deep, locks)
	if chains < seeds/2 || deep < seeds/30 || locks < seeds/10 {
		t.Errorf("of %d programs %d have chains, %d of more than one read, %d lock a mutex of an array", seeds, chains, deep, locks)
	}
}

// allForms are the forms that formsOf finds.
var allForms = func() []string {
	forms := []string{
		"wait always", "wait if", "wait again", "signal", "broadcast", "read lock", "weak cas", "strong cas",
		"builtin cas", "sync builtin", "compound assignment", "reach_error", "local of main", "argument", "main exits",
		"nested locks", "peek", "grab", "publish", "else", "pointer changes", "free",
	}
	for _, kind := range []StmtKind{Load, Store, RMW, CompareSwap} {
		for _, o := range []Order{Implicit, Relaxed, Consume, Acquire, Release, AcqRel, SeqCst} {
			if kind == Load && (o == Release || o == AcqRel) || kind == Store && (o == Consume || o == Acquire || o == AcqRel) {
				continue
			}
			forms = append(forms, fmt.Sprintf("%s order %d", [...]string{Load: "load", Store: "store", RMW: "rmw", CompareSwap: "cas"}[kind], o))
		}
	}
	for u := range numUpdates {
		forms = append(forms, updateNames[u])
	}
	return forms
}()

func formsOf(p Program) map[string]bool {
	forms := map[string]bool{}
	note := func(condition bool, form string) {
		if condition {
			forms[form] = true
		}
	}
	note(p.Exit, "main exits")
	for _, t := range p.Threads {
		note(t.Arg != 0, "argument")
		note(t.Arg != 0 && p.object(t.Arg).Kind == StackInt, "local of main")
		walk(t.Body, func(s *Stmt) {
			switch s.Kind {
			case Wait:
				note(s.Cond.Op == Truth, "wait always")
				note(s.Cond.Op != Truth && s.Count == 0, "wait if")
				note(s.Count > 0, "wait again")
			case Signal:
				note(s.Broadcast, "broadcast")
				note(!s.Broadcast, "signal")
			case Lock:
				note(s.Shared, "read lock")
				walk(s.Body, func(in *Stmt) { note(in.Kind == Lock, "nested locks") })
			case Load, Store, RMW, CompareSwap:
				name := [...]string{Load: "load", Store: "store", RMW: "rmw", CompareSwap: "cas"}[s.Kind]
				note(true, fmt.Sprintf("%s order %d", name, s.Order))
				plain := p.object(s.Place.Object).Kind != AtomicInt
				if s.Kind == RMW {
					note(true, updateNames[s.Update])
					note(plain && s.Order == Implicit && s.Update != Exchange, "sync builtin")
					note(!plain && s.Order == Implicit && s.Dst == 0, "compound assignment")
				}
				note(s.Kind == CompareSwap && s.Weak, "weak cas")
				note(s.Kind == CompareSwap && !s.Weak, "strong cas")
				note(s.Kind == CompareSwap && plain, "builtin cas")
			case Assert:
				note(s.Reach, "reach_error")
			case Publish:
				note(true, "publish")
			case Peek:
				note(true, "peek")
			case Grab:
				note(true, "grab")
			case If:
				note(len(s.Else) > 0, "else")
			case PointTo:
				note(true, "pointer changes")
			case Free:
				note(true, "free")
			}
		})
	}
	return forms
}

func TestConcurrentIsDeterministic(t *testing.T) {
	for seed := range uint64(100) {
		opts := Options{Seed: seed, Size: 2, Features: AllFeatures}
		if first := Concurrent(opts).C(); Concurrent(opts).C() != first {
			t.Fatalf("seed %d: two generations differ", seed)
		}
	}
}

// TestConcurrentKeepsToOptions checks that programs use only allowed features, follow the rules, and
// have about the requested size.
func TestConcurrentKeepsToOptions(t *testing.T) {
	tests := []struct {
		name     string
		features Features
	}{
		{"default", 0},
		{"all", AllFeatures},
		{"only locks", Locks | TryLocks | Blocking | Joins},
		{"only trylocks", Locks | TryLocks | Joins},
		{"no blocking", DefaultFeatures &^ Blocking},
		{"no inputs", DefaultFeatures &^ (Inputs | Assumes)},
		{"no joins", DefaultFeatures &^ Joins},
		{"atomics", Atomics | Fences | Asserts | Joins},
		{"plain", Joins},
		{"conditions", Mutexes | Conditions | Blocking | Joins},
		{"unusual", DefaultFeatures | Unusual},
		{"gotos alone", Gotos | Joins},
		{"ends", Exits | AtExits | Detaches | Results | Joins | ThreadData | Mutexes | Blocking},
		{"lock misuse", DefaultFeatures | LockMisuse},
		{"use after free", DefaultFeatures | UseAfterFree},
		{"bad access", DefaultFeatures | BadAccess},
		{"swarms", DefaultFeatures | Swarms},
		{"chains", DefaultFeatures | Chains},
		{"all and chains", AllFeatures | Chains},
		{"chains alone", Arrays | Chains | Mutexes | Blocking | Joins},
		{"all and swarms", AllFeatures | Swarms},
		{"swarms of locks", Swarms | Locks | TryLocks | Blocking | Joins},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			allowed := tt.features
			if allowed == 0 {
				allowed = DefaultFeatures
			}
			for seed := range uint64(150) {
				for size := 1; size <= 3; size++ {
					p := Concurrent(Options{Seed: seed, Size: size, Features: tt.features})
					if extra := p.Features() &^ allowed; extra != 0 {
						t.Fatalf("seed %d, size %d: uses %s\n%s", seed, size, extra, p.C())
					}
					if err := p.checkUndefined(allowed); err != nil {
						t.Fatalf("seed %d, size %d: %v\n%s", seed, size, err, p.C())
					}
					if n := p.Operations(); n > 16*size+4 && !tt.features.Has(Swarms) {
						t.Errorf("seed %d, size %d: %d operations\n%s", seed, size, n, p.C())
					}
				}
			}
		})
	}
}

func TestConcurrentThreads(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for seed := range uint64(100) {
			p := Concurrent(Options{Seed: seed, Threads: n, Features: AllFeatures})
			if got := len(p.Threads); got != n && (got != n+1 || n == 1) {
				t.Fatalf("seed %d: %d functions for %d threads\n%s", seed, got, n, p.C())
			}
		}
	}
}

// TestConcurrentCompiles checks that gcc compiles the programs without warnings, except about unused
// locals.
func TestConcurrentCompiles(t *testing.T) {
	peer.NeedGCC(t)
	dir := t.TempDir()
	args := []string{"-fsyntax-only", "-std=gnu11", "-Wall", "-Wno-unused-but-set-variable", "-Werror"}
	for seed := range uint64(30) {
		name := filepath.Join(dir, fmt.Sprintf("p%d.c", seed))
		opts := Options{Seed: seed, Size: 1 + int(seed%4), Features: AllFeatures | Swarms*Features(seed%2) | Chains*Features((seed+1)%2), Planted: int(seed / 5)}
		if err := os.WriteFile(name, []byte(Concurrent(opts).C()), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// compile is the way to the interpreter.
func compile(t *testing.T, text string, model ir.DataModel) *ir.Program {
	t.Helper()
	res, err := front.Compile(context.Background(), front.Options{
		Files: []string{"p.c"}, Model: model,
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(res.Diagnostics) > 0 || res.Program == nil {
		t.Fatalf("%v\n%s", res.Diagnostics, text)
	}
	return res.Program
}

// TestConcurrentRuns checks that programs end, in one of the allowed ways.
func TestConcurrentRuns(t *testing.T) {
	properties := interp.PropertySet(verdict.Assert, verdict.Reach, verdict.Deadlock, verdict.Memory, verdict.Lock,
		verdict.Div, verdict.Overflow, verdict.Uninit)
	for _, features := range []Features{DefaultFeatures, AllFeatures, DefaultFeatures | Chains} {
		ends := map[string]int{}
		for seed := range uint64(24) {
			p := Concurrent(Options{Seed: seed, Size: 1 + int(seed%3), Features: features})
			code := interp.Prepare(compile(t, p.C(), ir.DataModel(seed%2)))
			for run := range uint64(10) {
				res, _, err := interp.RunCode(context.Background(), code, interp.Options{
					Seed: run, Properties: properties, MaxSteps: 5_000_000,
				})
				if err != nil {
					t.Fatal(err)
				}
				end := res.End.Kind.String()
				if v := res.Violation; v != nil {
					end = strings.TrimSpace(v.Property.String() + " " + string(v.Kind))
				}
				ends[end]++
				switch end {
				case "exited", "stuck", "assert", "reach", "deadlock", "memory leak":
				default:
					if p.Features()&Undefined == 0 || res.Violation == nil && end != "undefined" {
						t.Errorf("seed %d, run %d: %s\n%s", seed, run, end, p.C())
					}
				}
			}
		}
		t.Log(ends)
	}
}

// TestShrink checks that shrinking keeps the required property, follows the rules, makes programs
// smaller, and ends with a program that no step makes smaller.
func TestShrink(t *testing.T) {
	has := func(kind StmtKind) func(Program) bool {
		return func(p Program) bool {
			found := false
			for _, th := range p.Threads {
				walk(th.Body, func(s *Stmt) { found = found || s.Kind == kind })
			}
			return found
		}
	}
	tests := []struct {
		name       string
		keep       func(Program) bool
		statements int // at most, of the result
		lines      int // of the result's text
	}{
		{"nothing", func(Program) bool { return true }, 0, 6},
		{"a lock", has(Lock), 1, 12},
		{"a wait", has(Wait), 2, 14},
		{"a loop", has(Loop), 1, 10},
		{"a compare and swap", has(CompareSwap), 1, 13},
		{"a spawn", has(Spawn), 1, 14},
		{"a join", has(Join), 2, 15},
		{"three threads", func(p Program) bool { return len(p.Threads) >= 3 }, 2, 24},
		{"a graph", has(Flow), 1, 10},
		{"a switch into a loop", has(SwitchInto), 1, 15},
		{"a handler", has(AtExit), 1, 13},
		{"a call", has(Call), 1, 12},
		{"a detached thread", has(Detach), 2, 15},
		{"an early end", has(Leave), 1, 14},
		{"a swarm", func(p Program) bool { return p.Features().Has(Swarms) }, 1, 22},
		{"a result", func(p Program) bool { return p.Features().Has(Results) }, 2, 18},
		{"a chain", func(p Program) bool { return p.Features().Has(Chains) }, 1, 13},
		{"a word in the text", func(p Program) bool { return strings.Contains(p.C(), "pthread_barrier_wait") }, 1, 12},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tried := 0
			for seed := uint64(0); tried < 10; seed++ {
				p := Concurrent(Options{Seed: seed, Size: 2, Features: AllFeatures | Swarms | Chains*Features(seed%2)})
				if !tt.keep(p) {
					continue
				}
				tried++
				q := Shrink(p, tt.keep)
				if !tt.keep(q) {
					t.Fatalf("seed %d: the predicate is lost\n%s", seed, q.C())
				}
				if err := q.checkUndefined(p.Features() & Undefined); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, q.C())
				}
				if again := Shrink(q, tt.keep); again.C() != q.C() {
					t.Errorf("seed %d: shrinks further\n%s\n%s", seed, q.C(), again.C())
				}
				n := 0
				for _, th := range q.Threads {
					walk(th.Body, func(*Stmt) { n++ })
				}
				if lines := strings.Count(q.C(), "\n"); n > tt.statements || lines > tt.lines {
					t.Errorf("seed %d: %d statements, %d lines, want at most %d and %d\n%s", seed, n, lines, tt.statements, tt.lines, q.C())
				}
			}
		})
	}
}

// TestShrinkLeavesTheProgram checks that shrinking does not change its argument.
func TestShrinkLeavesTheProgram(t *testing.T) {
	for seed := range uint64(20) {
		p := Concurrent(Options{Seed: seed, Size: 2, Features: AllFeatures})
		before := p.C()
		Shrink(p, func(q Program) bool { return len(q.C())%3 != 0 })
		if p.C() != before {
			t.Fatalf("seed %d: the argument changed", seed)
		}
	}
}

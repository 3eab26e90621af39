package sat

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

var idleRuns = flag.Int("sat.idle", 0, "number of runs that measure an idle propagator")

func TestSizes(t *testing.T) {
	cases := []struct {
		name      string
		got, want uintptr
	}{
		{"Lit", unsafe.Sizeof(Lit(0)), 4},
		{"cref", unsafe.Sizeof(cref(0)), 4},
		{"watch", unsafe.Sizeof(watch{}), 8},
		{"head", unsafe.Sizeof(head{}), 12},
		{"varData", unsafe.Sizeof(varData{}), varDataBytes},
		{"occClause", unsafe.Sizeof(occClause{}), occClauseBytes},
		{"removed", unsafe.Sizeof(removed{}), removedBytes},
		{"frame", unsafe.Sizeof(frame{}), 12},
		{"link", unsafe.Sizeof(link{}), 8},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

// random3 adds uniform random 3-SAT to a new solver. It does not eliminate, so
// that observed variables change nothing.
func random3(vars, clauses int, seed uint64) *Solver {
	return random3With(Options{Without: Eliminate}, vars, clauses, seed)
}

func random3With(opts Options, vars, clauses int, seed uint64) *Solver {
	s := New(opts)
	s.NewVars(vars)
	for _, c := range randomClauses(vars, clauses, seed) {
		s.AddClause(c...)
	}
	return s
}

// randomClauses returns uniform random 3-SAT.
func randomClauses(vars, clauses int, seed uint64) [][]Lit {
	r := rand.New(rand.NewPCG(seed, 0))
	var list [][]Lit
	for range clauses {
		c := make([]Lit, 3)
		for i := range c {
			c[i] = Var(1 + r.IntN(vars)).Lit(r.IntN(2) == 0)
		}
		list = append(list, c)
	}
	return list
}

// TestHotPathsDoNotAllocate runs the path from decision to analysed conflict.
func TestHotPathsDoNotAllocate(t *testing.T) {
	for _, stable := range []bool{false, true} {
		s := random3(200, 852, 1)
		s.Connect(&idle{})
		for v := range Var(100) {
			s.Observe(v + 1)
		}
		s.SetLimits(Limits{Conflicts: 500})
		if got := s.Solve(context.Background()); got != Unknown {
			t.Fatalf("got %v, want an unfinished search", got)
		}
		s.mo.stable = stable
		round := func() {
			for s.propagateAll() {
				if s.decide() != decided {
					t.Fatal("no conflict")
				}
			}
			s.analyze()
			s.minimize(len(s.an.levels) - 1)
			s.orderForJump()
			s.bumpVars()
			s.clearAnalysis()
			s.updateBest()
			s.backtrack(0)
		}
		for range 5000 {
			round()
		}
		if n := testing.AllocsPerRun(1000, round); n != 0 {
			t.Errorf("stable %v: %v allocations per conflict", stable, n)
		}
	}
}

// idle is a propagator that never has anything to say.
type idle struct{ announced int }

func (p *idle) Assigned(batch []Lit)           { p.announced += len(batch) }
func (p *idle) NewLevel()                      {}
func (p *idle) Backtrack(int)                  {}
func (p *idle) Propagate(*Theory)              {}
func (p *idle) Explain(l Lit, buf []Lit) []Lit { return append(buf, l) }
func (p *idle) FinalCheck(*Theory)             {}

// searchWithIdle runs a search of fixed length, with or without an idle
// propagator that observes a tenth of the variables.
func searchWithIdle(connect bool) time.Duration {
	s := random3(225, 958, 3)
	if connect {
		s.Connect(&idle{})
		for v := Var(1); v <= s.nvar; v += 10 {
			s.Observe(v)
		}
	}
	s.SetLimits(Limits{Conflicts: 5000})
	start := processorTime()
	s.Solve(context.Background())
	return processorTime() - start
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		name    string
		connect bool
	}{{"propagator=none", false}, {"propagator=idle", true}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				searchWithIdle(c.connect)
			}
		})
	}
}

// TestIdlePropagatorIsCheap compares the two in turn, so that both see the same
// disturbances, and bounds the median of the ratios.
func TestIdlePropagatorIsCheap(t *testing.T) {
	if *idleRuns == 0 {
		t.Skip("needs a quiet machine; run with -sat.idle=9")
	}
	ratios := make([]float64, *idleRuns)
	for i := range ratios {
		var without, with time.Duration
		for range 9 {
			without += searchWithIdle(false)
			with += searchWithIdle(true)
		}
		ratios[i] = float64(with) / float64(without)
	}
	slices.Sort(ratios)
	t.Logf("ratios %.3f", ratios)
	if median := ratios[len(ratios)/2]; median > 1.03 {
		t.Errorf("an idle propagator costs %.1f %%", 100*(median-1))
	}
}

// TestIdlePropagatorDoesNotDisturb checks that the search stays the same.
func TestIdlePropagatorDoesNotDisturb(t *testing.T) {
	var stats [2]Stats
	for i := range stats {
		s := random3(150, 640, 2)
		if i == 1 {
			s.Connect(&idle{})
			for v := Var(1); v <= s.nvar; v++ {
				s.Observe(v)
			}
		}
		s.Solve(context.Background())
		stats[i] = s.Stats()
	}
	if stats[0] != stats[1] {
		t.Errorf("got %+v, want %+v", stats[1], stats[0])
	}
}

package smc

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	programs = flag.Int("counted", 15, "of how many random programs the traces are counted")
	Long     = testflag.Long()
)

// traceCounter counts the Mazurkiewicz traces of a program by executing every
// interleaving: two executions are of one trace if the same pairs of steps
// happen before each other. It has nothing of DPOR but footprints.
type traceCounter struct {
	code  *interp.Code
	names *footprint.Names
	path  []int // alternatives, in order
	at    int
	sizes []int

	forced int // if not 0: the answer to every choice, from 1
}

// alternative returns which of n alternatives is taken.
func (c *traceCounter) alternative(n int) int {
	if c.at == len(c.path) {
		c.path, c.sizes = append(c.path, 0), append(c.sizes, 0)
	}
	c.sizes[c.at] = n
	c.at++
	return c.path[c.at-1]
}

func (c *traceCounter) Choose(ch interp.Choice) (wide.Word, error) {
	values, _ := interp.Corners(ch)
	if c.forced > 0 {
		return values[c.forced-1], nil
	}
	return values[c.alternative(len(values))], nil
}

func (c *traceCounter) Uninit(interp.ObjectKey, uint64) (byte, error) {
	return byte(uninitValues[c.alternative(2)].Lo), nil
}

// run returns the traces of the complete executions, or nothing if there are too
// many.
func (c *traceCounter) run() []string {
	traces := make(map[string]bool)
	for n := 0; ; n++ {
		if n == 2000 {
			return nil
		}
		c.at = 0
		if trace, ok := c.execute(); ok {
			traces[trace] = true
		}
		for len(c.path) > 0 {
			last := len(c.path) - 1
			c.sizes = c.sizes[:len(c.path)]
			if c.path[last]++; c.path[last] < c.sizes[last] {
				break
			}
			c.path = c.path[:last]
		}
		if len(c.path) == 0 {
			return slices.Sorted(maps.Keys(traces))
		}
	}
}

// execute does one execution and describes its trace: by thread, every step with its choices and the number
// of steps of each thread that happen before it. The execution is complete if every remaining thread has to
// wait at the end, for all choices.
func (c *traceCounter) execute() (trace string, ok bool) {
	var foot footprint.Footprint
	m := interp.NewMachine(c.code, interp.Config{Properties: interp.PropertySet(verdict.Assert), Source: c, Names: c.names})
	type step struct {
		tid    int32
		foot   *footprint.Footprint
		before map[int32]int
	}
	var steps []step
	parts := make(map[int32][]string)
	births := make(map[int32]int)
	waited := make(map[int]bool)
	for m.End().Kind == interp.Running {
		var ready []*interp.Thread
		for _, t := range m.Ready() {
			if !waited[t.Index()] {
				ready = append(ready, t)
			}
		}
		if len(ready) == 0 {
			break
		}
		t := ready[c.alternative(len(ready))]
		inputs := len(t.Inputs())
		foot.Reset()
		m.Record(&foot)
		out := m.Step(t)
		m.Record(nil)
		if out != interp.Stepped {
			for c.forced = 1; c.forced <= 2; c.forced++ { // sections make one choice at most
				if m.Probe(t) {
					c.forced = 0
					return "", false
				}
			}
			c.forced = 0
			waited[t.Index()] = true
			continue
		}
		if len(waited) > 0 {
			return "", false // it is also an execution in which no thread tried
		}
		s := step{tid: t.ID(), foot: foot.Clone(false), before: make(map[int32]int)}
		for i, e := range steps {
			if e.tid == t.ID() || e.foot.Conflicts(s.foot) || births[t.ID()] == i+1 {
				for id, n := range e.before {
					s.before[id] = max(s.before[id], n)
				}
			}
		}
		s.before[t.ID()]++
		for _, id := range foot.Spawned {
			births[id] = len(steps) + 1
		}
		steps = append(steps, s)
		parts[t.ID()] = append(parts[t.ID()], fmt.Sprint(s.before, t.Inputs()[inputs:]))
	}
	return fmt.Sprint(parts), true
}

// randomBody returns the code of a thread over x and y, whose pointers are in
// %2 and %3, and its own z in %4.
func randomBody(r *rand.Rand, blocking bool) string {
	var b strings.Builder
	n := 4
	// add appends code in which $1, $2, … are new registers, and $x is x or y.
	add := func(count int, code string) {
		for i := 1; i <= count; i++ {
			code = strings.ReplaceAll(code, fmt.Sprint("$", i), fmt.Sprint("%", n+i))
		}
		n += count
		b.WriteString(strings.ReplaceAll(code, "$x", fmt.Sprint("%", 2+r.IntN(2))))
	}
	op := func(inside bool) {
		switch r.IntN(5) {
		case 0:
			add(0, fmt.Sprintf("  store i32 $x, %d:i32\n", r.IntN(3)))
		case 1:
			add(1, "  $1 = rmw add seq_cst i32 $x, 1:i32\n")
		case 2:
			add(1, "  $1 = cmpxchg seq_cst fail seq_cst i32 $x, 0:i32, 1:i32\n")
		case 3:
			add(1, "  $1 = load i32 $x\n")
		default:
			add(1, "  $1 = load i32 $x\n"+map[bool]string{false: "  store i32 %4, $1\n"}[inside])
		}
	}
	for range 1 + r.IntN(3) {
		kinds := 4
		if blocking {
			kinds = 8
		}
		switch r.IntN(kinds) {
		case 0, 1, 2:
			op(false)
		case 3:
			b.WriteString("  atomicbegin user\n")
			op(true)
			op(true)
			b.WriteString("  atomicend user\n")
		case 4: // a critical section
			add(1, "  $1 = ptradd ptr $x, 4:i64\n  acquire exclusive $1\n")
			lock := n
			op(true)
			fmt.Fprintf(&b, "  release %%%d\n", lock)
		case 5: // wait for a value
			add(2, fmt.Sprintf("  atomicbegin model\n  $1 = load i32 $x\n  $2 = ne i32 $1, %d:i32\n  blockuntil condition $2\n  atomicend model\n", r.IntN(2)))
		case 6: // wait for two, and change one
			add(3, fmt.Sprintf("  atomicbegin user\n  $1 = load i32 %%2\n  $2 = load i32 %%3\n  $3 = %s i32 $1, $2\n  assume $3\n", []string{"eq", "ne"}[r.IntN(2)]))
			op(true)
			b.WriteString("  atomicend user\n")
		case 7: // a choice decides the object of the wait
			add(3, "  atomicbegin user\n  $1 = chooserange nondet i32 0:i32, 1:i32\n  $2 = load i32 $x\n  $3 = eq i32 $2, $1\n  assume $3\n")
			op(true)
			b.WriteString("  atomicend user\n")
		}
	}
	return b.String()
}

// TestTracesCounted compares DPOR with the traces of all interleavings, on random
// threads: each trace is executed exactly once. Only threads that block may cost
// explorations that are redundant.
func TestTracesCounted(t *testing.T) {
	for _, blocking := range []bool{false, true} {
		counted, traces, redundant := 0, uint64(0), uint64(0)
		for seed := range uint64(*programs) {
			r := rand.New(rand.NewPCG(seed, 7))
			text := workers(2+int(seed%2), func(int) string { return randomBody(r, blocking) })
			code := interp.Prepare(irtext.Parse(t, text))
			x, err := Explore(context.Background(), code, Options{Executions: 100_000, Properties: interp.PropertySet(verdict.Assert), Reduction: DPOR})
			if err != nil {
				t.Fatal(err)
			}
			want := (&traceCounter{code: code, names: code.NewNames()}).run()
			if want == nil {
				continue
			}
			counted++
			if x.Traces+x.Blocked != uint64(len(want)) || !x.Complete || !blocking && x.Redundant > 0 {
				t.Fatalf("seed %d: %d traces, %d blocked, %d redundant explorations, want %d traces (%s)\n%s", seed, x.Traces, x.Blocked, x.Redundant, len(want), x.Incomplete, text)
			}
			traces += x.Traces + x.Blocked
			redundant += x.Redundant
		}
		t.Logf("blocking %t: %d programs, %d traces, %d redundant explorations", blocking, counted, traces, redundant)
		if counted < *programs/2 {
			t.Error("too few programs were counted")
		}
	}
}

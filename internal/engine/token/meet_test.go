package token_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	meetings  = flag.String("meetings", "", "another program whose lines to look at for meetings")
	generated = testflag.Generated(2)
	every     = testflag.Every(80)
)

// meetingDepth is deeper than the programs below go, in steps of all threads.
const meetingDepth = 70

// lines holds the pairs of lines of a program's file at which threads are at once, the smaller one first.
// The end of a thread has no line, nor has an assertion that only fails there.
type lines map[[2]int]bool

func (l lines) add(m *interp.Machine) {
	for i, x := range m.Threads() {
		for _, y := range m.Threads()[:i] {
			a, b := x.Where().Pos, y.Where().Pos
			if x.State() == interp.Ready && y.State() == interp.Ready && a.File == 0 && b.File == 0 {
				l[[2]int{int(min(a.Line, b.Line)), int(max(a.Line, b.Line))}] = true
			}
		}
	}
}

// determined answers choices with a single possible value, and records that there were others.
type determined struct{ more bool }

// Choose implements interp.Source.
func (s *determined) Choose(c interp.Choice) (wide.Word, error) {
	switch {
	case c.Range && c.Lo == c.Hi:
		return wide.Word{Lo: c.Lo}, nil
	case c.Bits != 0 && c.Bits&(c.Bits-1) == 0:
		return wide.Word{Lo: uint64(bits.TrailingZeros64(c.Bits))}, nil
	}
	s.more = true
	return wide.Word{Lo: c.Lo}, nil
}

// Uninit implements interp.Source.
func (s *determined) Uninit(interp.ObjectKey, uint64) (byte, error) {
	s.more = true
	return 0, nil
}

// explore executes every interleaving of a program without choices, by repeated execution. It calls state
// with every state, and ends early, with violated, if an execution ends with a violation. It is not
// complete if there are choices, or more executions than most (0: any number).
func explore(code *interp.Code, places *[2]ir.Place, most int, state func(*interp.Machine)) (violated, complete bool) {
	source := &determined{}
	start := func() *interp.Machine {
		return interp.NewMachine(code, interp.Config{Properties: interp.PropertySet(verdict.Exclusion), Places: places, Source: source})
	}
	executions := 0
	var prefix []int // indices of threads
	for {
		m := start()
		var open []int // by step: the next thread to try there, or none
		for step := 0; m.End().Kind == interp.Running; step++ {
			state(m)
			first := 0
			if step < len(prefix) {
				first = prefix[step]
			}
			at := next(m, first)
			if at < 0 {
				break
			}
			open = append(open, at)
			m.Step(m.Threads()[at])
		}
		executions++
		if m.End().Kind == interp.Violated {
			return true, true
		}
		for len(open) > 0 {
			last := len(open) - 1
			prefix = append(prefix[:0], open...)
			prefix[last]++
			if canGoOn(start(), prefix) {
				break
			}
			open = open[:last]
		}
		if len(open) == 0 || executions == most {
			return false, len(open) == 0 && !source.more
		}
	}
}

// next returns the first thread from an index on that can do a step; -1: none.
func next(m *interp.Machine, from int) int {
	for i := from; i < len(m.Threads()); i++ {
		if th := m.Threads()[i]; th.State() != interp.Finished && m.Probe(th) {
			return i
		}
	}
	return -1
}

// canGoOn reports whether after all but the last step of a prefix a thread from the
// last one's index on can do a step.
func canGoOn(m *interp.Machine, prefix []int) bool {
	last := len(prefix) - 1
	for _, at := range prefix[:last] {
		m.Step(m.Threads()[at])
	}
	return next(m, prefix[last]) >= 0
}

// TestMeetings checks that two threads are at two lines at once iff they are in some interleaving, with and
// without the static analyses.
func TestMeetings(t *testing.T) {
	files, err := filepath.Glob("testdata/meet/*.c")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../../../testdata/papers/ganai_gupta_race.c")
	if *meetings != "" {
		files = []string{*meetings}
	}
	turn := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			asker := &asker{code: testprog.FileCode(t, file), seen: make(lines), patience: time.Minute}
			explore(asker.code, nil, 0, asker.seen.add)
			at := linesOf(asker.code.Program())
			for i, a := range at {
				for _, b := range at[:i+1] {
					if turn++; every.Has(turn) {
						asker.ask(t, a, b)
					}
				}
			}
			t.Logf("%d of %d pairs of lines have a meeting, %d are about lines of nobody", asker.met, asker.asked, asker.nowhere)
			testprog.AtLeast(t, asker.asked+asker.nowhere, asker.tried, 80)
		})
	}
}

// maxExecutions is how many executions a generated program may have.
const maxExecutions = 3000

// questions is the number of queries for each program; patience is the time limit of an engine's answer.
const (
	questions = 6
	patience  = time.Second
)

// TestGeneratedMeetings is TestMeetings for random lines of random programs without
// choices.
func TestGeneratedMeetings(t *testing.T) {
	tried, asked, met := 0, 0, 0
	testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, seed uint64, text string) {
		asker := &asker{code: testprog.Code(t, text), seen: make(lines), most: maxExecutions, patience: patience}
		if _, complete := explore(asker.code, nil, asker.most, asker.seen.add); !complete {
			return
		}
		at := linesOf(asker.code.Program())
		choose := rand.New(rand.NewPCG(seed, 0))
		for range questions {
			asker.ask(t, at[choose.IntN(len(at))], at[choose.IntN(len(at))])
		}
		tried, asked, met = tried+asker.tried, asked+asker.asked+asker.nowhere, met+asker.met
	})
	t.Logf("%d of %d pairs of lines have a meeting", met, asked)
	testprog.AtLeast(t, asked, tried, 40)
}

// linesOf returns the lines of a program's own instructions.
func linesOf(p *ir.Program) []int {
	var at []int
	for f := range p.Funcs {
		for b := range p.Funcs[f].Blocks {
			for _, in := range p.Funcs[f].Blocks[b].Instrs {
				if !p.Funcs[f].Model && in.Pos.IsValid() {
					at = append(at, int(in.Pos.Line))
				}
			}
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// asker compares the engines on pairs of lines of a program.
type asker struct {
	code                       *interp.Code
	seen                       lines         // before visible operations
	most                       int           // executions; 0: any number
	patience                   time.Duration // for one engine's answer
	tried, asked, met, nowhere int
}

// ask compares the engines on two lines.
func (q *asker) ask(t *testing.T, a, b int) {
	t.Helper()
	q.tried++
	places := &[2]ir.Place{{Line: int32(a)}, {Line: int32(b)}}
	want, complete := explore(q.code, places, q.most, func(*interp.Machine) {})
	if !complete {
		return
	}
	if q.seen[[2]int{min(a, b), max(a, b)}] && !want {
		t.Errorf("%d and %d: threads are before operations there, but not at the places", a, b)
	}
	for _, without := range [][]string{nil, {depth.Balance, depth.Contexts, "mtx", "por"}} {
		opts := depth.Options{Depth: meetingDepth}
		for _, e := range []engine.Engine{token.New(opts), eager.New(opts)} {
			name := fmt.Sprintf("%T: %d and %d, without %v", e, a, b, without)
			ctx, cancel := context.WithTimeout(context.Background(), q.patience)
			out, err := e.Run(ctx, &engine.Problem{
				Program: q.code.Program(), Property: verdict.Exclusion, Without: without, Places: places,
			})
			cancel()
			switch {
			case errors.As(err, new(*engine.InputError)):
				q.nowhere++
				if want {
					t.Errorf("%s: %v, and there is a meeting", name, err)
				}
				return
			case err != nil:
				t.Fatalf("%s: %v", name, err)
			case out.Reason == verdict.Unsupported, out.Reason == verdict.Timeout:
				return
			case (out.Verdict == verdict.Violation) != want || out.Verdict == verdict.Unknown:
				t.Errorf("%s: %s, and there is a meeting: %t", name, out.Verdict, want)
			case want && len(out.Violations) != 1:
				t.Errorf("%s: %d violations", name, len(out.Violations))
			}
			if _, ok := e.(*token.Engine); ok && out.Verdict == verdict.Bounded {
				t.Errorf("%s: not decided", name)
			}
		}
	}
	q.asked++
	if want {
		q.met++
	}
}

package record_test

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/engine/record"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	long   = testflag.Long()
	every  = testflag.Every(12)
	only   = testflag.Only()
	states = flag.Int("states", 300, "of one search")
)

// node is a state of a search, and how it was reached.
type node struct {
	run  *efsm.Simulator
	from *node
	step record.Step
}

func (n *node) steps() []record.Step {
	if n.from == nil {
		return nil
	}
	return append(n.from.steps(), n.step)
}

// search is a naive search of a system's states: the oracle of this package. Inputs
// have a few values each.
type search struct {
	t        *testing.T
	sys      *efsm.System
	property verdict.Property
	seen     map[string]bool
	queue    []*node
	initial  map[efsm.VarID]term.Word
	found    []record.Step
	marks    []string
	complete bool
}

func newSearch(t *testing.T, sys *efsm.System, property verdict.Property) *search {
	s := &search{t: t, sys: sys, property: property, seen: make(map[string]bool), initial: make(map[efsm.VarID]term.Word)}
	run := efsm.NewSimulator(sys, func(v efsm.VarID) term.Word { return s.initial[v] })
	s.add(&node{run: run})
	for len(s.queue) > 0 && s.found == nil && len(s.seen) < *states {
		n := s.queue[0]
		s.queue = s.queue[1:]
		s.expand(n)
	}
	s.complete = len(s.queue) == 0
	return s
}

func (s *search) add(n *node) {
	if key := n.run.Key(); !s.seen[key] {
		s.seen[key] = true
		s.queue = append(s.queue, n)
	}
}

// expand tries every step of a node. Where a thread is in a Local state only its step
// is tried.
func (s *search) expand(n *node) {
	for local := range 2 { // first the Local states; if that leads nowhere new, all others
		for i := 1; i < len(s.sys.Threads); i++ {
			at := n.run.At(efsm.ThreadID(i))
			if at == 0 || !n.run.Alive(efsm.ThreadID(i)) || n.run.IsStuck(efsm.ThreadID(i)) ||
				(s.sys.Threads[i].States[at].Kind == efsm.Local) != (local == 0) {
				continue
			}
			before := len(s.seen)
			s.steps(n, efsm.ThreadID(i), &s.sys.Threads[i].States[at])
			if local == 0 && len(s.seen) > before {
				return
			}
		}
	}
	if s.property == verdict.Race && s.found == nil {
		s.races(n)
	}
}

// maxInputs bounds how many inputs of a state have more than one value.
const maxInputs = 3

// steps tries a state with all values of its inputs.
func (s *search) steps(n *node, id efsm.ThreadID, st *efsm.State) {
	inputs := s.sys.Inputs(st)
	values := make(map[efsm.VarID]term.Word)
	var try func(int)
	try = func(i int) {
		if i < len(inputs) {
			for k, v := range s.domain(s.sys.Vars[inputs[i]].Sort) {
				if k > 0 && i >= maxInputs {
					break
				}
				values[inputs[i]] = v
				try(i + 1)
			}
			return
		}
		next := n.run.Clone()
		done, err := next.Step(id, func(v efsm.VarID) term.Word { return values[v] })
		if err != nil {
			s.t.Fatal(err)
		}
		if done.Progress != efsm.Stepped || s.found != nil {
			return
		}
		taken := make(map[efsm.VarID]term.Word)
		for v, w := range values {
			taken[v] = w
		}
		to := &node{next, n, record.Step{Thread: id, Inputs: taken}}
		for _, m := range done.Marks {
			s.marks = append(s.marks, string(st.Marks[m].Bound)+st.Marks[m].Unsupported)
		}
		if len(done.Obligations) > 0 {
			s.found = to.steps()
			return
		}
		s.add(to)
	}
	try(0)
}

func (s *search) domain(sort term.Sort) []term.Word {
	list := []term.Word{term.WordOf(0), term.WordOf(1)}
	if sort != term.Bool && sort.Width() > 1 {
		list = append(list, term.WordOf(2), term.WordOf(3), term.WordOf(4).Mask(sort.Width()), term.Ones(sort.Width()))
	}
	return list
}

// races looks for two threads whose next operations race.
func (s *search) races(n *node) {
	for i := 1; i < len(s.sys.Threads); i++ {
		for j := 1; j < len(s.sys.Threads); j++ {
			if a, b := efsm.ThreadID(i), efsm.ThreadID(j); i != j && n.run.Races(a, b) {
				s.found = append(n.steps(), record.Step{Thread: a}, record.Step{Thread: b})
				return
			}
		}
	}
}

// initial is the reason for exemptions where a violation depends on bytes that were never written.
const initial = "the search tries one initial value"

// numbers is the reason for exemptions where a violation needs a value above 4.
const numbers = "the search tries few values of an input"

// exempt lists violations that the search cannot find, with the reason.
var exempt = map[string]string{
	"free_is_a_write.c race":                       weak,
	"fence_on_one_side_only.c race":                weak,
	"inline_assembly_move_is_relaxed.c race":       weak,
	"library_calls_do_not_synchronise.c race":      weak,
	"reader_unlock_does_not_order_readers.c race":  weak,
	"failed_exchange_that_does_not_acquire.c race": weak,
	"relaxed_does_not_synchronise.c race":          weak,
	"release_needs_an_acquire.c race":              weak,
	"release_sequence_broken_by_store.c race":      weak,
	"timedlock_failed_does_not_synchronise.c race": weak,
	"trylock_failed_does_not_synchronise.c race":   weak,
	"trywait_failed_does_not_synchronise.c race":   weak,
	"uninitialised_byte_is_any_value.c assert":     initial,
	"signal_interrupts_its_thread.c assert":        numbers,
	"configuration_differs_by_name.c assert":       numbers,
	"calendar_time_is_any.c assert":                numbers,
	"calendar_time_is_any.c memory":                numbers,
	"signal_is_taken_by_any_thread.c race":         numbers,
	"signals_arrive_at_one_place.c assert":         numbers,

	"external_returns_a_string.c assert":               initial,
	"external_returns_null_or_a_fresh_object.c assert": initial,
}

const weak = "operations that do not synchronise lie between the accesses: the race is no adjacency"

// TestAgree compares a search of each program's system with the verdicts that the program states. The trace
// of each violation must replay. Without -long one program in so many runs as -every says.
func TestAgree(t *testing.T) {
	judged, decided, violated := 0, 0, 0
	for _, file := range testprog.Files(t, "testdata/*.c") {
		if !only.Has(file) || !only.IsSet() && !*long && !testprog.Chosen(t, file, every.Step()) {
			continue
		}
		want := testprog.Stated(t, file)
		prog, env := testprog.Compile(t, file, ir.LP64), testprog.Environment(t, file)
		var code *interp.Code
		for _, property := range []verdict.Property{verdict.Assert, verdict.Reach, verdict.Race, verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div} {
			expected := want[property]
			if expected == "" {
				continue
			}
			name := filepath.Base(file) + " " + property.String()
			sys, err := fromir.Build(context.Background(), analyze.Of(prog), fromir.Options{Property: property, Environment: env})
			var refused *fromir.Error
			if errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			s := newSearch(t, sys, property)
			judged++
			if s.found != nil || s.complete && len(s.marks) == 0 {
				decided++
			}
			if s.found == nil {
				if expected == "violation" && s.complete && len(s.marks) == 0 && exempt[name] == "" {
					t.Errorf("%s: no violation in %d states", name, len(s.seen))
				}
				continue
			}
			violated++
			if expected != "violation" {
				t.Errorf("%s: violated, but %s", name, expected)
			}
			if code == nil {
				code = interp.Prepare(prog)
			}
			tr, _, err := record.Trace(code, sys, &record.Execution{Property: property, Environment: env, Initial: s.initial, Steps: s.found})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if _, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	least := 180 / every.Step()
	if *long {
		least = 200
	}
	if violated < least && !only.IsSet() {
		t.Errorf("%d violated, want at least %d", violated, least)
	}
	t.Logf("%d judged, %d violated", judged, violated)
	testprog.AtLeast(t, decided, judged, 80)
}

package sequentialized

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var tinies = flag.Int("tinies", 2, "programs of which TestLeastWrites enumerates the interleavings")

// TestLeastWrites holds the least number of writes, or of clusters, with which each scheme finds a violation
// against an enumeration of all interleavings of a tiny program (Tomasco et al., theorem 1). The violating
// execution ends at the assertion: all earlier writes count, also one directly before it. The rounds of Lal
// and Reps are enumerated, too, for TestClustersAreRounds.
func TestLeastWrites(t *testing.T) {
	violated, more := 0, 0
	for seed := range uint64(*tinies) {
		p := newTiny(rand.New(rand.NewPCG(seed, 1)))
		code := testprog.Code(t, p.text())
		n, _ := p.least("mu:intra")
		r, found := p.least("lr")
		if r++; r > 2*n-1 {
			more++
		}
		if found && (r > 2*n+1 || tinyRounds(t, code, r) != verdict.Violation || r > 1 && tinyRounds(t, code, r-1) != verdict.Bounded) {
			t.Errorf("seed %d: the least number of rounds is %d, and of clusters %d\n%s", seed, r, n, p.text())
		}
		for _, name := range unwindings() {
			least, found := p.least(name)
			if found {
				violated++
			}
			if found && least > 1 || !found {
				n := least - 1
				if !found {
					n = maxTiny
				}
				if out := within(t, name, n, code); out.Verdict == verdict.Violation || out.Verdict == verdict.Unknown {
					t.Errorf("seed %d: %s with %d writes: %s, the least number is %d (%v)\n%s", seed, name, n, out.Verdict, least, found, p.text())
				}
			}
			if found {
				if out := within(t, name, max(1, least), code); out.Verdict != verdict.Violation {
					t.Errorf("seed %d: %s with %d writes: %s, expected a violation\n%s", seed, name, least, out.Verdict, p.text())
				}
			}
		}
	}
	t.Logf("%d violated, of %d; more than 2n-1 rounds: %d", violated, *tinies*len(unwindings()), more)
}

// tinyRounds returns the verdict within a number of rounds.
func tinyRounds(t *testing.T, code *interp.Code, n int) verdict.Verdict {
	t.Helper()
	return judge(t, task{"lr", rounds(n), false}, code, verdict.Assert, longest).Verdict
}

// maxTiny is more writes than a tiny program has.
const maxTiny = 9

// tiny is a program of two threads over the shared variables x and y. Main waits for both and then asserts
// that the variables do not have two values.
type tiny struct {
	threads [2][]tinyOp
	last    [2]int
}

// tinyOp is an operation of a thread on its local variable a.
type tinyOp struct {
	kind  byte // 'r': a = variable; 'c': variable = value; 's': variable = a + value; 'a': assert(a != value)
	at    int  // the variable
	value int
}

// newTiny makes a program at random in which both threads access both variables.
func newTiny(r *rand.Rand) *tiny {
	for {
		p := &tiny{}
		var used [2][2]bool
		var wrote [2]bool
		for i := range p.threads {
			for range 3 + r.IntN(3) {
				op := tinyOp{"rrcsssa"[r.IntN(7)], r.IntN(2), 1 + r.IntN(3)}
				if p.threads[i] = append(p.threads[i], op); op.kind != 'a' {
					used[i][op.at] = true
					wrote[op.at] = wrote[op.at] || op.kind != 'r'
				}
			}
		}
		if used == [2][2]bool{{true, true}, {true, true}} && wrote == [2]bool{true, true} {
			p.last = p.random(r)
			return p
		}
	}
}

// random returns the final values of the variables in a random execution.
func (p *tiny) random(r *rand.Rand) [2]int {
	var s tinyState
	for {
		i := r.IntN(2)
		if s.next[i] == len(p.threads[i]) {
			i = 1 - i
		}
		if s.next[i] == len(p.threads[i]) {
			return s.shared
		}
		op := p.threads[i][s.next[i]]
		s.next[i]++
		s.do(i, op)
	}
}

// do executes an operation of a thread that is no assertion.
func (s *tinyState) do(i int, op tinyOp) {
	switch op.kind {
	case 'r':
		s.local[i] = s.shared[op.at]
	case 'c':
		s.shared[op.at] = op.value
	case 's':
		s.shared[op.at] = s.local[i] + op.value
	}
}

// turn continues with a thread in the present round, or in the next.
func (s *tinyState) turn(i int) {
	if i+1 < s.inside {
		s.count++
	}
	s.inside = i + 1
}

// text returns the program as C.
func (p *tiny) text() string {
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <pthread.h>\nint x, y;\n")
	for i, ops := range p.threads {
		fmt.Fprintf(&b, "void *f%d(void *q) {\n\tint a = 0;\n", i)
		for _, op := range ops {
			v := "xy"[op.at]
			switch op.kind {
			case 'r':
				fmt.Fprintf(&b, "\ta = %c;\n", v)
			case 'c':
				fmt.Fprintf(&b, "\t%c = %d;\n", v, op.value)
			case 's':
				fmt.Fprintf(&b, "\t%c = a + %d;\n", v, op.value)
			case 'a':
				fmt.Fprintf(&b, "\tassert(a != %d);\n", op.value)
			}
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	fmt.Fprintf(&b, `int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, f0, 0);
	pthread_create(&t, 0, f1, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	int a = x, b = y;
	assert(a != %d || b != %d);
	return 0;
}
`, p.last[0], p.last[1])
	return b.String()
}

// tinyState is a state of an execution. inside is the thread, plus one, whose stretch of writes the cluster
// ends with at present; 0: there is no open cluster. Of rounds, count has those before the present one, and
// inside is the thread, plus one, that runs.
type tinyState struct {
	next, local, shared [2]int
	count, inside       int
}

// least returns the least number of positions that a scheme needs for a violation.
func (p *tiny) least(scheme string) (least int, found bool) {
	seen := make(map[tinyState]bool)
	var visit func(s tinyState)
	fails := func(s tinyState) {
		if !found || s.count < least {
			least, found = s.count, true
		}
	}
	visit = func(s tinyState) {
		if seen[s] {
			return
		}
		seen[s] = true
		ended := true
		for i, ops := range p.threads {
			if s.next[i] == len(ops) {
				continue
			}
			ended = false
			now, op := s, ops[s.next[i]]
			now.next[i]++
			now.do(i, op)
			switch op.kind {
			case 'a':
				if s.local[i] == op.value {
					fails(s)
					continue
				}
			case 'r':
				if scheme == "mu:inter" && s.inside > 0 && s.inside <= i+1 {
					inside := now
					inside.inside = i + 1
					visit(inside)
				}
				switch {
				case scheme == "lr":
					now.turn(i)
				case scheme == "mu:inter" || s.inside != i+1:
					now.inside = 0
				}
			case 'c', 's':
				if scheme == "lr" {
					now.turn(i)
					break
				}
				goesOn := scheme == "mu:intra" && s.inside == i+1 || scheme == "mu:inter" && s.inside > 0 && s.inside <= i+1
				if !goesOn {
					now.count++
				}
				now.inside = i + 1
			}
			visit(now)
		}
		if ended && s.shared == p.last {
			if scheme == "lr" {
				s.count++ // main is first in a round
			}
			fails(s)
		}
	}
	visit(tinyState{})
	return least, found
}

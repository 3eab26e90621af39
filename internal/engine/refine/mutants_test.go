package refine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/reduced"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var Long = testflag.Long()

// mutable are programs whose proofs are given mistakes: of few states, so that it can be seen whether
// one with a mistake is violated.
var mutable = []string{`
static void *a(void *_) { x = 1; q = 1; return 0; }
static void *b(void *_) { if (x == 1) p = 1; return 0; }
int main(void) {` + threads + ` assert(q == 1 && (p == 0 || x == 1)); }`, `
static void *a(void *_) { x += 1; return 0; }
static void *b(void *_) { x += 2; return 0; }
int main(void) {` + threads + ` assert(x == 3); }`, `
static void *a(void *_) { pthread_mutex_lock(&m); p++; p--; pthread_mutex_unlock(&m); return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); assert(p == 0); pthread_mutex_unlock(&m); return 0; }
int main(void) {` + threads + `}`, `
static void *a(void *_) { while (x == 0) ; assert(p == 1); return 0; }
static void *b(void *_) { p = 1; x = 1; return 0; }
int main(void) {` + threads + `}`, `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x--; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(x == 0); }`, `
static void *a(void *_) { A[0] = 1; return 0; }
static void *b(void *_) { A[1] = 2; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n < 1000); A = malloc(n * sizeof(int));` + threads + ` assert(A[0] + A[1] == 3); }`, `
static void *a(void *_) { for (int i = 0; i < n; i++) p += A[i]; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) q += A[i]; return 0; }
int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 1000); A = calloc(n, sizeof(int));` + threads + ` assert(p == q); }`,
}

// mostPlaces is from how many places on few of a proof's mistakes are made without -long.
const mostPlaces = 40

// TestMutants changes programs and proofs. No change that makes a program violate its assertion leaves the
// proof confirmed, and few changes of the proof do. Without -long a third of the proofs and a fourth of
// the changes run.
func TestMutants(t *testing.T) {
	turn, violated, refused, accepted := 0, 0, 0, 0
	skips := func() bool { turn++; return turn%4 != 0 && !*Long }
	for i, text := range mutable {
		for k, order := range []string{"sequential", "lockstep", "backward"} {
			if (i+k)%3 != 1 && !*Long {
				continue
			}
			name := fmt.Sprint(i+1, ", ", order)
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
			proofs := prove(ctx, t, testprog.Source(t, start+text, ir.LP64), order)
			stop()
			if len(proofs) == 0 {
				t.Logf("%s: there is no proof", name)
				continue
			}
			for what, change := range mistakes(proofs[0].of) {
				undo := change()
				if isViolated(proofs[0].of) {
					violated++
					if !slices.ContainsFunc(proofs, func(x *exploration) bool { return reduced.Confirm(context.Background(), x.proof()) != nil }) {
						t.Errorf("%s: %s: a violation is confirmed to be none", name, what)
					}
				}
				undo()
			}
			for _, x := range proofs {
				p := x.proof()
				few := len(p.Places) > mostPlaces && !*Long // larger proofs take their time
				for what, m := range misstated(p) {
					if skips() || few && turn%40 != 0 {
						continue
					}
					if reduced.Confirm(context.Background(), m) != nil {
						refused++
					} else {
						accepted++
						if *show {
							t.Logf("%s: %s is accepted", name, what)
						}
					}
				}
			}
		}
	}
	t.Logf("%d mutants of programs are violated; %d of proofs are refused, %d accepted", violated, refused, accepted)
	scale := 3
	if *Long {
		scale = 1
	}
	if violated < 60/scale || refused < 300/scale || accepted > refused/8 {
		t.Errorf("%d mutants of programs are violated; %d of proofs are refused, %d accepted", violated, refused, accepted)
	}
}

var show = testflag.Show()

// mistakes yields changes of a system, each with a function that undoes it.
func mistakes(s *efsm.System) func(yield func(string, func() func()) bool) {
	return func(yield func(string, func() func()) bool) {
		for t := 1; t < len(s.Threads); t++ {
			for at := 1; at < len(s.Threads[t].States); at++ {
				st := &s.Threads[t].States[at]
				i, edges := 0, 0 // guards of edges come last
				for range st.Terms() {
					edges++
				}
				edges -= len(st.Edges)
				for place := range st.Terms() {
					i++
					was := *place
					other := s.Terms.Not
					switch sort := s.Terms.Sort(was); {
					case sort.IsArray():
						other = func(id term.ID) term.ID {
							return s.Terms.Store(id, s.Terms.Uint(0, sort.IndexWidth()), s.Terms.Uint(1, sort.Width()))
						}
					case sort != term.Bool:
						other = func(id term.ID) term.ID { return s.Terms.Add(id, s.Terms.Uint(1, s.Terms.Width(id))) }
					}
					if i > edges && len(st.Edges) > 1 {
						continue // the conditions there must exclude one another
					}
					name := fmt.Sprintf("%s %s, term %d", s.Threads[t].Name, st.Name, i)
					if !yield(name, func() func() { *place = other(was); return func() { *place = was } }) {
						return
					}
				}
			}
		}
	}
}

// misstated yields proofs that state something else.
func misstated(p *reduced.Proof) func(yield func(string, *reduced.Proof) bool) {
	return func(yield func(string, *reduced.Proof) bool) {
		terms := p.System.Terms
		for i := range p.Places {
			out := true
			change := func(what string, f func(q *reduced.Place)) {
				m := *p
				m.Places = slices.Clone(p.Places)
				f(&m.Places[i])
				out = out && yield(fmt.Sprint("place ", i+1, ": ", what), &m)
			}
			q := &p.Places[i]
			if i > 0 {
				change("nothing holds there that can", func(q *reduced.Place) { q.Holds = append(slices.Clone(q.Holds), term.False) })
			}
			for k, id := range q.Holds {
				change(fmt.Sprint("not conjunct ", k), func(q *reduced.Place) {
					q.Holds = slices.Clone(q.Holds)
					q.Holds[k] = terms.Not(id)
				})
			}
			for k, turn := range q.Turns {
				change(fmt.Sprint("no turn ", k), func(q *reduced.Place) { q.Turns = slices.Delete(slices.Clone(q.Turns), k, k+1) })
				if len(q.Enough) > 1 {
					change(fmt.Sprint("enough without turn ", k), func(q *reduced.Place) {
						q.Turns = slices.Delete(slices.Clone(q.Turns), k, k+1)
						q.Enough = slices.DeleteFunc(slices.Clone(q.Enough), func(t efsm.ThreadID) bool { return t == turn.Thread })
					})
				}
				for e := range turn.Ends {
					change(fmt.Sprint("no end ", e, " of turn ", k), func(q *reduced.Place) {
						q.Turns = slices.Clone(q.Turns)
						q.Turns[k].Ends = slices.Delete(slices.Clone(turn.Ends), e, e+1)
					})
					if len(p.Places) > 1 {
						change(fmt.Sprint("end ", e, " of turn ", k, " elsewhere"), func(q *reduced.Place) {
							q.Turns = slices.Clone(q.Turns)
							q.Turns[k].Ends = slices.Clone(turn.Ends)
							q.Turns[k].Ends[e].To = (q.Turns[k].Ends[e].To + 1) % len(p.Places)
						})
					}
				}
			}
			for t := efsm.ThreadID(1); int(t) < len(p.System.Threads); t++ {
				if !slices.Contains(q.Sleep, t) && q.At[t] > 0 && slices.ContainsFunc(q.Turns, func(k reduced.Turn) bool { return k.Thread == t }) {
					change(fmt.Sprint("thread ", t, " sleeps"), func(q *reduced.Place) { q.Sleep = append(slices.Clone(q.Sleep), t) })
				}
			}
			if !out {
				return
			}
		}
	}
}

// isViolated reports whether an execution, with small numbers as inputs, violates an assertion or reaches a
// mark.
func isViolated(s *efsm.System) bool {
	seen := make(map[string]bool)
	work := []*efsm.Simulator{efsm.NewSimulator(s, nil)}
	for len(work) > 0 && len(seen) < 2000 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if key := r.Key(); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for t := efsm.ThreadID(1); int(t) < len(s.Threads); t++ {
			for input := range uint64(3) {
				next := r.Clone()
				did, err := next.Step(t, func(efsm.VarID) term.Word { return term.WordOf(input) })
				if err != nil || did.Progress != efsm.Stepped {
					continue
				}
				if len(did.Marks) > 0 || slices.ContainsFunc(did.Obligations, func(o int) bool {
					return s.Threads[t].States[did.State].Obligations[o].Property == verdict.Assert
				}) {
					return true
				}
				work = append(work, next)
			}
		}
	}
	return false
}

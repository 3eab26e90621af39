package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(1000)

// TestRandom makes proofs of random steps, among them RAT, theory lemmas and deletions, over formulas
// small enough to try all assignments. Both formats accept exactly the steps that the plain rules
// allow. No accepted step excludes the last model, and no formula with a model is refuted.
func TestRandom(t *testing.T) {
	refuted, rats, wrong := 0, 0, 0
	for seed := range generated.All() {
		r := rand.New(rand.NewPCG(seed, 5))
		vars := 2 + r.Int32N(3)
		cnf := randomClauses(r, vars, int(vars)+r.IntN(2*int(vars)+4), 3)
		var assume []int32
		if r.IntN(3) == 0 {
			assume = append(assume, randomLit(r, vars))
		}
		m := newRandomProof(cnf, assume)
		for range 30 {
			m.addStep(r, vars+2)
			if !satisfiable(m.clauses()) && satisfiable(m.believed) {
				t.Fatalf("seed %d: the rules exclude the last model of %v\n%s", seed, m.believed, text(cnf, m.lines, LRAT))
			}
		}
		rats += m.rats
		for _, format := range []Format{LRAT, DRAT} {
			derived := m.check(t, seed, cnf, assume, format)
			if derived && satisfiable(m.believed) {
				t.Fatalf("seed %d: refuted, but %v is satisfiable\n%s", seed, m.believed, text(cnf, m.lines, format))
			}
			if derived {
				refuted++
			}
		}
		if m.endWrongly(r, vars+2) {
			wrong++
			for _, format := range []Format{LRAT, DRAT} {
				m.check(t, seed, cnf, assume, format)
			}
		}
	}
	t.Logf("%d proofs: %d refute, %d RAT lemmas, %d end with a wrong step", generated.N(), refuted, rats, wrong)
	if refuted == 0 || rats == 0 || wrong == 0 {
		t.Error("the proofs are too much alike")
	}
}

// randomProof is a proof in the making, each step right by the plain rules.
type randomProof struct {
	*naive
	assume   []int32
	believed [][]int32 // the formula, assumptions and theory lemmas
	lines    []line
	pivots   []int32 // of RAT lemmas
	rats     int
	isWrong  bool // the last step is
}

func newRandomProof(cnf [][]int32, assume []int32) *randomProof {
	m := &randomProof{naive: newNaive(cnf), assume: assume, believed: slices.Clone(cnf)}
	for _, a := range assume {
		m.believed = append(m.believed, []int32{a})
	}
	return m
}

// clauses are those of the database and the assumptions.
func (m *randomProof) clauses() [][]int32 {
	all := m.naive.clauses()
	for _, a := range m.assume {
		all = append(all, []int32{a})
	}
	return all
}

// addStep adds a random step, if it is right.
func (m *randomProof) addStep(r *rand.Rand, vars int32) {
	id := m.last + 1 + r.Int64N(2)
	lits := randomClauses(r, vars, 1, 3)[0]
	switch k := r.IntN(20); {
	case k == 0 && len(m.ids) > 0:
		victim := m.ids[r.IntN(len(m.ids))]
		m.lines = append(m.lines, line{kind: deletion, id: id, ids: []int64{victim}})
		m.remove(victim)
	case k == 1:
		if !m.mayBelieve(lits) {
			return
		}
		m.lines = append(m.lines, line{kind: theoryLemma, id: id, lits: lits})
		m.believed = append(m.believed, lits)
		m.add(id, lits)
	default:
		if k < 5 {
			lits = nil
		}
		hints, rat, ok := m.derive(lits)
		if !ok || rat && slices.Contains(m.assume, -lits[0]) {
			return
		}
		if rat {
			m.rats++
			m.pivots = append(m.pivots, lits[0])
		}
		m.lines = append(m.lines, line{id: id, lits: lits, hints: hints})
		m.add(id, lits)
	}
}

func (m *randomProof) mayBelieve(lits []int32) bool {
	return !slices.ContainsFunc(lits, func(l int32) bool { return slices.Contains(m.pivots, -l) })
}

// endWrongly ends the proof with a step that the plain rules do not allow. The
// hints of a wrong lemma are as good as they can be.
func (m *randomProof) endWrongly(r *rand.Rand, vars int32) bool {
	for range 20 {
		lits := randomClauses(r, vars, 1, 2)[0]
		step := line{id: m.last + 1, lits: lits}
		if r.IntN(4) == 0 && !m.mayBelieve(lits) {
			step.kind = theoryLemma
			m.lines, m.isWrong = append(m.lines, step), true
			return true
		}
		hints, rat, ok := m.derive(lits)
		if !ok || rat && slices.Contains(m.assume, -lits[0]) {
			step.hints = hints
			m.lines, m.isWrong = append(m.lines, step), true
			return true
		}
	}
	return false
}

// check runs the checker and compares its rejection with the plain rules'. It reports whether the goal
// was derived. For proofs with deletions only the answer is compared: DRAT ignores some deletions, so
// such a proof may be right although the plain rules reject it, or, for RAT, the other way round.
func (m *randomProof) check(t *testing.T, seed uint64, cnf [][]int32, assume []int32, format Format) (derived bool) {
	t.Helper()
	proof := text(cnf, m.lines, format)
	result, err := checkClauses(context.Background(), cnf, strings.NewReader(proof), Options{Format: format, Assumptions: assume})
	deletes := slices.ContainsFunc(m.lines, func(l line) bool { return l.kind == deletion })
	if format == DRAT && deletes {
		return result.Derived
	}
	want := 0
	if m.isWrong {
		want = len(m.lines)
	}
	got := 0
	if rejection, ok := err.(*Rejection); ok {
		got = rejection.Line
	} else if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if got != want && !(format == DRAT && result.Derived) {
		t.Fatalf("seed %d: %v %v\n%s\ngot %v, want rejection of line %d", seed, cnf, assume, proof, err, want)
	}
	if m.isWrong {
		return result.Derived
	}
	if result.Lemmas+result.Axioms+result.Deletions != len(m.lines) || result.RAT != m.rats && !(format == DRAT && result.Derived) {
		t.Fatalf("seed %d: %v\n%s\ngot %+v, want %d RAT", seed, cnf, proof, result, m.rats)
	}
	return result.Derived
}

func randomLit(r *rand.Rand, vars int32) int32 {
	l := 1 + r.Int32N(vars)
	if r.IntN(2) == 0 {
		return -l
	}
	return l
}

// randomClauses makes n clauses of one to size literals.
func randomClauses(r *rand.Rand, vars int32, n, size int) [][]int32 {
	cnf := make([][]int32, n)
	for i := range cnf {
		for range 1 + r.IntN(size) {
			cnf[i] = append(cnf[i], randomLit(r, vars))
		}
	}
	return cnf
}

// refutation makes a proof for an unsatisfiable formula: the tree of a search,
// each node a lemma that denies the decisions, deleted after its parent.
func refutation(cnf [][]int32) ([]line, error) {
	s := &search{naive: newNaive(cnf)}
	if err := s.refute(nil); err != nil {
		return nil, err
	}
	return s.lines, nil
}

type search struct {
	*naive
	lines []line
}

func (s *search) refute(decisions []int32) error {
	isTrue := map[int32]bool{}
	lemma := []int32{}
	for _, d := range decisions {
		isTrue[d] = true
		lemma = append(lemma, -d)
	}
	hints, conflict := s.propagate(isTrue)
	if !conflict {
		branch := int32(0)
		for _, c := range s.naive.clauses() {
			for _, l := range c {
				if branch == 0 && !isTrue[l] && !isTrue[-l] {
					branch = l
				}
			}
		}
		if branch == 0 {
			return fmt.Errorf("satisfiable")
		}
		before := s.last
		for _, l := range []int32{branch, -branch} {
			if err := s.refute(append(slices.Clone(decisions), l)); err != nil {
				return err
			}
		}
		children := slices.DeleteFunc(slices.Clone(s.ids), func(id int64) bool { return id <= before })
		hints, _, _ = s.derive(lemma)
		defer func() {
			for _, id := range children {
				s.remove(id)
			}
			s.lines = append(s.lines, line{kind: deletion, id: s.last, ids: children})
		}()
	}
	s.lines = append(s.lines, line{id: s.last + 1, lits: lemma, hints: hints})
	s.add(s.last+1, lemma)
	return nil
}

package proof

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var mutations = flag.Int("mutations", 3000, "number of mutated proofs in each format")

// TestMutations spoils real proofs in one place. A spoiled proof that is still accepted must be right
// for another reason. In LRAT its hints' clauses imply every lemma, by brute force; in DRAT every lemma
// is RUP or RAT by the plain rules.
func TestMutations(t *testing.T) {
	var bases []base
	for seed := uint64(0); len(bases) < 12; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		vars := 5 + r.Int32N(3)
		cnf := thirds(r, vars, 6*int(vars))
		if satisfiable(cnf) {
			continue
		}
		cnf = minimal(cnf)
		proof, err := refutation(cnf)
		if err != nil {
			t.Fatal(err)
		}
		bases = append(bases, base{cnf, withDefinition(r, cnf, proof)})
	}
	testMutations(t, bases)
}

// testMutations spoils the proofs, each in its turn.
func testMutations(t *testing.T, bases []base) {
	t.Helper()
	for _, format := range []Format{LRAT, DRAT} {
		rejected, harmless := 0, 0
		for seed := range uint64(*mutations) {
			r := rand.New(rand.NewPCG(seed, 11))
			b := bases[seed%uint64(len(bases))]
			if seed < uint64(len(bases)) {
				if _, err := b.check(format); err != nil {
					t.Fatalf("%v before any mutation\n%s", err, text(b.cnf, b.proof, format))
				}
			}
			m := b.mutate(r, format)
			if text(m.cnf, m.proof, format) == text(b.cnf, b.proof, format) && slices.EqualFunc(m.cnf, b.cnf, slices.Equal[[]int32]) {
				continue
			}
			if _, err := m.check(format); err != nil {
				rejected++
				continue
			}
			harmless++
			if why := m.wrong(format); why != "" {
				t.Fatalf("seed %d: accepted, but %s\n%v\n%s", seed, why, m.cnf, text(m.cnf, m.proof, format))
			}
		}
		t.Logf("format %d: %d mutations rejected, %d harmless", format, rejected, harmless)
		if rejected < *mutations/3 {
			t.Errorf("format %d: only %d of %d mutations rejected", format, rejected, *mutations)
		}
	}
}

// minimal returns clauses that have no model, of which none can go.
func minimal(cnf [][]int32) [][]int32 {
	for i := len(cnf) - 1; i >= 0; i-- {
		if less := slices.Delete(slices.Clone(cnf), i, i+1); !satisfiable(less) {
			cnf = less
		}
	}
	return cnf
}

type base struct {
	cnf   [][]int32
	proof []line
}

func (b base) check(format Format) (Result, error) {
	return checkClauses(context.Background(), b.cnf, strings.NewReader(text(b.cnf, b.proof, format)), Options{Format: format})
}

// thirds makes clauses of three variables each.
func thirds(r *rand.Rand, vars int32, n int) [][]int32 {
	cnf := make([][]int32, n)
	for i := range cnf {
		for _, v := range r.Perm(int(vars))[:3] {
			cnf[i] = append(cnf[i], int32(v+1)*int32(1-2*r.IntN(2)))
		}
	}
	return cnf
}

// withDefinition puts the definition of a new variable, x = a and b, in front of
// a proof: three lemmas that are RAT. The ids that follow make room for it.
func withDefinition(r *rand.Rand, cnf [][]int32, proof []line) []line {
	m := int64(len(cnf))
	shift := func(id int64) int64 {
		switch {
		case id > m:
			return id + 3
		case id < -m:
			return id - 3
		}
		return id
	}
	x, a, b := int32(9), randomLit(r, 5), randomLit(r, 5)
	out := []line{
		{id: m + 1, lits: []int32{x, -a, -b}},
		{id: m + 2, lits: []int32{-x, a}, hints: []int64{-m - 1}},
		{id: m + 3, lits: []int32{-x, b}, hints: []int64{-m - 1}},
	}
	for _, l := range proof {
		l.id = shift(max(l.id, m+1))
		l.hints, l.ids = slices.Clone(l.hints), slices.Clone(l.ids)
		for i := range l.hints {
			l.hints[i] = shift(l.hints[i])
		}
		for i := range l.ids {
			l.ids[i] = shift(l.ids[i])
		}
		out = append(out, l)
	}
	return out
}

// mutate changes one place of a copy.
func (b base) mutate(r *rand.Rand, format Format) base {
	m := base{slices.Clone(b.cnf), slices.Clone(b.proof)}
	at := r.IntN(len(m.proof))
	l := &m.proof[at]
	l.lits, l.hints, l.ids = slices.Clone(l.lits), slices.Clone(l.hints), slices.Clone(l.ids)
	kinds := 7
	if format == LRAT {
		kinds = 12
	}
	switch r.IntN(kinds) {
	case 0: // a literal turns round
		if len(l.lits) > 0 {
			i := r.IntN(len(l.lits))
			l.lits[i] = -l.lits[i]
		}
	case 1: // a literal goes
		if len(l.lits) > 0 {
			i := r.IntN(len(l.lits))
			l.lits = slices.Delete(l.lits, i, i+1)
		}
	case 2: // a literal becomes another
		if len(l.lits) > 0 {
			l.lits[r.IntN(len(l.lits))] = randomLit(r, 8)
		}
	case 3: // a line goes
		m.proof = slices.Delete(m.proof, at, at+1)
	case 4: // a clause is deleted too early
		gone := line{kind: deletion, id: l.id, ids: []int64{1 + r.Int64N(l.id)}}
		m.proof = slices.Insert(m.proof, at, gone)
	case 5: // the end goes
		m.proof = m.proof[:at]
	case 6: // the formula is another
		i := r.IntN(len(m.cnf))
		m.cnf[i] = slices.Clone(m.cnf[i])
		m.cnf[i][r.IntN(len(m.cnf[i]))] *= -1
	case 7: // a hint goes
		if len(l.hints) > 0 {
			i := r.IntN(len(l.hints))
			l.hints = slices.Delete(l.hints, i, i+1)
		}
	case 8: // two hints change places
		if len(l.hints) > 1 {
			i, j := r.IntN(len(l.hints)), r.IntN(len(l.hints))
			l.hints[i], l.hints[j] = l.hints[j], l.hints[i]
		}
	case 9: // a hint is another clause
		if len(l.hints) > 0 {
			l.hints[r.IntN(len(l.hints))] = 1 + r.Int64N(l.id)
		}
	case 10: // a hint is of the other kind
		if len(l.hints) > 0 {
			l.hints[r.IntN(len(l.hints))] *= -1
		}
	case 11: // an id is another
		l.id = 1 + r.Int64N(l.id+3)
	}
	return m
}

// wrong says what is wrong with a proof, judged without the checker.
func (b base) wrong(format Format) string {
	n := newNaive(b.cnf)
	for _, l := range b.proof {
		if _, conflict := n.propagate(map[int32]bool{}); conflict && format == DRAT {
			return ""
		}
		if l.kind == deletion {
			for _, id := range l.ids {
				if _, there := n.lits[id]; there && !n.isReason(id, format) {
					n.remove(id)
				} else if format == LRAT {
					return "a deletion names no clause"
				}
			}
			continue
		}
		if _, _, ok := n.derive(l.lits); format == DRAT && !ok {
			return "a lemma is neither RUP nor RAT"
		}
		if format == LRAT && !n.follows(l) {
			return "a lemma does not follow from its hints"
		}
		if len(l.lits) == 0 {
			return ""
		}
		n.add(l.id, l.lits)
	}
	if _, conflict := n.propagate(map[int32]bool{}); conflict && format == DRAT {
		return ""
	}
	return "the empty clause is missing"
}

// isReason tells that a deletion is to be ignored: without the clause less
// follows by propagation.
func (n *naive) isReason(id int64, format Format) bool {
	if format == LRAT {
		return false
	}
	with, without := map[int32]bool{}, map[int32]bool{}
	n.propagate(with)
	less := &naive{lits: n.lits, ids: slices.DeleteFunc(slices.Clone(n.ids), func(i int64) bool { return i == id })}
	less.propagate(without)
	return len(without) < len(with)
}

// follows tells that the clauses that its hints name imply a lemma, or all its
// resolvents on the first literal.
func (n *naive) follows(l line) bool {
	var named [][]int32
	for _, h := range l.hints {
		named = append(named, n.lits[max(h, -h)])
	}
	if len(l.lits) == 0 || implies(named, l.lits) {
		return implies(named, l.lits)
	}
	for _, c := range n.clauses() {
		if slices.Contains(c, -l.lits[0]) {
			rest := slices.DeleteFunc(slices.Clone(c), func(k int32) bool { return k == -l.lits[0] })
			if !implies(named, append(slices.Clone(l.lits), rest...)) {
				return false
			}
		}
	}
	return true
}

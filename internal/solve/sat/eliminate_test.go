package sat

import (
	"context"
	"sync/atomic"
	"testing"
)

// xorChain says that x[i+1] is x[i] xor y[i], and that the last x is true.
func xorChain(n int) (s *Solver, x, y []Var) {
	s = New(Options{})
	for range n {
		x, y = append(x, s.NewVar()), append(y, s.NewVar())
	}
	for i := range n - 1 {
		a, b, c := x[i].Pos(), y[i].Pos(), x[i+1].Pos()
		s.AddClause(a.Not(), b.Not(), c.Not())
		s.AddClause(a, b, c.Not())
		s.AddClause(a, b.Not(), c)
		s.AddClause(a.Not(), b, c)
	}
	s.AddClause(x[n-1].Pos())
	return s, x, y
}

func TestEliminatedVariablesComeBack(t *testing.T) {
	const n = 12
	cases := []struct {
		name string
		x    bool // value of the first x
		want Status
	}{
		{"odd", true, Unsatisfiable},
		{"even", false, Satisfiable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, x, y := xorChain(n)
			if !s.propagate() {
				t.Fatal("conflict")
			}
			s.strip()
			s.compact()
			s.eliminate()
			if s.rs.out < n {
				t.Fatalf("%d variables eliminated", s.rs.out)
			}
			assumptions := []Lit{x[0].Lit(c.x), y[0].Pos()}
			for _, v := range y[1 : n-1] {
				assumptions = append(assumptions, v.Neg())
			}
			if got := s.Solve(context.Background(), assumptions...); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			for _, l := range assumptions {
				if s.rs.isOut[l.Var()] {
					t.Errorf("assumption %d is still eliminated", l)
				}
			}
			if err := s.checkInvariants(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestModelOfEliminatedVariables(t *testing.T) {
	s, x, y := xorChain(12)
	s.propagate()
	s.eliminate()
	if got := s.Solve(context.Background()); got != Satisfiable {
		t.Fatalf("got %v", got)
	}
	for i := range len(x) - 1 {
		if s.Value(x[i].Pos()) != s.Value(y[i].Pos()) != s.Value(x[i+1].Pos()) {
			t.Errorf("gate %d is violated", i)
		}
	}
}

func TestSubsumption(t *testing.T) {
	cases := []struct {
		name                     string
		clauses                  [][]int
		subsumed, shorter, fixed int
	}{
		{"subsumed", [][]int{{1, 2}, {1, 2, 3}}, 1, 0, 0},
		{"equal", [][]int{{1, 2, 3}, {3, 2, 1}}, 1, 0, 0},
		{"strengthened", [][]int{{1, 2, 3}, {-1, 2, 3, 4}}, 0, 1, 0},
		{"unit", [][]int{{1, 2}, {-1, 2}}, 0, 1, 1},
		{"neither", [][]int{{1, 2, 3}, {-1, -2, 3}}, 0, 0, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New(Options{})
			s.NewVars(4)
			for _, ints := range c.clauses {
				var lits []Lit
				for _, n := range ints {
					lits = append(lits, LitOfDimacs(n))
				}
				s.AddClause(lits...)
			}
			newOccurrences(s, noLimit).subsume()
			if st := s.Stats(); st.Subsumed != int64(c.subsumed) || st.Strengthened != int64(c.shorter) || st.Fixed != c.fixed {
				t.Errorf("%d subsumed, %d shorter, %d fixed", st.Subsumed, st.Strengthened, st.Fixed)
			}
		})
	}
}

// lateCancel sets the flag of an earlier call while another one runs.
type lateCancel struct {
	idle
	flag *atomic.Bool
}

func (p *lateCancel) NewLevel() { p.flag.Store(true) }

func TestLateCancellationHitsItsOwnCallOnly(t *testing.T) {
	s := pigeons(6)
	s.SetLimits(Limits{Conflicts: 5})
	s.Solve(context.Background())
	s.SetLimits(Limits{})
	s.Connect(&lateCancel{flag: s.lim.cancelled})
	if got := s.Solve(context.Background()); got != Unsatisfiable {
		t.Errorf("got %v because of %v", got, s.Reason())
	}
}

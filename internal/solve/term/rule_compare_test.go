package term

import "testing"

// TestComparisonPairs conjoins all pairs of comparison literals over small
// operands and evaluates the result under all assignments: the chain rules match
// many shapes of literals, more than a table shows.
func TestComparisonPairs(t *testing.T) {
	for _, c := range []struct {
		name        string
		width, vars uint
	}{
		{"one bit", 1, 2},
		{"two bits", 2, 2},
		{"three bits", 3, 1},
	} {
		t.Run(c.name, func(t *testing.T) { checkPairs(t, c.width, c.vars) })
	}
}

func checkPairs(t *testing.T, width, count uint) {
	s := New(Options{})
	var vars, operands, literals, conjunctions []ID
	for range count {
		vars = append(vars, s.Var("x", BV(width)))
	}
	operands = append(operands, vars...)
	for v := range uint64(1) << width {
		operands = append(operands, s.Uint(v, width))
	}
	for _, x := range operands {
		for _, y := range operands {
			for _, op := range []Op{OpEq, OpUlt, OpSlt} {
				if lit := s.binary(op, x, y); !s.IsConst(lit) {
					literals = append(literals, lit, s.Not(lit))
				}
			}
		}
	}
	for _, p := range literals {
		for _, q := range literals {
			conjunctions = append(conjunctions, s.And(p, q))
		}
	}
	for bits := range uint64(1) << (width * count) {
		var asg Assignment
		for i, v := range vars {
			asg.Set(v, WordOf(bits>>(uint(i)*width)).Mask(width))
		}
		ev := NewEvaluator(s, &asg)
		for i, p := range literals {
			for j, q := range literals {
				conj := conjunctions[i*len(literals)+j]
				if got, want := ev.Holds(conj), ev.Holds(p) && ev.Holds(q); got != want {
					t.Fatalf("assignment %b: conjunction is %v, want %v, of\n%sgot:\n%s", bits, got, want, s.Text(p, q), s.Text(conj))
				}
			}
		}
	}
}

package bitblast

import (
	"runtime"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// discard is a sink that only counts.
type discard struct {
	vars    sat.Var
	clauses int
}

func (d *discard) NewVar() sat.Var           { d.vars++; return d.vars }
func (d *discard) AddClause(lits ...sat.Lit) { d.clauses++ }

// BenchmarkMillionGates blasts 32-bit arithmetic over fresh variables into at
// least 10⁶ gates and encodes all of it. Bar: 2 s and 400 MB.
func BenchmarkMillionGates(b *testing.B) {
	for b.Loop() {
		s := term.New(term.Options{})
		sink := &discard{}
		bl := New(s, sink)
		x, y := s.Var("x", term.BV(32)), s.Var("y", term.BV(32))
		for bl.graph.NumAnds() < 1_000_000 {
			z := s.Var("z", term.BV(32))
			c := s.Ult(s.Add(x, z), s.Mul(y, z))
			next := s.Ite(c, s.Lshr(s.Sub(x, y), z), s.BvXor(y, z))
			x, y = y, next
			bl.Assert(s.Distinct(x, s.Add(y, z)))
		}
		b.ReportMetric(float64(bl.graph.NumAnds()), "gates")
		b.ReportMetric(float64(sink.clauses), "clauses")
		b.ReportMetric(float64(bl.Bytes())/1e6, "MB-held")
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.Sys)/1e6, "MB-sys")
	}
}

// BenchmarkFloats reports the sizes of the circuits for floats.
func BenchmarkFloats(b *testing.B) {
	for _, f := range []term.Format{term.Float32, term.Float64} {
		for _, op := range []term.Op{
			term.OpFAdd, term.OpFMul, term.OpFDiv, term.OpFSqrt, term.OpFFma, term.OpFRem,
			term.OpFRound, term.OpFLt, term.OpFToS, term.OpSToF, term.OpFToF,
		} {
			b.Run(op.String()+"/"+f.String(), func(b *testing.B) {
				for b.Loop() {
					s := term.New(term.Options{})
					sink := &discard{}
					bl := New(s, sink)
					p := term.FloatParam{Format: f}
					switch op {
					case term.OpFToS:
						p.Mode, p.Width = term.RTZ, 32
					case term.OpFToF:
						p.To = term.Format{Exp: 19 - f.Exp, Sig: 77 - f.Sig} // the other one
					}
					args := make([]term.ID, op.Arity())
					for i := range args {
						args[i] = s.Var("x", term.BV(f.Width()))
					}
					result, err := s.Apply(op, p.Pack(), args...)
					if err != nil {
						b.Fatal(err)
					}
					if s.Sort(result) != term.Bool {
						result = s.Eq(result, s.Var("r", s.Sort(result)))
					}
					bl.Literal(result, Both)
					b.ReportMetric(float64(bl.graph.NumAnds()), "gates")
					b.ReportMetric(float64(sink.clauses), "clauses")
				}
			})
		}
	}
}

package bitblast

import (
	"runtime"
	"testing"

	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/term"
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

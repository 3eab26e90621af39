package term

import (
	"fmt"
	"testing"
)

// benchStore returns a store with the variables that benchTerms uses.
func benchStore(mode Mode) (s *Store, x, y ID) {
	s = New(Options{Mode: mode})
	return s, s.Var("x", BV(32)), s.Var("y", BV(32))
}

// benchTerms makes n constructor calls that give different terms.
func benchTerms(s *Store, x, y ID, n int) ID {
	t := x
	for range n / 4 {
		t = s.Add(t, y)
		t = s.BvXor(t, x)
		t = s.Mul(t, y)
		t = s.Udiv(t, x)
	}
	return t
}

// perTerm reports the time of one of n constructor calls per iteration.
func perTerm(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/term")
}

// BenchmarkKnown measures construction of terms that exist.
func BenchmarkKnown(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, x, y := benchStore(Simplified)
			benchTerms(s, x, y, n)
			b.ReportAllocs()
			for b.Loop() {
				benchTerms(s, x, y, n)
			}
			perTerm(b, n)
		})
	}
}

// BenchmarkNew measures construction of terms that do not exist, growth of the
// store included.
func BenchmarkNew(b *testing.B) {
	for _, mode := range []Mode{Simplified, Raw} {
		b.Run([]string{Simplified: "simplified", Raw: "raw"}[mode], func(b *testing.B) {
			const n = 200_000
			b.ReportAllocs()
			for b.Loop() {
				s, x, y := benchStore(mode)
				benchTerms(s, x, y, n)
			}
			perTerm(b, n)
		})
	}
}

// BenchmarkEvaluate measures evaluation of every term once.
func BenchmarkEvaluate(b *testing.B) {
	const n = 200_000
	s, x, y := benchStore(Simplified)
	root := benchTerms(s, x, y, n)
	var asg Assignment
	asg.Set(x, WordOf(3))
	for b.Loop() {
		NewEvaluator(s, &asg).Word(root)
	}
	perTerm(b, n)
}

package affine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/affine"
)

// TestHull: for points on a plane of words the hull finds the relations, and no form is left that is
// nonzero at a point.
func TestHull(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, width := range []uint{3, 8, 32, 64} {
		mask := ^uint64(0) >> (64 - width)
		h := affine.New(width, 4)
		var points [][]uint64
		for range 40 {
			x, y := r.Uint64()&mask, r.Uint64()&mask
			p := []uint64{1, x, y, (3*x - y + 5) & mask, (7 * y) & mask}
			h.Add(p)
			points = append(points, p)
		}
		for _, f := range h.Forms() {
			for _, p := range points {
				if h.Value(f, p) != 0 {
					t.Errorf("width %d: form %v is not zero at %v", width, f, p)
				}
			}
		}
		span := affine.NewSpan(width, h.Forms())
		for _, f := range []affine.Form{{5, 3, mask, mask, 0}, {0, 0, 7, 0, mask}, {5, 3, 6, mask, mask}} {
			if !span.Has(f) {
				t.Errorf("width %d: the relation %v is lost: %v", width, f, h.Forms())
			}
		}
		if f := (affine.Form{1, 3, mask, mask, 0}); span.Has(f) {
			t.Errorf("width %d: %v is no relation", width, f)
		}
	}
}

// TestShort: large points leave a relation between small words with its small coefficients.
func TestShort(t *testing.T) {
	const width, mask = 32, 1<<32 - 1
	r := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		h := affine.New(width, 3)
		for range 20 {
			x, y := r.Uint64()&mask, r.Uint64()&mask
			h.Add([]uint64{1, x, y, (x - 2*y) & mask})
		}
		if !slices.ContainsFunc(h.Forms(), func(f affine.Form) bool {
			return slices.Equal(f, affine.Form{0, 1, mask - 1, mask}) || slices.Equal(f, affine.Form{0, mask, 2, 1})
		}) {
			t.Errorf("forms are %v", h.Forms())
		}
	}
}

// TestParity: a form keeps the parity of an even number until a point contradicts it.
func TestParity(t *testing.T) {
	h := affine.New(8, 1)
	h.Add([]uint64{1, 2})
	h.Add([]uint64{1, 6})
	if !h.Add([]uint64{1, 8}) || h.Add([]uint64{1, 4}) || len(h.Forms()) != 1 {
		t.Errorf("forms are left: %v", h.Forms())
	}
	if !h.Add([]uint64{1, 7}) || len(h.Forms()) != 0 {
		t.Errorf("forms are left: %v", h.Forms())
	}
}

// TestSolution: the forms are zero at all points given by values of the free columns, and at no others.
func TestSolution(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		const n, values = 2, 8 // columns, of three bits
		var forms []affine.Form
		for range rnd.IntN(3) {
			forms = append(forms, affine.Form{rnd.Uint64N(2) * 4, rnd.Uint64N(values), rnd.Uint64N(values)})
		}
		s := affine.Solve(3, append(forms, make(affine.Form, n+1)))
		columns := []affine.Form{s.Rest(affine.Form{0, 1, 0}), s.Rest(affine.Form{0, 0, 1})}
		given := make(map[[n]uint64]bool)
		free := len(columns[0]) - 1
		for code := range 1 << (3 * free) {
			var p [n]uint64
			for i, f := range columns {
				p[i] = f[0]
				for k := range free {
					p[i] += f[k+1] * uint64(code>>(3*k)&7)
				}
				p[i] %= values
			}
			given[p] = true
		}
		for x := range uint64(values) {
			for y := range uint64(values) {
				zero := true
				for _, f := range forms {
					zero = zero && (f[0]+f[1]*x+f[2]*y)%values == 0
				}
				if zero && !given[[n]uint64{x, y}] {
					t.Fatalf("%v: %d %d is not given by %v", forms, x, y, columns)
				}
			}
		}
	}
	// A multiple of a variable is zero, so the variable itself is a multiple.
	s := affine.Solve(32, []affine.Form{{0, 1 << 30, 0}, {0, 1, 1<<32 - 1}})
	if got := s.Rest(affine.Form{3, 1, 0}); !slices.Equal(got, affine.Form{3, 0, 0, 4}) {
		t.Errorf("%v", got)
	}
}

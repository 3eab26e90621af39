package affine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/affine"
)

// TestHull: of points on a plane of words the relations that hold are found, and no form is left
// that is not zero at a point.
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

// TestParity: an even number stays even until a point says otherwise.
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

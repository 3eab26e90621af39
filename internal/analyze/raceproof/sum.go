package raceproof

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Sum is an address as a sum: that of an object with one instance (0: none), bytes, and multiples of
// values.
type Sum struct {
	Object pointsto.ObjID
	Off    int64
	Terms  []Multiple
}

// Multiple is a multiple of a node's value, or of its extension if Widens is set.
type Multiple struct {
	Node   pointsto.NodeID
	Value  ssa.ValueID
	Times  int64
	Widens ir.Op // OpSExt, OpZExt; 0: the value has the width of pointers
}

// Minus returns the distance of two addresses, if that is constant.
func (s Sum) Minus(t Sum) (d int64, ok bool) {
	return s.Off - t.Off, s.Object == t.Object && slices.Equal(s.Terms, t.Terms)
}

// Sum returns a value of a node as a sum, and the Place (Owned) of an access there. ok is false if it
// is not a sum of values.
func (p *Parallel) Sum(n pointsto.NodeID, v ssa.ValueID) (out Sum, place string, ok bool) {
	f := p.a.formOf(value{n, v})
	out = Sum{Object: f.obj, Off: f.off}
	for _, t := range f.terms {
		x, widens := &p.a.atoms[t.atom], ir.Op(0)
		if x.widens > 0 {
			if widens = ir.OpZExt; strings.HasPrefix(x.text, ir.OpSExt.String()) {
				widens = ir.OpSExt
			}
			x = &p.a.atoms[x.widens-1]
		}
		if x.of.n == 0 {
			return Sum{}, "", false
		}
		out.Terms = append(out.Terms, Multiple{x.of.n, x.of.v, t.coef, widens})
	}
	return out, f.key(), true
}

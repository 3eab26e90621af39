package threads

import (
	"context"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Choose is like Confirm for a proof whose loop bounds are only proposals. It drops bounds that do not
// hold until every iteration preserves all that remain, as in Flanagan, Leino, "Houdini, an annotation
// assistant for ESC/Java", FME 2001. It returns the proof with the remaining bounds, and the report on
// that proof.
func Choose(ctx context.Context, p *ir.Program, proof *threadproof.Proof) (*threadproof.Proof, *Report, error) {
	c := newChecker(ctx, p, proof)
	c.chooses = true
	r, err := c.confirm()
	return c.proof, r, err
}

// choose drops bounds that do not hold. It repeats this, because bounds in called functions may depend
// on a dropped one.
func (c *checker) choose() error {
	for again := true; again; {
		again = false
		nodes := make(map[threadproof.NodeID]bool)
		for _, b := range c.proof.Bounds {
			nodes[b.At.Node] = true
		}
		for _, b := range c.proof.CellBounds {
			nodes[b.At.Node] = true
		}
		for _, n := range slices.Sorted(maps.Keys(nodes)) {
			failed, err := c.follow(n, nil)
			if err != nil || c.done() {
				return err
			}
			again = c.leaveOutBounds(failed) || again
		}
	}
	return nil
}

// leaveOutBounds drops the bounds that are among the failed conditions, and reports whether there was
// one.
func (c *checker) leaveOutBounds(failed []goal) bool {
	wrong, wrongCells := make(map[threadproof.Bound]bool), make(map[threadproof.CellBound]bool)
	for _, g := range failed {
		switch {
		case g.bound > 0:
			wrong[c.proof.Bounds[g.bound-1]] = true
		case g.cells > 0:
			wrongCells[c.proof.CellBounds[g.cells-1]] = true
		}
	}
	if len(wrong)+len(wrongCells) == 0 {
		return false
	}
	next := *c.proof
	next.Bounds = slices.DeleteFunc(slices.Clone(next.Bounds), func(b threadproof.Bound) bool { return wrong[b] })
	next.CellBounds = slices.DeleteFunc(slices.Clone(next.CellBounds), func(b threadproof.CellBound) bool { return wrongCells[b] })
	c.proof = &next
	return true
}

package threads

import (
	"context"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/ir"
)

// Choose is Confirm of a proof with bounds of loops that are proposed only. It leaves out those that do not hold, until all that are left are
// kept by every iteration if they held before, as in Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001,
// and returns the proof with these, of which the report is.
func Choose(ctx context.Context, p *ir.Program, proof *modular.Proof) (*modular.Proof, *Report, error) {
	c := newChecker(ctx, p, proof)
	c.chooses = true
	r, err := c.confirm()
	return c.proof, r, err
}

// choose leaves out bounds that do not hold. One that is left out may have been needed for others, in functions that are called.
func (c *checker) choose() error {
	for again := true; again; {
		again = false
		nodes := make(map[modular.NodeID]bool)
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

// leaveOutBounds leaves out the bounds that are among conditions that failed.
func (c *checker) leaveOutBounds(failed []goal) bool {
	wrong, wrongCells := make(map[modular.Bound]bool), make(map[modular.CellBound]bool)
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
	next.Bounds = slices.DeleteFunc(slices.Clone(next.Bounds), func(b modular.Bound) bool { return wrong[b] })
	next.CellBounds = slices.DeleteFunc(slices.Clone(next.CellBounds), func(b modular.CellBound) bool { return wrongCells[b] })
	c.proof = &next
	return true
}

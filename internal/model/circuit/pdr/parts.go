package pdr

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// maxEffort bounds the queries for blocking cubes about fewer parts.
const maxEffort = 300

// spread returns the list of Options.Alike of which a cube has latches of every part; nil: there is
// none. A clause about all parts would not help in a larger system with more parts.
func (k *Checker) spread(c cube) [][]int {
	for _, parts := range k.opts.Alike {
		if !slices.ContainsFunc(parts, func(part []int) bool { return len(without(c, part)) == len(c) }) {
			return parts
		}
	}
	return nil
}

// without returns a cube without the literals of some latches.
func without(c cube, latches []int) cube {
	return slices.DeleteFunc(slices.Clone(c), func(l circuit.Literal) bool { return slices.Contains(latches, l.Latch()) })
}

// blockFewer tries to block a part of a cube that spreads over all parts of a list: the cube without
// the latches of one part. It reports whether the cube is blocked.
func (k *Checker) blockFewer(ctx context.Context, c cube, frame int, effort *int) (bool, error) {
	for _, part := range k.spread(c) {
		if done, err := k.unreached(ctx, without(c, part), frame, effort); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// unreached tries to block a cube in a frame, after blocking its predecessors, and reports whether it
// is blocked.
func (k *Checker) unreached(ctx context.Context, c cube, frame int, effort *int) (bool, error) {
	for *effort > 0 && frame > 0 && !k.initial(c) {
		if k.isBlocked(c, frame) {
			return true, nil
		}
		*effort--
		blocked, err := k.consecution(ctx, frame-1, c)
		if err != nil {
			return false, err
		}
		if blocked != nil {
			_, err := k.learn(ctx, blocked, frame, 0)
			return err == nil, err
		}
		before, enter := k.lifted(c), k.unreached
		if k.spread(before) != nil {
			enter = k.blockFewer
		}
		if done, err := enter(ctx, before, frame-1, effort); !done || err != nil {
			return false, err
		}
	}
	return false, nil
}

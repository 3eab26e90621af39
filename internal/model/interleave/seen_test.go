package interleave

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(10)

// outcome is the result of exploring a tree.
type outcome struct {
	found bool
	marks []int
	cut   bool
}

// look explores the interleavings of a program, with merging of equal states unless apart is set. ok is
// false if they are too many.
func look(t *testing.T, text string, most int, apart bool) (o outcome, stats Stats, ok bool) {
	g, s := unwound(t, text, 1)
	tree := NewTree(Prepare(g, nil), s, most)
	if apart {
		tree.seen = nil
	}
	found, err := tree.Search(enough{context.Background(), tree, 20_000})
	if err != nil {
		return o, stats, false
	}
	o.found = found != nil
	if o.marks, o.cut, err = tree.Reached(context.Background()); err != nil {
		t.Fatal(err)
	}
	return o, tree.Stats(), true
}

// TestSeen: the continuations of a state are explored once, and no result is lost.
func TestSeen(t *testing.T) {
	programs := []string{adders(2, "sum == 2"), adders(2, "racy == 2"), adders(3, "sum == 3 || racy == 1")}
	testprog.Concurrent(t, generated.All(), testprog.HalfOfAll, func(_ *testing.T, _ uint64, text string) { programs = append(programs, text) })
	decided, fewer := 0, 0
	for i, text := range programs {
		for _, most := range []int{2, 3, 4, 6, 0} {
			each, before, ok := look(t, text, most, true)
			if !ok {
				continue
			}
			merged, after, ok := look(t, text, most, false)
			decided++
			if after.Tree < before.Tree {
				fewer++
			}
			// Another interleaving may need fewer blocks for the same operations, so a cut may
			// disappear.
			if !ok || each.found != merged.found || !each.found && (!slices.Equal(each.marks, merged.marks) || merged.cut && !each.cut) {
				t.Errorf("program %d within %d blocks: %+v, expected %+v\n%s", i, most, merged, each, text)
			}
		}
	}
	if decided < 3*len(programs) || fewer < decided/8 {
		t.Errorf("%d outcomes of %d programs, %d with fewer nodes", decided, len(programs), fewer)
	}
}

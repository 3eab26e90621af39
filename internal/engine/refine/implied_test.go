package refine

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestImplied checks that the inequalities and linear conjuncts that are left imply the whole assertion,
// and are fewer.
func TestImplied(t *testing.T) {
	const width, columns = 4, 5
	rnd := rand.New(rand.NewPCG(7, 11))
	left, all := 0, 0
	for range 60 {
		terms := term.New(term.Options{})
		g := group{width: width, plain: columns}
		at := make(map[term.ID]int)
		c := &cluster{constants: []uint64{0, 1, uint64(rnd.IntN(16))}, signed: true, unsigned: rnd.IntN(2) == 0}
		for i := range columns {
			g.columns = append(g.columns, terms.Var("v", term.BV(width)))
			at[g.columns[i]] = i
			c.columns = append(c.columns, i)
		}
		words := &scope{terms: terms, groups: []group{g}, index: make(map[test]int)}
		words.compare([]*cluster{c})
		f := &fact{words: words}
		f.begin()
		// The values are often in order, as those of counters are.
		some := func() []uint64 {
			point := []uint64{1}
			for i := range columns {
				if i > 0 && rnd.IntN(3) > 0 {
					point = append(point, (point[i]+uint64(rnd.IntN(2)))&15)
				} else {
					point = append(point, uint64(rnd.IntN(8)))
				}
			}
			return point
		}
		for range 1 + rnd.IntN(4) {
			point := some()
			f.hulls[0].Add(point)
			f.add(func(id term.ID) term.Word { return term.Word{Lo: point[at[id]+1]} })
		}
		implied := f.implied()
		for i, holds := range f.tests {
			if holds {
				all++
				if !implied[i] {
					left++
				}
			}
		}
		for range 4000 {
			point := some()
			if rnd.IntN(2) == 0 {
				for i := range columns {
					point[i+1] = uint64(rnd.IntN(16))
				}
			}
			if says(f, point, func(i int) bool { return !implied[i] }) && !says(f, point, func(int) bool { return true }) {
				t.Fatalf("%v satisfies what is left of %v, and not all", point[1:], f.tests)
			}
		}
	}
	if left*3 > all {
		t.Errorf("%d of %d inequalities are left", left, all)
	}
}

// says reports whether a point satisfies the linear conjuncts of an assertion, and some of its
// inequalities.
func says(f *fact, point []uint64, asked func(int) bool) bool {
	g := &f.words.groups[0]
	for _, form := range f.hulls[0].Forms() {
		sum := uint64(0)
		for i, c := range form {
			sum += c * point[i]
		}
		if sum&(1<<g.width-1) != 0 {
			return false
		}
	}
	for i := range f.tests {
		if f.tests[i] && asked(i) && !f.words.tests[i].isTrue([][]uint64{point}, g.width) {
			return false
		}
	}
	return true
}

package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/affine"
)

// rests returns each column reduced by the linear conjuncts, by group. Columns that are equal by these have
// the same rest.
func (f *fact) rests() [][]affine.Form {
	var out [][]affine.Form
	for i, g := range f.words.groups {
		span := affine.NewSpan(g.width, f.hulls[i].Forms())
		var rests []affine.Form
		for c := range g.columns {
			unit := make(affine.Form, len(g.columns)+1)
			unit[c+1] = 1
			rests = append(rests, span.Rest(unit))
		}
		out = append(out, rests)
	}
	return out
}

// first returns the first column with the same rest.
func first(rests []affine.Form, c int) int {
	if c < 0 {
		return c
	}
	return slices.IndexFunc(rests, func(r affine.Form) bool { return slices.Equal(r, rests[c]) })
}

// constant returns the value of a rest that has no columns.
func constant(f affine.Form) (uint64, bool) {
	return f[0], !slices.ContainsFunc(f[1:], func(c uint64) bool { return c != 0 })
}

// implied returns which tests follow from linear conjuncts and other tests.
func (f *fact) implied() []bool {
	v := f.words
	out := make([]bool, len(f.tests))
	rests := f.rests()
	for i := range f.tests {
		t := v.tests[i]
		if f.tests[i] && t.strict {
			out[t.weak] = true
		}
		if f.tests[i] && f.settled(&t, rests[t.group]) {
			out[i] = true
			continue
		}
		a, b := first(rests[t.group], t.a), first(rests[t.group], t.b)
		switch {
		case a == b && !t.strict:
			out[i] = true
		case a != t.a || b != t.b:
			t.a, t.b = a, b
			at, known := v.index[t.key()]
			out[i] = out[i] || known && f.tests[at]
		}
	}
	for _, r := range v.ranks {
		f.thin(r, rests, out)
	}
	return out
}

// settled reports whether linear conjuncts imply that both sides of a test are constants for which it is
// true.
func (f *fact) settled(t *test, rests []affine.Form) bool {
	value := func(c int) (uint64, bool) {
		if c < 0 {
			return t.value, true
		}
		return constant(rests[c])
	}
	a, isA := value(t.a)
	b, isB := value(t.b)
	return isA && isB && t.compare(a, b, f.words.groups[t.group].width)
}

// cell is a column of a group, or a constant.
type cell struct {
	column int // -1: the constant
	value  uint64
}

// ranking holds the tests of one order within a cluster. A test that follows from others along a way, from
// cell to cell, is redundant.
type ranking struct {
	cells []cell
	tests []int
	sides [][2]int // of each test: its cells
}

// mostCells is how many cells a ranking can have: a bit of a word for each.
const mostCells = 64

// rank makes the ranking of the tests from one on.
func (v *scope) rank(begin int) *ranking {
	r := &ranking{}
	at := func(c cell) int {
		i := slices.Index(r.cells, c)
		if i < 0 {
			i = len(r.cells)
			r.cells = append(r.cells, c)
		}
		return i
	}
	for i := begin; i < len(v.tests); i++ {
		t := &v.tests[i]
		r.tests = append(r.tests, i)
		r.sides = append(r.sides, [2]int{at(t.cell(t.a)), at(t.cell(t.b))})
	}
	return r
}

// ways is an order between cells, by bits: which are at least one, and which are greater.
type ways struct{ least, greater [mostCells]uint64 }

func (w *ways) add(a, b int, strict bool) {
	w.least[a] |= 1 << b
	if strict {
		w.greater[a] |= 1 << b
	}
}

func (w *ways) remove(a, b int) {
	w.least[a] &^= 1 << b
	w.greater[a] &^= 1 << b
}

// leads reports whether a way leads from one cell to another one, on which it grows if it has to.
func (w *ways) leads(a, b int, strict bool) bool {
	same, more := uint64(1)<<a, uint64(0)
	for {
		s, m := same, more
		for c := range mostCells {
			if same>>c&1 != 0 {
				s |= w.least[c]
				m |= w.greater[c]
			}
			if more>>c&1 != 0 {
				m |= w.least[c]
			}
		}
		if s == same && m == more {
			return more>>b&1 != 0 || !strict && same>>b&1 != 0
		}
		same, more = s, m
	}
}

// thin adds the tests of a ranking that follow from other tests to implied. It considers them one after the
// other: each must follow from the tests that are left at that point.
func (f *fact) thin(r *ranking, rests [][]affine.Form, implied []bool) {
	if len(r.cells) > mostCells || len(r.tests) == 0 {
		return
	}
	v := f.words
	one := v.tests[r.tests[0]]
	width := v.groups[one.group].width
	known := func(c cell) (uint64, bool) {
		if c.column < 0 {
			return c.value, true
		}
		return constant(rests[one.group][c.column])
	}
	var w ways
	for a := range r.cells {
		for b := range r.cells {
			x, isX := known(r.cells[a])
			y, isY := known(r.cells[b])
			t := test{signed: one.signed}
			if a != b && isX && isY && t.compare(x, y, width) {
				w.add(a, b, x != y)
			}
			if i, k := r.cells[a].column, r.cells[b].column; i >= 0 && k >= 0 && slices.Equal(rests[one.group][i], rests[one.group][k]) {
				w.add(a, b, false)
			}
		}
	}
	for i, at := range r.tests {
		a, b := r.sides[i][0], r.sides[i][1]
		switch t := v.tests[at]; {
		case !f.tests[at]:
		case !t.signed && f.isSame(&t):
			implied[at] = true
			w.add(a, b, t.strict)
		case !implied[at]:
			w.add(a, b, t.strict)
		}
	}
	for i, at := range r.tests {
		if !f.tests[at] || implied[at] {
			continue
		}
		a, b, strict := r.sides[i][0], r.sides[i][1], v.tests[at].strict
		w.remove(a, b)
		if w.leads(a, b, strict) {
			implied[at] = true
		} else {
			w.add(a, b, strict)
		}
	}
}

// isSame reports whether a test without signs is the one with signs, since both sides are not negative, and
// that holds.
func (f *fact) isSame(t *test) bool {
	v := f.words
	holds := func(t test) bool {
		at, ok := v.index[t.key()]
		return ok && f.tests[at]
	}
	positive := func(column int) bool {
		if column < 0 {
			return t.value>>(v.groups[t.group].width-1) == 0
		}
		return holds(test{group: t.group, a: -1, b: column, signed: true})
	}
	with := *t
	with.signed = true
	return positive(t.a) && positive(t.b) && holds(with)
}

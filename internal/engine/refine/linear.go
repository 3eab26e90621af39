package refine

import (
	"github.com/heddle-mc/heddle/internal/solve/affine"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// linear decides linear consequences without a solver. Terms of one width are sums of multiples of their
// atoms, the terms that are no sums. Products of atoms are atoms.
type linear struct {
	terms *term.Store
	width uint
	index map[term.ID]int // by atom: its column, from 1
	atoms []term.ID       // by column
	known map[term.ID]map[int]uint64
}

func newLinear(terms *term.Store, width uint) *linear {
	return &linear{terms, width, make(map[term.ID]int), make([]term.ID, 1), make(map[term.ID]map[int]uint64)}
}

// of returns a term as multiples of columns, modulo 2^width of the term; column 0 is 1.
func (l *linear) of(id term.ID) map[int]uint64 {
	if sum, ok := l.known[id]; ok {
		return sum
	}
	sum := make(map[int]uint64)
	add := func(other map[int]uint64, times uint64) {
		for at, c := range other {
			sum[at] += c * times
		}
	}
	args := l.terms.Args(id)
	switch l.terms.Op(id) {
	case term.OpConst:
		w, _ := l.terms.Value(id)
		sum[0] = w.Lo
	case term.OpAdd:
		add(l.of(args[0]), 1)
		add(l.of(args[1]), 1)
	case term.OpSub:
		add(l.of(args[0]), 1)
		add(l.of(args[1]), ^uint64(0))
	case term.OpNeg:
		add(l.of(args[0]), ^uint64(0))
	case term.OpBvNot: // -x - 1
		add(l.of(args[0]), ^uint64(0))
		sum[0] += ^uint64(0)
	case term.OpMul:
		if !l.product(args[0], args[1], add) {
			sum[l.column(id)] = 1
		}
	case term.OpConcat: // x << constant
		if w, ok := l.terms.Value(args[1]); ok && l.terms.Width(args[1]) < 64 && l.isWide(l.of(args[0])) {
			add(l.of(args[0]), 1<<l.terms.Width(args[1]))
			sum[0] += w.Lo
			break
		}
		sum[l.column(id)] = 1
	case term.OpExtract:
		if _, lo := l.terms.Bounds(id); lo == 0 && l.terms.Width(args[0]) == l.width {
			add(l.of(args[0]), 1)
			break
		}
		sum[l.column(id)] = 1
	default:
		sum[l.column(id)] = 1
	}
	l.known[id] = sum
	return sum
}

// isWide reports whether all atoms of a sum have the width of the others.
func (l *linear) isWide(sum map[int]uint64) bool {
	for at := range sum {
		if at > 0 && l.terms.Width(l.atoms[at]) != l.width {
			return false
		}
	}
	return true
}

// mostFactors is how many terms the sides of a product may have to be multiplied.
const mostFactors = 8

// product adds a product of sums with few atoms. It returns false if there are too many, or if some are not
// wide: the atoms of a narrower term can be wide and narrow ones, which have no product.
func (l *linear) product(a, b term.ID, add func(map[int]uint64, uint64)) bool {
	x, y := l.of(a), l.of(b)
	if len(x) > mostFactors || len(y) > mostFactors || !l.isWide(x) || !l.isWide(y) {
		return false
	}
	for i, c := range x {
		for j, d := range y {
			switch {
			case i == 0:
				add(map[int]uint64{j: 1}, c*d)
			case j == 0:
				add(map[int]uint64{i: 1}, c*d)
			default:
				add(map[int]uint64{l.column(l.terms.Mul(l.atoms[i], l.atoms[j])): 1}, c*d)
			}
		}
	}
	return true
}

// column returns the column of an atom.
func (l *linear) column(id term.ID) int {
	at, ok := l.index[id]
	if !ok {
		at = len(l.index) + 1
		l.index[id] = at
		l.atoms = append(l.atoms, id)
	}
	return at
}

// sum returns a linear form over terms as one over atoms.
func (l *linear) sum(f affine.Form, columns []term.ID, after func(term.ID) term.ID) map[int]uint64 {
	out := map[int]uint64{0: f[0]}
	for i, c := range f[1:] {
		if c == 0 {
			continue
		}
		for at, d := range l.of(after(columns[i])) {
			out[at] += c * d
		}
	}
	return out
}

// form returns a sum with as many elements as there are columns now.
func (l *linear) form(sum map[int]uint64) affine.Form {
	f := make(affine.Form, len(l.index)+1)
	mask := ^uint64(0) >> (64 - l.width)
	for at, c := range sum {
		f[at] = c & mask
	}
	return f
}

// equalities appends the sums that are zero where a guard holds.
func (l *linear) equalities(list []map[int]uint64, guard term.ID) []map[int]uint64 {
	args := l.terms.Args(guard)
	switch {
	case l.terms.Op(guard) == term.OpAnd:
		return l.equalities(l.equalities(list, args[0]), args[1])
	case l.terms.Op(guard) == term.OpEq && l.terms.Sort(args[0]) == term.BV(l.width):
		sum := make(map[int]uint64)
		for at, c := range l.of(args[0]) {
			sum[at] += c
		}
		for at, c := range l.of(args[1]) {
			sum[at] -= c
		}
		return append(list, sum)
	}
	return list
}

// sums returns the linear conjuncts of a width. It adds the equations that follow from two opposite
// inequalities; one of the two may be in a guard.
func (f *fact) sums(l *linear, guard term.ID, resolved func(term.ID) term.ID) []map[int]uint64 {
	var out []map[int]uint64
	guards := make(map[term.ID]bool)
	conjuncts(f.words.terms, guard, guards)
	for i := range f.words.groups {
		g := &f.words.groups[i]
		if g.width != l.width {
			continue
		}
		for _, form := range f.hulls[i].Forms() {
			out = append(out, l.sum(form, g.columns, resolved))
		}
		for k, t := range f.words.tests {
			if t.group != i || t.strict || t.a < 0 || t.b >= 0 && t.b < t.a {
				continue
			}
			back := t
			back.a, back.b = t.b, t.a
			at, ok := f.words.index[back.key()]
			if !ok || !(f.tests[k] || guards[t.holds]) || !(f.tests[at] || guards[f.words.tests[at].holds]) {
				continue
			}
			form := make(affine.Form, len(g.columns)+1)
			form[t.a+1]++
			if t.b < 0 {
				form[0] -= t.value
			} else {
				form[t.b+1]--
			}
			zero := l.sum(form, g.columns, resolved)
			out = append(out, zero)
			if len(g.columns) > g.plain {
				for _, column := range g.columns[:g.plain] {
					out = append(out, l.multiplied(zero, column))
				}
			}
		}
	}
	return out
}

// multiplied returns a sum times a term that is an atom.
func (l *linear) multiplied(sum map[int]uint64, by term.ID) map[int]uint64 {
	out := make(map[int]uint64)
	for at, c := range sum {
		id := by
		if at > 0 {
			id = l.terms.Mul(l.atoms[at], by)
		}
		for i, d := range l.of(id) {
			out[i] += c * d
		}
	}
	return out
}

// conjuncts adds the conjuncts of a term to a set.
func conjuncts(terms *term.Store, id term.ID, set map[term.ID]bool) {
	if terms.Op(id) == term.OpAnd {
		conjuncts(terms, terms.Arg(id, 0), set)
		conjuncts(terms, terms.Arg(id, 1), set)
		return
	}
	set[id] = true
}

// image adds the states after a step to the linear conjuncts of a place. The terms after the step are sums
// over atoms. The states are the span of the atoms.
func (f *fact) image(l *linear, g int, known []map[int]uint64, after func(term.ID) term.ID) (weaker bool) {
	group := &f.words.groups[g]
	var sums []map[int]uint64
	for _, column := range group.columns {
		sums = append(sums, l.of(after(column)))
	}
	var list []affine.Form
	for _, sum := range known {
		list = append(list, l.form(sum))
	}
	if len(group.columns) > group.plain { // of products the lowest bits are hard for solvers, and hardly matter
		list = affine.NewSpan(l.width, list).Rows()
	}
	solution := affine.Solve(l.width, append(list, l.form(nil)))
	var rests []affine.Form
	for _, sum := range sums {
		rests = append(rests, solution.Rest(l.form(sum)))
	}
	for free, one := range solution.Rest(affine.Form{1}) {
		point := []uint64{one}
		for _, r := range rests {
			point = append(point, r[free])
		}
		weaker = f.hulls[g].Add(point) || weaker
	}
	return weaker
}

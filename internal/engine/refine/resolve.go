package refine

import (
	"github.com/heddle-mc/heddle/internal/solve/affine"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// resolver returns a function that rewrites terms by the equalities that hold together with a guard. Then
// elements of arrays at equal indices are one term. The replacements contain no elements. The function is
// valid as long as the translator is not used otherwise.
func (f *fact) resolver(guard term.ID, tr *term.Translator) func(term.ID) term.ID {
	v := f.words
	tr.Undo(0)
	same := func(id term.ID) term.ID { return id }
	rests := make([][]term.ID, len(v.groups))
	for i := range v.groups {
		g := &v.groups[i]
		l := newLinear(v.terms, g.width)
		for _, column := range g.columns {
			l.of(column)
		}
		known := append(l.equalities(nil, guard), f.sums(l, guard, same)...)
		var forms []affine.Form
		for _, sum := range known {
			forms = append(forms, l.form(sum))
		}
		span := affine.NewSpan(g.width, forms)
		for _, column := range g.columns[:g.plain] {
			id := l.term(span.Rest(l.form(l.of(column))), v)
			rests[i] = append(rests[i], id)
			if id != term.None && id != column && v.terms.Op(column) == term.OpVar {
				tr.Bind(column, id)
			}
		}
	}
	for _, p := range v.parted {
		upper, lower := rests[p.groups[0]][p.columns[0]], rests[p.groups[1]][p.columns[1]]
		if upper != term.None && lower != term.None {
			if id := v.terms.Concat(upper, lower); id != p.whole {
				tr.Bind(p.whole, id)
			}
		}
	}
	return tr.Term
}

// term returns a linear form over atoms as a term; none if one of them is no variable, or part of one.
func (l *linear) term(f affine.Form, v *scope) term.ID {
	g := group{width: l.width, columns: l.atoms[1:]}
	for i, c := range f[1:] {
		if c == 0 {
			continue
		}
		atom := l.atoms[i+1]
		if op := l.terms.Op(atom); op != term.OpVar && op != term.OpExtract || l.terms.Width(atom) != l.width {
			return term.None
		}
	}
	return v.sum(&g, f)
}

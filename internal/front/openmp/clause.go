package openmp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// sharing holds the data-sharing clauses of a construct (5.2 section 5.4) and the reductions (5.5).
type sharing struct {
	private, first, last, copyin []string
	linear                       []linear
	reductions                   []reduction
}

type linear struct {
	name string
	step string
}

// sharingOf reads the data-sharing clauses of a directive.
func (r *rewriter) sharingOf(d *directive) (s sharing) {
	for i := range d.clauses {
		c := &d.clauses[i]
		switch c.name {
		case "private":
			s.private = append(s.private, r.variables(d, c, c.args)...)
		case "firstprivate":
			s.first = append(s.first, r.variables(d, c, c.args)...)
		case "lastprivate":
			modifier, list := afterColon(c.args)
			if modifier != nil {
				r.refuseClause(d, c)
			}
			s.last = append(s.last, r.variables(d, c, list)...)
		case "copyin":
			s.copyin = append(s.copyin, r.variables(d, c, c.args)...)
		case "linear":
			list, step := afterColon(c.args)
			if list == nil {
				list, step = c.args, nil
			}
			by := "1"
			if step != nil {
				by = spell(step)
			}
			for _, name := range r.variables(d, c, list) {
				s.linear = append(s.linear, linear{name, by})
			}
		case "reduction":
			s.reductions = append(s.reductions, r.reductionsOf(d, c)...)
		case "default":
			if kind := spell(c.args); kind != "shared" && kind != "none" {
				r.refuseClause(d, c)
			}
		}
	}
	return s
}

// variables reads a list of variables. Array sections are refused.
func (r *rewriter) variables(d *directive, c *clause, list []preprocess.Token) (names []string) {
	for _, item := range split(list, ",") {
		if len(item) != 1 || item[0].Kind != preprocess.Name {
			r.refuseClause(d, c)
		}
		names = append(names, item[0].Text)
	}
	return names
}

// known refuses clauses other than those listed.
func (r *rewriter) known(d *directive, names string) {
	allowed := set(names + " " + sharingClauses)
	for i := range d.clauses {
		if !allowed[d.clauses[i].name] {
			r.refuseClause(d, &d.clauses[i])
		}
	}
}

const sharingClauses = "private firstprivate lastprivate shared copyin linear reduction default allocate"

// without returns the sharing with no private declaration of a variable.
func (s sharing) without(name string) sharing {
	s.private = slices.DeleteFunc(slices.Clone(s.private), func(n string) bool { return n == name })
	return s
}

// number returns a new number for the names of a construct.
func (r *rewriter) newNumber() int { r.number++; return r.number }

// before writes the declarations in front of a region: copies of firstprivate and linear variables, and pointers to the variables that
// the region writes at its end.
func (r *rewriter) before(s sharing, n int) {
	for _, x := range s.first {
		r.firstValue(x, n)
	}
	for _, x := range s.linear {
		r.text("__typeof__ ( %s ) __omp_base_%d_%s = %s ;", x.name, n, x.name, x.name)
	}
	for _, x := range s.outside() {
		r.text("__typeof__ ( %s ) * __omp_out_%d_%s = & %s ;", x, n, x, x)
	}
	for _, x := range s.reductions {
		r.originals(x, n)
	}
}

// firstValue writes a copy of a variable in front of a region.
func (r *rewriter) firstValue(x string, n int) {
	r.text("__typeof__ ( %s ) __omp_first_%d_%s ; __heddle_omp_copy ( & __omp_first_%d_%s , & %s , sizeof ( %s ) ) ;", x, n, x, n, x, x, x)
}

// outside lists the variables that a region writes at its end, or copies at its beginning.
func (s sharing) outside() (names []string) {
	names = append(names, s.last...)
	for _, x := range s.reductions {
		if !x.section {
			names = append(names, x.name)
		}
	}
	for _, x := range s.linear {
		names = append(names, x.name)
	}
	names = append(names, s.copyin...)
	slices.Sort(names)
	return slices.Compact(names)
}

// inside writes the private declarations at the beginning of a region.
func (r *rewriter) inside(s sharing, n int) {
	for _, x := range s.private {
		r.text("__typeof__ ( %s ) %s ;", x, x)
	}
	for _, x := range s.first {
		r.text("__typeof__ ( %s ) %s ; __heddle_omp_copy ( & %s , & __omp_first_%d_%s , sizeof ( %s ) ) ;", x, x, x, n, x, x)
	}
	for _, x := range s.last {
		if !slices.Contains(s.first, x) {
			r.text("__typeof__ ( %s ) %s ;", x, x)
		}
	}
	for _, x := range s.linear {
		r.text("__typeof__ ( %s ) %s ;", x.name, x.name)
	}
	for _, x := range s.reductions {
		r.privateCopy(x, n)
	}
}

// copyin writes the copies of threadprivate variables at the beginning of a parallel region (5.7.1).
func (r *rewriter) copyin(s sharing, n int) {
	if len(s.copyin) == 0 {
		return
	}
	for _, x := range s.copyin {
		r.text("if ( & %s != __omp_out_%d_%s ) __heddle_omp_copy ( & %s , __omp_out_%d_%s , sizeof ( %s ) ) ;", x, n, x, x, n, x, x)
	}
	r.text("__heddle_omp_barrier ( ) ;")
}

func sorted(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// function returns a name for a function of a construct.
func (r *rewriter) function(kind string) string {
	name := fmt.Sprintf("__omp_%s_%d", strings.ReplaceAll(kind, " ", "_"), r.pos.Line)
	if r.names[name]++; r.names[name] > 1 {
		name += fmt.Sprintf("_%d", r.names[name])
	}
	return name
}

package openmp

import (
	"slices"
	"strings"
)

// taskloop divides the iterations of a loop among explicit tasks (12.6). A task executes iterations that follow each other, as many as
// grainsize or num_tasks says; without these clauses their number is chosen.
func (r *rewriter) taskloop(d directive) {
	r.known(&d, "if final untied mergeable priority collapse grainsize num_tasks nogroup simdlen aligned nontemporal order")
	for _, name := range []string{"mergeable", "linear"} {
		if c := d.find(name); c != nil {
			r.refuseClause(&d, c)
		}
	}
	s, n := r.sharingOf(&d), r.newNumber()
	if slices.ContainsFunc(s.first, func(x string) bool { return slices.Contains(s.last, x) }) {
		r.refuseClause(&d, d.find("lastprivate"))
	}
	loops, closed := r.nest(&d, r.depth(&d))
	id := r.newNumber()
	r.text("{")
	r.before(s, n)
	total := r.counts(loops, id)
	size, tasks := "0", "0"
	if c := d.find("grainsize"); c != nil {
		size = r.amount(&d, c)
	}
	if c := d.find("num_tasks"); c != nil {
		tasks = r.amount(&d, c)
	}
	grouped := !d.has("nogroup")
	if grouped {
		r.text("unsigned long long __omp_group [ 4 ] ; __heddle_omp_group ( __omp_group ) ;")
	}
	r.text("unsigned long long __omp_at_%d = 0 , __omp_tasks_%d = %s ; while ( __omp_at_%d < %s ) {", id, id, tasks, id, total)
	r.text("unsigned long long __omp_from_%d = __omp_at_%d , __omp_to_%d = __omp_from_%d + __heddle_omp_share ( %s - __omp_at_%d , %s , __omp_tasks_%d ) ;",
		id, id, id, id, total, id, size, id)
	r.text("__omp_at_%d = __omp_to_%d ; __omp_tasks_%d -= __omp_tasks_%d > 0 ;", id, id, id, id)
	own := s
	for _, c := range loops {
		own = own.without(c.variable)
	}
	r.taskFunction(&d, "shared "+strings.Join(s.declaredAgain(loops), " "), func() {
		own.first = nil
		r.inside(own, n)
		r.text("for ( unsigned long long __omp_k_%d = __omp_from_%d ; __omp_k_%d != __omp_to_%d ; __omp_k_%d ++ ) {", id, id, id, id, id)
		r.variablesOf(loops, id)
		r.loopBody(closed)
		r.finalValues(loops, own, n, id, total)
		r.text("}")
		r.combine(own, n)
	})
	r.creation(&d)
	r.text("}")
	if grouped {
		r.text("__heddle_omp_grouped ( __omp_group ) ;")
	}
	r.text("}")
}

// amount returns the number that a clause of taskloop gives, without the modifier strict, which the model obeys in any case for num_tasks.
func (r *rewriter) amount(d *directive, c *clause) string {
	modifier, list := afterColon(c.args)
	if modifier != nil && c.name == "grainsize" {
		r.refuseClause(d, c)
	}
	return "( " + spell(list) + " )"
}

// declaredAgain lists the variables that a task of a taskloop declares as its own. The declaration does not read the variable around it.
func (s sharing) declaredAgain(loops []canonical) (names []string) {
	names = append(names, s.last...)
	for _, x := range s.reductions {
		names = append(names, x.name)
	}
	for _, c := range loops {
		if !c.declared {
			names = append(names, c.variable)
		}
	}
	return names
}

// parallelTaskloop writes a parallel region of which the primary thread makes the tasks of a loop (17.2).
func (r *rewriter) parallelTaskloop(d directive) {
	inner := d
	inner.name = "taskloop"
	inner.clauses = withoutClauses(d.clauses, "num_threads proc_bind copyin default")
	r.region(directive{name: d.name, pos: d.pos, clauses: onlyClauses(d.clauses, "num_threads proc_bind copyin default")}, func(sharing) {
		r.maskedTaskloop(inner)
	})
}

// maskedTaskloop writes a taskloop of the primary thread.
func (r *rewriter) maskedTaskloop(d directive) {
	r.text("if ( __heddle_omp_first ( ) )")
	r.taskloop(d)
}

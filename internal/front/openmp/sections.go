package openmp

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// sections writes a sections construct (11.3) in the region of r.env: a loop over the numbers of its sections.
func (r *rewriter) sections(d *directive, s sharing, end ending) {
	n, id := r.env.n, r.newNumber()
	if !r.next("{") {
		r.fail(d.pos, "syntax", "no block behind #pragma omp %s", d.name)
	}
	r.at++
	var bodies [][]preprocess.Token
	for r.at < len(r.in) && !is(r.in[r.at], "}") {
		if t := r.in[r.at]; isDirective(t) {
			if inner := r.parse(t); inner.name == "section" {
				r.at++
				bodies = append(bodies, r.body())
				continue
			}
		}
		if len(bodies) == 0 {
			bodies = append(bodies, nil)
		}
		bodies[len(bodies)-1] = append(bodies[len(bodies)-1], r.body()...)
	}
	r.at++
	r.text("{")
	r.inside(s, n)
	r.text("unsigned long long __omp_loop_%d [ 10 ] ; __heddle_omp_loop ( __omp_loop_%d , %s , %d , 0 , 0 ) ;", id, id, r.site(id), len(bodies))
	r.text("unsigned long long __omp_k_%d ; while ( ( __omp_k_%d = %s ) != - 1ULL ) { switch ( ( int ) __omp_k_%d ) {", id, id, next("sizeof ( int )", team, end, id), id)
	for i, body := range bodies {
		r.text("case %d : {", i)
		r.tokens(body)
		if i == len(bodies)-1 {
			for _, x := range s.last {
				r.text("__heddle_omp_copy ( __omp_out_%d_%s , & %s , sizeof ( %s ) ) ;", n, x, x, x)
			}
		}
		r.text("} break ;")
	}
	r.text("} }")
	r.combine(s, n)
	if end == barrier {
		r.text("__heddle_omp_barrier ( ) ;")
	}
	r.text("}")
}

// single writes a construct that one thread executes (11.1), with copies of its variables for the others (5.7.2).
func (r *rewriter) single(d directive) {
	r.known(&d, "copyprivate nowait")
	s, n := r.sharingOf(&d), r.newNumber()
	var names []string
	if c := d.find("copyprivate"); c != nil {
		names = r.variables(&d, c, c.args)
	}
	r.text("{")
	r.before(s, n)
	take := "__heddle_omp_single"
	if d.has("nowait") {
		take += "_nowait"
	}
	r.text("int __omp_single_%d = %s ( %s ) ; if ( __omp_single_%d ) {", n, take, r.site(n), n)
	r.inside(s, n)
	r.statement()
	r.text("}")
	if len(names) > 0 {
		var places []string
		for _, x := range names {
			places = append(places, "& "+x)
		}
		r.text("void * __omp_copies_%d [ ] = { %s } ; void * * __omp_given_%d = __heddle_omp_give ( __omp_single_%d ? __omp_copies_%d : 0 ) ; if ( ! __omp_single_%d ) {",
			n, strings.Join(places, " , "), n, n, n, n)
		for i, x := range names {
			r.text("__heddle_omp_copy ( & %s , __omp_given_%d [ %d ] , sizeof ( %s ) ) ;", x, n, i, x)
		}
		r.text("}")
	}
	if !d.has("nowait") {
		r.text("__heddle_omp_barrier ( ) ;")
	}
	r.text("}")
}

// masked writes a construct that the primary thread executes (10.5).
func (r *rewriter) masked() {
	r.text("if ( __heddle_omp_first ( ) ) {")
	r.statement()
	r.text("}")
}

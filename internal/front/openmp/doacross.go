package openmp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// doacross is a nest of loops whose iterations wait for each other by stand-alone ordered directives (15.9.6, 15.10.1).
type doacross struct {
	loops []canonical
	id    int // of the loop construct; 0: there is no such nest
}

// crossing reads the heads of the nest that the clause ordered(n) names, without taking them. 0 loops: there is no such clause.
func (r *rewriter) crossing(d *directive, outer int) (loops []canonical) {
	c := d.find("ordered")
	if c == nil || len(c.args) == 0 {
		return nil
	}
	n, err := strconv.Atoi(spell(c.args))
	if err != nil || n < outer || n > 16 || d.has("order") {
		r.refuseClause(d, c)
	}
	start := r.at
	loops, _ = r.nest(d, n)
	r.at = start
	return loops
}

// crossed writes the bounds of the loops behind the outer ones, and gives the loop a record of the iterations that others need not wait for.
func (r *rewriter) crossed(loops []canonical, outer, id int) {
	var counts []string
	for i := range loops {
		if i >= outer {
			r.countOf(&loops[i], id, i)
		}
		counts = append(counts, fmt.Sprintf("__omp_count_%d_%d", id, i))
	}
	r.text("__heddle_omp_cross ( __omp_loop_%d , %s ) ;", id, strings.Join(counts, " * "))
	r.cross = doacross{loops, id}
}

// ordering writes a stand-alone ordered directive: the iteration waits for others, or others need not wait for it any more.
func (r *rewriter) ordering(d directive) {
	for i := range d.clauses {
		c := &d.clauses[i]
		kind, vector := afterColon(c.args)
		if kind == nil {
			kind, vector = vector, nil // depend(source)
		}
		if c.name != "depend" && c.name != "doacross" {
			r.refuseClause(&d, c)
		}
		if r.cross.id == 0 {
			r.fail(d.pos, "syntax", "#pragma omp ordered %s outside of a loop with the clause ordered(n)", c.name)
		}
		current := len(vector) > 0 && vector[0].Text == "omp_cur_iteration"
		switch {
		case spell(kind) == "source" && (len(vector) == 0 || current && len(vector) == 1):
			r.text("{ %s __heddle_omp_source ( __omp_loop_%d , %s ) ; }", r.coordinates(r.cross.current()), r.cross.id, r.linear())
		case spell(kind) == "sink" && current && spell(vector[1:]) == "- 1":
			r.text("{ %s if ( %s > 0 ) __heddle_omp_sink ( __omp_loop_%d , %s - 1 ) ; }", r.coordinates(r.cross.current()), r.linear(), r.cross.id, r.linear())
		case spell(kind) == "sink" && !current:
			r.sink(&d, c, split(vector, ","))
		default:
			r.refuseClause(&d, c)
		}
	}
}

// sink writes a wait for the iteration with the given values of the variables, if there is one.
func (r *rewriter) sink(d *directive, c *clause, vector [][]preprocess.Token) {
	if len(vector) != len(r.cross.loops) {
		r.refuseClause(d, c)
	}
	var values, there []string
	for i, v := range vector {
		values = append(values, spell(v))
		there = append(there, fmt.Sprintf("0 <= __omp_x_%d && __omp_x_%d < ( long long ) __omp_count_%d_%d && ( ( %s ) - __omp_lower_%d_%d ) %% __omp_step_%d_%d == 0",
			i, i, r.cross.id, i, values[i], r.cross.id, i, r.cross.id, i))
	}
	r.text("{ %s if ( %s ) __heddle_omp_sink ( __omp_loop_%d , %s ) ; }", r.coordinates(values), strings.Join(there, " && "), r.cross.id, r.linear())
}

// current lists the variables of the loops.
func (d *doacross) current() (names []string) {
	for _, l := range d.loops {
		names = append(names, l.variable)
	}
	return names
}

// coordinates declares the logical iterations of the loops whose variables have the given values.
func (r *rewriter) coordinates(values []string) string {
	var list []string
	for i, v := range values {
		list = append(list, fmt.Sprintf("long long __omp_x_%d = ( ( %s ) - __omp_lower_%d_%d ) / __omp_step_%d_%d ;", i, v, r.cross.id, i, r.cross.id, i))
	}
	return strings.Join(list, " ")
}

// linear returns the number of the iteration with the declared coordinates in the whole nest.
func (r *rewriter) linear() string {
	number := "__omp_x_0"
	for i := 1; i < len(r.cross.loops); i++ {
		number = fmt.Sprintf("( %s * ( long long ) __omp_count_%d_%d + __omp_x_%d )", number, r.cross.id, i, i)
	}
	return number
}

package openmp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// binding tells whose iterations a loop takes.
type binding uint8

const (
	team binding = iota // those of the current team's next worksharing construct
	part                // those of the construct around the parallel region
)

// ending tells what is behind a loop.
type ending uint8

const (
	goesOn    ending = iota // a thread may begin the construct again while others are in the loop
	regionEnd               // the end of the region, of which the loop is all
	barrier                 // a barrier, which the loop writes
)

// ending returns the ending of a worksharing construct inside a region.
func (d *directive) ending() ending {
	if d.has("nowait") {
		return goesOn
	}
	return barrier
}

// canonical is a loop in canonical form (4.4.1).
type canonical struct {
	variable string
	typ      string // of the variable: that of its declaration, or of the variable around the loop
	declared bool
	lower    string
	bound    string
	step     string
	relation string // "<", "<=", ">", ">=" or "!=" of the variable to the bound
}

// canonicalLoop reads the head of the loop that is next.
func (r *rewriter) canonicalLoop(d *directive) (c canonical) {
	for r.at < len(r.in) && isDirective(r.in[r.at]) { // of the loop nest's inner loops: none is known here
		r.unsupported(r.parse(r.in[r.at]))
	}
	if !r.next("for") || r.at+1 >= len(r.in) || !is(r.in[r.at+1], "(") {
		r.fail(d.pos, "syntax", "no for loop behind #pragma omp %s", d.name)
	}
	end := closing(r.in, r.at+1)
	if end < 0 {
		r.fail(d.pos, "syntax", "no for loop behind #pragma omp %s", d.name)
	}
	parts := split(r.in[r.at+2:end], ";")
	r.at = end + 1
	if len(parts) != 3 || !c.initialised(parts[0]) || !c.compared(parts[1]) || !c.stepped(parts[2]) {
		r.fail(d.pos, "unsupported", "unsupported: a loop that is not in canonical form, behind #pragma omp %s", d.name)
	}
	return c
}

// initialised reads the first part of the head: var = lower, or a declaration of it.
func (c *canonical) initialised(list []preprocess.Token) bool {
	sides := split(list, "=")
	if len(sides) != 2 || len(sides[0]) == 0 || len(sides[1]) == 0 || len(split(sides[1], ",")) > 1 {
		return false
	}
	last := sides[0][len(sides[0])-1]
	if last.Kind != preprocess.Name {
		return false
	}
	c.variable, c.lower = last.Text, spell(sides[1])
	c.typ = "__typeof__ ( " + c.variable + " )"
	if len(sides[0]) > 1 {
		c.declared, c.typ = true, spell(sides[0][:len(sides[0])-1])
	}
	return true
}

var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}

// compared reads the condition.
func (c *canonical) compared(list []preprocess.Token) bool {
	for relation, other := range mirrored {
		sides := split(list, relation)
		if len(sides) != 2 || len(sides[0]) == 0 || len(sides[1]) == 0 {
			continue
		}
		switch {
		case c.is(sides[0]):
			c.relation, c.bound = relation, spell(sides[1])
			return true
		case c.is(sides[1]):
			c.relation, c.bound = other, spell(sides[0])
			return true
		}
	}
	return false
}

// is reports whether a list is the variable.
func (c *canonical) is(list []preprocess.Token) bool {
	for len(list) > 2 && is(list[0], "(") && closing(list, 0) == len(list)-1 {
		list = list[1 : len(list)-1]
	}
	return len(list) == 1 && list[0].Text == c.variable
}

// stepped reads the increment.
func (c *canonical) stepped(list []preprocess.Token) bool {
	if len(list) == 2 {
		switch {
		case c.is(list[:1]):
			c.step = map[string]string{"++": "1", "--": "- 1"}[list[1].Text]
		case c.is(list[1:]):
			c.step = map[string]string{"++": "1", "--": "- 1"}[list[0].Text]
		}
		return c.step != ""
	}
	if len(list) < 3 || !c.is(list[:1]) {
		return false
	}
	switch by := list[2:]; list[1].Text {
	case "+=":
		c.step = spell(by)
	case "-=":
		c.step = "- ( " + spell(by) + " )"
	case "=":
		switch sides, less := split(by, "+"), split(by, "-"); {
		case len(sides) == 2 && c.is(sides[0]):
			c.step = spell(sides[1])
		case len(sides) == 2 && c.is(sides[1]):
			c.step = spell(sides[0])
		case len(less) == 2 && c.is(less[0]):
			c.step = "- ( " + spell(less[1]) + " )"
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// count writes the bounds of a loop as variables with a suffix, and returns the number of its iterations as an expression (4.4.2).
func (r *rewriter) count(c *canonical, suffix string) string {
	r.text("__typeof__ ( ( %s ) + 0LL ) __omp_lower_%s = ( %s ) ; __typeof__ ( ( %s ) + 0LL ) __omp_bound_%s = ( %s ) ; long long __omp_step_%s = ( %s ) ;",
		c.lower, suffix, c.lower, c.bound, suffix, c.bound, suffix, c.step)
	lower, bound, step := "__omp_lower_"+suffix, "__omp_bound_"+suffix, "__omp_step_"+suffix
	up := fmt.Sprintf("( %s - %s )", bound, lower)
	down := fmt.Sprintf("( %s - %s )", lower, bound)
	one := c.step == "1" || c.step == "- 1"
	divided := func(distance, step string) string {
		if one {
			return distance
		}
		return distance + " / " + step
	}
	switch c.relation {
	case "<":
		if one {
			return fmt.Sprintf("( %s < %s ? %s : 0 )", lower, bound, up)
		}
		return fmt.Sprintf("( %s < %s ? ( %s - 1 ) / %s + 1 : 0 )", lower, bound, up, step)
	case "<=":
		return fmt.Sprintf("( %s <= %s ? %s + 1 : 0 )", lower, bound, divided(up, step))
	case ">":
		if one {
			return fmt.Sprintf("( %s > %s ? %s : 0 )", lower, bound, down)
		}
		return fmt.Sprintf("( %s > %s ? ( %s - 1 ) / ( - %s ) + 1 : 0 )", lower, bound, down, step)
	case ">=":
		return fmt.Sprintf("( %s >= %s ? %s + 1 : 0 )", lower, bound, divided(down, "( - "+step+" )"))
	}
	return fmt.Sprintf("( %s < 0 ? %s / ( - %s ) : %s / %s )", step, down, step, up, step)
}

// schedules has the number of a kind of schedule in the runtime.
var schedules = map[string]int{"auto": 0, "runtime": 0, "guided": 0, "static": 1, "dynamic": 2}

// orderedSchedule is the bit of a schedule's number for the clause ordered.
const orderedSchedule = 4

// schedule returns the kind and the chunk size of a loop's schedule.
func (r *rewriter) schedule(d *directive) (kind int, chunk string) {
	if c := d.find("ordered"); c != nil {
		if d.has("order") {
			r.refuseClause(d, c)
		}
		defer func() { kind += orderedSchedule }()
	}
	chunk = "0"
	c := d.find("schedule")
	if c == nil {
		return 0, chunk
	}
	_, list := afterColon(c.args)
	parts := split(list, ",")
	kind, ok := schedules[spell(parts[0])]
	if !ok {
		r.refuseClause(d, c)
	}
	if len(parts) > 1 {
		if kind == 0 && spell(parts[1]) != "1" {
			r.refuseClause(d, c)
		}
		return kind, "( " + spell(parts[1]) + " )"
	}
	if kind == 2 {
		chunk = "1"
	}
	return kind, chunk
}

// depth returns the number of loops of a directive's nest (4.4.3).
func (r *rewriter) depth(d *directive) int {
	c := d.find("collapse")
	if c == nil {
		return 1
	}
	n, err := strconv.Atoi(spell(c.args))
	if err != nil || n < 1 || n > 16 {
		r.refuseClause(d, c)
	}
	return n
}

// nest reads the heads of a nest of n loops. Brackets around an inner loop are dropped; closed is how many there are.
func (r *rewriter) nest(d *directive, n int) (loops []canonical, closed int) {
	for len(loops) < n {
		for len(loops) > 0 && r.next("{") {
			r.at++
			closed++
		}
		loops = append(loops, r.canonicalLoop(d))
	}
	for i, c := range loops {
		for _, outer := range loops[:i] {
			if slices.Contains(strings.Fields(c.lower+" "+c.bound), outer.variable) {
				r.fail(d.pos, "unsupported", "unsupported: a nest of loops that is not rectangular, behind #pragma omp %s", d.name)
			}
		}
	}
	return loops, closed
}

// loop writes a loop whose iterations are handed out (11.5, 11.6), in the region of r.env.
func (r *rewriter) loop(d *directive, s sharing, from binding, end ending) {
	n := r.env.n
	kind, chunk := r.schedule(d)
	crossing := r.crossing(d, r.depth(d))
	loops, closed := r.nest(d, r.depth(d))
	id := r.newNumber()
	r.text("{")
	total := r.counts(loops, id)
	for _, c := range loops {
		s = s.without(c.variable)
	}
	around := r.cross
	r.cross = doacross{}
	defer func() { r.cross = around }()
	last := s
	s.last = slices.DeleteFunc(slices.Clone(s.last), func(x string) bool {
		return slices.ContainsFunc(loops, func(c canonical) bool { return c.variable == x })
	})
	r.inside(s, n)
	switch from {
	case part:
		r.text("unsigned long long __omp_loop_%d [ 10 ] ; __heddle_omp_parted ( __omp_loop_%d , __omp_part_%d , %s , %d , %s ) ;", id, id, n, total, kind, chunk)
	default:
		r.text("unsigned long long __omp_loop_%d [ 10 ] ; __heddle_omp_loop ( __omp_loop_%d , %s , %s , %d , %s ) ;", id, id, r.site(id), total, kind, chunk)
	}
	if len(crossing) > 0 {
		r.crossed(crossing, len(loops), id)
	}
	r.text("unsigned long long __omp_k_%d ; while ( ( __omp_k_%d = %s ) != - 1ULL ) {", id, id, r.taken(d, loops, from, end, id))
	r.variablesOf(loops, id)
	for _, x := range s.linear {
		r.text("%s = __omp_base_%d_%s + __omp_k_%d * ( %s ) ;", x.name, n, x.name, id, x.step)
	}
	r.loopBody(closed)
	if kind >= orderedSchedule && len(crossing) == 0 {
		r.text("__heddle_omp_iterated ( ) ;")
	}
	r.finalValues(loops, last, n, id, total)
	r.text("}")
	r.combine(s, n)
	if end == barrier {
		r.text("__heddle_omp_barrier ( ) ;")
	}
	r.text("}")
}

// site declares a variable whose address identifies a construct, and returns the address.
func (r *rewriter) site(id int) string {
	r.text("static char __omp_site_%d ;", id)
	return fmt.Sprintf("& __omp_site_%d", id)
}

// widthOf returns the size of the variable that has an iteration of a nest, as __heddle_omp_next takes it.
func widthOf(loops []canonical) string {
	size := fmt.Sprintf("( int ) sizeof ( %s )", loops[0].typ)
	switch len(loops) {
	case 1:
		return size
	case 2:
		return fmt.Sprintf("- %s * ( %s == ( int ) sizeof ( %s ) )", size, size, loops[1].typ)
	}
	return "0"
}

// taken returns the call that takes an iteration of a loop.
func (r *rewriter) taken(d *directive, loops []canonical, from binding, end ending, id int) string {
	if c := d.find("safelen"); c != nil {
		return fmt.Sprintf("__heddle_omp_next_lane ( __omp_loop_%d , %s )", id, spell(c.args))
	}
	return next(widthOf(loops), from, end, id)
}

// next returns the call that takes an iteration, which a variable of the given width has.
func next(width string, from binding, end ending, id int) string {
	switch {
	case from == part:
		return fmt.Sprintf("__heddle_omp_next_part ( __omp_loop_%d )", id)
	case end == goesOn:
		return fmt.Sprintf("__heddle_omp_next_nowait ( __omp_loop_%d , %s )", id, width)
	}
	return fmt.Sprintf("__heddle_omp_next ( __omp_loop_%d , %s )", id, width)
}

// counts writes the bounds of a nest and returns the variable that holds the number of its iterations.
func (r *rewriter) counts(loops []canonical, id int) string {
	product := ""
	for i := range loops {
		if i > 0 {
			product += " * "
		}
		product += r.countOf(&loops[i], id, i)
	}
	if len(loops) == 1 {
		return product
	}
	r.text("unsigned long long __omp_count_%d = %s ;", id, product)
	return fmt.Sprintf("__omp_count_%d", id)
}

// countOf writes the bounds of the i-th loop of a nest and returns the variable that holds the number of its iterations.
func (r *rewriter) countOf(c *canonical, id, i int) string {
	suffix := fmt.Sprintf("%d_%d", id, i)
	n := r.count(c, suffix)
	r.text("unsigned long long __omp_count_%s = %s ;", suffix, n)
	return "__omp_count_" + suffix
}

// variablesOf declares the iteration variables with their values in the logical iteration __omp_k.
func (r *rewriter) variablesOf(loops []canonical, id int) {
	rest := fmt.Sprintf("__omp_k_%d", id)
	for i := len(loops) - 1; i >= 0; i-- {
		index := rest
		if len(loops) > 1 {
			index = fmt.Sprintf("__omp_k_%d_%d", id, i)
			count := fmt.Sprintf("__omp_count_%d_%d", id, i)
			if i > 0 {
				r.text("unsigned long long %s = %s %% %s , %s_rest = %s / %s ;", index, rest, count, index, rest, count)
				rest = index + "_rest"
			} else {
				r.text("unsigned long long %s = %s ;", index, rest)
			}
		}
		c := &loops[i]
		r.text("%s %s = __omp_lower_%d_%d + %s ;", c.typ, c.variable, id, i, scaled(c, fmt.Sprintf("( long long ) %s", index), fmt.Sprintf("__omp_step_%d_%d", id, i)))
	}
}

// scaled returns a product with a loop's step.
func scaled(c *canonical, index, step string) string {
	if c.step == "1" {
		return index
	}
	return index + " * " + step
}

// loopBody writes the body of a loop; continue ends it.
func (r *rewriter) loopBody(closed int) {
	r.exits = exits{inside: true, loops: 1}
	r.text("do {")
	for range closed {
		r.text("{")
	}
	if closed > 0 {
		r.statement()
		for range closed {
			if !r.next("}") {
				r.fail(r.pos, "unsupported", "unsupported: statements between the loops of a nest")
			}
			r.copy()
		}
	} else {
		r.statement()
	}
	r.text("} while ( 0 ) ;")
}

// finalValues writes, in the last iteration, the values that the variables of lastprivate and linear have behind the loop.
func (r *rewriter) finalValues(loops []canonical, s sharing, n, id int, total string) {
	if len(s.last)+len(s.linear) == 0 {
		return
	}
	r.text("if ( __omp_k_%d + 1 == %s ) {", id, total)
	for _, x := range s.last {
		r.finalValue(loops, x, n, id)
	}
	for _, x := range s.linear {
		r.text("* __omp_out_%d_%s = __omp_base_%d_%s + ( __omp_k_%d + 1 ) * ( %s ) ;", n, x.name, n, x.name, id, x.step)
	}
	r.text("}")
}

// finalValue writes the value that a variable has behind the last iteration (5.4.5).
func (r *rewriter) finalValue(loops []canonical, x string, n, id int) {
	for i, c := range loops {
		if c.variable == x {
			r.text("* __omp_out_%d_%s = __omp_lower_%d_%d + ( long long ) __omp_count_%d_%d * __omp_step_%d_%d ;", n, x, id, i, id, i, id, i)
			return
		}
	}
	r.text("__heddle_omp_copy ( __omp_out_%d_%s , & %s , sizeof ( %s ) ) ;", n, x, x, x)
}

// simd writes a loop whose iterations are executed by lanes (10.4). Lanes race as threads do, so once in an execution the iterations are
// those of a team; elsewhere they follow each other. Behind the loop its variables have their last values.
func (r *rewriter) simd(d directive) {
	if len(r.own) > 0 { // of which lanes would have copies
		r.fail(d.pos, "unsupported", "unsupported: #pragma omp %s beside threadprivate variables", d.name)
	}
	s, n := r.sharingOf(&d), r.newNumber()
	start := r.at
	loops, _ := r.nest(&d, r.depth(&d))
	r.at = start
	for _, c := range loops {
		if !c.declared && !slices.Contains(s.last, c.variable) {
			s.last = append(s.last, c.variable)
		}
	}
	r.text("{")
	r.before(s, n)
	r.outlined("simd", "__heddle_omp_simd", "0", nil, func() {
		r.env = environment{s, n}
		r.loop(&d, s, team, regionEnd)
	})
	r.text("}")
}

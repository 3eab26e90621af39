package openmp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// simpleDirective rewrites a directive that is no loop and no region of a team.
func (r *rewriter) simpleDirective(d directive) {
	switch d.name {
	case "single":
		r.single(d)
	case "master", "masked":
		r.known(&d, "")
		r.text("{")
		r.masked()
		r.text("}")
	case "critical":
		r.known(&d, "hint")
		r.critical(d)
	case "barrier":
		r.known(&d, "")
		r.text("__heddle_omp_barrier ( ) ;")
	case "flush":
		r.flush(d)
	case "ordered":
		if d.has("depend") || d.has("doacross") {
			r.ordering(d)
			return
		}
		r.known(&d, "threads")
		r.text("{ __heddle_omp_ordered ( ) ;")
		r.statement()
		r.text("__heddle_omp_ordered_end ( ) ; }")
	case "atomic":
		r.atomic(d)
	case "task":
		r.task(d)
	case "taskwait":
		r.taskwait(d)
	case "taskyield":
		r.text(";")
	case "taskgroup":
		r.known(&d, "")
		r.text("{ unsigned long long __omp_group [ 4 ] ; __heddle_omp_group ( __omp_group ) ;")
		r.statement()
		r.text("__heddle_omp_grouped ( __omp_group ) ; }")
	default:
		r.declarative(d, "")
	}
}

// critical writes a critical construct (15.2): the mutex of its name.
func (r *rewriter) critical(d directive) {
	name := "__omp_critical"
	if d.hasArgs && len(d.args) == 1 {
		name += "_" + d.args[0].Text
	}
	r.locks[name] = true
	r.text("{ __heddle_omp_enter_critical ( & %s ) ;", name)
	r.statement()
	r.text("__heddle_omp_leave_critical ( & %s ) ; }", name)
}

// orders has the number of a memory order in the functions __atomic_….
var orders = map[string]string{"relaxed": "0", "acquire": "2", "release": "3", "acq_rel": "4", "seq_cst": "5"}

// flush writes a fence (15.8.5), of all variables also if there is a list.
func (r *rewriter) flush(d directive) {
	order := seqCst
	for i := range d.clauses {
		o, ok := orders[d.clauses[i].name]
		if !ok || o == orders["relaxed"] {
			r.refuseClause(&d, &d.clauses[i])
		}
		order = o
	}
	r.text("__atomic_thread_fence ( %s ) ;", order)
}

// atomic writes an atomic construct (15.8.4).
func (r *rewriter) atomic(d directive) {
	order, kind := "0", "update"
	for _, c := range d.clauses {
		switch o, isOrder := orders[c.name]; {
		case isOrder:
			order = o
		case c.name == "read", c.name == "write", c.name == "update", c.name == "capture":
			if kind != "capture" {
				kind = c.name
			}
		case c.name == "hint":
		default:
			r.refuseClause(&d, &c)
		}
	}
	list := r.atomicStatement()
	switch kind {
	case "read":
		v, x := assignment(list, "=")
		if v == nil {
			r.noAtomic(d)
		}
		r.text("{ __typeof__ ( %s ) __omp_value ; __atomic_load ( & ( %s ) , & __omp_value , %s ) ; %s = __omp_value ; }", spell(x), spell(x), order, spell(v))
	case "write":
		x, e := assignment(list, "=")
		if x == nil {
			r.noAtomic(d)
		}
		r.text("{ __typeof__ ( %s ) __omp_value = %s ; __atomic_store ( & ( %s ) , & __omp_value , %s ) ; }", spell(x), spell(e), spell(x), order)
	case "update":
		u, ok := updateOf(list)
		if !ok {
			r.noAtomic(d)
		}
		r.update(u, order, "")
	case "capture":
		r.capture(d, list, order)
	}
}

func (r *rewriter) noAtomic(d directive) {
	r.fail(d.pos, "unsupported", "unsupported: this statement behind #pragma omp atomic")
}

// atomicStatement takes the tokens of the statement that is next, without brackets and semicolons around it.
func (r *rewriter) atomicStatement() []preprocess.Token {
	from := r.at
	r.captured(r.statement)
	list := r.in[from:r.at]
	for len(list) > 1 && is(list[0], "{") && closing(list, 0) == len(list)-1 {
		list = list[1 : len(list)-1]
	}
	if len(list) > 0 && is(list[len(list)-1], ";") {
		list = list[:len(list)-1]
	}
	return list
}

// assignment returns the two sides of an assignment by an operator, or nil.
func assignment(list []preprocess.Token, operator string) (left, right []preprocess.Token) {
	for i := range list {
		if is(list[i], operator) {
			depth := 0
			for _, t := range list[:i] {
				switch t.Symbol() {
				case "(", "[":
					depth++
				case ")", "]":
					depth--
				}
			}
			if depth == 0 && i > 0 && i+1 < len(list) {
				return list[:i], list[i+1:]
			}
		}
	}
	return nil, nil
}

// updated is an update of a place: place = place operator operand, or the operands exchanged.
type updated struct {
	place, operator, operand string
	exchanged                bool
	before                   bool // the captured value is that before the update: x++
}

// updateOf reads the statement of an update.
func updateOf(list []preprocess.Token) (u updated, ok bool) {
	if n := len(list); n > 1 {
		for sign, op := range map[string]string{"++": "+", "--": "-"} {
			if is(list[n-1], sign) {
				return updated{place: spell(list[:n-1]), operator: op, operand: "1", before: true}, true
			}
			if is(list[0], sign) {
				return updated{place: spell(list[1:]), operator: op, operand: "1"}, true
			}
		}
	}
	for _, op := range []string{"+", "-", "*", "/", "&", "|", "^", "<<", ">>"} {
		if x, e := assignment(list, op+"="); x != nil {
			return updated{place: spell(x), operator: op, operand: "( " + spell(e) + " )"}, true
		}
	}
	x, e := assignment(list, "=")
	if x == nil {
		return u, false
	}
	place := spell(x)
	for len(e) > 2 && is(e[0], "(") && closing(e, 0) == len(e)-1 {
		e = e[1 : len(e)-1]
	}
	for _, op := range []string{"+", "-", "*", "/", "&", "|", "^", "<<", ">>"} {
		if len(e) > len(x)+1 && spell(e[:len(x)]) == place && is(e[len(x)], op) {
			return updated{place: place, operator: op, operand: "( " + spell(e[len(x)+1:]) + " )"}, true
		}
		if n := len(e) - len(x); n > 1 && spell(e[n:]) == place && is(e[n-1], op) {
			return updated{place: place, operator: op, operand: "( " + spell(e[:n-1]) + " )", exchanged: true}, true
		}
	}
	return u, false
}

// fetched has the name in __atomic_fetch_… of the operators that are one read-modify-write.
var fetched = map[string]string{"+": "add", "-": "sub", "&": "and", "|": "or", "^": "xor"}

// update writes an update. The operand is evaluated first, without atomicity. Integers have read-modify-writes. For other types and operators
// the loop of a compare and exchange is its last round, which succeeds: rounds that fail change nothing. A captured value goes to a place.
func (r *rewriter) update(u updated, order, captured string) {
	value := "__omp_old " + u.operator + " __omp_operand"
	if u.exchanged {
		value = "__omp_operand " + u.operator + " __omp_old"
	}
	op := ""
	if !u.exchanged {
		op = fetched[u.operator]
	}
	r.updateBy(u.place, u.operand, value, op, order)
	switch {
	case captured != "" && u.before:
		r.text("%s = __omp_old ;", captured)
	case captured != "":
		r.text("%s = %s ;", captured, value)
	}
	r.text("}")
}

const seqCst = "5"

// updateBy writes an update to a value over __omp_old and __omp_operand, without the last bracket. For integers it is __atomic_fetch_ with
// the given suffix, if any.
func (r *rewriter) updateBy(place, operand, value, fetch, order string) {
	r.text("{ __typeof__ ( %s ) * __omp_place = & ( %s ) ; __typeof__ ( %s ) __omp_operand = %s ; __typeof__ ( %s ) __omp_old ;",
		place, place, operand, operand, place)
	general := fmt.Sprintf("( { __typeof__ ( %s ) __omp_new ; __atomic_load ( __omp_place , & __omp_old , 0 ) ; __omp_new = %s ; "+
		"__heddle_omp_assume ( __atomic_compare_exchange ( __omp_place , & __omp_old , & __omp_new , 0 , %s , 0 ) ) ; __omp_old ; } )", place, value, order)
	if fetch != "" {
		general = fmt.Sprintf("_Generic ( ( %s ) * __omp_operand , float : %s , double : %s , long double : %s , default : __atomic_fetch_%s ( __omp_place , __omp_operand , %s ) )",
			place, general, general, general, fetch, order)
	}
	r.text("__omp_old = %s ;", general)
}

// capture writes an update or a write whose old or new value goes elsewhere.
func (r *rewriter) capture(d directive, list []preprocess.Token, order string) {
	parts := split(list, ";")
	if len(parts) == 1 {
		v, e := assignment(list, "=")
		u, ok := updateOf(e)
		if v == nil || !ok {
			r.noAtomic(d)
		}
		r.update(u, order, spell(v))
		return
	}
	if len(parts) != 2 {
		r.noAtomic(d)
	}
	for i, before := range []bool{true, false} {
		v, x := assignment(parts[i], "=")
		other := parts[1-i]
		if v == nil {
			continue
		}
		if u, ok := updateOf(other); ok && u.place == spell(x) {
			u.before = before
			r.update(u, order, spell(v))
			return
		}
		if y, e := assignment(other, "="); before && y != nil && spell(y) == spell(x) {
			r.text("{ __typeof__ ( %s ) __omp_old , __omp_new = %s ; __atomic_exchange ( & ( %s ) , & __omp_new , & __omp_old , %s ) ; %s = __omp_old ; }",
				spell(x), spell(e), spell(x), order, spell(v))
			return
		}
	}
	r.noAtomic(d)
}

package openmp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// reduction is a list item of a reduction clause (5.5.8): a variable, or a section of an array.
type reduction struct {
	op, name      string
	section       bool
	lower, length string // of the section
}

// reductionsOf reads a reduction clause without a task or inscan modifier.
func (r *rewriter) reductionsOf(d *directive, c *clause) (list []reduction) {
	op, items := afterColon(c.args)
	x := reduction{op: spell(op)}
	if neutral[x.op] == "" && r.declared[x.op] == nil {
		r.refuseClause(d, c)
	}
	for _, item := range split(items, ",") {
		x := x
		if len(item) == 0 || item[0].Kind != preprocess.Name {
			r.refuseClause(d, c)
		}
		x.name = item[0].Text
		if len(item) > 1 {
			var bounds [][]preprocess.Token
			if is(item[1], "[") && closing(item, 1) == len(item)-1 {
				bounds = split(item[2:len(item)-1], ":")
			}
			if len(bounds) != 2 {
				r.refuseClause(d, c)
			}
			x.section, x.lower, x.length = true, "0", "sizeof ( "+x.name+" ) / sizeof ( "+x.name+" [ 0 ] )"
			if len(bounds[0]) > 0 {
				x.lower = "( " + spell(bounds[0]) + " )"
				x.length += " - " + x.lower
			}
			if len(bounds[1]) > 0 {
				x.length = spell(bounds[1])
			}
		}
		list = append(list, x)
	}
	return list
}

// neutral has the initial value of a private copy for each operator (5.5.3), over the name $ of the variable or element.
var neutral = map[string]string{"+": "0", "-": "0", "*": "1", "&": "~0", "|": "0", "^": "0", "&&": "1", "||": "0",
	"min": extreme("__builtin_inf ( )", "( 1ULL << ( 8 * sizeof ( $ ) - 1 ) ) - 1", "- 1"),
	"max": extreme("- __builtin_inf ( )", "1ULL << ( 8 * sizeof ( $ ) - 1 )", "0"),
}

// extreme returns an end of the range of a variable: for floating, signed and unsigned types.
func extreme(floating, signed, unsigned string) string {
	return fmt.Sprintf("_Generic ( $ , float : %s , double : %s , long double : %s , default : ( __typeof__ ( $ ) ) - 1 < 0 ? ( __typeof__ ( $ ) ) ( %s ) : ( __typeof__ ( $ ) ) %s )",
		floating, floating, floating, signed, unsigned)
}

// isArray reports whether a variable may be declared as an array; the rewriting for arrays is right for others, too, but a pointer.
func (r *rewriter) isArray(name string) bool {
	for i := 1; i+1 < r.at; i++ {
		if is(r.in[i], name) && is(r.in[i+1], "[") && (r.in[i-1].Kind == preprocess.Name || is(r.in[i-1], ",")) {
			return true
		}
	}
	return false
}

// elements writes a loop over the elements of an array.
func (r *rewriter) elements(name string, body func()) {
	r.text("for ( unsigned long __omp_e = 0 ; __omp_e < sizeof ( %s ) / sizeof ( %s [ 0 ] ) ; __omp_e ++ ) {", name, name)
	body()
	r.text("}")
}

// originals writes the declarations of a reduction in front of a region. For a section these are its bounds and a pointer to its first
// element. For an initializer with omp_orig it is the value of the variable.
func (r *rewriter) originals(x reduction, n int) {
	if !x.section {
		if r.declared[x.op].original() && !r.isArray(x.name) {
			r.firstValue(x.name, n)
		}
		return
	}
	r.text("unsigned long long __omp_lower_%d_%s = %s , __omp_length_%d_%s = %s ; __typeof__ ( %s [ 0 ] ) * __omp_out_%d_%s = & %s [ __omp_lower_%d_%s ] ;",
		n, x.name, x.lower, n, x.name, x.length, x.name, n, x.name, x.name, n, x.name)
}

// privateCopy declares a thread's copy of a reduction's list item with the initial value. The name of an array or pointer with a section
// becomes a pointer from which the copy of the section is as far away.
func (r *rewriter) privateCopy(x reduction, n int) {
	out := fmt.Sprintf("( * __omp_out_%d_%s )", n, x.name)
	switch {
	case x.section:
		length := x.length
		if len(strings.Fields(length)) > 1 || length[0] < '0' || length[0] > '9' {
			length = fmt.Sprintf("__omp_length_%d_%s", n, x.name)
		}
		part := fmt.Sprintf("__omp_part_%d_%s", n, x.name)
		r.text("__typeof__ ( %s [ 0 ] ) %s [ %s ] , * %s = %s - __omp_lower_%d_%s ;", x.name, part, length, x.name, part, n, x.name)
		r.elements(part, func() { r.initial(x.op, part+" [ __omp_e ]", fmt.Sprintf("__omp_out_%d_%s [ __omp_e ]", n, x.name)) })
	case r.isArray(x.name):
		r.text("__typeof__ ( %s ) %s ;", x.name, x.name)
		r.elements(x.name, func() { r.initial(x.op, x.name+" [ __omp_e ]", out+" [ __omp_e ]") })
	case r.declared[x.op].original():
		r.text("__typeof__ ( %s ) %s ;", x.name, x.name)
		r.initial(x.op, x.name, fmt.Sprintf("__omp_first_%d_%s", n, x.name))
	default:
		r.text("__typeof__ ( %s ) %s ;", x.name, x.name)
		r.initial(x.op, x.name, out)
	}
}

// initial writes the initial value of a private copy of an original variable or element.
func (r *rewriter) initial(op, private, original string) {
	if list := r.declared[op]; list != nil {
		r.text("%s ( & %s , & %s ) ;", list.function("__omp_initial", private), private, original)
		return
	}
	r.text("%s = %s ;", private, strings.ReplaceAll(neutral[op], "$", private))
}

// combine writes the end of a region's reductions: one atomic update of the original variable for each thread. They are seq_cst, since
// a reduction's result has one value under every memory model.
func (r *rewriter) combine(s sharing, n int) {
	for _, x := range s.reductions {
		out := fmt.Sprintf("( * __omp_out_%d_%s )", n, x.name)
		switch {
		case x.section:
			part := fmt.Sprintf("__omp_part_%d_%s", n, x.name)
			r.elements(part, func() { r.combineOne(x.op, fmt.Sprintf("__omp_out_%d_%s [ __omp_e ]", n, x.name), part+" [ __omp_e ]") })
		case r.isArray(x.name):
			r.elements(x.name, func() { r.combineOne(x.op, out+" [ __omp_e ]", x.name+" [ __omp_e ]") })
		default:
			r.combineOne(x.op, out, x.name)
		}
	}
}

func (r *rewriter) combineOne(op, out, private string) {
	if list := r.declared[op]; list != nil {
		const lock = "__omp_reduction" // no name of a critical construct
		r.locks[lock] = true
		r.text("__heddle_omp_enter_critical ( & %s ) ; %s ( & %s , & %s ) ; __heddle_omp_leave_critical ( & %s ) ;", lock, list.function("__omp_combine", private), out, private, lock)
		return
	}
	switch op {
	case "min", "max":
		less := map[string]string{"min": "<", "max": ">"}[op]
		r.updateBy(out, private, fmt.Sprintf("__omp_operand %s __omp_old ? __omp_operand : __omp_old", less), "", seqCst)
		r.text("}")
	case "&&", "||":
		r.updateBy(out, private, "__omp_old "+op+" __omp_operand", "", seqCst)
		r.text("}")
	case "-":
		r.update(updated{place: out, operator: "+", operand: private}, seqCst, "")
	default:
		r.update(updated{place: out, operator: op, operand: private}, seqCst, "")
	}
}

// declaredReduction is a reduction that the program declares for a list of types (5.5.11).
type declaredReduction []typedReduction

type typedReduction struct {
	typ string
	id  int // of the functions that initialise a copy and combine two values
	// original tells that the initial value depends on that of the variable.
	original bool
}

// original reports whether initial values depend on those of the variables.
func (l declaredReduction) original() bool {
	return slices.ContainsFunc(l, func(t typedReduction) bool { return t.original })
}

// function returns the function for the type of a variable.
func (l declaredReduction) function(kind, x string) string {
	var cases []string
	for _, t := range l {
		cases = append(cases, fmt.Sprintf("%s : %s_%d", t.typ, kind, t.id))
	}
	return fmt.Sprintf("_Generic ( %s , %s )", x, strings.Join(cases, " , "))
}

// declareReduction writes the two functions of a reduction for each of its types.
func (r *rewriter) declareReduction(d *directive, storage string) {
	parts := split(d.args, ":")
	if len(parts) < 3 || len(parts[0]) != 1 || parts[0][0].Kind != preprocess.Name || neutral[parts[0][0].Text] != "" {
		r.unsupported(*d)
	}
	name := parts[0][0].Text
	combiner := d.args[len(parts[0])+len(parts[1])+2:]
	for _, typ := range split(parts[1], ",") {
		id := r.newNumber()
		t := "__typeof__ ( " + spell(typ) + " )"
		r.text("%s void __omp_combine_%d ( %s * __omp_out , %s * __omp_in ) { %s ; }", storage, id, t, t, onPlaces(combiner))
		r.text("%s void __omp_initial_%d ( %s * __omp_priv , %s * __omp_orig ) { %s }", storage, id, t, t, r.initializer(d, t))
		list := slices.DeleteFunc(r.declared[name], func(e typedReduction) bool { return e.typ == spell(typ) })
		original := false
		if c := d.find("initializer"); c != nil {
			original = slices.ContainsFunc(c.args, func(t preprocess.Token) bool { return t.Text == "omp_orig" })
		}
		r.declared[name] = append(list, typedReduction{spell(typ), id, original})
	}
}

// initializer returns the statements that give a private copy its initial value.
func (r *rewriter) initializer(d *directive, typ string) string {
	c := d.find("initializer")
	switch {
	case c == nil:
		return "* __omp_priv = ( " + typ + " ) { 0 } ;"
	case len(c.args) > 2 && is(c.args[0], "omp_priv") && is(c.args[1], "="):
		return typ + " __omp_new = " + onPlaces(c.args[2:]) + " ; * __omp_priv = __omp_new ;"
	}
	return onPlaces(c.args) + " ;"
}

// onPlaces returns the text of tokens with the special variables of a declared reduction replaced by dereferences of parameters.
func onPlaces(list []preprocess.Token) string {
	special := set("omp_out omp_in omp_priv omp_orig")
	var words []string
	for _, t := range list {
		if special[t.Text] {
			t.Text = "( * __" + t.Text + " )"
		}
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
}

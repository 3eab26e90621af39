package openmp

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// Prefix begins the text of a Pragma token that is a directive of OpenMP.
const Prefix = "omp "

// rewriter is the state of the rewriting of one unit.
type rewriter struct {
	in     []preprocess.Token
	at     int
	out    []preprocess.Token
	pos    preprocess.Pos // of the directive that is being rewritten: the place of new tokens
	number int            // of the last construct
	names  map[string]int // how many functions have a name
	locks  map[string]bool
	env    environment // of the worksharing construct that begins
	cross  doacross    // of the innermost loop construct
	own    []string    // the threadprivate variables
	// declared has the reductions that directives declare, by name.
	declared map[string]declaredReduction
	exits    exits
	report   func(diag.Diagnostic, preprocess.Pos)
}

// exits tells which statements leave the innermost construct, which has one exit, at its end (5.2 section 4.1).
type exits struct {
	inside bool // there is a construct
	loops  int  // that a continue inside the construct may continue
	breaks int  // loops and switches that a break inside the construct may leave
}

// failure ends the rewriting: an error was reported.
type failure struct{}

// Rewrite returns the tokens of a unit with every directive of OpenMP replaced by C. Errors are reported with their places; the result is
// then not to be used.
func Rewrite(list []preprocess.Token, report func(diag.Diagnostic, preprocess.Pos)) (out []preprocess.Token) {
	r := &rewriter{in: list, names: make(map[string]int), locks: make(map[string]bool), declared: make(map[string]declaredReduction), report: report}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(failure); !ok {
				panic(e)
			}
		}
		var first []preprocess.Token
		for _, name := range sorted(r.locks) {
			first = append(first, preprocess.Tokens("int "+name+" [ 10 ] __attribute__ ( ( weak ) ) ;", preprocess.Pos{})...)
		}
		out = append(first, r.out...)
	}()
	for r.at < len(r.in) {
		r.item()
	}
	return nil
}

// item rewrites what is next outside statements: directives at file scope, and blocks.
func (r *rewriter) item() {
	switch t := r.in[r.at]; {
	case isDirective(t):
		r.fileDirective(t)
	case is(t, "{"):
		r.block()
	default:
		r.copy()
	}
}

// fileDirective rewrites a directive at file scope.
func (r *rewriter) fileDirective(t preprocess.Token) {
	d := r.parse(t)
	r.at++
	r.pos = t.Pos
	r.declarative(d, "static")
}

// declarative rewrites a directive that stands where a declaration may stand. Functions that it makes have the given storage class.
func (r *rewriter) declarative(d directive, storage string) {
	switch {
	case d.name == "threadprivate":
		r.own = append(r.own, strings.Fields(spellNames(d.args))...)
		r.text(`_Static_assert ( 1 , "#pragma omp threadprivate %s" ) ;`, strings.ReplaceAll(spell(d.args), ",", " "))
	case d.name == "declare reduction":
		r.declareReduction(&d, storage)
	case silent[d.name]:
	default:
		r.unsupported(d)
	}
}

// silent has the directives that change nothing about executions on the host.
var silent = map[string]bool{"declare simd": true, "declare target": true, "begin declare target": true, "end declare target": true, "requires": true}

// block rewrites a compound statement.
func (r *rewriter) block() {
	r.copy()
	for r.at < len(r.in) && !is(r.in[r.at], "}") {
		r.statement()
	}
	if r.at < len(r.in) {
		r.copy()
	}
}

// statement rewrites a statement or declaration in a block.
func (r *rewriter) statement() {
	if r.at >= len(r.in) {
		return
	}
	t := r.in[r.at]
	around := r.exits
	defer func() { r.exits = around }()
	switch {
	case isDirective(t):
		r.directive(t)
	case is(t, "{"):
		r.block()
	case is(t, "if"):
		r.copy()
		r.brackets()
		r.statement()
		if r.next("else") {
			r.copy()
			r.statement()
		}
	case is(t, "for"), is(t, "while"), is(t, "switch"):
		r.exits.breaks++
		if !is(t, "switch") {
			r.exits.loops++
		}
		r.copy()
		r.brackets()
		r.statement()
	case is(t, "do"):
		r.exits.breaks++
		r.exits.loops++
		r.copy()
		r.statement()
		r.simple()
	case r.exits.inside && (is(t, "return") || is(t, "goto") || is(t, "break") && r.exits.breaks == 0 || is(t, "continue") && r.exits.loops == 0):
		r.fail(t.Pos, "unsupported", "unsupported: %s inside a construct of OpenMP", t.Text)
	case is(t, "else"):
		r.copy() // without an if: the parser reports it
	case is(t, "case"), is(t, "default"):
		for r.at < len(r.in) && !is(r.in[r.at], ":") {
			r.copy()
		}
		r.label()
	case t.Kind == preprocess.Name && r.at+1 < len(r.in) && is(r.in[r.at+1], ":"):
		r.copy()
		r.label()
	default:
		r.simple()
	}
}

// label rewrites the colon of a label and the statement behind it.
func (r *rewriter) label() {
	if r.at < len(r.in) {
		r.copy()
	}
	if r.at < len(r.in) && !is(r.in[r.at], "}") {
		r.statement()
	}
}

// simple rewrites a statement that ends with a semicolon, or a function definition inside a block. Statement expressions in it are
// statements.
func (r *rewriter) simple() {
	depth := 0
	initialised := false
	for r.at < len(r.in) {
		t := r.in[r.at]
		switch {
		case isDirective(t):
			r.fail(t.Pos, "syntax", "a directive of OpenMP inside an expression or declaration")
		case is(t, "{"):
			bare := depth == 0 && !initialised
			r.block()
			if bare && !r.next(";") && !r.next("=") && !r.declares() {
				return // a function
			}
			continue
		case is(t, "}"):
			if depth == 0 {
				return
			}
			depth--
		case is(t, "("), is(t, "["):
			depth++
		case is(t, ")"), is(t, "]"):
			depth--
		case is(t, "="):
			initialised = true
		case is(t, ";") && depth <= 0:
			r.copy()
			return
		}
		r.copy()
	}
}

// declares reports whether a name, star or attribute is next: the declarators behind a structure's members.
func (r *rewriter) declares() bool {
	return r.at < len(r.in) && (r.in[r.at].Kind == preprocess.Name || is(r.in[r.at], "*") || is(r.in[r.at], "("))
}

// brackets copies a list in brackets.
func (r *rewriter) brackets() {
	if !r.next("(") {
		return
	}
	end := closing(r.in, r.at)
	if end < 0 {
		end = len(r.in) - 1
	}
	for r.at <= end {
		if isDirective(r.in[r.at]) {
			r.fail(r.in[r.at].Pos, "syntax", "a directive of OpenMP inside an expression or declaration")
		}
		r.copy()
	}
}

// copy copies the next token.
func (r *rewriter) copy() {
	r.out = append(r.out, r.in[r.at])
	r.at++
}

// next reports whether a token with a text is next.
func (r *rewriter) next(text string) bool { return r.at < len(r.in) && is(r.in[r.at], text) }

// text appends new tokens.
func (r *rewriter) text(format string, args ...any) {
	r.out = append(r.out, preprocess.Tokens(fmt.Sprintf(format, args...), r.pos)...)
}

// tokens appends tokens of the program.
func (r *rewriter) tokens(list []preprocess.Token) { r.out = append(r.out, list...) }

// captured returns the tokens that f appends, without appending them.
func (r *rewriter) captured(f func()) []preprocess.Token {
	n := len(r.out)
	f()
	list := append([]preprocess.Token(nil), r.out[n:]...)
	r.out = r.out[:n]
	return list
}

// body returns the rewritten statement that is next.
func (r *rewriter) body() []preprocess.Token {
	pos := r.pos
	defer func() { r.pos = pos }()
	return r.captured(r.statement)
}

// isDirective reports whether a token is a directive of OpenMP.
func isDirective(t preprocess.Token) bool {
	return t.Kind == preprocess.Pragma && strings.HasPrefix(t.Text, Prefix)
}

// parse parses the directive of a token.
func (r *rewriter) parse(t preprocess.Token) directive {
	line := preprocess.Tokens(t.Text, t.Pos)
	d, ok := parse(line[1:], t.Pos)
	if !ok {
		r.fail(t.Pos, "syntax", "invalid directive #pragma %s", t.Text)
	}
	return d
}

// fail reports an error and ends the rewriting.
func (r *rewriter) fail(pos preprocess.Pos, code, format string, args ...any) {
	r.report(diag.Diagnostic{Code: code, Message: fmt.Sprintf(format, args...)}, pos)
	panic(failure{})
}

// unsupported refuses a directive.
func (r *rewriter) unsupported(d directive) {
	r.fail(d.pos, "unsupported", "unsupported: #pragma omp %s", d.name)
}

// refuseClause refuses a clause.
func (r *rewriter) refuseClause(d *directive, c *clause) {
	r.fail(c.pos, "unsupported", "unsupported: clause %s of #pragma omp %s", c.name, d.name)
}

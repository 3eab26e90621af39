package shrink

import (
	"context"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Text is the index of a program's sources.
type Text struct {
	program   *ir.Program
	constants map[string]string // texts of the constants that can be set, by name or place
	files     map[string]*file
	uses      map[string]*use    // by name of a constant
	variables map[string]bool    // constants that are variables at file scope
	numbers   map[string][]spot  // by text: where the number stands
	indices   map[string]int64   // by array: the largest literal index
	members   map[string][]spot  // by name: where a member is named behind . or ->
	values    map[string][]token // by name: the tokens of the constant's text
	functions map[string]ir.FuncID
	calls     map[ir.FuncID][]verdict.Location // by callee
	ctx       context.Context
	work      int // steps that questions may still take

	followed map[variable][]expression // the sources of variables' values
	sources  map[variable]*sources     // the constants that they depend on
}

// file is a source file.
type file struct {
	name   string
	tokens []token
	lines  map[int]int // by line: the index of its first token
	marked bool        // line markers renumber its lines: no number has a known place
}

// spot is a token of a file.
type spot struct {
	file *file
	at   int
}

func (s spot) token() *token { return &s.file.tokens[s.at] }

// maxSteps bounds the steps of all questions, so that a question about a large program stays short.
const maxSteps = 2_000_000

// Read makes the index of a program. lines returns a source file's lines. constants maps names to the texts
// that --set can replace. The index is nil if ctx ends before it is complete.
func Read(ctx context.Context, p *ir.Program, lines func(file string) []string, constants map[string]string) *Text {
	t := &Text{program: p, constants: constants, files: make(map[string]*file), uses: make(map[string]*use), variables: make(map[string]bool),
		numbers: make(map[string][]spot), indices: make(map[string]int64), members: make(map[string][]spot), values: make(map[string][]token), functions: make(map[string]ir.FuncID),
		calls: make(map[ir.FuncID][]verdict.Location), ctx: ctx, work: maxSteps,
		followed: make(map[variable][]expression), sources: make(map[variable]*sources)}
	for name, text := range constants {
		t.uses[name] = &use{}
		t.values[name] = scan([]string{text})
	}
	if lines == nil || p == nil {
		return t
	}
	for _, name := range p.Files {
		text := lines(name)
		if text == nil {
			continue
		}
		f := &file{name: name, tokens: scan(text), lines: make(map[int]int)}
		for i := range f.tokens {
			if _, known := f.lines[f.tokens[i].line]; !known {
				f.lines[f.tokens[i].line] = i
			}
		}
		t.files[name] = f
		t.fileScope(f)
		if ctx.Err() != nil {
			return nil
		}
	}
	for _, name := range p.Files {
		if f := t.files[name]; f != nil {
			t.collect(f)
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	t.settle()
	t.callers()
	return t
}

// fileScope records which constants are variables at file scope.
func (t *Text) fileScope(f *file) {
	for i := range f.tokens {
		tok := &f.tokens[i]
		if tok.depth == 0 && !tok.directive && tok.isName() && at(f.tokens, i+1) == "=" && t.uses[tok.text] != nil {
			t.variables[tok.text] = true
		}
	}
}

// callers lists the calls of each function.
func (t *Text) callers() {
	p := t.program
	for id := 1; id < len(p.Funcs); id++ {
		f := &p.Funcs[id]
		if !f.HasBody() || f.Model {
			continue
		}
		if _, known := t.functions[f.Name]; !known {
			t.functions[f.Name] = ir.FuncID(id)
		}
		for _, in := range f.Instrs() {
			if in.Op == ir.OpCall {
				t.calls[in.Func] = append(t.calls[in.Func], in.Pos.In(p.Files, f.Name))
			}
		}
	}
}

// step counts a step of a question and reports whether there may be more.
func (t *Text) step() bool {
	t.work--
	return t.work > 0 && (t.work%1024 != 0 || t.ctx.Err() == nil)
}

// line returns the index of the first token of a line; ok: it has one.
func (t *Text) line(name string, line int) (f *file, i int, ok bool) {
	if f = t.files[name]; f == nil {
		return nil, 0, false
	}
	i, ok = f.lines[line]
	return f, i, ok
}

// variable is a parameter, a local variable, or a member: that has no function.
type variable struct {
	function string
	name     string
}

// expression is a part of a function's text: tokens from one index up to another.
type expression struct {
	file     *file
	from, to int
	function string
}

func (e expression) tokens() []token { return e.file.tokens[e.from:e.to] }

// maxCallers bounds how many calls of one function are followed: more have no single constant in common.
const maxCallers = 64

// definitions returns the expressions that give a variable its value: an assignment in the function, or the
// arguments of calls; all assignments to members of that name. The list is empty if they are not known, or too many.
func (t *Text) definitions(v variable, before int, f *file) []expression {
	if list, known := t.followed[v]; known {
		return list
	}
	t.followed[v] = nil // while it is looked for
	if v.function == "" {
		list := t.stored(v.name)
		t.followed[v] = list
		return list
	}
	list := t.passed(v)
	if assigned, ok := t.assigned(v, before, f); !ok {
		list = nil
	} else if assigned != nil {
		list = []expression{*assigned}
	}
	t.followed[v] = list
	return list
}

// assigned returns the last assignment to a variable before a token of its function; nil: there is none. It
// is not ok if the assignment is not plain.
func (t *Text) assigned(v variable, before int, f *file) (*expression, bool) {
	first := f.tokens[before].line // of a function that is not known, its line
	id := t.functions[v.function]
	if id != 0 {
		first = int(t.program.Funcs[id].Pos.Line)
	}
	for i := before - 1; i >= 0 && f.tokens[i].line >= first && (id == 0 || f.tokens[i].depth > 0); i-- {
		if !t.step() {
			return nil, false
		}
		if f.tokens[i].text != v.name || f.tokens[i].directive || selects[at(f.tokens, i-1)] {
			continue
		}
		switch op := at(f.tokens, i+1); {
		case op == "=":
			e := t.operand(f, i+2, v.function)
			return &e, true
		case assigning[op], at(f.tokens, i-1) == "&", at(f.tokens, i-1) == "++", at(f.tokens, i-1) == "--":
			return nil, false
		}
	}
	return nil, true
}

// operand returns the expression that begins at a token and ends with a statement, an initialiser or a comma.
func (t *Text) operand(f *file, from int, function string) expression {
	to := from
	for ; to < len(f.tokens) && !strings.Contains(";,}", f.tokens[to].text); to++ {
		if m := f.tokens[to].match; m > to {
			to = m
		}
	}
	return expression{f, from, min(to, len(f.tokens)), function}
}

// selects are the operators in front of a member's name.
var selects = map[string]bool{".": true, "->": true}

// stored returns the values that assignments give to members of a name. It is nil if a member is changed in another
// way, or if there are too many. It does not see initialisers without names.
func (t *Text) stored(name string) (out []expression) {
	for _, s := range t.members[name] {
		toks := s.file.tokens
		begin := s.at // of what selects the member
		for begin > 0 && (toks[begin-1].isName() || selects[toks[begin-1].text]) && t.step() {
			begin--
		}
		before := at(toks, begin-1)
		switch op := at(toks, s.at+1); {
		case op == "=" && len(out) < maxCallers:
			out = append(out, t.operand(s.file, s.at+2, t.enclosing(s)))
		case assigning[op], before == "&", before == "++", before == "--":
			return nil
		}
	}
	return out
}

// enclosing returns the name of the function around a token; empty: there is none.
func (t *Text) enclosing(s spot) (name string) {
	best := int32(0)
	for f, id := range t.functions {
		if pos := t.program.Funcs[id].Pos; t.step() && pos.Line > best && int(pos.Line) <= s.token().line && pos.In(t.program.Files, "").File == s.file.name {
			name, best = f, pos.Line
		}
	}
	return name
}

// passed returns the arguments that a parameter gets.
func (t *Text) passed(v variable) []expression {
	id := t.functions[v.function]
	if id == 0 {
		return nil
	}
	fn := &t.program.Funcs[id]
	index := slices.IndexFunc(fn.Params, func(r ir.Reg) bool { return fn.Regs[r].Name == v.name })
	if index < 0 || len(t.calls[id]) > maxCallers {
		return nil
	}
	if fn.Regs[fn.Params[0]].Name == "" {
		index-- // where the result goes
	}
	var out []expression
	for _, place := range t.calls[id] {
		args := t.arguments(place, fn.Name)
		if index < 0 || index >= len(args) {
			return nil // not all calls are known
		}
		out = append(out, args[index])
	}
	return out
}

// maxLines is how many lines after the place of a call its name may be.
const maxLines = 8

// arguments returns the arguments of the call at a place; empty name: of the first call there.
func (t *Text) arguments(place verdict.Location, callee string) []expression {
	f, i, ok := t.line(place.File, place.Line)
	if !ok {
		return nil
	}
	for ; i < len(f.tokens) && f.tokens[i].line < place.Line+maxLines; i++ {
		if !t.step() {
			return nil
		}
		tok := &f.tokens[i]
		named := tok.text == callee || callee == "" && tok.isName() && (tok.line > place.Line || tok.column >= place.Column)
		if named && at(f.tokens, i+1) == "(" && f.tokens[i+1].match > 0 {
			return split(expression{f, i + 2, f.tokens[i+1].match, place.Function}, ",")
		}
		if callee == "" && tok.line > place.Line {
			return nil
		}
	}
	return nil
}

// split splits an expression at the tokens of a text that are in no parentheses.
func split(e expression, by string) (out []expression) {
	from := e.from
	for i := e.from; i < e.to; i++ {
		if m := e.file.tokens[i].match; m > i {
			i = m
			continue
		}
		if e.file.tokens[i].text == by {
			out = append(out, expression{e.file, from, i, e.function})
			from = i + 1
		}
	}
	return append(out, expression{e.file, from, e.to, e.function})
}

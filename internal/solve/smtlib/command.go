package smtlib

import (
	"io"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Command is a command of a script, read.
type Command struct {
	Name string // such as check-sat
	Pos  Pos
	// Terms holds the asserted Bool, the assumptions, or the terms of get-value.
	Terms    []term.ID
	Meanings []Meaning // of get-value: the meanings of Terms
	// Exprs holds Terms as they were written.
	Exprs []Sexp
	// Label is the name that (! t :named Label) gives to an asserted Bool.
	Label string
	// Levels is the number of levels to push or pop.
	Levels uint
	// Key and Value are of set-option and set-info, Key of get-option and
	// get-info, Value of echo and set-logic.
	Key   string
	Value Sexp
}

// Variable is a constant that was declared.
type Variable struct {
	Symbol  string // as it is written
	Sort    string // as it is written
	Term    term.ID
	Meaning Meaning
}

// ParseOptions bounds the size of the input; zero means a default.
type ParseOptions struct {
	MaxTerms int   // terms of the store; default 2^26
	MaxBytes int64 // bytes of a command; default 2^30
}

// Parser reads the commands of a script.
type Parser struct {
	src    *Reader
	scope  scope
	vars   []Variable
	undo   []string // names defined so far, for pop
	levels []level
	global bool // declarations outlive their level
}

// level holds the lengths of undo and vars when a level was pushed.
type level struct{ undo, vars int }

// NewParser returns a parser whose terms go to a store.
func NewParser(src io.Reader, store *term.Store, opts ParseOptions) *Parser {
	if opts.MaxTerms == 0 {
		opts.MaxTerms = 1 << 26
	}
	if opts.MaxBytes == 0 {
		opts.MaxBytes = 1 << 30
	}
	p := &Parser{src: NewReader(src, opts.MaxBytes)}
	p.scope = scope{store: store, names: make(map[string]binding), opened: make(map[string]term.ID), maxTerms: opts.MaxTerms, bind: p.bind}
	return p
}

// Vars returns the variables that are declared, in order. The slice is valid
// until the next call of Next.
func (p *Parser) Vars() []Variable { return p.vars }

// Next returns the next command, or io.EOF at the end of the text. Other errors are an *Error, or wrap
// an error of the source. The text after an error is not read.
func (p *Parser) Next() (*Command, error) {
	e, err := p.src.Next()
	if err != nil {
		return nil, err
	}
	name := e.head()
	read, ok := commands[name]
	switch {
	case name == "":
		return nil, errorAt(e.Pos, "found %s, expected a command", e.describe())
	case !ok:
		return nil, unsupportedAt(e.Pos, "command %s", name)
	}
	cmd := &Command{Name: name, Pos: e.Pos}
	if err := read(p, cmd, &e, e.List[1:]); err != nil {
		return nil, err
	}
	return cmd, nil
}

// commands holds the functions that read commands, by name.
var commands map[string]func(p *Parser, cmd *Command, e *Sexp, args []Sexp) error

func init() { // avoids an initialisation cycle between the table and its functions
	commands = map[string]func(*Parser, *Command, *Sexp, []Sexp) error{
		"set-logic":             (*Parser).readValue,
		"echo":                  (*Parser).readValue,
		"set-option":            (*Parser).readOption,
		"set-info":              (*Parser).readOption,
		"get-option":            (*Parser).readOption,
		"get-info":              (*Parser).readOption,
		"declare-fun":           (*Parser).readDeclaration,
		"declare-const":         (*Parser).readDeclaration,
		"define-fun":            (*Parser).readDefinition,
		"define-const":          (*Parser).readDefinition,
		"assert":                (*Parser).readAssertion,
		"check-sat-assuming":    (*Parser).readTerms,
		"get-value":             (*Parser).readTerms,
		"push":                  (*Parser).readLevels,
		"pop":                   (*Parser).readLevels,
		"check-sat":             (*Parser).readNothing,
		"get-model":             (*Parser).readNothing,
		"get-unsat-core":        (*Parser).readNothing,
		"get-unsat-assumptions": (*Parser).readNothing,
		"reset":                 (*Parser).readNothing,
		"reset-assertions":      (*Parser).readNothing,
		"exit":                  (*Parser).readNothing,
	}
}

func (p *Parser) readNothing(cmd *Command, e *Sexp, args []Sexp) error {
	if len(args) > 0 {
		return errorAt(args[0].Pos, "found %s after %s", args[0].describe(), cmd.Name)
	}
	switch cmd.Name {
	case "reset":
		p.global = false
		fallthrough
	case "reset-assertions":
		p.levels = append(p.levels[:0], level{})
		p.pop()
	}
	return nil
}

func (p *Parser) readValue(cmd *Command, e *Sexp, args []Sexp) error {
	if len(args) != 1 {
		return errorAt(e.Pos, "%s of %d arguments, expected 1", cmd.Name, len(args))
	}
	cmd.Value = args[0]
	return nil
}

func (p *Parser) readOption(cmd *Command, e *Sexp, args []Sexp) error {
	if len(args) == 0 || len(args) > 2 || args[0].Kind != Keyword {
		return errorAt(e.Pos, "%s: expected a keyword and at most one value", cmd.Name)
	}
	cmd.Key = args[0].Text
	if len(args) == 2 {
		cmd.Value = args[1]
	}
	if cmd.Name == "set-option" && cmd.Key == ":global-declarations" {
		p.global = cmd.Value.Is("true")
	}
	return nil
}

func (p *Parser) readLevels(cmd *Command, e *Sexp, args []Sexp) error {
	cmd.Levels = 1
	if len(args) > 1 {
		return errorAt(args[1].Pos, "found %s after %s", args[1].describe(), cmd.Name)
	}
	if len(args) == 1 {
		var err error
		if cmd.Levels, err = readIndex(&args[0]); err != nil {
			return err
		}
	}
	if cmd.Name == "push" {
		if len(p.levels)+int(cmd.Levels) > maxIndex {
			return errorAt(e.Pos, "more than %d levels", maxIndex)
		}
		for range cmd.Levels {
			p.levels = append(p.levels, level{len(p.undo), len(p.vars)})
		}
		return nil
	}
	if int(cmd.Levels) > len(p.levels) {
		return errorAt(e.Pos, "pop of %d levels, there are %d", cmd.Levels, len(p.levels))
	}
	for range cmd.Levels {
		p.pop()
	}
	return nil
}

// pop removes the declarations of the last level.
func (p *Parser) pop() {
	l := p.levels[len(p.levels)-1]
	p.levels = p.levels[:len(p.levels)-1]
	if p.global {
		return
	}
	for _, name := range p.undo[l.undo:] {
		delete(p.scope.names, name)
	}
	p.undo, p.vars = p.undo[:l.undo], p.vars[:l.vars]
}

// bind defines a new name.
func (p *Parser) bind(e *Sexp, b binding) error {
	if e.Kind != Symbol {
		return errorAt(e.Pos, "found %s, expected a name", e.describe())
	}
	_, used := p.scope.names[e.Text]
	_, operator := operators[e.Text]
	_, float := floatOperators[e.Text]
	_, mode := modes[e.Text]
	if used || operator || float || mode || words[e.Text] {
		return errorAt(e.Pos, "%s is declared already", e.describe())
	}
	p.scope.names[e.Text] = b
	p.undo = append(p.undo, e.Text)
	return nil
}

func (p *Parser) readDeclaration(cmd *Command, e *Sexp, args []Sexp) error {
	want := 2
	if cmd.Name == "declare-fun" {
		want = 3
	}
	if len(args) != want || want == 3 && args[1].Kind != List {
		return errorAt(e.Pos, "malformed %s", cmd.Name)
	}
	if want == 3 && len(args[1].List) > 0 {
		return unsupportedAt(e.Pos, "functions that are declared")
	}
	of, err := readSort(&args[want-1])
	if err != nil {
		return err
	}
	v := p.scope.variable(p.scope.store.Var(args[0].Text, of.Sort), of)
	if err := p.bind(&args[0], binding{expr: v}); err != nil {
		return err
	}
	p.vars = append(p.vars, Variable{args[0].String(), args[want-1].String(), v.ID, v.Meaning})
	return nil
}

func (p *Parser) readDefinition(cmd *Command, e *Sexp, args []Sexp) error {
	if cmd.Name == "define-const" && len(args) == 3 {
		args = []Sexp{args[0], {Kind: List, Pos: e.Pos}, args[1], args[2]}
	}
	if len(args) != 4 || args[1].Kind != List {
		return errorAt(e.Pos, "malformed %s", cmd.Name)
	}
	of, err := readSort(&args[2])
	if err != nil {
		return err
	}
	b := binding{}
	saved := make(map[string]binding)
	for i := range args[1].List {
		a := &args[1].List[i]
		if a.Kind != List || len(a.List) != 2 || a.List[0].Kind != Symbol {
			return errorAt(a.Pos, "found %s, expected (name sort)", a.describe())
		}
		of, err := readSort(&a.List[1])
		if err != nil {
			return err
		}
		name := a.List[0].Text
		if _, twice := saved[name]; twice {
			return errorAt(a.Pos, "%s is bound twice", a.List[0].describe())
		}
		// Arguments are values of the sort, so the parameter needs no conversion to one.
		v := p.scope.store.Var(name, of.Sort)
		b.params = append(b.params, param{v, of})
		saved[name] = p.scope.names[name]
		p.scope.names[name] = binding{expr: expr{v, of.Meaning}}
	}
	b.expr, err = p.scope.term(&args[3])
	for name, old := range saved {
		if old.expr.ID == term.None {
			delete(p.scope.names, name)
		} else {
			p.scope.names[name] = old
		}
	}
	if err != nil {
		return err
	}
	if got := p.scope.sort(b.expr); got != of {
		return errorAt(args[3].Pos, "body of sort %s, expected %s", got, of)
	}
	return p.bind(&args[0], b)
}

func (p *Parser) readAssertion(cmd *Command, e *Sexp, args []Sexp) error {
	if len(args) != 1 {
		return errorAt(e.Pos, "assert of %d terms, expected 1", len(args))
	}
	t, err := p.boolean(&args[0])
	if err != nil {
		return err
	}
	cmd.Terms, cmd.Exprs = []term.ID{t}, args
	if args[0].head() == "!" {
		name, err := label(&args[0])
		if err != nil {
			return err
		}
		if name != nil {
			cmd.Label = name.String()
		}
	}
	return nil
}

// boolean builds a Bool.
func (p *Parser) boolean(e *Sexp) (term.ID, error) {
	t, err := p.scope.term(e)
	if err == nil && p.scope.store.Sort(t.ID) != term.Bool {
		err = errorAt(e.Pos, "found a term of sort %s, expected bool", p.scope.sort(t))
	}
	return t.ID, err
}

func (p *Parser) readTerms(cmd *Command, e *Sexp, args []Sexp) error {
	if len(args) != 1 || args[0].Kind != List {
		return errorAt(e.Pos, "%s: expected a list of terms", cmd.Name)
	}
	cmd.Exprs = args[0].List
	for i := range cmd.Exprs {
		if cmd.Name == "check-sat-assuming" {
			t, err := p.boolean(&cmd.Exprs[i])
			if err != nil {
				return err
			}
			cmd.Terms = append(cmd.Terms, t)
			continue
		}
		t, err := p.scope.term(&cmd.Exprs[i])
		if err != nil {
			return err
		}
		cmd.Terms = append(cmd.Terms, t.ID)
		cmd.Meanings = append(cmd.Meanings, t.Meaning)
	}
	return nil
}

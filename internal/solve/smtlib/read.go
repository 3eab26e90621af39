package smtlib

import (
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// scope gives names to terms and functions.
type scope struct {
	store    *term.Store
	names    map[string]binding
	opened   map[string]term.ID // results that the standard leaves open, see open
	maxTerms int
	// bind defines a new name: (! t :named name).
	bind func(name *Sexp, b binding) error
}

// binding is the meaning of a name.
type binding struct {
	expr   expr    // a variable, a bound name, the body of a function
	params []param // of a function, in order
}

// param is a parameter of a function: a variable of the store.
type param struct {
	variable term.ID
	sort     sort
}

// term builds the term that an expression denotes. When it returns, names has no names that are bound
// within the expression.
func (s *scope) term(e *Sexp) (expr, error) {
	if s.store.Len() > s.maxTerms {
		return expr{}, unsupportedAt(e.Pos, "more than %d terms", s.maxTerms)
	}
	switch e.Kind {
	case Symbol:
		return s.symbol(e)
	case Hex, Binary:
		v, width, _, err := readConstant(e)
		if err != nil {
			return expr{}, err
		}
		return expr{ID: s.store.Const(v, width)}, nil
	case List:
		return s.list(e)
	case Numeral, Decimal, String:
		return expr{}, unsupportedAt(e.Pos, "%s: numbers and strings", e.describe())
	}
	return expr{}, errorAt(e.Pos, "found %s, expected a term", e.describe())
}

func (s *scope) symbol(e *Sexp) (expr, error) {
	if b, ok := s.names[e.Text]; ok {
		if len(b.params) > 0 {
			return expr{}, errorAt(e.Pos, "%s takes %d arguments, found none", e.describe(), len(b.params))
		}
		return b.expr, nil
	}
	switch {
	case e.Is("true"):
		return expr{ID: term.True}, nil
	case e.Is("false"):
		return expr{ID: term.False}, nil
	}
	if m, ok := modes[e.Text]; ok {
		return expr{s.store.Uint(uint64(m), roundingWidth), Meaning{Rounding: true}}, nil
	}
	return expr{}, errorAt(e.Pos, "%s is not declared", e.describe())
}

// list builds an application, a binder or an indexed constant.
func (s *scope) list(e *Sexp) (expr, error) {
	if len(e.List) == 0 {
		return expr{}, errorAt(e.Pos, "found (), expected a term")
	}
	head := &e.List[0]
	switch e.head() {
	case "let":
		return s.let(e)
	case "!":
		return s.annotated(e)
	case "_":
		if x, ok, err := s.special(e); ok {
			return x, err
		}
		v, width, ok, err := readConstant(e)
		if err != nil {
			return expr{}, err
		}
		if !ok {
			return expr{}, unsupportedAt(e.Pos, "identifier %s", e.describe())
		}
		return expr{ID: s.store.Const(v, width)}, nil
	case "forall", "exists", "match":
		return expr{}, unsupportedAt(e.Pos, "%s", head.Text)
	}
	if x, ok, err := s.realConstant(e); ok {
		return x, err
	}
	args := make([]expr, len(e.List)-1)
	for i := range args {
		var err error
		if args[i], err = s.term(&e.List[i+1]); err != nil {
			return expr{}, err
		}
	}
	if head.Kind == List {
		return s.qualified(e, head, args)
	}
	return s.apply(e, head, args)
}

// annotated builds (! t attributes…), of which :named counts.
func (s *scope) annotated(e *Sexp) (expr, error) {
	if len(e.List) < 2 {
		return expr{}, errorAt(e.Pos, "found nothing to annotate")
	}
	t, err := s.term(&e.List[1])
	if err != nil {
		return expr{}, err
	}
	name, err := label(e)
	if err == nil && name != nil {
		err = s.bind(name, binding{expr: t})
	}
	return t, err
}

// label returns the name in an annotated term, or nil.
func label(e *Sexp) (*Sexp, error) {
	for i := 2; i < len(e.List); i++ {
		switch a := &e.List[i]; {
		case a.Kind != Keyword || a.Text != ":named":
		case i+1 == len(e.List) || e.List[i+1].Kind != Symbol:
			return nil, errorAt(a.Pos, ":named without a name")
		default:
			return &e.List[i+1], nil
		}
	}
	return nil, nil
}

// apply builds the application of a named function.
func (s *scope) apply(e, head *Sexp, args []expr) (expr, error) {
	if head.Kind != Symbol {
		return expr{}, errorAt(head.Pos, "found %s, expected a function", head.describe())
	}
	if b, ok := s.names[head.Text]; ok {
		return s.call(e, b, args)
	}
	if op, ok := floatOperators[head.Text]; ok {
		return s.applyFloat(e, op, args)
	}
	if head.Text == "fp" {
		return s.triple(e, args)
	}
	op, ok := operators[head.Text]
	if !ok {
		return expr{}, unsupportedAt(head.Pos, "function %s", head.describe())
	}
	if len(args) < op.arity || op.shape == exactly && len(args) > op.arity {
		return expr{}, errorAt(e.Pos, "%s of %d arguments, expected %d", head.describe(), len(args), op.arity)
	}
	if op.shape == pairwise && len(args)*len(args) > s.maxTerms {
		return expr{}, unsupportedAt(e.Pos, "%s of %d arguments", head.describe(), len(args))
	}
	ids := make([]term.ID, len(args))
	for i, a := range args {
		ids[i] = a.ID
	}
	of, err := s.result(e, head, args)
	if err != nil {
		return expr{}, err
	}
	t, err := s.fold(op, ids)
	if err != nil {
		return expr{}, s.wrong(e, head, ids, err)
	}
	return expr{t, of}, nil
}

// result returns the meaning of the result of an operator of the other theories on floats and rounding
// modes, which can be compared and chosen between.
func (s *scope) result(e, head *Sexp, args []expr) (Meaning, error) {
	same, result := args, Meaning{}
	switch head.Text {
	case "=", "distinct":
	case "ite":
		same, result = args[1:], args[1].Meaning
	default:
		if _, ok := plainIDs(args); ok {
			return Meaning{}, nil
		}
		return Meaning{}, errorAt(e.Pos, "%s of floats or rounding modes", head.describe())
	}
	for i, a := range same {
		if a.Meaning != same[0].Meaning {
			return Meaning{}, errorAt(e.Pos, "%s of sorts %s and %s", head.describe(), s.sort(same[0]), s.sort(same[i]))
		}
	}
	if head.Text == "ite" && args[0].Meaning != (Meaning{}) {
		return Meaning{}, errorAt(e.Pos, "condition of sort %s", s.sort(args[0]))
	}
	return result, nil
}

// wrong returns the error for arguments that an operator does not take.
func (s *scope) wrong(e, head *Sexp, args []term.ID, err error) error {
	array := len(args) > 0 && s.store.Sort(args[0]).IsArray()
	if (head.Is("=") || head.Is("distinct")) && array {
		return unsupportedAt(e.Pos, "%s of arrays", head.describe())
	}
	return errorAt(e.Pos, "%v", err)
}

// fold applies an operator to any number of arguments.
func (s *scope) fold(op operator, args []term.ID) (term.ID, error) {
	switch op.shape {
	case exactly:
		return op.build(s.store, args)
	case left:
		if len(args) == 1 {
			return op.build(s.store, []term.ID{args[0], args[0]})
		}
		t := args[0]
		for _, a := range args[1:] {
			var err error
			if t, err = op.build(s.store, []term.ID{t, a}); err != nil {
				return term.None, err
			}
		}
		return t, nil
	case right:
		t := args[len(args)-1]
		for i := len(args) - 2; i >= 0; i-- {
			var err error
			if t, err = op.build(s.store, []term.ID{args[i], t}); err != nil {
				return term.None, err
			}
		}
		return t, nil
	}
	// Relations hold between neighbours, or between any two arguments.
	var all []term.ID
	for i := range args {
		for j := i + 1; j < len(args) && (op.shape == pairwise || j == i+1); j++ {
			t, err := op.build(s.store, []term.ID{args[i], args[j]})
			if err != nil {
				return term.None, err
			}
			all = append(all, t)
		}
	}
	return s.store.Conj(all...), nil
}

// call expands a defined function.
func (s *scope) call(e *Sexp, b binding, args []expr) (expr, error) {
	if len(args) != len(b.params) {
		return expr{}, errorAt(e.Pos, "%s of %d arguments, expected %d", e.List[0].describe(), len(args), len(b.params))
	}
	expand := term.NewTranslator(s.store, s.store)
	for i, p := range b.params {
		if want, got := p.sort, s.sort(args[i]); want != got {
			return expr{}, errorAt(e.List[i+1].Pos, "argument of sort %s, expected %s", got, want)
		}
		expand.Bind(p.variable, args[i].ID)
	}
	return expr{expand.Term(b.expr.ID), b.expr.Meaning}, nil
}

// qualified builds the application of an indexed identifier, or of an identifier with a sort.
func (s *scope) qualified(e, head *Sexp, args []expr) (expr, error) {
	if head.head() == "as" {
		return s.constantArray(e, head, args)
	}
	if head.head() != "_" || len(head.List) < 3 || head.List[1].Kind != Symbol {
		return expr{}, errorAt(head.Pos, "found %s, expected a function", head.describe())
	}
	if x, ok, err := s.convert(e, head, args); ok {
		return x, err
	}
	op, ok := indexedOperators[head.List[1].Text]
	if !ok {
		return expr{}, unsupportedAt(head.Pos, "function %s", head.describe())
	}
	if len(head.List)-2 != op.indices {
		return expr{}, errorAt(head.Pos, "%s has %d indices, expected %d", head.describe(), len(head.List)-2, op.indices)
	}
	at := make([]uint, op.indices)
	for i := range at {
		var err error
		if at[i], err = readIndex(&head.List[i+2]); err != nil {
			return expr{}, err
		}
	}
	switch {
	case len(args) != 1:
		return expr{}, errorAt(e.Pos, "%s of %d arguments, expected 1", head.describe(), len(args))
	case args[0].Meaning != (Meaning{}) || !s.store.Sort(args[0].ID).IsBV():
		return expr{}, errorAt(e.Pos, "%s: argument of sort %s, want a bit-vector", head.describe(), s.sort(args[0]))
	case head.List[1].Text == "repeat" && at[0] == 0:
		return expr{}, errorAt(head.Pos, "%s: no copies", head.describe())
	}
	t, err := op.build(s.store, args[0].ID, at)
	if err != nil {
		return expr{}, errorAt(e.Pos, "%v", err)
	}
	return expr{ID: t}, nil
}

// constantArray builds ((as const (Array I E)) v).
func (s *scope) constantArray(e, head *Sexp, args []expr) (expr, error) {
	if len(head.List) != 3 || !head.List[1].Is("const") {
		return expr{}, unsupportedAt(head.Pos, "%s", head.describe())
	}
	of, err := readSort(&head.List[2])
	if err != nil {
		return expr{}, err
	}
	switch {
	case !of.IsArray():
		return expr{}, errorAt(head.Pos, "constant array of sort %s", of)
	case len(args) != 1:
		return expr{}, errorAt(e.Pos, "constant array of %d arguments, expected 1", len(args))
	case s.sort(args[0]) != sort{Sort: of.Elem()}:
		return expr{}, errorAt(e.List[1].Pos, "argument of sort %s, expected %s", s.sort(args[0]), of.Elem())
	}
	return expr{ID: s.store.ConstArray(of.IndexWidth(), args[0].ID)}, nil
}

// let builds (let ((x t) …) body): the terms are outside the scope of the names.
func (s *scope) let(e *Sexp) (expr, error) {
	if len(e.List) != 3 || e.List[1].Kind != List || len(e.List[1].List) == 0 {
		return expr{}, errorAt(e.Pos, "malformed let, expected (let ((name term) …) term)")
	}
	bindings := e.List[1].List
	values := make([]expr, len(bindings))
	bound := make(map[string]bool, len(bindings))
	for i := range bindings {
		b := &bindings[i]
		if b.Kind != List || len(b.List) != 2 || b.List[0].Kind != Symbol {
			return expr{}, errorAt(b.Pos, "found %s, expected (name term)", b.describe())
		}
		if bound[b.List[0].Text] {
			return expr{}, errorAt(b.Pos, "%s is bound twice", b.List[0].describe())
		}
		bound[b.List[0].Text] = true
		var err error
		if values[i], err = s.term(&b.List[1]); err != nil {
			return expr{}, err
		}
	}
	saved := make([]binding, len(bindings))
	for i := range bindings {
		name := bindings[i].List[0].Text
		saved[i] = s.names[name]
		s.names[name] = binding{expr: values[i]}
	}
	t, err := s.term(&e.List[2])
	for i := range bindings {
		name := bindings[i].List[0].Text
		if saved[i].expr.ID == term.None {
			delete(s.names, name)
		} else {
			s.names[name] = saved[i]
		}
	}
	return t, err
}

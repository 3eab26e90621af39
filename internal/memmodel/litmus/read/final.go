package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// startsFinal reports whether the part after the threads begins here.
func (r *reader) startsFinal() bool {
	t := r.peek(0)
	switch t.text {
	case "exists", "forall", "locations", "filter", "final":
		return t.kind != quoted
	case "~", "not":
		return r.peek(1).is("exists")
	}
	return t.kind == eof
}

// final reads the part after the threads.
func (r *reader) final() {
	for r.err == nil {
		t := r.next()
		switch {
		case t.is("locations"):
			r.locations()
			continue
		case t.is("filter"):
			r.test.Filter = r.condition()
			r.accept(";")
			continue
		case t.is("exists"), t.is("final"):
			r.test.Quantifier = program.Exists
		case t.is("forall"):
			r.test.Quantifier = program.Forall
		case t.kind == eof: // a test that only asks for the states
			r.test.Quantifier, r.test.Condition = program.Forall, new(program.Condition)
			r.test.Text = "(true)"
			return
		case (t.is("~") || t.is("not")) && r.accept("exists"):
			r.test.Quantifier = program.NotExists
		default:
			r.fail(t.Position, "exists, ~exists or forall expected, found %s", t)
		}
		if r.err != nil {
			return
		}
		from := r.peek(0).from
		r.test.Condition = r.condition()
		if r.err == nil {
			r.test.Text = strings.Join(strings.Fields(r.whole[from:r.peek(0).from]), " ")
		}
		r.accept(";")
		if t.is("final") && r.accept("with") { // quantifiers of other models, which nobody reads
			for r.peek(0).kind == word && r.peek(1).is(":") {
				for r.err == nil && !r.accept(";") {
					if t := r.next(); t.kind == eof {
						r.fail(t.Position, `";" expected, found %s`, t)
					}
				}
			}
		}
		for r.accept("<<") {
			for r.err == nil && !r.accept(">>") {
				if t := r.next(); t.kind == eof {
					r.fail(t.Position, `">>" expected, found %s`, t)
				}
			}
		}
		if t := r.next(); t.kind != eof {
			r.fail(t.Position, "the end of the file expected, found %s", t)
		}
		return
	}
}

func (r *reader) locations() {
	r.list("[", "]", func() {
		r.skipType()
		if p := r.place(); p != nil {
			r.test.Locations = append(r.test.Locations, *p)
		}
	})
}

// condition reads a condition: implications of disjunctions of conjunctions.
func (r *reader) condition() *program.Condition {
	left := r.disjunction()
	if r.accept("=>") {
		return &program.Condition{Connective: program.Either, Args: []*program.Condition{negation(left), r.condition()}}
	}
	return left
}

func negation(c *program.Condition) *program.Condition {
	return &program.Condition{Connective: program.Negation, Args: []*program.Condition{c}}
}

func (r *reader) disjunction() *program.Condition {
	return r.connected(`\/`, program.Either, func() *program.Condition {
		return r.connected(`/\`, program.Both, r.atom)
	})
}

func (r *reader) connected(symbol string, c program.Connective, part func() *program.Condition) *program.Condition {
	args := []*program.Condition{part()}
	for r.err == nil && r.accept(symbol) {
		args = append(args, part())
	}
	if len(args) == 1 {
		return args[0]
	}
	return &program.Condition{Connective: c, Args: args}
}

// maxDepth bounds nested conditions, expressions and statements.
const maxDepth = 200

func (r *reader) deeper() func() {
	if r.depth++; r.depth > maxDepth {
		r.fail(r.peek(0).Position, "more than %d levels", maxDepth)
	}
	return func() { r.depth-- }
}

func (r *reader) atom() *program.Condition {
	defer r.deeper()()
	if r.err != nil {
		return new(program.Condition)
	}
	t := r.peek(0)
	switch {
	case r.accept("~"), r.accept("not"):
		return negation(r.atom())
	case t.is("true") && !r.peek(1).is("="):
		r.next()
		return new(program.Condition)
	case t.is("false") && !r.peek(1).is("="):
		r.next()
		return negation(new(program.Condition))
	case r.accept("("):
		c := r.condition()
		r.expect(")")
		return c
	}
	c := &program.Condition{Connective: program.Equal}
	c.Left.Place = r.place()
	op := r.next()
	switch op.text {
	case "=", "==", "!=":
	case "<", "<=", ">", ">=":
		c.Connective = program.Less
	default:
		r.fail(op.Position, "comparison expected, found %s", op)
		return c
	}
	if t, after := r.peek(0), r.peek(1); threadNumber(t) >= 0 && after.is(":") {
		c.Right.Place = r.place()
	} else {
		c.Right.Number = r.constant()
	}
	if op.is(">") || op.is("<=") {
		c.Left, c.Right = c.Right, c.Left
	}
	if op.is("!=") || op.is("<=") || op.is(">=") {
		return negation(c)
	}
	return c
}

// place reads x, [x], *x, x[1], 0:r or P0:r.
func (r *reader) place() *program.Place {
	t := r.next()
	if n := threadNumber(t); n >= 0 && r.accept(":") {
		reg := r.next()
		if n >= len(r.threads) {
			r.fail(t.Position, "the test has no thread %d", n)
			return nil
		}
		name := r.registerName(reg)
		return &program.Place{Thread: n, Register: r.threads[n].register(name), Name: strings.TrimLeft(t.text, "Pp") + ":" + reg.text}
	}
	if t.is("*") {
		t = r.next()
	}
	bracket := t.is("[")
	if bracket {
		t = r.next()
	}
	if t.kind != word {
		r.fail(t.Position, "register or variable expected, found %s", t)
		return nil
	}
	p := &program.Place{Thread: program.None, Object: r.object(t.text), Name: t.text}
	if r.accept("[") {
		index := r.next()
		if index.kind != number || index.n < 0 || index.n > maxElements {
			r.fail(index.Position, "index expected, found %s", index)
			return nil
		}
		r.expect("]")
		p.Size = r.elementSize(t.text)
		p.Offset = int(index.n) * p.Size
		p.Name += "[" + index.text + "]"
	} else if o := &r.test.Objects[p.Object]; o.Typed && o.Size > o.Element {
		r.fail(t.Position, "%s is an array; one element such as %s[0] expected", t.text, t.text)
	}
	if bracket {
		r.expect("]")
	}
	if r.test.Dialect == program.C {
		p.Size = cell
	}
	return p
}

package cat

import "slices"

// maxDepth bounds the nesting of expressions.
const maxDepth = 500

type parser struct {
	tokens []token
	at     int
	depth  int
}

// bail carries an error up to Parse.
type bail struct{ err error }

// Parse reads a file. path is its name in positions.
func Parse(path, src string) (f *File, err error) {
	tokens, err := lex(path, src)
	if err != nil {
		return nil, err
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bail:
			f, err = nil, r.err
		default:
			panic(r)
		}
	}()
	p := &parser{tokens: tokens}
	f = &File{Title: p.title()}
	for p.peek().kind != endToken {
		f.Stmts = append(f.Stmts, p.statement()...)
	}
	return f, nil
}

func (p *parser) peek() token { return p.tokens[p.at] }

// take returns the next token and passes it. The end is never passed.
func (p *parser) take() token {
	t := p.tokens[p.at]
	if t.kind != endToken {
		p.at++
	}
	return t
}

// accept passes the next token if it has this kind.
func (p *parser) accept(k kind) bool {
	if p.peek().kind != k {
		return false
	}
	p.take()
	return true
}

func (p *parser) expect(k kind) token {
	t := p.take()
	if t.kind != k {
		want := "`" + string(k) + "`"
		if k == nameToken || k == stringToken || k == tagToken {
			want = string(k)
		}
		p.fail(t.pos, "%s expected, not %s", want, t)
	}
	return t
}

func (p *parser) fail(pos Pos, format string, args ...any) {
	panic(bail{errorf(pos, format, args...)})
}

// title reads the names and the string in front of the statements.
func (p *parser) title() string {
	title := ""
	for p.peek().kind == nameToken {
		title = p.take().text
	}
	if p.peek().kind == stringToken {
		title = p.take().text
	}
	return title
}

// statement reads a statement. Those without a meaning here (show, instructions, …) return nothing.
func (p *parser) statement() []Stmt {
	t := p.take()
	switch t.kind {
	case "let":
		let := p.bindings()
		p.accept("in")
		return []Stmt{let}
	case "include":
		return []Stmt{&Include{t.pos, p.expect(stringToken).text}}
	case "show":
		for ok := true; ok; ok = p.accept(",") {
			p.expression()
			if p.accept("as") {
				p.expect(nameToken)
			}
		}
		return nil
	case "unshow":
		for ok := true; ok; ok = p.accept(",") {
			p.expect(nameToken)
		}
		return nil
	case "cut":
		p.expect(nameToken)
		return nil
	case "enum":
		return []Stmt{p.enum(t.pos)}
	case "instructions", "default":
		p.expect(nameToken)
		p.expect("[")
		for ok := true; ok && p.peek().kind != "]"; ok = p.accept(",") {
			p.unary()
		}
		p.expect("]")
		return nil
	case "flag", "undefined_unless", "requires":
		role := Undefined
		if t.kind == "flag" {
			role = Flag
		}
		return []Stmt{p.test(p.take(), role)}
	case "~", "acyclic", "irreflexive", "empty":
		return []Stmt{p.test(t, Axiom)}
	case "procedure", "call", "forall", "with", "match", "debug":
		p.fail(t.pos, "`%s` is not supported", t.kind)
	}
	p.fail(t.pos, "statement expected, not %s", t)
	return nil
}

func (p *parser) enum(pos Pos) *Enum {
	e := &Enum{Pos: pos, Name: p.expect(nameToken).text}
	p.expect("=")
	p.accept("||")
	for ok := true; ok; ok = p.accept("||") {
		e.Tags = append(e.Tags, p.expect(tagToken).text)
	}
	return e
}

// test reads a test that begins with first.
func (p *parser) test(first token, role Role) *Test {
	t := &Test{Pos: first.pos, Role: role}
	if first.kind == "~" {
		t.Negated = true
		first = p.take()
	}
	switch first.kind {
	case "acyclic":
		t.Form = Acyclic
	case "irreflexive":
		t.Form = Irreflexive
	case "empty":
		t.Form = Empty
	default:
		p.fail(first.pos, "`acyclic`, `irreflexive` or `empty` expected, not %s", first)
	}
	t.Body = p.expression()
	if p.accept("as") {
		t.Name = p.expect(nameToken).text
	}
	return t
}

// bindings reads what follows `let`.
func (p *parser) bindings() *Let {
	let := &Let{Rec: p.accept("rec")}
	for ok := true; ok; ok = p.accept("and") {
		let.Bindings = append(let.Bindings, p.binding())
	}
	return let
}

func (p *parser) binding() Binding {
	b := Binding{Pos: p.peek().pos}
	if p.peek().kind == "(" {
		b.Names = p.params()
	} else {
		b.Names = []string{p.expect(nameToken).text}
		switch p.peek().kind {
		case "(":
			b.Params = p.params()
		case nameToken:
			b.Params = []string{p.take().text}
		case ",":
			for p.accept(",") {
				b.Names = append(b.Names, p.expect(nameToken).text)
			}
		}
	}
	names := slices.Concat(b.Names, b.Params)
	for i, name := range names {
		if name != "_" && slices.Contains(names[i+1:], name) && (i >= len(b.Names) || len(b.Params) == 0) {
			p.fail(b.Pos, "`%s` twice in one pattern", name)
		}
	}
	p.expect("=")
	b.Body = p.expression()
	return b
}

// params reads ( name, … ). The result is never nil.
func (p *parser) params() []string {
	names := []string{}
	p.expect("(")
	for ok := true; ok && p.peek().kind != ")"; ok = p.accept(",") {
		names = append(names, p.expect(nameToken).text)
	}
	p.expect(")")
	return names
}

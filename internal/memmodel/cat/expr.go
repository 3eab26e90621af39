package cat

// binary has the operators with two operands, the loosest first, as in herd's grammar.
var binary = []struct {
	kind kind
	op   Op
}{{"|", Union}, {"++", Union}, {";", Seq}, {"\\", Diff}, {"&", Inter}}

// enter counts the nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek().pos, "expression nested too deeply")
	}
}

// expression reads an expression or a tuple without parentheses.
func (p *parser) expression() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	t := p.peek()
	switch t.kind {
	case "let":
		p.take()
		let := p.bindings()
		p.expect("in")
		return &Expr{Op: Local, Pos: t.pos, Let: let, Args: []*Expr{p.expression()}}
	case "fun":
		p.take()
		e := &Expr{Op: Func, Pos: t.pos}
		if p.peek().kind == "(" {
			e.Params = p.params()
		} else {
			e.Params = []string{p.expect(nameToken).text}
		}
		p.expect("->")
		e.Args = []*Expr{p.expression()}
		return e
	case "try":
		p.take()
		first := p.expression()
		p.expect("with")
		return &Expr{Op: Try, Pos: t.pos, Args: []*Expr{first, p.expression()}}
	case "if", "match":
		p.fail(t.pos, "`%s` is not supported", t.kind)
	}
	return p.level(0)
}

// level reads operands of the operators binary[n] and tighter ones. All of them are read from the left; only for
// the difference that matters.
func (p *parser) level(n int) *Expr {
	if n == len(binary) {
		return p.unary()
	}
	left := p.level(n + 1)
	for p.peek().kind == binary[n].kind {
		t := p.take()
		left = &Expr{Op: binary[n].op, Pos: t.pos, Args: []*Expr{left, p.level(n + 1)}}
	}
	return left
}

// unary reads complements and products.
func (p *parser) unary() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	if t := p.peek(); p.accept("~") {
		return &Expr{Op: Complement, Pos: t.pos, Args: []*Expr{p.unary()}}
	}
	left := p.postfix()
	for p.peek().kind == "*" && p.factor() {
		t := p.take()
		right := (*Expr)(nil)
		if p.peek().kind == "~" {
			right = p.unary()
		} else {
			right = p.postfix()
		}
		left = &Expr{Op: Cross, Pos: t.pos, Args: []*Expr{left, right}}
	}
	return left
}

// operand reports whether t begins an operand.
func operand(t token) bool {
	switch t.kind {
	case nameToken, tagToken, "(", "[", "{", "begin":
		return true
	}
	return false
}

// factor reports whether the next token is the * of a product: an operand follows it. A ~ may begin a
// test instead.
func (p *parser) factor() bool {
	t := p.tokens[p.at+1]
	if t.kind != "~" {
		return operand(t)
	}
	switch p.tokens[p.at+2].kind {
	case "acyclic", "irreflexive", "empty":
		return false
	}
	return true
}

func (p *parser) postfix() *Expr {
	e := p.application()
	for {
		t := p.peek()
		op := Op(0)
		switch t.kind {
		case "+":
			op = Plus
		case "?":
			op = Opt
		case "^-1":
			op = Inverse
		case "*":
			if p.factor() {
				return e
			}
			op = Star
		case "^": // Dat3M writes ^* and ^+ too
			p.take()
			switch t = p.peek(); t.kind {
			case "+":
				op = Plus
			case "*":
				op = Star
			default:
				p.fail(t.pos, "`-1`, `+` or `*` expected after `^`, not %s", t)
			}
		default:
			return e
		}
		p.take()
		e = &Expr{Op: op, Pos: t.pos, Args: []*Expr{e}}
	}
}

// application reads a primary expression, or a name with the arguments that follow it.
func (p *parser) application() *Expr {
	isName := p.peek().kind == nameToken
	e := p.primary()
	for isName && e.Op != Nothing && e.Op != All && operand(p.peek()) {
		t := p.peek()
		e = &Expr{Op: Call, Pos: t.pos, Args: []*Expr{e, p.primary()}}
	}
	return e
}

func (p *parser) primary() *Expr {
	t := p.take()
	switch t.kind {
	case nameToken:
		switch t.text {
		case "0":
			return &Expr{Op: Nothing, Pos: t.pos}
		case "_":
			return &Expr{Op: All, Pos: t.pos}
		}
		return &Expr{Op: Name, Pos: t.pos, Text: t.text}
	case tagToken:
		return &Expr{Op: Tag, Pos: t.pos, Text: t.text}
	case "(":
		if p.accept(")") {
			return &Expr{Op: Tuple, Pos: t.pos}
		}
		e := p.tuple(t.pos)
		p.expect(")")
		return e
	case "begin":
		e := p.tuple(t.pos)
		p.expect("end")
		return e
	case "[":
		e := p.expression()
		p.expect("]")
		return &Expr{Op: Identity, Pos: t.pos, Args: []*Expr{e}}
	case "{":
		if p.accept("}") {
			return &Expr{Op: EmptySet, Pos: t.pos}
		}
		e := p.tuple(t.pos)
		p.expect("}")
		elements := []*Expr{e}
		if e.Op == Tuple {
			elements = e.Args
		}
		union := &Expr{Op: EmptySet, Pos: t.pos}
		for _, x := range elements {
			if x.Op != Tag {
				p.fail(x.Pos, "tag expected in a set of tags")
			}
			union = &Expr{Op: Union, Pos: x.Pos, Args: []*Expr{union, x}}
		}
		return union
	}
	p.fail(t.pos, "expression expected, not %s", t)
	return nil
}

// tuple reads an expression, or several with commas between them.
func (p *parser) tuple(pos Pos) *Expr {
	e := p.expression()
	if p.peek().kind != "," {
		return e
	}
	e = &Expr{Op: Tuple, Pos: pos, Args: []*Expr{e}}
	for p.accept(",") {
		e.Args = append(e.Args, p.expression())
	}
	return e
}

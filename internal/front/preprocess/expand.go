package preprocess

import "strings"

// context is a list of tokens to be read before the file: the text of a macro, or an argument.
type context struct {
	macro *macro // whose text it is, or nil
	list  []Token
	at    int
	place Pos // of the macro's name: the place of all its tokens
}

// argument is an argument of a macro.
type argument struct {
	raw      []Token // without padding at both ends
	expanded []Token
	done     bool // expanded is known
	missing  bool // no argument was given: a comma in front of it, with ##, vanishes, too
}

// push makes a list of tokens the next ones.
func (p *Preprocessor) push(m *macro, list []Token) {
	p.contexts = append(p.contexts, context{macro: m, list: list})
}

// pushText makes the text of a macro the next one, whose name is at a place.
func (p *Preprocessor) pushText(m *macro, text []Token, place Pos) {
	m.disabled = true
	p.contexts = append(p.contexts, context{macro: m, list: text, place: place})
}

// pop leaves a list. A macro can be expanded again behind its text.
func (p *Preprocessor) pop() {
	n := len(p.contexts) - 1
	m := p.contexts[n].macro
	p.contexts = p.contexts[:n]
	if m != nil && (n == 0 || p.contexts[n-1].macro != m) {
		m.disabled = false
	}
}

// back makes the token that was read last the next one again.
func (p *Preprocessor) back(t Token) {
	if n := len(p.contexts); n > 0 && p.contexts[n-1].at > 0 {
		p.contexts[n-1].at--
	} else {
		p.ahead = append(p.ahead, t)
	}
}

// get returns the next token after the expansion of macros; it may be padding. The method is that of gcc's cpplib: a macro is
// disabled while its text is read, and the name of a disabled macro stays one.
func (p *Preprocessor) get() Token {
	for {
		var t Token
		if n := len(p.contexts); n > 0 {
			c := &p.contexts[n-1]
			if c.at == len(c.list) {
				if c.macro == endless {
					return Token{Kind: End}
				}
				p.pop()
				if p.inDirective {
					continue
				}
				return Token{Kind: padding}
			}
			t = c.list[c.at]
			c.at++
			if c.place.Line > 0 {
				t.Pos = c.place
			}
			p.spend(1)
			if t.flags&pasteLeft != 0 {
				p.pasteAll(t)
				if p.inDirective {
					continue
				}
				return paddingFor(t)
			}
		} else {
			if t = p.lex(); t.Kind == End {
				return t
			}
			p.invocation = t.Pos
		}
		if t.Kind != Name || t.flags&noExpand != 0 || !p.shapes.has(t.Text) {
			return t
		}
		m := p.macros[t.Text]
		switch {
		case m == nil:
			return t
		case m.disabled:
			t.flags |= noExpand
			return t
		case p.prevent > 0:
			return t
		}
		if !p.enter(m, t) {
			return t
		}
		if !p.inDirective {
			return paddingFor(t)
		}
	}
}

// paddingFor returns padding with the white space in front of a token.
func paddingFor(t Token) Token { return Token{Kind: padding, flags: sourced | t.flags&white} }

// endless marks a list whose end is an end of all text: that of an argument.
var endless = &macro{}

// enter expands a macro, and reports whether it could.
func (p *Preprocessor) enter(m *macro, name Token) bool {
	if m.builtin != nil {
		t, ok := m.builtin(p, name)
		if ok && t.Kind != End {
			t.flags = t.flags&^(white|lineStart) | noExpand
			p.push(nil, []Token{t})
		}
		return ok
	}
	if !m.functional {
		p.pushText(m, m.body, name.Pos)
		return true
	}
	invocation := p.invocation
	p.prevent++
	p.seeking = true
	args, ok := p.arguments(m, name)
	p.seeking = false
	p.prevent--
	p.invocation = invocation
	if !ok {
		return false
	}
	body := m.body
	if len(m.params) > 0 {
		body = p.replace(m, args)
	}
	p.pushText(m, body, name.Pos)
	return true
}

// arguments reads the arguments of a macro; ok is false where no parenthesis follows, or they do not fit.
func (p *Preprocessor) arguments(m *macro, name Token) (args []argument, ok bool) {
	var space *Token
	t := p.get()
	for ; t.Kind == padding; t = p.get() {
		if space == nil || space.flags&sourced == 0 || space.flags&white == 0 && t.flags&sourced == 0 {
			pad := t
			space = &pad
		}
	}
	if !t.is("(") {
		if t.Kind != End {
			p.back(t)
		}
		if space != nil {
			p.push(nil, []Token{*space})
		}
		return nil, false
	}
	p.seeking = false
	p.collecting++
	defer func() { p.collecting-- }()
	n := len(m.params)
	for depth := 0; ; {
		var a argument
		for {
			t = p.get()
			if t.Kind == padding && len(a.raw) == 0 {
				continue
			}
			if t.is("(") {
				depth++
			} else if t.is(")") {
				if depth--; depth < 0 {
					break
				}
			} else if t.is(",") && depth == 0 && !(m.variadic && len(args) == n-1) {
				break
			} else if t.Kind == End {
				p.incomplete(m, name)
				return nil, false
			}
			if t.flags&lineStart != 0 {
				t.flags = t.flags&^lineStart | white
			}
			if q := t.Unterminated(); q != 0 && p.quote.Kind == End {
				p.quote = t
			}
			a.raw = append(a.raw, t)
		}
		for len(a.raw) > 0 && a.raw[len(a.raw)-1].Kind == padding {
			a.raw = a.raw[:len(a.raw)-1]
		}
		args = append(args, a)
		if depth < 0 {
			break
		}
	}
	p.quote = Token{}
	if n == 0 && len(args) == 1 && len(args[0].raw) == 0 {
		args = nil
	}
	switch given := len(args); {
	case given < n-1 || given < n && !m.variadic:
		p.errorf(name.Pos, "macro %s has %d parameters, but the call has %d arguments", m.name, n, given)
		return nil, false
	case given > n:
		p.errorf(name.Pos, "macro %s has %d parameters, but the call has %d arguments", m.name, n, given)
		return nil, false
	case given < n:
		args = append(args, argument{missing: true})
	case m.variadic && n == 1 && len(args[0].raw) == 0:
		args[0].missing = true
	}
	return args, true
}

// incomplete reports a call without its closing parenthesis. The cause may be a literal that a line does not end.
func (p *Preprocessor) incomplete(m *macro, name Token) {
	if q := p.quote; q.Kind != End {
		p.quote = Token{}
		p.errorf(q.Pos, "literal is not terminated: missing %c", q.Unterminated())
		return
	}
	p.errorf(name.Pos, "the arguments of macro %s have no closing parenthesis", m.name)
}

// expand expands the macros in an argument, as if it were all text (C11 6.10.3.1).
func (p *Preprocessor) expand(a *argument) []Token {
	if a.done || len(a.raw) == 0 {
		return a.expanded
	}
	if p.depth++; p.depth > maxDepth {
		p.exceed()
	}
	a.expanded, a.done = p.all(a.raw), true
	p.depth--
	return a.expanded
}

// all returns a list of tokens with its macros expanded.
func (p *Preprocessor) all(list []Token) (out []Token) {
	p.push(endless, list)
	height := len(p.contexts)
	for t := p.get(); t.Kind != End; t = p.get() {
		out = append(out, t)
	}
	p.contexts = p.contexts[:height-1]
	return out
}

// replace returns the text of a macro with its arguments.
func (p *Preprocessor) replace(m *macro, args []argument) []Token {
	r := replacement{p: p, m: m, args: args}
	for i, t := range m.body { // even those in __VA_OPT__, which may vanish
		if t.Kind == param && t.flags&(stringify|pasteLeft) == 0 && !r.pasted(i, 0) {
			p.expand(&args[t.arg])
		}
	}
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if m.optional && t.Kind == Name && t.Text == optionalText {
			end := m.optionalEnd(i)
			r.optional(i, end)
			i = end
			continue
		}
		r.token(i, 0)
	}
	p.spend(len(r.out))
	return r.out
}

// replacement is the state of replace.
type replacement struct {
	p    *Preprocessor
	m    *macro
	args []argument
	out  []Token
}

// pasted reports whether the token at an index of the body stands behind ##, in a list that begins at start.
func (r *replacement) pasted(i, start int) bool {
	return i > start && r.m.body[i-1].flags&pasteLeft != 0
}

// token adds the token at an index of the body.
func (r *replacement) token(i, start int) {
	t := r.m.body[i]
	if t.Kind != param {
		r.out = append(r.out, t)
		return
	}
	a := &r.args[t.arg]
	var list []Token
	fixed := -1 // the token that gets the paste flag of the parameter
	switch {
	case t.flags&stringify != 0:
		list = []Token{{Kind: String, Text: stringified(a.raw), Pos: t.Pos, flags: t.flags & white}}
	case t.flags&pasteLeft != 0 || r.pasted(i, start):
		list = a.raw
	default:
		list = r.p.expand(a)
	}
	if r.pasted(i, start) && len(r.out) > 0 {
		last := &r.out[len(r.out)-1]
		if last.is(",") && t.flags&variable != 0 && last.flags&pasteLeft != 0 {
			if a.missing {
				r.out = r.out[:len(r.out)-1]
			} else {
				fixed = len(r.out) - 1
			}
		} else if len(list) == 0 {
			fixed = len(r.out) - 1
		}
	}
	if i > start && !r.pasted(i, start) && !r.p.inDirective {
		r.out = append(r.out, paddingFor(t))
	}
	if len(list) > 0 {
		r.out = append(r.out, list...)
		if t.flags&pasteLeft != 0 {
			fixed = len(r.out) - 1
		}
	}
	if !r.p.inDirective && t.flags&pasteLeft == 0 {
		r.out = append(r.out, Token{Kind: padding})
	}
	if fixed >= 0 {
		r.out[fixed].flags = r.out[fixed].flags&^pasteLeft | t.flags&pasteLeft
	}
}

// optional adds the text of the __VA_OPT__ at an index of the body, which ends at another one.
func (r *replacement) optional(at, end int) {
	operator, before := r.m.body[at], len(r.out)
	pasted := at > 0 && r.m.body[at-1].flags&pasteLeft != 0
	given := false
	for _, t := range r.p.expand(&r.args[len(r.args)-1]) {
		given = given || t.Kind != padding
	}
	if !pasted && at > 0 {
		r.out = append(r.out, paddingFor(operator))
		before++
	}
	if given {
		for i := at + 2; i < end; i++ {
			r.token(i, at+2)
		}
	}
	next := r.m.body[end].flags & pasteLeft
	for len(r.out) > before && (next != 0 || operator.flags&stringify != 0) && r.out[len(r.out)-1].Kind == padding {
		r.out = r.out[:len(r.out)-1]
	}
	if operator.flags&stringify != 0 {
		r.p.prevent++
		list := r.p.all(r.out[before:]) // carries out ##
		r.p.prevent--
		text := Token{Kind: String, Text: stringified(list), Pos: operator.Pos, flags: operator.flags & white}
		r.out = append(r.out[:before:before], text)
	}
	if pasted && before > 0 {
		for first := before; first < len(r.out) && r.out[first].Kind == padding; first++ {
			r.out = append(r.out[:before:before], r.out[before+1:]...)
			first--
		}
		if len(r.out) == before {
			r.out[before-1].flags = r.out[before-1].flags&^pasteLeft | next
			return
		}
	}
	if len(r.out) > before && next != 0 {
		r.out[len(r.out)-1].flags |= pasteLeft
	}
	if next == 0 {
		r.out = append(r.out, Token{Kind: padding})
	}
}

// stringified returns the literal that # makes of tokens (C11 6.10.3.2).
func stringified(list []Token) string {
	var b strings.Builder
	b.WriteByte('"')
	var source *Token // of padding
	backslashes := 0
	for i := range list {
		t := &list[i]
		if t.Kind == padding {
			if source == nil || source.flags&white == 0 && t.flags&sourced == 0 {
				if source = nil; t.flags&sourced != 0 {
					source = t
				}
			}
			continue
		}
		if b.Len() > 1 {
			from := t
			if source != nil {
				from = source
			}
			if from.flags&white != 0 {
				b.WriteByte(' ')
			}
		}
		source = nil
		if t.Kind == String || t.Kind == Char {
			text := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Text)
			b.WriteString(text)
		} else {
			b.WriteString(t.Text)
		}
		if t.Text == `\` {
			backslashes++
		} else {
			backslashes = 0
		}
	}
	text := b.String()
	if backslashes%2 == 1 { // C leaves the meaning open; gcc ignores the last one
		text = text[:len(text)-1]
	}
	return text + `"`
}

// pasteAll carries out ## (C11 6.10.3.3) between a token and the tokens behind it in its list.
func (p *Preprocessor) pasteAll(left Token) {
	c := &p.contexts[len(p.contexts)-1]
	for c.at < len(c.list) {
		right := c.list[c.at]
		c.at++
		if right.Kind != padding {
			joined, ok := pasted(left, right)
			if !ok {
				p.errorf(left.Pos, "## makes %s%s, which is no token", left.Text, right.Text)
				c.at--
				break
			}
			left = joined
		}
		if right.flags&pasteLeft == 0 {
			break
		}
	}
	left.flags &^= pasteLeft
	p.push(nil, []Token{left})
}

// pasted returns the token that two tokens make.
func pasted(left, right Token) (Token, bool) {
	s := left.Text + right.Text
	if strings.HasPrefix(s, "//") || strings.HasPrefix(s, "/*") || s == "" {
		return left, false
	}
	kind, n := tokenAt(s, false)
	if n != len(s) {
		return left, false
	}
	return Token{Kind: kind, Text: s, Pos: left.Pos, flags: left.flags & white}, true
}

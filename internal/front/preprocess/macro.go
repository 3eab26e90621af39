package preprocess

import "slices"

// macro is a definition.
type macro struct {
	name       string
	at         Pos
	params     []string
	body       []Token
	functional bool // it has a list of parameters
	variadic   bool // the last parameter takes the variable arguments
	optional   bool // __VA_OPT__ occurs in the body
	disabled   bool // its expansion is going on
	builtin    func(*Preprocessor, Token) (Token, bool)
}

// variableArguments is the name of the variable arguments of a macro with ... (C11 6.10.3p5).
const variableArguments = "__VA_ARGS__"

// optionalText is the operator of C23 6.10.4.1.
const optionalText = "__VA_OPT__"

// define reads a definition, behind #define.
func (p *Preprocessor) define() {
	name := p.lex()
	if !p.macroName(name) {
		return
	}
	m := &macro{name: name.Text, at: name.Pos}
	t := p.lex()
	if t.is("(") && t.flags&white == 0 {
		m.functional = true
		if !p.parameters(m) {
			return
		}
		t = p.lex()
	}
	for ; t.Kind != End; t = p.lex() {
		m.body = append(m.body, t)
	}
	if len(m.body) > 0 {
		m.body[0].flags &^= white
	}
	if !p.operators(m) {
		return
	}
	p.set(m)
}

// set makes a macro known.
func (p *Preprocessor) set(m *macro) {
	p.macros[m.name] = m
	p.shapes.add(m.name)
}

// shapes is a set of names by length, first and last letter. It can have names that were not added. Most names of a
// program are not in it, so the map need not be searched.
type shapes [4096]bool

func shapeOf(name string) int {
	n := len(name)
	return (n ^ int(name[0])<<3 ^ int(name[n-1])<<7) & 4095
}

func (s *shapes) add(name string) { s[shapeOf(name)] = true }

func (s *shapes) has(name string) bool { return s[shapeOf(name)] }

// macroName reports whether a token can name a macro.
func (p *Preprocessor) macroName(t Token) bool {
	switch {
	case t.Kind == End:
		p.errorf(t.Pos, "the name of a macro is missing")
	case t.Kind != Name:
		p.errorf(t.Pos, "found %s, expected the name of a macro", t.Text)
	case t.Text == "defined":
		p.errorf(t.Pos, "defined cannot be a macro")
	case t.Text == variableArguments || t.Text == optionalText:
		p.errorf(t.Pos, "%s can occur only in a macro with variable arguments", t.Text)
	default:
		return true
	}
	return false
}

// parameters reads the parameters of a macro, behind the parenthesis.
func (p *Preprocessor) parameters(m *macro) bool {
	for first := true; ; first = false {
		t := p.lex()
		switch {
		case first && t.is(")"):
			return true
		case t.is("..."):
			m.variadic = true
			m.params = append(m.params, variableArguments)
			t = p.lex()
		case t.Kind == Name && t.Text != variableArguments:
			if slices.Contains(m.params, t.Text) {
				p.errorf(t.Pos, "parameter %s occurs twice", t.Text)
				return false
			}
			m.params = append(m.params, t.Text)
			if t = p.lex(); t.is("...") { // GNU
				m.variadic = true
				t = p.lex()
			}
		default:
			p.errorf(t.Pos, "expected the name of a parameter")
			return false
		}
		if t.is(")") {
			return true
		}
		if !t.is(",") || m.variadic {
			p.errorf(t.Pos, "expected a parenthesis behind the parameters of a macro")
			return false
		}
	}
}

// operators finds the parameters and operators in the body of a macro.
func (p *Preprocessor) operators(m *macro) bool {
	var out []Token
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.is("##") {
			if len(out) == 0 || i+1 == len(m.body) {
				p.errorf(t.Pos, "## is at an end of the text of a macro")
				return false
			}
			out[len(out)-1].flags |= pasteLeft
			continue
		}
		hash := t.is("#") && m.functional
		if hash {
			if i++; i < len(m.body) {
				space := t.flags & white
				t = m.body[i]
				t.flags = t.flags&^white | space
			}
		}
		if n := slices.Index(m.params, t.Text); n >= 0 && t.Kind == Name {
			t.Kind, t.arg = param, int16(n)
			if m.variadic && n == len(m.params)-1 {
				t.flags |= variable
			}
		} else if t.Kind == Name && t.Text == optionalText && m.variadic {
			m.optional = true
		} else if hash {
			p.errorf(t.Pos, "# is not in front of a parameter")
			return false
		}
		if hash {
			t.flags |= stringify
		}
		out = append(out, t)
	}
	m.body = out
	return !m.optional || p.balanced(m)
}

// balanced checks that the parentheses behind each __VA_OPT__ are complete, and that it is not nested.
func (p *Preprocessor) balanced(m *macro) bool {
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.Kind != Name || t.Text != optionalText {
			continue
		}
		end := m.optionalEnd(i)
		if end < 0 {
			p.errorf(t.Pos, "%s needs a text in parentheses", optionalText)
			return false
		}
		inner := m.body[i+2 : end]
		if slices.ContainsFunc(inner, func(t Token) bool { return t.Kind == Name && t.Text == optionalText }) {
			p.errorf(t.Pos, "%s cannot be nested", optionalText)
			return false
		}
		if len(inner) > 0 && inner[len(inner)-1].flags&pasteLeft != 0 || m.body[i+1].flags&pasteLeft != 0 {
			p.errorf(t.Pos, "## is at an end of the text of %s", optionalText)
			return false
		}
		i = end
	}
	return true
}

// optionalEnd returns where the parentheses of the __VA_OPT__ at an index end, or -1.
func (m *macro) optionalEnd(i int) int {
	depth := 0
	for j := i + 1; j < len(m.body); j++ {
		switch t := m.body[j]; {
		case t.is("("):
			depth++
		case j == i+1:
			return -1
		case t.is(")"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// Macro returns the text of a macro, without white space, and the place of its definition.
func (p *Preprocessor) Macro(name string) (text string, at Pos, ok bool) {
	m := p.macros[name]
	if m == nil {
		return "", Pos{}, false
	}
	for _, t := range m.body {
		if t.flags&stringify != 0 {
			text += "#"
		}
		if text += t.Text; t.flags&pasteLeft != 0 {
			text += "##"
		}
	}
	return text, m.at, true
}

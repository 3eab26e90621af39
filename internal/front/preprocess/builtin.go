package preprocess

import (
	"strconv"
	"strings"
)

// operators are the names that work like macros in #if only.
var operators = map[string]bool{
	"__has_include": true, "__has_include_next": true, "__has_attribute": true, "__has_builtin": true, "__has_cpp_attribute": true,
}

// builtins defines the macros whose value depends on the place. The time is unknown, since results do not depend on it.
func (p *Preprocessor) builtins() {
	for name, f := range map[string]func(*Preprocessor, Pos) string{
		"__LINE__":          func(_ *Preprocessor, at Pos) string { return strconv.Itoa(int(at.Line)) },
		"__FILE__":          func(p *Preprocessor, at Pos) string { return quoted(p.files.Names[at.File]) },
		"__FILE_NAME__":     func(p *Preprocessor, at Pos) string { return quoted(base(p.files.Names[at.File])) },
		"__BASE_FILE__":     func(p *Preprocessor, _ Pos) string { return quoted(p.unit()) },
		"__DATE__":          func(*Preprocessor, Pos) string { return `"??? ?? ????"` },
		"__TIME__":          func(*Preprocessor, Pos) string { return `"??:??:??"` },
		"__TIMESTAMP__":     func(*Preprocessor, Pos) string { return `"??? ??? ?? ??:??:?? ????"` },
		"__INCLUDE_LEVEL__": func(p *Preprocessor, _ Pos) string { return strconv.Itoa(max(len(p.inputs)-1, 0)) },
		"__COUNTER__": func(p *Preprocessor, _ Pos) string {
			p.counter++
			return strconv.Itoa(p.counter - 1)
		},
	} {
		p.set(&macro{name: name, builtin: func(p *Preprocessor, t Token) (Token, bool) {
			text := f(p, t.Pos)
			kind := Number
			if text[0] == '"' {
				kind = String
			}
			return Token{Kind: kind, Text: text, Pos: t.Pos}, true
		}})
	}
	p.set(&macro{name: "_Pragma", builtin: (*Preprocessor).pragmaOperator})
}

// base returns the last part of the name of a file.
func base(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// unit returns the name of the unit's file: the last source with a file's identity.
func (p *Preprocessor) unit() string {
	name := ""
	for _, s := range p.opts.Sources {
		if s.Key != "" {
			name = s.Name
		}
	}
	return name
}

// pragmaOperator handles _Pragma (C11 6.10.9). In a directive and in an argument it is a name like others.
func (p *Preprocessor) pragmaOperator(name Token) (Token, bool) {
	if p.inDirective || p.depth > 0 {
		return Token{}, false
	}
	at := p.invocation
	literal := func() Token {
		t := p.get()
		for t.Kind == padding {
			t = p.get()
		}
		return t
	}
	p.collecting++
	defer func() { p.collecting-- }()
	if t := literal(); !t.is("(") {
		if t.Kind != End {
			p.back(t)
		}
		p.errorf(name.Pos, "_Pragma needs a string literal in parentheses")
		return Token{}, true
	}
	t := literal()
	closing := literal()
	if t.Kind != String || t.Text[0] != '"' && t.Text[0] != 'L' || !closing.is(")") {
		p.errorf(name.Pos, "_Pragma needs a string literal in parentheses")
		return Token{}, true
	}
	p.invocation = at
	text := strings.TrimPrefix(t.Text, "L")
	text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(text[1 : len(text)-1])
	return p.pragma(name.Pos, text), true
}

// pragma returns the token of a pragma, for Next; some pragmas take effect at once.
func (p *Preprocessor) pragma(at Pos, text string) Token {
	line := tokens(text, at)
	if len(line) == 0 {
		return Token{}
	}
	switch line[0].Text {
	case "push_macro", "pop_macro":
		p.saveMacro(line)
		return Token{}
	case "once":
		if len(p.inputs) > 0 {
			p.imported[p.current().Key] = true
		}
		return Token{}
	}
	return Token{Kind: Pragma, Text: text, Pos: at}
}

// saveMacro carries out #pragma push_macro and pop_macro.
func (p *Preprocessor) saveMacro(line []Token) {
	if len(line) != 4 || !line[1].is("(") || line[2].Kind != String || !line[3].is(")") {
		p.errorf(line[0].Pos, "#pragma %s needs a string literal in parentheses", line[0].Text)
		return
	}
	name := strings.Trim(line[2].Text, `"`)
	if line[0].Text == "push_macro" {
		p.saved[name] = append(p.saved[name], p.macros[name])
		return
	}
	if n := len(p.saved[name]); n > 0 {
		delete(p.macros, name)
		if m := p.saved[name][n-1]; m != nil {
			p.macros[name] = m
		}
		p.saved[name] = p.saved[name][:n-1]
	}
}

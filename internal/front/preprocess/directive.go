package preprocess

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// directive carries out the directive behind a #.
func (p *Preprocessor) directive(hash Token) {
	in := p.current()
	prevent, collecting, invocation := p.prevent, p.collecting, p.invocation
	p.embedded = collecting > 0
	p.prevent, p.collecting = 0, 0
	p.inDirective, in.directive = true, true
	then := p.carryOut(hash)
	for len(p.contexts) > 0 {
		p.pop()
	}
	p.ahead = nil
	in.skipLine()
	p.inDirective, in.directive = false, false
	p.prevent, p.collecting, p.invocation = prevent, collecting, invocation
	if then != nil {
		then()
	}
}

// carryOut reads a directive. The result, if any, is to be done behind its line.
func (p *Preprocessor) carryOut(hash Token) (then func()) {
	in := p.current()
	name := p.lex()
	if name.Kind == End {
		return nil
	}
	switch name.Text {
	case "define":
		p.define()
	case "undef":
		if t := p.lex(); p.macroName(t) {
			delete(p.macros, t.Text)
		}
	case "include", "include_next", "import":
		return p.include(hash, name)
	case "if":
		return p.begin(hash, p.condition())
	case "ifdef", "ifndef":
		t := p.lex()
		return p.begin(hash, p.macroName(t) && p.Defined(t.Text) == (name.Text == "ifdef"))
	case "elif", "elifdef", "elifndef", "else":
		if n := len(in.ifs); n == 0 || in.ifs[n-1].final {
			p.errorf(hash.Pos, "unexpected #%s", name.Text)
			return nil
		}
		in.ifs[len(in.ifs)-1].final = name.Text == "else"
		return p.skipGroups // the group before it was read
	case "endif":
		if len(in.ifs) == 0 {
			p.errorf(hash.Pos, "unexpected #endif")
			return nil
		}
		in.ifs = in.ifs[:len(in.ifs)-1]
	case "line":
		return p.line(hash)
	case "error":
		from := in.at
		in.skipLine()
		p.Report(diag.Diagnostic{Code: "syntax", Message: strings.TrimSpace("#error " + strings.TrimSpace(in.s[from:in.at]))}, hash.Pos)
	case "pragma":
		from := in.at
		in.skipLine()
		if t := p.pragma(hash.Pos, in.s[from:in.at]); t.Kind != End {
			return func() { p.ahead = append(p.ahead, t) }
		}
	default:
		if name.Kind == Number {
			p.ahead = append(p.ahead, name)
			return p.line(hash)
		}
		if name.Kind != Name {
			name.Text = ""
		}
		if why := p.opts.Refuse(name.Text); why != "" {
			p.Report(diag.Diagnostic{Code: "directive", Message: why}, hash.Pos)
		}
	}
	return nil
}

// begin begins an #if.
func (p *Preprocessor) begin(hash Token, holds bool) (then func()) {
	in := p.current()
	in.ifs = append(in.ifs, conditional{pos: hash.Pos, taken: holds})
	if len(in.ifs) > maxIfs {
		p.deepIf(hash)
	}
	if !holds {
		return p.skipGroup
	}
	return nil
}

// deepIf reports an #if that nests too deeply.
func (p *Preprocessor) deepIf(hash Token) {
	p.stop(diag.Diagnostic{Code: "nesting", Message: "#if nests more than " + strconv.Itoa(maxIfs) + " deep"}, hash.Pos)
}

// skipGroups leaves the rest of an #if out, behind a group that was read.
func (p *Preprocessor) skipGroups() { p.skip(true) }

// skipGroup leaves out a group of an #if, and those behind it whose condition is false.
func (p *Preprocessor) skipGroup() { p.skip(false) }

// skip leaves out groups up to the end of an #if, or up to the next one whose condition holds.
func (p *Preprocessor) skip(rest bool) {
	in := p.current()
	for depth := 0; ; {
		t := in.next()
		if t.Kind == End {
			return // the end of the file reports it
		}
		if !t.is("#") || t.flags&lineStart == 0 {
			in.skipLine()
			continue
		}
		in.directive, p.inDirective = true, true
		c := &in.ifs[len(in.ifs)-1]
		done := false
		switch name := in.next(); name.Text {
		case "if", "ifdef", "ifndef":
			if depth++; depth+len(in.ifs) > maxIfs {
				p.deepIf(t)
			}
		case "endif":
			if depth--; depth < 0 {
				in.ifs = in.ifs[:len(in.ifs)-1]
				done = true
			}
		case "else", "elif", "elifdef", "elifndef":
			if depth > 0 {
				break
			}
			if c.final {
				p.errorf(t.Pos, "unexpected #%s", name.Text)
			} else if name.Text == "else" {
				c.final = true
				done = !c.taken
			} else if !rest && !c.taken {
				done = p.otherCondition(name.Text)
			}
			c.taken = c.taken || done
		}
		in.skipLine()
		in.directive, p.inDirective = false, false
		if done {
			return
		}
	}
}

// otherCondition evaluates the condition of #elif, #elifdef or #elifndef.
func (p *Preprocessor) otherCondition(directive string) bool {
	if directive == "elif" {
		return p.condition()
	}
	t := p.lex()
	return p.macroName(t) && p.Defined(t.Text) == (directive == "elifdef")
}

// token returns the next token of a directive with macros expanded.
func (p *Preprocessor) token() Token {
	for {
		if t := p.get(); t.Kind != padding {
			return t
		}
	}
}

// line carries out #line, and the line markers that preprocessors write.
func (p *Preprocessor) line(hash Token) (then func()) {
	in := p.current()
	number := p.token()
	n, err := strconv.ParseUint(number.Text, 10, 31)
	if number.Kind != Number || err != nil {
		p.Report(diag.Diagnostic{Code: "directive", Message: "#line needs a number"}, hash.Pos)
		return nil
	}
	file := in.file
	switch t := p.token(); {
	case t.Kind == String && t.Text[0] == '"':
		file = p.files.ID(unescaped(t.Text[1 : len(t.Text)-1]))
	case t.Kind != End:
		p.Report(diag.Diagnostic{Code: "directive", Message: "#line needs the name of a file in quotes behind the number"}, hash.Pos)
		return nil
	}
	return func() {
		in.pos(in.at)
		in.file, in.line = file, int(n)-1 // the end of the line follows
	}
}

// unescaped returns the name of a file in a line marker.
func unescaped(s string) string {
	if name, err := strconv.Unquote(`"` + s + `"`); err == nil {
		return name
	}
	return s
}

// include carries out #include, #include_next and #import.
func (p *Preprocessor) include(hash, name Token) (then func()) {
	in := p.current()
	in.angled = true
	t := p.lex()
	in.angled = false
	header := t.Text
	if t.Kind != Header {
		if t.Kind == End {
			p.errorf(t.Pos, "#%s needs the name of a file", name.Text)
			return nil
		}
		if header = p.spelledHeader(t); header == "" {
			p.Report(diag.Diagnostic{Code: "directive", Message: "#" + name.Text + " needs the name of a file"}, hash.Pos)
			return nil
		}
	}
	if p.embedded {
		p.errorf(hash.Pos, "#%s is in the arguments of a macro", name.Text)
		return nil
	}
	if len(p.inputs) > maxFiles {
		p.stop(diag.Diagnostic{Code: "include-depth", Message: "the file is included by itself, or #include nests too deeply"}, hash.Pos)
	}
	found, err := p.opts.Open(Inclusion{Name: header[1 : len(header)-1], Angled: header[0] == '<', From: in.Source, Next: name.Text == "include_next"})
	if err != nil {
		p.stop(p.opts.Problem(header, err), t.Pos)
	}
	if p.imported[found.Key] || name.Text == "import" && p.entered[found.Key] {
		return nil
	}
	if name.Text == "import" {
		p.imported[found.Key] = true
	}
	return func() { p.open(found) }
}

// spelledHeader returns the name of a file that macros make, in its quotes, or nothing. The first token was read.
func (p *Preprocessor) spelledHeader(first Token) string {
	p.ahead = append(p.ahead, first)
	t := p.token()
	if t.Kind == String && t.Text[0] == '"' {
		return t.Text
	}
	if !t.is("<") {
		return ""
	}
	var b strings.Builder
	b.WriteString("<")
	space := false
	for t = p.get(); !t.is(">"); t = p.get() {
		switch {
		case t.Kind == End:
			return ""
		case t.Kind == padding:
			space = space || t.flags&white != 0
			continue
		}
		if space || t.flags&white != 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteString(t.Text)
	}
	return b.String() + ">"
}

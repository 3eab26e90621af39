package ltl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/raise"
)

// SyntaxError is the place and the reason of an error in a formula.
type SyntaxError struct {
	Offset   int // in the text, in bytes
	Expected string
	Found    string // empty: the end
}

// Error states the token found and the tokens expected.
func (e *SyntaxError) Error() string {
	found := "the end"
	if e.Found != "" {
		found = strconv.Quote(e.Found)
	}
	return fmt.Sprintf("formula: offset %d: found %s, expected %s", e.Offset, found, e.Expected)
}

// maxDepth bounds the nesting of formulas.
const maxDepth = 200

// Parse parses a formula. It returns its atoms, without repetition. The error is a *SyntaxError.
func Parse(text string) (f *Formula, atoms []Atom, err error) {
	defer raise.Catch[*SyntaxError](&err)
	p := &parser{text: text}
	p.advance()
	root := p.binary(0)
	if p.token != "" {
		p.fail("an operator or the end")
	}
	return root, p.atoms, nil
}

type parser struct {
	text  string
	token string // the current token; empty: the end
	at    int    // its offset
	depth int
	atoms []Atom
}

func (p *parser) fail(expected string) { panic(&SyntaxError{p.at, expected, p.token}) }

// symbols lists the tokens other than words, longer ones before their prefixes.
var symbols = []string{"<->", "->", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", "+", "-", "[", "]", ".", ","}

// advance moves to the next token.
func (p *parser) advance() {
	p.at += len(p.token)
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	rest := p.text[p.at:]
	n := 0
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	if n == 0 && rest != "" {
		i := slices.IndexFunc(symbols, func(s string) bool { return strings.HasPrefix(rest, s) })
		if i < 0 {
			p.token = rest[:1]
			p.fail("a formula")
		}
		n = len(symbols[i])
	}
	p.token = rest[:n]
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// accept moves on if the token is the given one.
func (p *parser) accept(token string) bool {
	if p.token != token || token == "" {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail(strconv.Quote(token))
	}
}

// levels lists the binary operators, the loosest first.
var levels = []map[string]Op{{"<->": Iff}, {"->": Implies}, {"||": Or}, {"&&": And}, {"U": Until, "R": Release, "W": WeakUntil}}

// binary parses a formula with operators of a level and tighter ones.
func (p *parser) binary(level int) *Formula {
	if level == len(levels) {
		return p.unary()
	}
	f := p.binary(level + 1)
	for {
		op, ok := levels[level][p.token]
		if !ok {
			return f
		}
		p.advance()
		if op == Iff || op == Or || op == And {
			f = &Formula{Op: op, L: f, R: p.binary(level + 1)}
			continue
		}
		p.nest()
		f = &Formula{Op: op, L: f, R: p.binary(level)}
		p.depth--
	}
}

func (p *parser) nest() {
	if p.depth++; p.depth > maxDepth {
		p.fail("a formula that is nested less deep")
	}
}

// prefixes maps the unary operators.
var prefixes = map[string]Op{"!": Not, "X": Next, "F": Finally, "G": Globally}

func (p *parser) unary() *Formula {
	p.nest()
	defer func() { p.depth-- }()
	if op, ok := prefixes[p.token]; ok {
		p.advance()
		return &Formula{Op: op, L: p.unary()}
	}
	switch {
	case p.accept("("):
		f := p.binary(0)
		p.expect(")")
		return f
	case p.accept("true"):
		return &Formula{Op: True}
	case p.accept("false"):
		return &Formula{Op: False}
	}
	return p.atom()
}

func (p *parser) atom() *Formula {
	a := Atom{Offset: p.at}
	switch {
	case p.accept("running"):
		a.Kind = Running
	case p.accept("at"):
		a.Kind = At
		p.place(&a)
	case p.accept("enabled"):
		a.Kind = Enabled
		p.ofThread(&a)
	case p.accept("finished"):
		a.Kind = Finished
		p.ofThread(&a)
	default:
		a.Left = p.sum()
		if slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, p.token) {
			a.Relation = p.token
			p.advance()
			a.Right = p.sum()
		}
	}
	text := a.String()
	i := slices.IndexFunc(p.atoms, func(b Atom) bool { return b.String() == text })
	if i < 0 {
		i = len(p.atoms)
		p.atoms = append(p.atoms, a)
	}
	return &Formula{Op: Atomic, Atom: i}
}

// place parses the contents of parentheses: an optional thread and a place. The text before the last
// colon is the name of the file.
func (p *parser) place(a *Atom) {
	if p.token != "(" {
		p.fail(`"("`)
	}
	start := p.at + 1
	end := strings.IndexByte(p.text[start:], ')')
	if end < 0 {
		p.at, p.token = len(p.text), ""
		p.fail(`")"`)
	}
	inside := p.text[start : start+end]
	if i := strings.IndexByte(inside, ','); i >= 0 {
		p.advance()
		a.Thread = p.thread()
		if p.token != "," {
			p.fail(`","`)
		}
		inside, start = inside[i+1:], start+i+1
	}
	a.Place = strings.TrimSpace(inside)
	file, number := "", a.Place
	if i := strings.LastIndexByte(a.Place, ':'); i >= 0 {
		file, number = a.Place[:i], a.Place[i+1:]
		if file == "" {
			number = ""
		}
	}
	if n, err := strconv.ParseUint(number, 10, 31); err != nil || n == 0 {
		p.at, p.token = start, inside
		p.fail("FILE:LINE or LINE, from 1")
	}
	p.at = start + len(inside)
	p.token = p.text[p.at : p.at+1]
	p.expect(")")
}

func (p *parser) ofThread(a *Atom) {
	p.expect("(")
	a.Thread = p.thread()
	p.expect(")")
}

func (p *parser) thread() string {
	name := p.name()
	if p.accept(".") {
		name += "." + strconv.FormatUint(p.number(), 10)
	}
	return name
}

func (p *parser) name() string {
	name := p.token
	if name == "" || !isWord(name[0]) || '0' <= name[0] && name[0] <= '9' || slices.Contains([]string{"X", "F", "G", "U", "R", "W"}, name) {
		p.fail("a name")
	}
	p.advance()
	return name
}

func (p *parser) number() uint64 {
	n, err := strconv.ParseUint(p.token, 0, 63)
	if err != nil || p.token == "" || p.token[0] < '0' || p.token[0] > '9' {
		p.fail("a number")
	}
	p.advance()
	return n
}

func (p *parser) sum() Sum {
	s := Sum{p.operand(false)}
	for {
		switch {
		case p.accept("+"):
			s = append(s, p.operand(false))
		case p.accept("-"):
			s = append(s, p.operand(true))
		default:
			return s
		}
	}
}

func (p *parser) operand(negative bool) Summand {
	for p.accept("-") {
		negative = !negative
	}
	if p.token != "" && '0' <= p.token[0] && p.token[0] <= '9' {
		return Summand{Negative: negative, Number: p.number()}
	}
	if p.token == "" || !isWord(p.token[0]) {
		p.fail("a formula")
	}
	s := Summand{Negative: negative, Name: p.name()}
	for {
		switch {
		case p.accept("["):
			s.Path = append(s.Path, Part{Index: int64(p.number())})
			p.expect("]")
		case p.accept("."):
			s.Path = append(s.Path, Part{Field: p.name()})
		default:
			return s
		}
	}
}

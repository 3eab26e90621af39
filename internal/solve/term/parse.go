package term

import (
	"fmt"
	"strconv"
	"strings"
)

// maxParens bounds the nesting of parentheses in a text.
const maxParens = 1000

// ParseTerm reads one application, constant or variable; vars gives the
// variables that may occur.
func ParseTerm(s *Store, text string, vars map[string]ID) (ID, error) {
	p := &parser{s: s, vars: vars}
	if err := p.scan(text); err != nil {
		return None, err
	}
	id, err := p.body()
	if err != nil {
		return None, err
	}
	return id, p.end()
}

type parser struct {
	s      *Store
	vars   map[string]ID
	tokens []string // rest of the line
	depth  int      // of parentheses
}

// scan splits a line into tokens: parentheses, quoted names, other words.
func (p *parser) scan(line string) error {
	p.tokens = p.tokens[:0]
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " \t") {
		n := 1
		switch line[0] {
		case '(', ')':
		case '"':
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return fmt.Errorf("malformed quoted name")
			}
			n = len(quoted)
		default:
			if n = strings.IndexAny(line, " \t()\""); n < 0 {
				n = len(line)
			}
		}
		p.tokens = append(p.tokens, line[:n])
		line = line[n:]
	}
	return nil
}

// next takes a token; "" at the end of the line.
func (p *parser) next() string {
	if len(p.tokens) == 0 {
		return ""
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *parser) end() error {
	if len(p.tokens) > 0 {
		return fmt.Errorf("unexpected %q", p.tokens[0])
	}
	return nil
}

// unquote returns the name that a token stands for.
func unquote(token string) (name string, ok bool) {
	if strings.HasPrefix(token, `"`) {
		name, err := strconv.Unquote(token)
		return name, err == nil
	}
	return token, isIdent(token) && token != "true" && token != "false"
}

// body parses an application without parentheses, or a single operand.
func (p *parser) body() (ID, error) {
	if len(p.tokens) > 0 {
		name, _, _ := strings.Cut(p.tokens[0], "[")
		if _, ok := opNames[name]; ok && !p.isVar(p.tokens[0]) {
			return p.application()
		}
	}
	return p.operand()
}

func (p *parser) isVar(token string) bool {
	_, ok := p.vars[token]
	return ok && len(p.tokens) == 1
}

func (p *parser) operand() (ID, error) {
	token := p.next()
	switch {
	case token == "":
		return None, fmt.Errorf("line ends, want an operand")
	case token == "true":
		return True, nil
	case token == "false":
		return False, nil
	case token == "(":
		if p.depth++; p.depth > maxParens {
			return None, fmt.Errorf("more than %d nested parentheses", maxParens)
		}
		id, err := p.application()
		if err != nil {
			return None, err
		}
		p.depth--
		if t := p.next(); t != ")" {
			return None, fmt.Errorf("found %q, want )", t)
		}
		return id, nil
	case token[0] == '%':
		if id, ok := p.vars[token]; ok {
			return id, nil
		}
		return None, fmt.Errorf("%s is not defined", token)
	case '0' <= token[0] && token[0] <= '9':
		return p.constant(token)
	}
	name, ok := unquote(token)
	if id, found := p.vars[name]; ok && found {
		return id, nil
	}
	return None, fmt.Errorf("%s is not declared", token)
}

// constant parses 0x…:width.
func (p *parser) constant(token string) (ID, error) {
	malformed := fmt.Errorf("found %q, want a constant 0x…:width", token)
	value, widthText, ok := strings.Cut(token, ":")
	digits, hex := strings.CutPrefix(value, "0x")
	width, err := strconv.ParseUint(widthText, 10, 8)
	if !ok || !hex || err != nil || !validWidth(uint(width)) || len(digits) > 32 {
		return None, malformed
	}
	var v Word
	if cut := len(digits) - 16; cut > 0 {
		if v.Hi, err = strconv.ParseUint(digits[:cut], 16, 64); err != nil {
			return None, malformed
		}
		digits = digits[cut:]
	}
	if v.Lo, err = strconv.ParseUint(digits, 16, 64); err != nil {
		return None, malformed
	}
	if v != v.Mask(uint(width)) {
		return None, fmt.Errorf("%s does not fit its width", token)
	}
	return p.s.Const(v, uint(width)), nil
}

// opNames maps the names of operators to their opcodes.
var opNames = func() map[string]Op {
	names := make(map[string]Op)
	for op := OpVar + 1; op < OpCount; op++ {
		names[op.String()] = op
	}
	return names
}()

func (p *parser) application() (ID, error) {
	token := p.next()
	name, bracket, hasBracket := strings.Cut(token, "[")
	op, ok := opNames[name]
	if !ok {
		return None, fmt.Errorf("found %q, want an operator", token)
	}
	param, err := parseParam(op, bracket, hasBracket)
	if err != nil {
		return None, err
	}
	args := make([]ID, op.Arity())
	for i := range args {
		if args[i], err = p.operand(); err != nil {
			return None, err
		}
	}
	return p.s.Apply(op, param, args...)
}

// parseParam parses what follows the opening bracket after an operator.
func parseParam(op Op, text string, present bool) (uint32, error) {
	kind := opTable[op].param
	if present != (kind != paramNone) {
		return 0, fmt.Errorf("%s: parameter %t, want %t", op, present, !present)
	}
	if !present {
		return 0, nil
	}
	inner, closed := strings.CutSuffix(text, "]")
	switch kind {
	case paramFormat, paramRound, paramConvert, paramInteger:
		if p, ok := parseFloatParam(kind, inner); closed && ok {
			return p.Pack(), nil
		}
	case paramBounds:
		upper, lower, colon := strings.Cut(inner, ":")
		hi, err1 := strconv.ParseUint(upper, 10, 8)
		lo, err2 := strconv.ParseUint(lower, 10, 8)
		if closed && colon && err1 == nil && err2 == nil {
			return packBounds(uint(hi), uint(lo)), nil
		}
	default:
		if v, err := strconv.ParseUint(inner, 10, 8); closed && err == nil {
			return uint32(v), nil
		}
	}
	return 0, fmt.Errorf("%s: malformed parameter [%s", op, text)
}

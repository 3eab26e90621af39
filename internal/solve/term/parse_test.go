package term

import (
	"fmt"
	"strconv"
	"strings"
)

// parsed holds the roots and the variables of a text.
type parsed struct {
	Roots []ID
	Vars  map[string]ID // by the label in the text, unquoted; terms by theirs, %1 and so on
}

// parse reads the canonical text into a store, making a new variable for each var line. Beyond what
// WriteText writes, an operand may be an application in parentheses and empty lines are allowed. The
// text of terms read into a raw store is the original text, up to spaces and parentheses.
func parse(s *Store, text string) (*parsed, error) {
	out := &parsed{Vars: make(map[string]ID)}
	p := &parser{s: s, vars: out.Vars}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if err := out.line(p, line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return out, nil
}

func (out *parsed) line(p *parser, line string) error {
	if err := p.scan(line); err != nil || len(p.tokens) == 0 {
		return err
	}
	switch first := p.next(); {
	case first == "var":
		if err := p.variable(); err != nil {
			return err
		}
	case first == "root":
		id, err := p.operand()
		if err != nil {
			return err
		}
		out.Roots = append(out.Roots, id)
	case first[0] == '%':
		if eq := p.next(); eq != "=" {
			return fmt.Errorf("found %q, want =", eq)
		}
		id, err := p.body()
		if err != nil {
			return err
		}
		if _, ok := p.vars[first]; ok {
			return fmt.Errorf("second definition of %s", first)
		}
		p.vars[first] = id
	default:
		return fmt.Errorf("found %q, want var, root or a definition", first)
	}
	return p.end()
}

func (p *parser) variable() error {
	token := p.next()
	name, ok := unquote(token)
	if !ok {
		return fmt.Errorf("found %q, want a name", token)
	}
	if _, ok := p.vars[name]; ok {
		return fmt.Errorf("second declaration of %s", token)
	}
	sort, err := parseSort(p.nextSort())
	if err != nil {
		return err
	}
	p.vars[name] = p.s.Var(name, sort)
	return nil
}

// nextSort joins the tokens of a sort, which may contain parentheses.
func (p *parser) nextSort() string {
	text := strings.Join(p.tokens, "")
	p.tokens = nil
	return text
}

func parseSort(text string) (Sort, error) {
	if text == "bool" {
		return Bool, nil
	}
	if w, ok := bvWidth(text); ok {
		return BV(w), nil
	}
	if inner, ok := strings.CutPrefix(text, "array("); ok {
		inner, closed := strings.CutSuffix(inner, ")")
		index, elem, comma := strings.Cut(inner, ",")
		i, ok1 := bvWidth(index)
		e, ok2 := bvWidth(elem)
		if closed && comma && ok1 && ok2 {
			return Array(i, e), nil
		}
	}
	return 0, fmt.Errorf("found %q, want a sort", text)
}

// bvWidth parses bv1 to bv128.
func bvWidth(text string) (uint, bool) {
	digits, ok := strings.CutPrefix(text, "bv")
	w, err := strconv.ParseUint(digits, 10, 8)
	return uint(w), ok && err == nil && validWidth(uint(w))
}

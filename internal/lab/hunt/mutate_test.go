package hunt

import (
	"strconv"
	"strings"
)

// Mutation is a C text that differs from another in one place.
type Mutation struct {
	What string // the kind of change, its object and its line
	Text string
}

// Mutations returns variants of a C text with a small mistake: a call or an assignment left out, a
// lock among them, two statements swapped, or a comparison turned. Other mistakes are a condition
// negated, a number changed, or a memory order relaxed. It knows tokens and braces only: some variants
// do not compile.
func Mutations(text string) []Mutation {
	m := &mutator{text: text, tokens: scan(text)}
	m.statements()
	for i := range m.tokens {
		m.token(i)
	}
	return m.out
}

// mutator collects the mutations of a text.
type mutator struct {
	text   string
	tokens []token
	out    []Mutation
}

// replace adds the text with other words for tokens from…to-1.
func (m *mutator) replace(what string, from, to int, by string) {
	start, end := m.tokens[from].start, m.tokens[to-1].end
	line := 1 + strings.Count(m.text[:start], "\n")
	m.out = append(m.out, Mutation{what + " on line " + strconv.Itoa(line), m.text[:start] + by + m.text[end:]})
}

func (m *mutator) words(from, to int) string {
	return m.text[m.tokens[from].start:m.tokens[to-1].end]
}

// statements leaves out and swaps statements.
func (m *mutator) statements() {
	list := simpleStatements(m.tokens)
	for i, s := range list {
		m.replace("left out "+m.words(s.from, s.to), s.from, s.to, ";")
		if i+1 < len(list) && list[i+1].from == s.to {
			next := list[i+1]
			m.replace("swapped "+m.words(s.from, next.to), s.from, next.to, m.words(next.from, next.to)+" "+m.words(s.from, s.to))
		}
	}
}

var (
	turned = map[string][]string{
		"<": {"<=", ">"}, "<=": {"<"}, ">": {">=", "<"}, ">=": {">"}, "==": {"!="}, "!=": {"=="},
		"&&": {"||"}, "||": {"&&"}, "+": {"-"}, "++": {"--"}, "+=": {"-="},
	}
	relaxed = []string{
		"memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst",
		"__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST",
	}
)

// token changes a token.
func (m *mutator) token(i int) {
	t := m.tokens[i]
	word := m.text[t.start:t.end]
	for _, by := range turned[word] {
		m.replace("turned "+word+" to "+by, i, i+1, by)
	}
	if n, err := strconv.Atoi(word); err == nil && t.kind == number {
		for _, by := range []int{n + 1, n - 1} {
			if by >= 0 {
				m.replace("changed "+word+" to "+strconv.Itoa(by), i, i+1, strconv.Itoa(by))
			}
		}
	}
	for _, order := range relaxed {
		if word == order {
			by := "memory_order_relaxed"
			if strings.HasPrefix(word, "__ATOMIC") {
				by = "__ATOMIC_RELAXED"
			}
			m.replace("relaxed "+word, i, i+1, by)
		}
	}
	if (word == "if" || word == "while") && i+1 < len(m.tokens) && m.tokens[i+1].is("(") {
		if end := closing(m.tokens, i+1); end > 0 {
			m.replace("negated the condition of "+word, i+1, end+1, "(!"+m.words(i+1, end+1)+")")
		}
	}
}

package openmp

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// directive is a parsed directive: its name and its clauses.
type directive struct {
	name    string // words with blanks between
	args    []preprocess.Token
	hasArgs bool // brackets follow the name
	clauses []clause
	pos     preprocess.Pos
}

// clause is a clause with the tokens between its brackets.
type clause struct {
	name string
	args []preprocess.Token
	pos  preprocess.Pos
}

// directiveWords are the words of directive names.
var directiveWords = set("parallel for sections section single master masked critical atomic barrier taskwait taskgroup task taskyield taskloop ordered flush threadprivate declare reduction simd target teams distribute loop scan cancel cancellation point data enter exit update begin end requires")

// bracketed are the directives whose brackets belong to the name and not to a clause.
var bracketed = map[string]bool{"critical": true, "threadprivate": true, "flush": true, "declare reduction": true, "declare target": true, "declare simd": true}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// complete are the directives whose names are one word; what follows are clauses.
var complete = set("critical atomic flush task taskwait taskgroup single section sections barrier ordered")

// continues reports whether a word belongs to the name of a directive that begins with words.
func continues(words []string, word string) bool {
	if len(words) == 0 {
		return directiveWords[word]
	}
	first, last := words[0], words[len(words)-1]
	switch word {
	case "reduction":
		return first == "declare"
	case "ordered":
		return false
	case "update", "data", "enter", "exit":
		return last == "target" || last == "enter" || last == "exit"
	}
	return directiveWords[word] && !complete[first]
}

// parse reads the tokens of a directive behind the word omp.
func parse(line []preprocess.Token, pos preprocess.Pos) (d directive, ok bool) {
	d.pos = pos
	i := 0
	var words []string
	for ; i < len(line) && line[i].Kind == preprocess.Name && continues(words, line[i].Text); i++ {
		words = append(words, line[i].Text)
	}
	d.name = strings.Join(words, " ")
	if i < len(line) && is(line[i], "(") && bracketed[d.name] {
		end := closing(line, i)
		if end < 0 {
			return d, false
		}
		d.args, d.hasArgs = line[i+1:end], true
		i = end + 1
	}
	for i < len(line) {
		if is(line[i], ",") {
			i++
			continue
		}
		if line[i].Kind != preprocess.Name {
			return d, false
		}
		c := clause{name: line[i].Text, pos: pos}
		i++
		if i < len(line) && is(line[i], "(") {
			end := closing(line, i)
			if end < 0 {
				return d, false
			}
			c.args = line[i+1 : end]
			i = end + 1
		}
		d.clauses = append(d.clauses, c)
	}
	return d, d.name != ""
}

// has reports whether a directive has a clause.
func (d *directive) has(name string) bool { return d.find(name) != nil }

// find returns the first clause of a name, or nil.
func (d *directive) find(name string) *clause {
	for i := range d.clauses {
		if d.clauses[i].name == name {
			return &d.clauses[i]
		}
	}
	return nil
}

// is reports whether a token is a punctuator or name with a text.
func is(t preprocess.Token, text string) bool {
	return (t.Kind == preprocess.Punct || t.Kind == preprocess.Name) && t.Symbol() == text
}

// closing returns the index of the bracket that closes the one at an index, or -1.
func closing(list []preprocess.Token, open int) int {
	depth := 0
	for i := open; i < len(list); i++ {
		if list[i].Kind != preprocess.Punct {
			continue
		}
		switch list[i].Symbol() {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// split cuts a list at a separator outside brackets.
func split(list []preprocess.Token, separator string) (parts [][]preprocess.Token) {
	depth, from := 0, 0
	for i := range list {
		if list[i].Kind != preprocess.Punct {
			continue
		}
		switch s := list[i].Symbol(); {
		case s == "(" || s == "[" || s == "{":
			depth++
		case s == ")" || s == "]" || s == "}":
			depth--
		case s == separator && depth == 0:
			parts = append(parts, list[from:i])
			from = i + 1
		}
	}
	return append(parts, list[from:])
}

// afterColon returns the tokens before and behind the first colon outside brackets; without one, all are behind it.
func afterColon(list []preprocess.Token) (before, behind []preprocess.Token) {
	parts := split(list, ":")
	if len(parts) == 1 {
		return nil, list
	}
	return parts[0], list[len(parts[0])+1:]
}

// spell returns the text of tokens.
func spell(list []preprocess.Token) string {
	var b strings.Builder
	for i := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(list[i].Text)
	}
	return b.String()
}

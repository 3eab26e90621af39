package hunt

import "strings"

// tokenKind is the kind of a token of a C text.
type tokenKind uint8

const (
	operator tokenKind = iota
	name
	number
	literal // a string or character
)

// token is a word of a C text, comments and directives left out.
type token struct {
	kind       tokenKind
	start, end int
	text       string
}

func (t *token) is(text string) bool { return t.text == text }

// operators of more than one character, longer ones first.
var operators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// scan splits a C text into tokens.
func scan(text string) []token {
	var out []token
	for i := 0; i < len(text); {
		rest := text[i:]
		size, kind := 1, operator
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case strings.HasPrefix(rest, "//"), c == '#':
			i += lineLength(rest)
			continue
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return out
			}
			i += end + 4
			continue
		case c == '"' || c == '\'':
			size, kind = quoted(rest), literal
		case isWord(c):
			for size < len(rest) && (isWord(rest[size]) || c >= '0' && c <= '9' && rest[size] == '.') {
				size++
			}
			if kind = name; c >= '0' && c <= '9' {
				kind = number
			}
		default:
			for _, op := range operators {
				if strings.HasPrefix(rest, op) {
					size = len(op)
					break
				}
			}
		}
		out = append(out, token{kind, i, i + size, rest[:size]})
		i += size
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lineLength is the length of a line, including its continuation lines.
func lineLength(text string) int {
	for i := range text {
		if text[i] == '\n' && (i == 0 || text[i-1] != '\\') {
			return i
		}
	}
	return len(text)
}

// quoted is the length of the string or character that a text begins with.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// closing returns the index of the parenthesis that closes the one at an index; 0: none.
func closing(tokens []token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// statement is a range of tokens.
type statement struct{ from, to int }

// keywords lists the tokens that start a statement other than an expression statement.
var keywords = map[string]bool{
	"if": true, "for": true, "while": true, "do": true, "switch": true, "else": true, "return": true, "goto": true,
	"break": true, "continue": true, "case": true, "default": true, "struct": true, "union": true, "enum": true,
	"static": true, "extern": true, "const": true, "volatile": true, "register": true, "typedef": true, "void": true,
	"int": true, "unsigned": true, "signed": true, "char": true, "short": true, "long": true, "float": true, "double": true,
	"_Bool": true, "bool": true, "_Atomic": true, "_Thread_local": true, "__thread": true, "sizeof": true, "asm": true,
}

// simpleStatements finds the statements that are calls, assignments and the like. They begin after a
// brace or another statement, and not with a token that starts a declaration.
func simpleStatements(tokens []token) []statement {
	var out []statement
	depth, parentheses := 0, 0
	for i := 0; i < len(tokens); i++ {
		switch tokens[i].text {
		case "{":
			depth++
		case "}":
			depth--
		case "(":
			parentheses++
		case ")":
			parentheses--
		}
		if depth == 0 || parentheses > 0 || !beginsStatement(tokens, i) {
			continue
		}
		end := i
		for inner := 0; end < len(tokens); end++ {
			switch tokens[end].text {
			case "(", "{", "[":
				inner++
			case ")", "}", "]":
				inner--
			}
			if inner < 0 || inner == 0 && tokens[end].is(";") {
				break
			}
		}
		if end < len(tokens) && tokens[end].is(";") {
			out = append(out, statement{i, end + 1})
			i = end
		}
	}
	return out
}

// beginsStatement reports whether an expression that is a statement begins at a token.
func beginsStatement(tokens []token, i int) bool {
	if i == 0 || i+1 >= len(tokens) {
		return false
	}
	before, t, next := &tokens[i-1], &tokens[i], &tokens[i+1]
	if !before.is(";") && !before.is("{") && !before.is("}") {
		return false
	}
	if t.kind == name {
		// Two names declare something, and so does a name with a star and a name.
		declares := next.kind == name || next.is("*") && i+2 < len(tokens) && tokens[i+2].kind == name
		return !keywords[t.text] && !declares && !next.is(":")
	}
	return t.is("*") || t.is("++") || t.is("--") || t.is("(")
}

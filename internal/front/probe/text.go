package probe

import "strings"

// The limits of code: bytes, and brackets that are open at once.
const (
	maxCode = 1 << 16
	maxOpen = 100
)

// IsExpression reports whether a text from an outside source can be an expression: it is whole
// (IsWhole) and uses no internal names of Heddle.
func IsExpression(text string) bool { return IsWhole(text) && !strings.Contains(text, "__heddle") }

// IsWhole reports whether a text can be an expression and nothing beyond: its
// brackets match, and it has no quotes, semicolons, braces or directives.
func IsWhole(text string) bool {
	if strings.TrimSpace(text) == "" || len(text) > maxCode || strings.Contains(text, "//") || strings.Contains(text, "/*") {
		return false
	}
	open := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'':
			end := charLiteral(text[i:])
			if end == 0 {
				return false
			}
			i += end - 1
		case strings.IndexByte("\"`;{}#\\@$", c) >= 0, c < ' ' && c != '\t' && c != '\n', c > '~':
			return false
		case c == '(' || c == '[':
			if open++; open > maxOpen {
				return false
			}
		case c == ')' || c == ']':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}

// charLiteral returns the length of the character constant that a text begins with; 0: none.
func charLiteral(text string) int {
	if len(text) >= 3 && text[1] != '\\' && text[1] != '\'' && text[1] >= ' ' && text[2] == '\'' {
		return 3
	}
	if len(text) >= 4 && text[1] == '\\' && strings.IndexByte("'\"\\0abfnrtv", text[2]) >= 0 && text[3] == '\'' {
		return 4
	}
	return 0
}

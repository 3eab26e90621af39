package preprocess

import "strings"

// Kind is the kind of a token.
type Kind uint8

// The kinds of preprocessing tokens (C11 6.4p1), the end of a file or directive, and padding.
const (
	End     Kind = iota
	Name         // an identifier
	Number       // a pp-number
	Char         // a character constant, with its prefix
	String       // a string literal, with its prefix
	Header       // the name after #include
	Punct        // a punctuator
	Other        // another character, or a literal that the line does not end
	Pragma       // a pragma's declaration, which Options.Pragma made: any text
	padding      // white space that a macro leaves
	param        // a parameter in the body of a macro
)

// flags describe a token.
type flags uint8

const (
	white     flags = 1 << iota // white space is before the token
	lineStart                   // it is the first of its line
	stringify                   // a parameter after #
	pasteLeft                   // ## follows
	noExpand                    // the name of a macro that is not to be expanded any more
	sourced                     // padding: it stands for a token that has the same white flag
	variable                    // a parameter: it takes the variable arguments
)

// Pos is a place: the number of a file (Files), line and column from 1.
type Pos struct{ File, Line, Col int32 }

// Token is a preprocessing token.
type Token struct {
	Text  string // as spelled, without line splices
	Pos   Pos    // of a token of a macro: the place of its invocation
	Kind  Kind
	flags flags
	arg   int16 // of a parameter: its number
}

// is reports whether a token is a punctuator, in any spelling.
func (t *Token) is(text string) bool { return t.Kind == Punct && t.Symbol() == text }

// Symbol returns the spelling of a token with the first spelling of digraphs (C11 6.4.6).
func (t *Token) Symbol() string {
	if t.Kind != Punct {
		return t.Text
	}
	switch t.Text {
	case "<:":
		return "["
	case ":>":
		return "]"
	case "<%":
		return "{"
	case "%>":
		return "}"
	case "%:":
		return "#"
	case "%:%:":
		return "##"
	}
	return t.Text
}

// Unterminated returns the quote of a literal that its line does not end, or 0.
func (t *Token) Unterminated() byte {
	if t.Kind == Other {
		for i, c := range []byte(t.Text) {
			if c == '"' || c == '\'' {
				return c
			}
			if i == 2 {
				break
			}
		}
	}
	return 0
}

// Adjoins reports whether no white space is in front of a token.
func (t *Token) Adjoins() bool { return t.flags&white == 0 }

// punctuators lists the punctuators with more than one character, longer ones first. With -std=gnu17 gcc has :: too.
var punctuators = []string{
	"%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=",
	"+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "::",
}

// single holds the punctuators with one character.
const single = "[](){}.&*+-~!/%<>^|?:;=,#"

// quoted writes a text as a string literal.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

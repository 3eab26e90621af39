package load

// Limits of nesting. The parser's time is quadratic in the depth of statements
// (each opens a scope that names are looked up through), its stack linear.
const (
	maxBrackets = 2_000  // brackets open at once, in a file
	maxOpen     = 20_000 // tokens open at once
)

// tokenKind is the part of a token that nesting needs: the character of a bracket, comma or semicolon,
// or one of the kinds below.
type tokenKind byte

const (
	otherToken tokenKind = 'x' // an operator or literal
	wordToken  tokenKind = 'w' // an identifier, keyword or number
	tailToken  tokenKind = 'e' // else or while: the construct before it may continue
)

// wordKind returns the kind of an identifier or number.
func wordKind(word string) tokenKind {
	switch word {
	case "else", "while":
		return tailToken
	}
	return wordToken
}

// nesting bounds the recursion depth of a recursive-descent parser on its tokens. At every point the
// parser is inside at most the tokens of the constructs that have not ended. For each open bracket
// these are the tokens since the last end token in that bracket, which ends all constructs begun
// before it. End tokens are a semicolon not followed by else or while; a closing brace followed by
// another word, a brace or a semicolon; and a comma between braces.
type nesting struct {
	open  []level // one per open bracket, the first for the file
	total int     // tokens open now
	max   int
	last  tokenKind // the last token, if it may have ended a construct
}

// level counts the tokens of one open bracket since the last end.
type level struct {
	bracket tokenKind
	tokens  int
}

func (n *nesting) tooDeep() bool { return n.max > maxOpen }

// token adds a token.
func (n *nesting) token(k tokenKind) {
	if len(n.open) == 0 {
		n.open = append(n.open, level{})
	}
	top := &n.open[len(n.open)-1]
	if ends(n.last, k) {
		n.total -= top.tokens
		top.tokens = 0
	}
	n.last = 0
	top.tokens++
	n.total++
	n.max = max(n.max, n.total)
	switch k {
	case '(', '[', '{':
		n.open = append(n.open, level{bracket: k})
	case ')', ']', '}':
		if len(n.open) > 1 {
			n.total -= top.tokens
			n.open = n.open[:len(n.open)-1]
		}
		n.last = k
	case ';':
		n.last = k
	case ',':
		if top.bracket == '{' {
			n.last = k
		}
	}
}

// ends reports whether the token last, followed by next, ends all constructs that were begun before it
// in its level.
func ends(last, next tokenKind) bool {
	switch last {
	case ';', ',':
		return next != tailToken
	case '}':
		return next == wordToken || next == '{' || next == '}' || next == ';'
	}
	return false
}

package shrink

// use records the uses of a name or number beside loop bounds.
type use struct {
	unfit  bool     // a smaller value may mean something else
	parts  []string // constants in whose definitions the name stands
	arrays []string // names in front of [NAME]
	least  int64    // the least value that other uses allow
}

// bitwise are the operators by which a number becomes a mask.
var bitwise = map[string]bool{"&": true, "|": true, "^": true, "~": true, "<<": true, ">>": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true}

// assigning are the operators that change the name in front of them.
var assigning = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true, "++": true, "--": true}

// collect fills in how names and numbers are used in a file.
func (t *Text) collect(f *file) {
	toks := f.tokens
	defining := "" // the macro that the directive defines
	for i := range toks {
		tok := &toks[i]
		switch {
		case tok.directive && tok.text == "#" && (i == 0 || !toks[i-1].directive || toks[i-1].line < tok.line):
			defining = ""
			if i+2 < len(toks) && toks[i+1].text == "define" {
				defining = toks[i+2].text
			}
			f.marked = f.marked || i+1 < len(toks) && (toks[i+1].text == "line" || toks[i+1].isNumber())
		case tok.text == "enum":
			t.enumeration(toks, i)
		case tok.text == "_Static_assert" || tok.text == "static_assert":
			t.eachName(toks, i+1, end(toks, i+1), func(u *use) { u.unfit = true })
		case tok.isNumber():
			t.numbers[tok.text] = append(t.numbers[tok.text], spot{f, i})
			if i > 1 && toks[i-1].text == "[" && i+1 < len(toks) && toks[i+1].text == "]" && toks[i-2].isName() {
				if n, ok := number(tok.text); ok {
					t.indices[toks[i-2].text] = max(t.indices[toks[i-2].text], n)
				}
			}
		case tok.isName():
			if i > 0 && selects[toks[i-1].text] && !tok.directive {
				t.members[tok.text] = append(t.members[tok.text], spot{f, i})
			}
			if u := t.uses[tok.text]; u != nil {
				t.used(u, toks, i, defining)
			}
		}
	}
}

// used records one use of a constant's name.
func (t *Text) used(u *use, toks []token, i int, defining string) {
	tok := &toks[i]
	before, behind := at(toks, i-1), at(toks, i+1)
	if tok.directive {
		switch {
		case before == "define" || before == "ifndef" || before == "ifdef" || before == "undef":
			return
		case defining == "":
			u.unfit = true // in a condition
			return
		case t.uses[defining] != nil && defining != tok.text:
			u.parts = append(u.parts, defining)
		}
	}
	_, isVariable := t.variables[tok.text]
	switch {
	case before == "case" || before == ":" || before == "." || before == "->":
		u.unfit = true
	case !isVariable:
	case tok.depth > 0 && assigning[behind], before == "++" || before == "--":
		u.unfit = true
	case tok.depth > 0 && i > 0 && (toks[i-1].isName() || keywords[before] && !speaks[before] || before == "*" && isType(toks, i-2)):
		u.unfit = true // another variable of that name
	}
	u.unfit = u.unfit || masks(toks, i)
	if before == "[" && behind == "]" && i > 1 && toks[i-2].isName() {
		u.arrays = append(u.arrays, toks[i-2].text)
	}
	if open := within(toks, i, "["); open > 0 {
		if closed := toks[open].match; at(toks, closed+1) == "=" && (at(toks, closed+2) != "{" || hasComma(toks, closed+2)) {
			u.unfit = true // an initialiser may be longer
		}
	}
}

// speaks lists the keywords that come before an expression.
var speaks = map[string]bool{"return": true, "case": true, "sizeof": true, "else": true, "do": true, "goto": true}

// isType reports whether the token is a type, as far as that can be seen.
func isType(toks []token, i int) bool {
	return i >= 0 && keywords[toks[i].text] && !speaks[toks[i].text]
}

// at returns the text of a token; empty: there is none.
func at(toks []token, i int) string {
	if i < 0 || i >= len(toks) {
		return ""
	}
	return toks[i].text
}

// reach is how many tokens before and after a use are examined.
const reach = 64

// masks reports whether a token is an operand of a bitwise operator, also through parentheses and arithmetic.
func masks(toks []token, i int) bool {
	depth := 0
	for k := i - 1; k >= max(0, i-reach); k-- {
		switch text := toks[k].text; {
		case text == ")" || text == "]":
			depth++
		case depth > 0 && (text == "(" || text == "["):
			depth--
		case depth > 0:
		case text == "(":
			if k > 0 && (toks[k-1].isName() || toks[k-1].isNumber()) || keywords[at(toks, k-1)] {
				k = -1 // of a call or a statement
			}
		case bitwise[text]:
			return true
		case stops[text]:
			k = -1
		}
	}
	depth = 0
	for k := i + 1; k < min(len(toks), i+reach); k++ {
		switch text := toks[k].text; {
		case text == "(" || text == "[":
			depth++
		case depth > 0 && (text == ")" || text == "]"):
			depth--
		case depth > 0 || text == ")":
		case bitwise[text]:
			return true
		case stops[text]:
			return false
		}
		if toks[k].directive != toks[i].directive || toks[k].directive && toks[k].line != toks[i].line {
			return false
		}
	}
	return false
}

// stops lists the tokens after which an expression begins that is no operand of a preceding bitwise
// operator.
var stops = map[string]bool{"{": true, "}": true, ";": true, ",": true, "[": true, "]": true, "=": true, "?": true, ":": true, "&&": true, "||": true, "<": true, ">": true, "<=": true, ">=": true, "==": true, "!=": true, "return": true, "+=": true, "-=": true, "#": true}

// within returns the index of the innermost open bracket or parenthesis around a token, if it has that
// text; 0: it has another.
func within(toks []token, i int, text string) int {
	for k := i - 1; k >= max(0, i-reach); k-- {
		switch m := toks[k].match; {
		case m > i:
			if toks[k].text == text {
				return k
			}
			return 0
		case toks[k].text == ";" || toks[k].text == "{" || toks[k].text == "}":
			return 0
		}
	}
	return 0
}

// hasComma reports whether the braces that open at a token have several elements.
func hasComma(toks []token, open int) bool {
	for k := open + 1; k < len(toks) && toks[k].depth > toks[open].depth; k++ {
		if toks[k].text == "," {
			return true
		}
		if k > open+reach {
			return true
		}
	}
	return false
}

// end returns the index of the parenthesis that closes the one at a token.
func end(toks []token, open int) int {
	if at(toks, open) == "(" && toks[open].match > 0 {
		return toks[open].match
	}
	return open
}

// eachName calls do with the use of each constant between two tokens.
func (t *Text) eachName(toks []token, from, to int, do func(*use)) {
	for k := from; k < min(to, len(toks)); k++ {
		if u := t.uses[toks[k].text]; u != nil {
			do(u)
		}
	}
}

// enumeration records which names of an enumeration are flags, or determine the values of other names.
func (t *Text) enumeration(toks []token, i int) {
	for i++; i < len(toks) && toks[i].isName(); i++ {
	}
	if at(toks, i) != "{" {
		return
	}
	var named []*use
	powers := 0
	var last *use // that the next name counts on from
	for k := i + 1; k < len(toks) && toks[k].depth > toks[i].depth && toks[k].text != "}"; k++ {
		if !toks[k].isName() || at(toks, k-1) != "{" && at(toks, k-1) != "," {
			continue
		}
		if at(toks, k+1) != "=" {
			if last != nil {
				last.unfit = true
			}
			continue
		}
		last = t.uses[toks[k].text]
		if last != nil {
			named = append(named, last)
		}
		if n, ok := t.value(toks[k].text, nil); ok && n > 0 && n&(n-1) == 0 {
			powers++
		}
	}
	const flags = 3 // this many powers of two are flags
	if powers >= flags {
		for _, u := range named {
			u.unfit = true
		}
	}
}

// settle finds which constants may be made smaller, and how small.
func (t *Text) settle() {
	for _, u := range t.uses {
		for _, name := range u.arrays {
			u.least = max(u.least, t.indices[name]+1)
		}
	}
	for name := range t.uses {
		t.settled(name)
	}
}

// settled reports whether a constant is unfit, itself or because of a constant that it is part of. It
// records the result.
func (t *Text) settled(name string) bool {
	u := t.uses[name]
	parts := u.parts
	u.parts = nil // each is followed once
	for _, part := range parts {
		u.unfit = t.settled(part) || u.unfit
	}
	return u.unfit
}

package smtlib

import "strings"

// quoteSymbol returns a name as a symbol: between bars if it must be.
func quoteSymbol(name string, must bool) string {
	if must || !isSimple(name) {
		return "|" + name + "|"
	}
	return name
}

// isSimple reports whether a name is a symbol without bars.
func isSimple(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c == ':' || c == '#' || !isSymbolByte(c) {
			return false
		}
	}
	return true
}

// words holds the symbols that have a meaning in every solver and cannot be declared: reserved words,
// and symbols of theories outside the tables here.
var words = map[string]bool{
	"!": true, "_": true, "as": true, "let": true, "exists": true, "forall": true, "match": true, "par": true,
	"true": true, "false": true, "const": true, "BINARY": true, "DECIMAL": true, "HEXADECIMAL": true,
	"NUMERAL": true, "STRING": true, "Bool": true, "BitVec": true, "Array": true,
	"FloatingPoint": true, "RoundingMode": true, "Real": true, "fp": true, "fp.to_real": true,
}

// declarable reports whether a solver lets a symbol of this name be declared, and no printer uses it
// for a definition.
func declarable(name string) bool {
	if name == "" || strings.IndexByte("$@.", name[0]) >= 0 || words[name] {
		return false
	}
	_, operator := operators[name]
	_, indexed := indexedOperators[name]
	_, float := floatOperators[name]
	_, mode := modes[name]
	return !operator && !indexed && !float && !mode
}

// speakable returns a name without the characters that cannot stand between bars.
func speakable(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' || r > '~' {
			return '_'
		}
		return r
	}, name)
}

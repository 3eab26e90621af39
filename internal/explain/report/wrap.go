package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// cut truncates a text to a width in characters.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	r := []rune(s)
	return string(r[:width-1]) + "…"
}

// pad extends a text to a width in characters.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// printable replaces characters that would disturb the layout by spaces.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
}

// wrap breaks a text into lines of a width, at spaces, or within words that are longer. Lines after the
// first are indented.
func wrap(s string, width, indent int) []string {
	var lines []string
	for r := []rune(printable(s)); ; {
		if len(r) <= width {
			return append(lines, string(r))
		}
		at := width
		for i := width; i > indent; i-- {
			if r[i] == ' ' {
				at = i
				break
			}
		}
		lines = append(lines, strings.TrimRight(string(r[:at]), " "))
		rest := strings.TrimLeft(string(r[at:]), " ")
		r = []rune(strings.Repeat(" ", min(indent, width/3)) + rest)
	}
}

// WriteLine writes a line of running text, broken at spaces only: file names stay whole. Lines after
// the first are indented by two more than the first.
func WriteLine(b io.StringWriter, s string, width int) {
	s = printable(s)
	indent := len(s) - len(strings.TrimLeft(s, " "))
	line := strings.Repeat(" ", indent)
	used, words := indent, 0
	for _, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		if words > 0 && used+1+n > width {
			b.WriteString(line + "\n")
			line, used, words = strings.Repeat(" ", indent+2), indent+2, 0
		}
		if words > 0 {
			line += " "
			used++
		}
		line += word
		used += n
		words++
	}
	b.WriteString(line + "\n")
}

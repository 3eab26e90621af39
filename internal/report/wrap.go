package report

import (
	"strings"
	"unicode/utf8"
)

// cut shortens a text to a width in characters.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	r := []rune(s)
	return string(r[:width-1]) + "…"
}

// pad lengthens a text to a width in characters.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// wrap breaks a text into lines of a width: at spaces, else anywhere; those
// after the first are indented. With indent 0 it is cut instead.
func wrap(s string, width, indent int) []string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	if indent == 0 {
		return []string{cut(s, width)}
	}
	var lines []string
	for r := []rune(s); ; {
		if len(r) <= width {
			return append(lines, string(r))
		}
		at := width
		for i := width; i > width/2; i-- {
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

// writeWrapped writes a line of running text; those after the first are indented
// by two more than it is.
func writeWrapped(b *strings.Builder, s string, width int) {
	indent := len(s) - len(strings.TrimLeft(s, " "))
	for _, line := range wrap(s, width, indent+2) {
		b.WriteString(line + "\n")
	}
}

package diag

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Color reports whether a rendering may use terminal colours.
type Color bool

// The two ways to render.
const (
	Plain   Color = false
	Colored Color = true
)

// ANSI sequences of a colored rendering.
const (
	ansiReset   = "\x1b[0m"
	ansiBold    = "\x1b[1m"
	ansiRed     = "\x1b[1;31m"
	ansiMagenta = "\x1b[1;35m"
	ansiGreen   = "\x1b[1;32m"
)

// excerptWidth is how many bytes of a source line a rendering shows.
const excerptWidth = 120

// Render returns the diagnostic as a person reads it: the line of String, and,
// if the source of its file is given and long enough, the source line with a
// caret below the column. It ends with a newline.
func Render(d Diagnostic, source []byte, color Color) string {
	head := d.String()
	if color {
		word := d.Severity.String() + ":"
		paint := ansiRed
		if d.Severity == Warning {
			paint = ansiMagenta
		}
		place, rest, _ := strings.Cut(head, word)
		head = ansiBold + place + ansiReset + paint + word + ansiReset + rest
	}
	line, ok := lineOf(source, d.Line)
	if !ok {
		return head + "\n"
	}
	column := min(max(d.Column, 1), len(line)+1)
	from := 0
	if column > excerptWidth*3/4 {
		from = column - excerptWidth/2
		for from < len(line) && !utf8.RuneStart(line[from]) {
			from++
		}
	}
	line = line[from:]
	column -= from
	if len(line) > excerptWidth {
		line = line[:excerptWidth]
	}
	gutter := fmt.Sprintf("%5d | ", d.Line)
	caret := strings.Repeat(" ", len(gutter)-2) + "| " + padding(line, column-1)
	mark := "^"
	if color {
		mark = ansiGreen + mark + ansiReset
	}
	return head + "\n" + gutter + printable(line) + "\n" + caret + mark + "\n"
}

// lineOf returns the nth line of the source, counted from 1.
func lineOf(source []byte, n int) ([]byte, bool) {
	if n < 1 {
		return nil, false
	}
	for ; n > 1; n-- {
		i := bytes.IndexByte(source, '\n')
		if i < 0 {
			return nil, false
		}
		source = source[i+1:]
	}
	if i := bytes.IndexByte(source, '\n'); i >= 0 {
		source = source[:i]
	}
	source = bytes.TrimRight(source, "\r")
	return source, len(source) > 0
}

// printable prepares a line for a terminal: control characters and invalid UTF-8 become question
// marks; tabs stay.
func printable(line []byte) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (r < ' ' || r == 0x7f || r == utf8.RuneError) {
			return '?'
		}
		return r
	}, string(line))
}

// padding returns blanks as wide as the first n bytes of the line; tabs stay.
func padding(line []byte, n int) string {
	var b strings.Builder
	for _, r := range string(line[:min(n, len(line))]) {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

package certificate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SyntaxError is the place and the reason of an error in a certificate.
type SyntaxError struct {
	File         string
	Line, Column int // from 1
	Msg          string
}

// Error names the place.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// word is a part of a line, without its quotes.
type word struct {
	text   string
	column int
}

// line is a line that is neither empty nor a comment.
type line struct {
	number int
	words  []word
	end    int // the column behind its last word
}

// blanks separate words.
const blanks = " \t\r"

// cursor iterates over lines, word by word.
type cursor struct {
	file  string
	lines []line
	at    int // the line; -1: before the first
	next  int // the word in it
}

// newCursor splits a text into words. Lines that begin with # are comments.
func newCursor(file, text string) *cursor {
	c := &cursor{file: file, at: -1}
	for i, s := range strings.Split(text, "\n") {
		l := line{number: i + 1, end: len(s) + 1}
		for rest := strings.TrimLeft(s, blanks); rest != ""; rest = strings.TrimLeft(rest, blanks) {
			column := len(s) - len(rest) + 1
			if len(l.words) == 0 && rest[0] == '#' {
				break
			}
			own, text := rest, ""
			if rest[0] == '"' {
				prefix, err := strconv.QuotedPrefix(rest)
				if err != nil {
					panic(&SyntaxError{file, l.number, column, "found a quotation mark, expected another one behind it"})
				}
				own = prefix
				text, _ = strconv.Unquote(prefix)
			} else {
				if end := strings.IndexAny(rest, blanks); end >= 0 {
					own = rest[:end]
				}
				text = own
			}
			l.words = append(l.words, word{text, column})
			rest = rest[len(own):]
		}
		if len(l.words) > 0 {
			c.lines = append(c.lines, l)
		}
	}
	return c
}

// quote writes a word so that newCursor reads it.
func quote(s string) string {
	if s == "" || s[0] == '#' || !utf8.ValidString(s) || strings.ContainsAny(s, blanks+"\"") || strconv.Quote(s) != `"`+s+`"` {
		return strconv.Quote(s)
	}
	return s
}

// failAt raises a syntax error at a column of the line.
func (c *cursor) failAt(column int, format string, args ...any) {
	number := 1
	if c.at >= 0 && c.at < len(c.lines) {
		number = c.lines[c.at].number
	} else if n := len(c.lines); c.at >= n && n > 0 {
		number = c.lines[n-1].number
	}
	panic(&SyntaxError{c.file, number, column, fmt.Sprintf(format, args...)})
}

// fail raises a syntax error at the last word that was read.
func (c *cursor) fail(format string, args ...any) {
	column := 1
	if c.at >= 0 && c.at < len(c.lines) && c.next > 0 {
		column = c.lines[c.at].words[c.next-1].column
	}
	c.failAt(column, format, args...)
}

// line moves to the next line, if there is one. The current line must have been read to its end.
func (c *cursor) line() bool {
	if c.has() {
		c.word("")
		c.fail("found %q, expected the end of the line", c.lines[c.at].words[c.next-1].text)
	}
	c.at, c.next = c.at+1, 0
	return c.at < len(c.lines)
}

// has reports whether the line has another word.
func (c *cursor) has() bool {
	return c.at >= 0 && c.at < len(c.lines) && c.next < len(c.lines[c.at].words)
}

// word reads a word.
func (c *cursor) word(expected string) string {
	if !c.has() {
		column := 1
		if c.at >= 0 && c.at < len(c.lines) {
			column = c.lines[c.at].end
		}
		c.failAt(column, "found the end of the line, expected %s", expected)
	}
	c.next++
	return c.lines[c.at].words[c.next-1].text
}

// take reads a word if it is the one given.
func (c *cursor) take(text string) bool {
	if c.has() && c.lines[c.at].words[c.next].text == text {
		c.next++
		return true
	}
	return false
}

// need reads a word that must be the one given.
func (c *cursor) need(text string) {
	if found := c.word(text); found != text {
		c.fail("found %q, expected %s", found, text)
	}
}

// number reads a number.
func (c *cursor) number(expected string, least, most int64) int64 {
	return c.parse(c.word(expected), expected, least, most)
}

// parse returns the number in a part of the last word.
func (c *cursor) parse(text, expected string, least, most int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		c.fail("found %q, expected %s", text, expected)
	}
	return n
}

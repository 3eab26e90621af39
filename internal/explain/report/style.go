package report

import "strings"

// style is a text style of terminals: the parameters of ECMA-48's SGR (8.3.117); empty: no style.
type style string

const (
	strong  style = "1"
	faint   style = "2"
	failing style = "1;31"
)

// threadStyles holds the styles of the first threads.
var threadStyles = []style{"36", "33", "35", "32", "34"}

// ofThread returns the style of a thread, by its number in the story.
func ofThread(thread int) style {
	if thread < 0 {
		return ""
	}
	return threadStyles[thread%len(threadStyles)]
}

// painter applies styles to texts, if colours are enabled.
type painter struct {
	color bool
}

// paint returns a text in a style; the space around it has none.
func (p painter) paint(text string, s style) string {
	trimmed := strings.TrimSpace(text)
	if !p.color || s == "" || trimmed == "" {
		return text
	}
	before, after, _ := strings.Cut(text, trimmed)
	return before + "\x1b[" + string(s) + "m" + trimmed + "\x1b[m" + after
}

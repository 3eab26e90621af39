package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Screen is the end of a terminal's contents: lines that are overwritten, until they are removed
// permanently.
type Screen struct {
	w     io.Writer
	size  func() (width, height int) // of the terminal, in characters
	shown int                        // lines
}

// usualHeight is the height of a terminal that does not report its own.
const usualHeight = 24

// ScreenOn returns the screen of a file; nil: it is no terminal, or one on which nothing can be written over.
func ScreenOn(f *os.File) *Screen {
	if !IsTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Screen{w: f, size: func() (int, int) {
		width, height, _ := term.GetSize(int(f.Fd())) // 0: unknown
		return cmp.Or(max(0, width), minPage), cmp.Or(max(0, height), usualHeight)
	}}
}

// Draw replaces the shown lines by others, as many as fit, always including the last. It cuts lines that
// are too long: a line that wraps could not be overwritten.
func (s *Screen) Draw(lines []string) {
	width, height := s.size()
	if n := len(lines) - max(1, height-1); n > 0 {
		lines = lines[n:]
	}
	var b strings.Builder
	s.up(&b)
	for _, line := range lines {
		if utf8.RuneCountInString(line) >= width {
			line = string([]rune(line)[:max(0, width-2)]) + "…"
		}
		b.WriteString(line + "\x1b[K\n")
	}
	b.WriteString("\x1b[J")
	s.shown = len(lines)
	io.WriteString(s.w, b.String()) // at once, or it flickers; without it the check continues
}

// Clear removes the shown lines, so that other output can be written.
func (s *Screen) Clear() {
	if s.shown == 0 {
		return
	}
	var b strings.Builder
	s.up(&b)
	b.WriteString("\x1b[J")
	s.shown = 0
	io.WriteString(s.w, b.String())
}

// up leads to the first line that is shown.
func (s *Screen) up(b *strings.Builder) {
	b.WriteByte('\r')
	if s.shown > 0 {
		fmt.Fprintf(b, "\x1b[%dA", s.shown)
	}
}

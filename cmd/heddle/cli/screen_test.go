package cli

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// terminal is a terminal that knows the control sequences of Screen, and no others.
type terminal struct {
	lines []string
	row   int    // of the cursor
	col   int    // likewise
	wrong string // that was written; empty: nothing
}

var control = regexp.MustCompile("^\x1b\\[([0-9]*)([A-Z])")

// Write implements io.Writer.
func (s *terminal) Write(text []byte) (int, error) {
	for rest := string(text); rest != ""; {
		for s.row >= len(s.lines) {
			s.lines = append(s.lines, "")
		}
		line := []rune(s.lines[s.row])
		if m := control.FindStringSubmatch(rest); m != nil {
			rest = rest[len(m[0]):]
			switch n, _ := strconv.Atoi(m[1]); {
			case m[2] == "A" && n > 0 && n <= s.row:
				s.row -= n
			case m[2] == "K" && m[1] == "":
				s.lines[s.row] = string(line[:min(s.col, len(line))])
			case m[2] == "J" && m[1] == "":
				s.lines = append(s.lines[:s.row], string(line[:min(s.col, len(line))]))
			default:
				s.wrong = m[0]
			}
			continue
		}
		r := []rune(rest)[0]
		rest = rest[len(string(r)):]
		switch {
		case r == '\n':
			s.row, s.col = s.row+1, 0
		case r == '\r':
			s.col = 0
		case r < ' ':
			s.wrong = string(r)
		default:
			for len(line) <= s.col {
				line = append(line, ' ')
			}
			line[s.col] = r
			s.lines[s.row] = string(line)
			s.col++
		}
	}
	return len(text), nil
}

// shows fails the test unless the terminal shows these lines.
func (s *terminal) shows(t *testing.T, want ...string) {
	t.Helper()
	got := slices.Clone(s.lines)
	for len(got) > 0 && got[len(got)-1] == "" {
		got = got[:len(got)-1]
	}
	if !slices.Equal(got, want) || s.wrong != "" {
		t.Errorf("got\n%s\nwant\n%s\nwrong: %q", strings.Join(got, "\n"), strings.Join(want, "\n"), s.wrong)
	}
}

// TestScreen draws more lines and fewer, longer ones than fit, and more of them.
func TestScreen(t *testing.T) {
	var term terminal
	s := newScreen(&term, 8, 4)
	fmt.Fprintln(&term, "before")
	s.Clear()
	term.shows(t, "before")
	s.Draw([]string{"one", "two"})
	term.shows(t, "before", "one", "two")
	s.Draw([]string{"1"})
	term.shows(t, "before", "1")
	s.Draw([]string{"a line that is long", "äöüäöüä", "äöüäöüäö"})
	term.shows(t, "before", "a line…", "äöüäöüä", "äöüäöü…")
	s.Draw([]string{"one", "two", "three", "four"})
	term.shows(t, "before", "two", "three", "four")
	s.Clear()
	term.shows(t, "before")
	s.Draw(nil)
	fmt.Fprintln(&term, "after")
	term.shows(t, "before", "after")
}

// newScreen returns the screen of a terminal with the given size.
func newScreen(w io.Writer, width, height int) *Screen {
	return &Screen{w: w, size: func() (int, int) { return width, height }}
}

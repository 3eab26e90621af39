package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Color reports whether output to w has colours: on a terminal, unless the variable NO_COLOR is set
// (https://no-color.org) or the terminal has none.
func Color(w io.Writer) bool {
	return IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Pages that are wider than a line of the program are hard to read, narrower ones hold no table.
const (
	minPage = 40
	maxPage = 160
)

// Width returns how wide a page on w is: the variable COLUMNS, or the terminal's width; 0: nothing
// is known.
func Width(w io.Writer) int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if f, ok := w.(*os.File); ok && (err != nil || width <= 0) {
		width, _, err = term.GetSize(int(f.Fd()))
	}
	if err != nil || width <= 0 {
		return 0
	}
	return min(max(width, minPage), maxPage)
}

package cli

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/screentest"
)

// TestScreen draws more lines and fewer, longer ones than fit, and more of them.
func TestScreen(t *testing.T) {
	var term screentest.Terminal
	s := NewScreen(&term, 8, 4)
	fmt.Fprintln(&term, "before")
	s.Clear()
	term.Shows(t, "before")
	s.Draw([]string{"one", "two"})
	term.Shows(t, "before", "one", "two")
	s.Draw([]string{"1"})
	term.Shows(t, "before", "1")
	s.Draw([]string{"a line that is long", "äöüäöüä", "äöüäöüäö"})
	term.Shows(t, "before", "a line…", "äöüäöüä", "äöüäöü…")
	s.Draw([]string{"one", "two", "three", "four"})
	term.Shows(t, "before", "two", "three", "four")
	s.Clear()
	term.Shows(t, "before")
	s.Draw(nil)
	fmt.Fprintln(&term, "after")
	term.Shows(t, "before", "after")
}

package cli

import (
	"bytes"
	"os"
	"testing"
)

// TestPage checks the properties of an output that is no terminal: it has no colours, and no width unless
// COLUMNS gives one.
func TestPage(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if IsTerminal(null) || Color(null) || IsTerminal(&bytes.Buffer{}) {
		t.Error("a file is taken for a terminal")
	}
	for _, c := range []struct {
		columns string
		want    int
	}{{"", 0}, {"no", 0}, {"-1", 0}, {"10", minPage}, {"72", 72}, {"900", maxPage}} {
		t.Setenv("COLUMNS", c.columns)
		if got := Width(null); got != c.want {
			t.Errorf("COLUMNS=%s: %d, want %d", c.columns, got, c.want)
		}
	}
}

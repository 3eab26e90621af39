package raise

import (
	"errors"
	"testing"
)

// mistake is an error of a parser.
type mistake struct{ text string }

func (m *mistake) Error() string { return m.text }

// TestCatch checks that errors of the type are returned, and that other panics go on.
func TestCatch(t *testing.T) {
	parse := func(raised any) (err error) {
		defer Catch[*mistake](&err)
		if raised != nil {
			panic(raised)
		}
		return nil
	}
	if err := parse(nil); err != nil {
		t.Errorf("without a panic: %v", err)
	}
	if m := new(mistake); !errors.As(parse(&mistake{"wrong"}), &m) || m.text != "wrong" {
		t.Errorf("got %v, want the mistake", m)
	}
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("got %v, want the other panic", r)
		}
	}()
	_ = parse("other")
}

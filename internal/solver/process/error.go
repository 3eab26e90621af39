package process

import (
	"errors"
	"fmt"
	"strings"
)

// Error is what a program did wrong: it failed, said nonsense, or was caught with
// a wrong answer.
type Error struct {
	Solver string
	Err    error
	Said   string // the end of what it wrote to standard error
}

// Error says which program did what.
func (e *Error) Error() string {
	text := fmt.Sprintf("solver %s: %v", e.Solver, e.Err)
	if said := strings.TrimSpace(e.Said); said != "" {
		text += fmt.Sprintf(" (it said %q)", said)
	}
	return text
}

// Unwrap returns what was wrong.
func (e *Error) Unwrap() error { return e.Err }

// What programs do wrong that one may want to tell from other failures.
var (
	errNoAnswer = errors.New("it ended without an answer")
	errModel    = errors.New("its model is wrong")
)

// outOfMemory reports whether a message speaks of lack of memory.
func outOfMemory(texts ...string) bool {
	for _, t := range texts {
		t = strings.ToLower(t)
		for _, word := range []string{"out of memory", "memout", "bad_alloc", "memory limit", "allocation fail", "insufficient memory"} {
			if strings.Contains(t, word) {
				return true
			}
		}
	}
	return false
}

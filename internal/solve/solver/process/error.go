package process

import (
	"errors"
	"fmt"
	"strings"
)

// Error is a failure of a program: it crashed, wrote a malformed answer, or its answer was found wrong.
type Error struct {
	Solver string
	Err    error
	Said   string // the end of its standard error
}

// Error returns the name of the program and the failure.
func (e *Error) Error() string {
	text := fmt.Sprintf("solver %s: %v", e.Solver, e.Err)
	if said := strings.TrimSpace(e.Said); said != "" {
		text += fmt.Sprintf(" (it said %q)", said)
	}
	return text
}

// Unwrap returns the underlying failure.
func (e *Error) Unwrap() error { return e.Err }

// Failures that callers may want to distinguish.
var (
	errNoAnswer = errors.New("it ended without an answer")
	errModel    = errors.New("its model is wrong")
)

// outOfMemory reports whether a message is about lack of memory.
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

// Package pattern compiles regular expressions at their first use. Heddle has about thirty, a run uses a few,
// and compiling them all would slow a short run down. Packages of the rooms program, front, memmodel, run, explain
// and drive keep such functions in variables, instead of calling regexp.MustCompile. The package never compiles
// an expression twice.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a function that returns the compiled expression. The function panics if the text is no expression.
func Lazy(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

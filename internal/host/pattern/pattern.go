// Package pattern compiles regular expressions at their first use. Heddle has about thirty, a run uses a few,
// and compiling them all would slow a short run down. Packages of most rooms keep such functions in variables,
// instead of calling regexp.MustCompile.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a function that returns the compiled expression. The function panics if the text is no expression.
func Lazy(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

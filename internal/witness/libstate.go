package witness

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/ir"
)

// libraryObject names an object of the C library that is the program's as well by
// what it is (clib's intrinsics.h): the state of strtok, the result of localtime and
// gmtime. Other globals keep their names.
func libraryObject(g *ir.Global) string {
	for _, what := range []string{"state", "result"} {
		if of, ok := strings.CutPrefix(g.Name, "__"+what+"_of_"); ok {
			return "the " + what + " of " + strings.ReplaceAll(of, "_and_", " and ")
		}
	}
	return g.Name
}

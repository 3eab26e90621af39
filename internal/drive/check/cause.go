package check

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// cause names the common cause of violations of a property that one change of the program would repair. For
// races it is the object and the pair of functions, for others the kind and the function.
func cause(p verdict.Property, v *interp.Violation) string {
	if v.First == nil {
		what := cmp.Or(string(v.Kind), p.String())
		if v.Func == "" {
			return what
		}
		return what + " in " + v.Func
	}
	a, b := min(v.First.Func, v.Func), max(v.First.Func, v.Func)
	object := v.Name
	if end := strings.IndexAny(object, ".[-"); end > 0 {
		object = object[:end] // all parts
	}
	if a == b {
		return fmt.Sprintf("%s, in %s", object, a)
	}
	return fmt.Sprintf("%s, in %s and %s", object, a, b)
}

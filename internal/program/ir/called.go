package ir

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// given matches the names of texts that are inputs of the program: the arguments of main, for which
// package link makes objects without a place, and the values of environment.c.
var given = pattern.Lazy(`^(argv|__environment)_(\d+)$`)

// IsText reports whether the global is a text that the program is given: an argument of main, or
// the value of a variable of the environment.
func (g *Global) IsText() bool {
	return g.External && (g.Model || !g.Pos.IsValid()) && given().MatchString(g.Name)
}

// Called returns the name of a global in messages. An object of the C library that also belongs to the
// program has a descriptive name (clib's intrinsics.h): the state of strtok, the result of localtime
// or gmtime, an input of the program. Other globals keep their names.
func (g *Global) Called() string {
	if m := given().FindStringSubmatch(g.Name); m != nil && m[1] != "argv" {
		return "environment[" + m[2] + "]"
	} else if m != nil && !g.Pos.IsValid() {
		return "*argv[" + m[2] + "]"
	}
	for _, what := range []string{"state", "result"} {
		if of, ok := strings.CutPrefix(g.Name, "__"+what+"_of_"); ok {
			return "the " + what + " of " + strings.ReplaceAll(of, "_and_", " and ")
		}
	}
	return g.Name
}

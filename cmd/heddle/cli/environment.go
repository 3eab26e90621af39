package cli

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle"
)

// Environments describes the choices of the environment, the default marked.
func Environments() string {
	names := heddle.Environments()
	for i, name := range names {
		if slices.Contains(names, "no-"+name) {
			names[i] += " (default)"
		}
	}
	return strings.Join(names, ", ")
}

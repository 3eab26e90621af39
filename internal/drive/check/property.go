package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// NotBuilt is the reason of the verdict on a property that the requested engine does not support.
const NotBuilt verdict.Reason = "not-built"

// DefaultProperties returns the properties that are judged when the options name none. Optional properties
// are not among them.
func DefaultProperties() []string {
	var out []string
	for p := range verdict.NumProperties {
		if !p.Row().Optional {
			out = append(out, p.String())
		}
	}
	return out
}

// Properties lists the names of all properties.
func Properties() []string { return verdict.AllChecks.Names() }

// ValidProperties checks a list of names of properties and returns it without
// repetitions.
func ValidProperties(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		if !slices.Contains(Properties(), name) {
			return nil, fmt.Errorf("unknown property %q, expected one of %s", name, strings.Join(Properties(), ", "))
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out, nil
}

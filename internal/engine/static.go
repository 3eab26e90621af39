package engine

import (
	"fmt"
	"strings"
)

// Static is a set of the static analyses of transition systems. None of them ever
// changes a verdict.
type Static uint8

// The analyses (Ganai and Gupta, SPIN 2008, sections 2.3 and 7; SUB: Kahlon, Gupta and
// Sinha, CAV 2006).
const (
	CSR Static = 1 << iota // control states that can be reached at a depth
	PB                     // paths and loops balanced by states that do nothing
	CXT                    // states told apart by return sites and other constants
	MTX                    // pairs that locks rule out
	SUB                    // conditional stubborn sets of threads that go on
)

// AllStatic is the set of all.
const AllStatic = CSR | PB | CXT | MTX | SUB

var staticNames = []string{"csr", "pb", "cxt", "mtx", "sub"}

// Has reports whether all of some analyses are in the set.
func (s Static) Has(some Static) bool { return s&some == some }

// StaticNames lists the names of the analyses.
func StaticNames() []string { return staticNames }

// ParseStatic returns the set of the analyses with the given names.
func ParseStatic(names []string) (Static, error) {
	var s Static
next:
	for _, name := range names {
		for i, n := range staticNames {
			if n == name {
				s |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("unknown static analysis %q, expected some of %s", name, strings.Join(staticNames, ", "))
	}
	return s, nil
}

package waypoint

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Claims holds the invariants of a correctness witness placed in a program.
type Claims struct {
	List   *probe.List
	origin map[probe.SiteID][]origins
}

// InvariantText is the text in the message of a violated invariant.
const InvariantText = "an invariant of the witness"

// Claim places the invariants of a correctness witness: each is asserted, as the property reach,
// wherever a thread comes to its place. The error is an *svcomp.Error with name as the file.
func Claim(name string, w *svcomp.Witness, sites *Sites) (*Claims, error) {
	c := &Claims{origin: make(map[probe.SiteID][]origins)}
	conditions := make(map[probe.SiteID][]string)
	for i := range w.Invariants {
		inv := &w.Invariants[i]
		id, err := sites.of(inv.Type, &inv.Location, "")
		if err == nil && !probe.IsExpression(inv.Value) {
			err = fmt.Errorf("found the value %q, expected a C expression", inv.Value)
		}
		if err != nil {
			return nil, &svcomp.Error{Name: name, Place: inv.At, Text: err.Error()}
		}
		conditions[id] = append(conditions[id], inv.Value)
		c.origin[id] = append(c.origin[id], origins{inv.At})
	}
	c.List = &probe.List{Functions: functions, Codes: make(map[probe.SiteID]probe.Code)}
	for id, list := range conditions {
		c.List.Codes[id] = probe.Code{Text: asserted(list), Section: true}
	}
	return c, nil
}

// Misplaced returns the front end's first error about inserted code as an *svcomp.Error with name as
// the file; nil: none.
func (c *Claims) Misplaced(name string) error { return misplaced(name, c.List, c.origin) }

// Property is the property as which invariants are asserted.
const Property = verdict.Reach

// IsBroken reports whether the message of a violation is about an invariant.
func (c *Claims) IsBroken(message string) bool { return strings.Contains(message, InvariantText) }

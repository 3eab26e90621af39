package threadproof

import (
	"fmt"
	"slices"
	"strings"
)

// Value is a set of values of a register or a cell: numbers in both intervals with known last bits, and
// pointers. For values of more than 64 bits the numbers are arbitrary.
type Value struct {
	Number    bool // there may be numbers
	SLo, SHi  int64
	ULo, UHi  uint64
	Known     int      // number of known last bits, if the numbers are not all the same; below 64
	Last      uint64   // the known bits
	Targets   []Target // by object, each once
	Uninit    bool     // bytes may never have been written
	Unwritten bool     // for a cell of an array: elements may have their initial values, which are not listed
}

// Target is a set of places in an object: the offsets from Lo to Hi that, with a Step, differ from Rest
// by a multiple of it.
type Target struct {
	Object     ObjectID
	Lo, Hi     int64
	Step, Rest int64
}

// Within reports whether all of v is in x.
func (v *Value) Within(x *Value) bool {
	if v.Uninit && !x.Uninit || v.Unwritten && !x.Unwritten {
		return false
	}
	if v.Number && (!x.Number || v.SLo < x.SLo || v.SHi > x.SHi || v.ULo < x.ULo || v.UHi > x.UHi) {
		return false
	}
	if known, last := v.LastBits(); v.Number && (known < x.Known || (last^x.Last)<<(64-x.Known) != 0) {
		return false
	}
	for _, t := range v.Targets {
		if !slices.ContainsFunc(x.Targets, func(u Target) bool {
			return t.Object == u.Object && t.Lo >= u.Lo && t.Hi <= u.Hi && (u.Step == 0 || t.Step == u.Step && t.Rest == u.Rest)
		}) {
			return false
		}
	}
	return true
}

// LastBits returns the number of known last bits of all numbers, and these bits.
func (v *Value) LastBits() (known int, last uint64) {
	if v.Number && v.ULo == v.UHi {
		return 64, v.ULo
	}
	return v.Known, v.Last
}

// Empty reports whether there is no value.
func (v *Value) Empty() bool { return !v.Number && len(v.Targets) == 0 && !v.Unwritten }

// String writes a set of values.
func (v Value) String() string {
	var parts []string
	if v.Number {
		parts = append(parts, fmt.Sprintf("%d..%d", v.SLo, v.SHi))
		if v.SLo < 0 {
			parts[0] += fmt.Sprintf(" and %d..%d", v.ULo, v.UHi)
		}
		if v.Known > 0 {
			parts[0] += fmt.Sprintf(" (%d mod %d)", v.Last, uint64(1)<<v.Known)
		}
	}
	for _, t := range v.Targets {
		parts = append(parts, t.String())
	}
	if v.Uninit {
		parts = append(parts, "no value")
	}
	if v.Unwritten {
		parts = append(parts, "as born")
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, " or ")
}

// String writes places in an object.
func (t Target) String() string {
	switch {
	case t.Lo == t.Hi:
		return fmt.Sprintf("&%d+%d", t.Object, t.Lo)
	case t.Step != 0:
		return fmt.Sprintf("&%d+%d..%d (%d mod %d)", t.Object, t.Lo, t.Hi, t.Rest, t.Step)
	}
	return fmt.Sprintf("&%d+%d..%d", t.Object, t.Lo, t.Hi)
}

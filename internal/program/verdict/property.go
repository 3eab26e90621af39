package verdict

import (
	"fmt"
	"slices"
)

// Property is a kind of failure that Heddle looks for (semantics 16). Its row in table.go declares it.
type Property uint8

// String returns the name that the command line and JSON use.
func (p Property) String() string {
	if p < NumProperties {
		return rows[p].Name
	}
	return fmt.Sprintf("property(%d)", uint8(p))
}

// ParseProperty is the inverse of Property.String.
func ParseProperty(s string) (Property, error) {
	for p := range NumProperties {
		if rows[p].Name == s {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown property %q", s)
}

// Row returns the declaration of the property.
//
// requires: p < NumProperties.
func (p Property) Row() *Row { return &rows[p] }

// Is reports whether the check of the property is one of a set.
func (p Property) Is(checks Checks) bool { return p < NumProperties && rows[p].Check&checks != 0 }

// EndsProcess reports whether the process ends where a check of p fails and p is not
// judged (semantics 5.4 to 5.7).
func (p Property) EndsProcess() bool { return rows[p].EndsProcess }

// IsTemporal reports whether a property is about whole executions. A violation of such a property is a
// lasso: a stem, and a loop that is repeated for ever (semantics 17).
func (p Property) IsTemporal() bool { return p.Is(WholeCheck) }

// Checks is a set of kinds of checks. A property has one kind. An engine declares the kinds that it can
// judge, and thereby its properties.
type Checks uint16

// The kinds of checks.
const (
	StatedCheck  Checks = 1 << iota // the program states a condition at a place
	OperandCheck                    // operands of arithmetic at a place
	LockCheck                       // an operation on a lock, or the end of a thread that holds one
	AccessCheck                     // a pointer at an access, a call or a free
	ValueCheck                      // use of bytes at a place, which must have a value
	HeapCheck                       // the heap where the process ends
	PairCheck                       // two accesses in one execution that nothing orders
	WaitCheck                       // a state in which threads wait
	PlaceCheck                      // a state in which two threads are at given places
	WholeCheck                      // an execution without an end

	StepChecks   = StatedCheck | OperandCheck | LockCheck | AccessCheck | ValueCheck // the last step of a finite execution shows the violation
	FiniteChecks = StepChecks | HeapCheck | PairCheck | WaitCheck                    // a finite execution shows the violation, whatever the options are
	AllChecks    = FiniteChecks | PlaceCheck | WholeCheck
)

// Properties lists the properties with one of the checks, in the order of the table.
func (c Checks) Properties() (list []Property) {
	for p := range NumProperties {
		if p.Is(c) {
			list = append(list, p)
		}
	}
	return list
}

// Names lists the names of these properties.
func (c Checks) Names() (list []string) {
	for _, p := range c.Properties() {
		list = append(list, p.String())
	}
	return list
}

// Excuses is a set of actions of undefined functions and models that may make a violation a false alarm
// (semantics 14.9, 14.10).
type Excuses uint8

// The actions.
const (
	Guessed Excuses = 1 << iota // a library model returned any value in place of the right one
	Writes                      // it writes to an object that it got
	Lasts                       // the function frees, writes or unblocks an object that it got, or calls the program back
	Leads                       // it stores pointers to valid objects in an object that it got or returned
)

// Kind names one way to violate a property that has several.
type Kind string

// Properties lists the properties that have the kind.
func (k Kind) Properties() (list []Property) {
	for p := range NumProperties {
		if k != "" && k.Of(p) {
			list = append(list, p)
		}
	}
	return list
}

// Of reports whether k is a kind of p; of a property without several it is empty.
func (k Kind) Of(p Property) bool {
	kinds := rows[p].Kinds
	return k == "" && kinds == nil || slices.ContainsFunc(kinds, func(r KindRow) bool { return r.Kind == k })
}

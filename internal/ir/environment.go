package ir

import "github.com/heddle-mc/heddle/internal/verdict"

// Environment is a set of environment choices that are switched on (semantics 12). Of
// the others nobody is asked: their value is zero.
type Environment uint16

// EnvironmentSet returns the set of the given reasons.
func EnvironmentSet(reasons ...ChooseReason) Environment {
	var s Environment
	for _, r := range reasons {
		s |= 1 << r
	}
	return s
}

// Has reports whether r is in s.
func (s Environment) Has(r ChooseReason) bool { return s&(1<<r) != 0 }

// Asks reports whether anybody is asked for the value of a choice: of the program and
// its schedule always, of the environment if it is switched on.
func (s Environment) Asks(r ChooseReason) bool { return !r.IsEnvironment() || s.Has(r) }

// For returns the choices that are made when a property is judged alone: spurious
// wake-ups are no step of deadlock (semantics 11).
func (s Environment) For(p verdict.Property) Environment {
	if p == verdict.Deadlock {
		s &^= EnvironmentSet(ChooseSpurious)
	}
	return s
}

package ir

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Environment is the set of environment choices that are switched on (semantics 12). The value of
// every other choice is zero.
type Environment uint16

// DefaultEnvironment holds the choices that are on by default: POSIX lets every wait return without a
// signal, and a program has to expect it.
const DefaultEnvironment Environment = 1 << ChooseSpurious

// EnvironmentSet returns the set of the given reasons.
func EnvironmentSet(reasons ...ChooseReason) Environment {
	var s Environment
	for _, r := range reasons {
		s |= 1 << r
	}
	return s
}

// prefixOff before the name of a choice that is on by default switches it off.
const prefixOff = "no-"

// EnvironmentSwitches lists the names that ParseEnvironment accepts: the name of each choice, and the
// name that switches off a choice that is on by default.
func EnvironmentSwitches() []string {
	var out []string
	for i, name := range chooseNames {
		r := ChooseReason(i)
		if !r.IsEnvironment() || r == ChooseSpuriousAgain {
			continue
		}
		out = append(out, name)
		if DefaultEnvironment.Has(r) {
			out = append(out, prefixOff+name)
		}
	}
	return out
}

// ParseEnvironment returns the default environment with the given switches turned. An
// unknown name, and a choice that is switched both on and off, is an error.
func ParseEnvironment(names []string) (Environment, error) {
	var on, off Environment
	for _, name := range names {
		plain, isOff := strings.CutPrefix(name, prefixOff)
		r, ok := ParseChooseReason(plain)
		switch {
		case !ok || !r.IsEnvironment() || r == ChooseSpuriousAgain || isOff && !DefaultEnvironment.Has(r):
			return 0, fmt.Errorf("unknown choice of the environment %q, expected one of %s", name, strings.Join(EnvironmentSwitches(), ", "))
		case isOff:
			off |= EnvironmentSet(r)
		default:
			on |= EnvironmentSet(r)
		}
		if on&off != 0 {
			return 0, fmt.Errorf("found both %s and %s%s", plain, prefixOff, plain)
		}
	}
	return DefaultEnvironment&^off | on, nil
}

// Switches returns names from which ParseEnvironment makes s.
func (s Environment) Switches() []string {
	var out []string
	for i, name := range chooseNames {
		switch r := ChooseReason(i); {
		case !r.IsEnvironment() || r == ChooseSpuriousAgain || s.Has(r) == DefaultEnvironment.Has(r):
		case s.Has(r):
			out = append(out, name)
		default:
			out = append(out, prefixOff+name)
		}
	}
	return out
}

// Has reports whether r is in s.
func (s Environment) Has(r ChooseReason) bool { return s&(1<<r) != 0 }

// Asks reports whether the value of a choice is taken from the input source: always for choices of the
// program and its schedule, and for a choice of the environment if it is switched on.
func (s Environment) Asks(r ChooseReason) bool { return !r.IsEnvironment() || s.Has(r) }

// For returns the choices that are made when a property is judged alone. Only for races
// can it matter that a loop that does nothing but wait has several spurious wake-ups
// (semantics 12.5).
func (s Environment) For(p verdict.Property) Environment {
	if p == verdict.Race && s.Has(ChooseSpurious) {
		s |= EnvironmentSet(ChooseSpuriousAgain)
	}
	return s
}

// In returns the choices of s that a program has. The others make no difference to it.
func (s Environment) In(p *Program) Environment {
	var has Environment
	for _, in := range p.Instrs() {
		switch in.Op {
		case OpChoose, OpChooseRange, OpChooseBit:
			has |= 1 << in.Sub
		}
	}
	return s & has
}

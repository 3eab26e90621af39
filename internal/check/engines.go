package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Auto is the name under which the driver picks engines itself.
const Auto = "auto"

// entry is an engine of the table.
type entry struct {
	name     string
	supports func(verdict.Property) bool
	make     func() engine.Engine
	role     role
}

// role is an engine's part in the automatic choice.
type role uint8

const (
	onRequest role = iota // only when asked for by name
	symbolic              // decides all inputs at once
	explicit              // tries inputs one by one
	prover                // proves or says nothing, in no time: asked before all others
)

// ofExecutions supports the properties that show in what executions do, wherever in the
// program: all but exclusion.
func ofExecutions(p verdict.Property) bool { return p != verdict.Exclusion }

// anyOf supports the given properties.
func anyOf(list ...verdict.Property) func(verdict.Property) bool {
	return func(p verdict.Property) bool {
		for _, q := range list {
			if p == q {
				return true
			}
		}
		return false
	}
}

// stage is a set of engines that run side by side, and the part of the
// property's remaining time that they may use; the last stage may use all of it.
type stage struct {
	engines []entry
	share   float64
}

// The parts of the remaining time that stages get when engines take turns: each
// a short try, since most programs are easy for one of the two and there is no
// telling for which, then a long one.
const (
	firstShare  = 0.05
	secondShare = 0.1
	thirdShare  = 0.8
)

// plan says which engines judge a property, in which order. It is empty when
// none can.
//
// Automatically, symbolic engines, which decide all inputs at once, and explorers,
// which find some violations sooner and prove some small programs that have
// many reads, run side by side if there is a second job, and otherwise take
// turns. With fixed bounds, what the symbolic engine says within them is the
// answer, and an explorer is asked only if that says nothing. What neither can judge
// the first of the other engines that can is asked.
func (r *runner) plan(property verdict.Property) []stage {
	var first, then, others []entry
	for _, e := range r.table {
		switch {
		case !e.supports(property):
		case r.opts.Engine == e.name:
			return []stage{{[]entry{e}, 1}}
		case r.opts.Engine != Auto:
		case e.role == symbolic:
			first = append(first, e)
		case e.role == explicit:
			then = append(then, e)
		case e.role == onRequest:
			others = append(others, e)
		}
	}
	switch {
	case len(first) == 0 && len(then) == 0 && len(others) == 0:
		return nil
	case len(first) == 0 && len(then) == 0:
		return []stage{{others[:1], 1}}
	case len(first) == 0:
		return []stage{{then, 1}}
	case len(then) == 0:
		return []stage{{first, 1}}
	case r.opts.Bounds != (engine.Bounds{}):
		return []stage{{first, 1}, {then, 1}}
	case r.opts.Jobs > 1:
		return []stage{{append(first, then...), 1}}
	}
	return []stage{{first, firstShare}, {then, secondShare}, {first, thirdShare}, {then, 1}}
}

// beside returns what is left of a plan when a joint exploration does the part
// of the explorers: all of it if that has come to its end.
func (r *runner) beside(plan []stage) []stage {
	if r.opts.Jobs == 1 {
		return plan
	}
	var out []stage
	for _, s := range plan {
		s.engines = slices.DeleteFunc(slices.Clone(s.engines), func(e entry) bool { return e.role == explicit })
		if len(s.engines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Engines lists what can be asked for by name.
func Engines() []string { return append([]string{Auto}, namesOf(table())...) }

func namesOf(table []entry) []string {
	var out []string
	for _, e := range table {
		out = append(out, e.name)
	}
	return out
}

// validEngine returns an error unless a name is Auto's or the table's.
func validEngine(table []entry, name string) error {
	if name == Auto {
		return nil
	}
	for _, e := range table {
		if e.name == name {
			return nil
		}
	}
	return fmt.Errorf("unknown engine %q, expected one of %s", name, strings.Join(append([]string{Auto}, namesOf(table)...), ", "))
}

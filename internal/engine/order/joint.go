package order

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// joint holds the state of several properties that are judged on one graph.
type joint struct {
	open []verdict.Property // without a known violation
	tell func(verdict.Property, *engine.Outcome)
}

// Joins implements engine.Joint: a graph serves all properties that are checks at places of
// the program.
func (*Order) Joins(p verdict.Property) bool {
	return p.Is(verdict.StepChecks&^verdict.ValueCheck | verdict.HeapCheck)
}

// RunJointly implements engine.Joint. One query covers violations of all properties. If there is none left,
// all open properties have the same answer.
func (o *Order) RunJointly(ctx context.Context, p *engine.Problem, properties interp.Properties, tell func(verdict.Property, *engine.Outcome)) error {
	j := &joint{tell: tell}
	for property := range verdict.NumProperties {
		if properties.Has(property) && o.Joins(property) {
			j.open = append(j.open, property)
		}
	}
	all := *p
	all.Property, all.All = j.open[0], false
	out, err := o.run(ctx, &all, j)
	if err != nil {
		return err
	}
	for _, property := range j.open {
		tell(property, out)
	}
	return nil
}

// isOpen reports whether no violation of a property is known.
func (j *joint) isOpen(p verdict.Property) bool { return slices.Contains(j.open, p) }

// also returns the properties beside the problem's own that a graph is made for.
func (r *run) also() []verdict.Property {
	if r.joint == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.joint.open), func(p verdict.Property) bool { return p == r.Property })
}

// told reports a violation to the caller, and returns whether it was of the last property.
func (r *run) told(g *event.Graph, e *consistency.Encoding, obligation int, v engine.Violation) bool {
	j, property := r.joint, g.Obligations[obligation].Property
	out := r.search.Found
	out.Verdict, out.Violations = verdict.Violation, []engine.Violation{v}
	j.tell(property, &out)
	j.open = slices.DeleteFunc(j.open, func(p verdict.Property) bool { return p == property })
	if property == r.Property && len(j.open) > 0 {
		r.Problem.Property = j.open[0]
	}
	e.Drop(func(i int) bool { return g.Obligations[i].Property == property })
	return len(j.open) == 0
}

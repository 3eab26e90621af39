package refine

import (
	"context"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// branch is a case of a step: its guard, and the values of the conditions that choose between words.
type branch struct {
	guard  term.ID
	chosen []choice
}

// choice is a condition with its value.
type choice struct {
	condition term.ID
	holds     bool
}

// mostChoices is the largest number of conditions by which a step is split into cases.
const mostChoices = 3

// branches splits a step that assigns words into cases, if conditions choose in two of the words. A chosen
// word is not a sum, but it is a sum in each case; only relations between sums can be found. The cases
// cover all states in which the guard holds. Cases that contradict facts are left out.
func (x *exploration) branches(ctx context.Context, facts []term.ID, guard term.ID, words []term.ID) ([]branch, error) {
	return x.divide(ctx, facts, branch{guard: guard}, words)
}

// divide returns the cases of a case.
func (x *exploration) divide(ctx context.Context, facts []term.ID, b branch, words []term.ID) ([]branch, error) {
	condition := x.chooses(b, words)
	if condition == term.None {
		return []branch{b}, nil
	}
	var list []branch
	for _, holds := range []bool{true, false} {
		side := condition
		if !holds {
			side = x.terms.Not(condition)
		}
		part := branch{x.terms.And(b.guard, side), append(b.chosen[:len(b.chosen):len(b.chosen)], choice{condition, holds})}
		no, err := x.refuted(ctx, facts, part.guard)
		if err != nil {
			return nil, err
		}
		if no {
			continue
		}
		parts, err := x.divide(ctx, facts, part, words)
		if err != nil {
			return nil, err
		}
		list = append(list, parts...)
	}
	return list, nil
}

// chooses returns a condition that chooses in two words in a case; none: there is no such condition, or the
// case has too many already.
func (x *exploration) chooses(b branch, words []term.ID) term.ID {
	if len(b.chosen) == mostChoices {
		return term.None
	}
	pick := x.pick(b)
	seen := make(map[term.ID]bool)
	for _, word := range words {
		for _, condition := range x.conditions(nil, pick(word)) {
			if seen[condition] {
				return condition
			}
		}
		for _, condition := range x.conditions(nil, pick(word)) {
			seen[condition] = true
		}
	}
	return term.None
}

// conditions appends the conditions of all choices in a word and in its summands.
func (x *exploration) conditions(list []term.ID, word term.ID) []term.ID {
	args := x.terms.Args(word)
	switch x.terms.Op(word) {
	case term.OpIte:
		return x.conditions(x.conditions(append(list, args[0]), args[1]), args[2])
	case term.OpAdd, term.OpSub:
		return x.conditions(x.conditions(list, args[0]), args[1])
	}
	return list
}

// pick returns a function that replaces choices in a term by the operand chosen in a case. It is valid
// until the next call of pick.
func (x *exploration) pick(b branch) func(term.ID) term.ID {
	if len(b.chosen) == 0 {
		return func(id term.ID) term.ID { return id }
	}
	x.choosing.Undo(0)
	for _, c := range b.chosen {
		value := term.False
		if c.holds {
			value = term.True
		}
		x.choosing.Bind(c.condition, value)
	}
	return x.choosing.Term
}

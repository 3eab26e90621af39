package proof

import (
	"fmt"
	"slices"
)

// lrat checks lemmas by their hints.
type lrat struct {
	*database
	clauses map[int64]*clause
	last    int64 // the largest id
	empty   bool  // an empty clause was added
}

func newLrat(d *database) *lrat { return &lrat{database: d, clauses: map[int64]*clause{}} }

func (c *lrat) contradictory() bool { return c.empty }

func (c *lrat) input(lits []lit) { c.add(c.last+1, lits) }

func (c *lrat) add(id int64, lits []lit) {
	c.clauses[id] = &clause{lits: lits}
	c.last = id
	c.count(lits, 1)
	if len(lits) == 0 {
		c.empty = true
	}
}

func (c *lrat) axiom(s *step) error {
	if err := c.fresh(s.id); err != nil {
		return err
	}
	c.add(s.id, s.lits)
	return nil
}

func (c *lrat) fresh(id int64) error {
	if id <= c.last {
		return fmt.Errorf("clause %d after clause %d", id, c.last)
	}
	return nil
}

func (c *lrat) remove(s *step) (removed, ignored int, err error) {
	for _, id := range s.hints {
		victim := c.clauses[id]
		if victim == nil {
			return removed, 0, fmt.Errorf("deletion of clause %d, which is not there", id)
		}
		c.count(victim.lits, -1)
		delete(c.clauses, id)
		removed++
	}
	return removed, 0, nil
}

func (c *lrat) lemma(s *step) (rat bool, err error) {
	if err := c.fresh(s.id); err != nil {
		return false, err
	}
	rat, err = c.derive(s.lits, s.hints)
	c.undo(0)
	if err != nil {
		return false, err
	}
	c.add(s.id, s.lits)
	return rat, nil
}

// derive checks a lemma; it leaves assignments behind.
func (c *lrat) derive(lits []lit, hints []int64) (rat bool, err error) {
	if !c.deny(lits, noLit) {
		return false, nil // a tautology
	}
	hints, conflict, err := c.follow(hints)
	if err != nil {
		return false, err
	}
	switch {
	case conflict && len(hints) > 0:
		return false, fmt.Errorf("hint %d after a conflict", hints[0])
	case conflict:
		return false, nil
	case len(lits) == 0:
		return false, fmt.Errorf("the hints end without a conflict")
	}
	return true, c.deriveRAT(lits[0], hints)
}

// follow propagates along hints up to a conflict or to the first negative one.
// It returns the hints that are left.
func (c *lrat) follow(hints []int64) (rest []int64, conflict bool, err error) {
	for i, id := range hints {
		if id < 0 {
			return hints[i:], false, nil
		}
		reason := c.clauses[id]
		if reason == nil {
			return nil, false, fmt.Errorf("hint %d is no clause", id)
		}
		unit := noLit
		for _, l := range reason.lits {
			switch {
			case c.values[l] < 0:
			case c.values[l] > 0:
				return nil, false, fmt.Errorf("hint %d is satisfied by %d", id, c.name(l))
			case unit != noLit:
				return nil, false, fmt.Errorf("hint %d is not unit: %d and %d have no value", id, c.name(unit), c.name(l))
			default:
				unit = l
			}
		}
		if unit == noLit {
			return hints[i+1:], true, nil
		}
		c.assign(unit)
	}
	return nil, false, nil
}

// deriveRAT checks the groups of hints: one for each clause with the negated
// pivot.
func (c *lrat) deriveRAT(pivot lit, hints []int64) error {
	if err := c.mayPivot(pivot); err != nil {
		return err
	}
	c.lemmas++
	start := len(c.trail)
	groups := 0
	for len(hints) > 0 {
		id := -hints[0]
		partner := c.clauses[id]
		switch {
		case partner == nil:
			return fmt.Errorf("hint %d is no clause", -id)
		case partner.seen == c.lemmas:
			return fmt.Errorf("hint %d is there twice", -id)
		case !slices.Contains(partner.lits, pivot.not()):
			return fmt.Errorf("hint %d: clause without %d", -id, c.name(pivot.not()))
		}
		partner.seen = c.lemmas
		groups++
		conflict := !c.deny(partner.lits, pivot.not())
		rest := hints[1:]
		if !conflict {
			var err error
			if rest, conflict, err = c.follow(rest); err != nil {
				return err
			}
		}
		if !conflict {
			return fmt.Errorf("the hints for clause %d end without a conflict", id)
		}
		if len(rest) > 0 && rest[0] > 0 {
			return fmt.Errorf("hint %d after a conflict", rest[0])
		}
		c.undo(start)
		hints = rest
	}
	if want := c.occurs[pivot.not()]; groups < want {
		return fmt.Errorf("neither a conflict nor RAT: hints for %d of %d clauses with %d",
			groups, want, c.name(pivot.not()))
	}
	c.frozen[pivot.not()] = true
	return nil
}

package unwind

import "github.com/heddle-mc/heddle/internal/solve/term"

// path is the condition under which control is at a place: a list of conjuncts,
// shared between paths with a common beginning.
type path struct {
	up    *path
	cond  term.ID // the last conjunct
	term  term.ID // the conjunction of all
	depth int32
}

// recentConds bounds how many conjuncts are searched for a repeated condition.
const recentConds = 32

// extend adds a conjunct. The result is nil when the path is infeasible.
func (u *unwinder) extend(p *path, cond term.ID) *path {
	s := u.terms
	if cond == term.True {
		return p
	}
	if cond == term.False {
		u.reasons++
		return nil
	}
	switch u.implied(p, cond) {
	case term.True:
		return p
	case term.False:
		u.reasons++
		return nil
	}
	t := s.And(p.term, cond)
	switch t {
	case term.False:
		u.reasons++
		return nil
	case p.term:
		return p
	}
	return &path{up: p, cond: cond, term: t, depth: p.depth + 1}
}

// implied returns True or False if a recent conjunct of the path implies it, else None.
func (u *unwinder) implied(p *path, cond term.ID) term.ID {
	not := u.terms.Not(cond)
	for q, n := p, 0; q != nil && n < recentConds; q, n = q.up, n+1 {
		switch q.cond {
		case cond:
			return term.True
		case not:
			return term.False
		}
	}
	return term.None
}

// join returns the path of executions that came by p or by q. first is a condition that distinguishes them:
// it holds for p.
func (u *unwinder) join(p, q *path) (both *path, first term.ID) {
	s := u.terms
	a, b := p, q
	for a.depth > b.depth {
		a = a.up
	}
	for b.depth > a.depth {
		b = b.up
	}
	for a != b {
		a, b = a.up, b.up
	}
	ra, rb := u.since(p, a), u.since(q, a)
	if ra == term.True {
		// q's path is inside p's: they cannot be exclusive unless q is dead.
		return p, s.Not(rb)
	}
	return u.extend(a, s.Or(ra, rb)), ra
}

// since returns the conjunction of the conjuncts of p beyond an ancestor.
func (u *unwinder) since(p, ancestor *path) term.ID {
	if ancestor.term == term.True {
		return p.term
	}
	t := term.True
	for ; p != ancestor; p = p.up {
		t = u.terms.And(p.cond, t)
	}
	return t
}

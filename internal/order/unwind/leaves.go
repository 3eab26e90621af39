package unwind

import "github.com/heddle-mc/heddle/internal/solve/term"

// anyOf returns a term for an unspecified element of options: a balanced tree of choices, whose leaves are
// remembered for any number of them. The leaves take O(n log n) terms; those of a chain, whose suffixes are
// split one by one, take O(n²).
func (u *unwinder) anyOf(options []term.ID) term.ID {
	list := make([]leaf, 0, len(options))
	id := u.choice(options, term.True, &list)
	if len(options) > 1 {
		u.leafMemo[id] = list
	}
	return id
}

// choice builds the tree below one condition and adds its leaves to a list.
func (u *unwinder) choice(options []term.ID, cond term.ID, list *[]leaf) term.ID {
	if len(options) == 1 {
		*list = append(*list, leaf{cond, options[0]})
		return options[0]
	}
	s := u.terms
	first, half := s.Var("is", term.Bool), (len(options)+1)/2
	a := u.choice(options[:half], s.And(cond, first), list)
	b := u.choice(options[half:], s.And(cond, s.Not(first)), list)
	return s.Ite(first, a, b)
}

// leaf is one of the terms that a term may equal, and when it does.
type leaf struct {
	cond term.ID
	term term.ID
}

// maxLeaves bounds how many different leaves a term is split into.
const maxLeaves = 64

// leaves splits a term into the constants that it chooses between with ite; other leaves are terms. The
// conditions exclude one another and one holds. Results are remembered.
func (u *unwinder) leaves(id term.ID) []leaf {
	if u.terms.IsConst(id) {
		return []leaf{{term.True, id}}
	}
	if l, ok := u.leafMemo[id]; ok {
		return l
	}
	l := u.split(id)
	if l == nil || len(l) > maxLeaves {
		l = []leaf{{term.True, id}}
	}
	u.leafMemo[id] = l
	return l
}

func (u *unwinder) split(id term.ID) []leaf {
	s := u.terms
	switch s.Op(id) {
	case term.OpIte:
		c := s.Arg(id, 0)
		not := s.Not(c)
		var out []leaf
		for _, l := range u.leaves(s.Arg(id, 1)) {
			out = u.addLeaf(out, s.And(c, l.cond), l.term)
		}
		for _, l := range u.leaves(s.Arg(id, 2)) {
			out = u.addLeaf(out, s.And(not, l.cond), l.term)
		}
		return out
	case term.OpZext, term.OpSext, term.OpExtract, term.OpNeg, term.OpBvNot:
		return u.applied(s.Arg(id, 0), func(x term.ID) term.ID { return u.reapply(id, x, term.None) })
	case term.OpAdd, term.OpSub, term.OpConcat, term.OpMul, term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpShl, term.OpLshr:
		if a, b := s.Arg(id, 0), s.Arg(id, 1); s.IsConst(b) {
			return u.applied(a, func(x term.ID) term.ID { return u.reapply(id, x, b) })
		} else if s.IsConst(a) {
			return u.applied(b, func(x term.ID) term.ID { return u.reapply(id, a, x) })
		}
	}
	return nil
}

func (u *unwinder) reapply(id, x, y term.ID) term.ID {
	s := u.terms
	args := []term.ID{x}
	if y != term.None {
		args = append(args, y)
	}
	param := uint32(s.Param(id))
	if s.Op(id) == term.OpExtract {
		hi, lo := s.Bounds(id)
		param = term.PackedBounds(hi, lo)
	}
	t, err := s.Apply(s.Op(id), param, args...)
	if err != nil {
		panic("unwind: " + err.Error())
	}
	return t
}

func (u *unwinder) applied(arg term.ID, f func(term.ID) term.ID) []leaf {
	in := u.leaves(arg)
	if len(in) == 1 && !u.terms.IsConst(in[0].term) {
		return nil
	}
	var out []leaf
	for _, l := range in {
		out = u.addLeaf(out, l.cond, f(l.term))
	}
	return out
}

func (u *unwinder) addLeaf(list []leaf, cond, t term.ID) []leaf {
	if cond == term.False {
		return list
	}
	for i := range list {
		if list[i].term == t {
			list[i].cond = u.terms.Or(list[i].cond, cond)
			return list
		}
	}
	return append(list, leaf{cond, t})
}

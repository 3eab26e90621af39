package term

import (
	"slices"
	"sync"
)

// maxNesting bounds how deep constructions inside rules may nest. At the bound
// a term is kept as asked for, so no chain of terms can exhaust the stack.
const maxNesting = 256

// redex is an application that rules look at before it becomes a term.
type redex struct {
	x, y, z ID // arguments, None beyond the arity
	param   uint32
	op      Op
	sort    Sort // of the application
	w       uint // width of x
}

// rule is one row of a rule table. match and result are for the reader, in the notation of the
// canonical text without its punctuation. c, c1, c2 stand for constants, a, b, d, e for terms, p, q for
// Bools, i, j for indices, m for the array below. There ~ is bitwise and ¬ boolean complement. Where an
// operator is commutative, match stands for all orders of its arguments.
type rule struct {
	name   string // opcode and short name, unique; for tests and dumps
	op     Op     // OpNone: every opcode
	match  string
	result string
	apply  func(s *Store, r redex) ID // None if the rule does not match
}

// rules are all rules; those of one opcode are tried in this order.
var rules []rule

// rulesOf lists, by opcode, indices into rules.
var rulesOf [OpCount][]uint16

// fillRules fills the tables, before the first store is made. As initial values they would be cyclic: rules construct
// terms, and constructing terms reads the tables.
var fillRules = sync.OnceFunc(func() {
	rules = slices.Concat(
		generalRules(),
		boolRules(),
		compareRules(),
		eqRules(),
		iteRules(),
		bitwiseRules(),
		sumRules(),
		productRules(),
		shiftRules(),
		orderRules(),
		sliceRules(),
		overflowRules(),
		arrayRules(),
		floatRules(),
		knownRules(),
	)
	for op := range OpCount {
		for i, r := range rules {
			if r.op == op || r.op == OpNone {
				rulesOf[op] = append(rulesOf[op], uint16(i))
			}
		}
	}
})

// rewrite returns the term that the rules make of an application, None if no
// rule matches.
func (s *Store) rewrite(k *key, sort Sort) ID {
	r := redex{
		x: k.args[0], y: k.args[1], z: k.args[2],
		param: k.param, op: k.op, sort: sort,
		w: s.nodes[k.args[0]].sort.Width(),
	}
	for _, i := range rulesOf[k.op] {
		if id := rules[i].apply(s, r); id != None {
			s.fired[i]++
			return id
		}
	}
	return None
}

// generalRules hold for every opcode and are tried first.
func generalRules() []rule {
	return []rule{
		{"any/fold", OpNone, "op(c1, …, cn)", "its value", func(s *Store, r redex) ID {
			var v [3]Word
			var w2 uint
			args := [3]ID{r.x, r.y, r.z}
			for i := range r.op.Arity() {
				n := &s.nodes[args[i]]
				if n.op != OpConst {
					return None
				}
				v[i] = n.value()
				if i == 1 {
					w2 = n.sort.Width()
				}
			}
			if r.sort.IsArray() {
				return None
			}
			return s.constant(fold(r.op, r.param, r.w, w2, v), r.sort)
		}},
		{"any/commute", OpNone, "op(c, a), or op(a, b) with b newer than a; op commutative", "op(a, c), op(b, a)", func(s *Store, r redex) ID {
			if !r.op.Commutative() {
				return None
			}
			cx, cy := s.IsConst(r.x), s.IsConst(r.y)
			if cx && !cy || cx == cy && r.x < r.y {
				return s.app(key{op: r.op, args: [3]ID{r.y, r.x}, param: r.param})
			}
			return None
		}},
	}
}

// on is a rule of one opcode, named after it.
func on(op Op, name, match, result string, apply func(*Store, redex) ID) rule {
	return rule{op.String() + "/" + name, op, match, result, apply}
}

// given returns a term if a rule matches.
func given(matches bool, t ID) ID {
	if matches {
		return t
	}
	return None
}

// constGiven returns a constant if a rule matches.
func (s *Store) constGiven(matches bool, v Word, sort Sort) ID {
	if matches {
		return s.constOf(v, sort)
	}
	return None
}

// Helpers of the rules: they look at terms and never construct any.

// is reports whether a term has the given opcode.
func (s *Store) is(op Op, id ID) bool { return s.nodes[id].op == op }

// at returns argument i of a term.
func (s *Store) at(id ID, i int) ID { return s.nodes[id].args[i] }

// isZero reports whether a term is the constant 0 (False for Bools).
func (s *Store) isZero(id ID) bool {
	v, ok := s.Value(id)
	return ok && v.IsZero()
}

// isOne reports whether a term is the constant 1 (True for Bools).
func (s *Store) isOne(id ID) bool {
	v, ok := s.Value(id)
	return ok && v == WordOf(1)
}

// isOnes reports whether a term is the constant with all bits set.
func (s *Store) isOnes(id ID) bool {
	v, ok := s.Value(id)
	return ok && v == Ones(s.Width(id))
}

// opposite reports whether one term is the (boolean or bitwise) complement of
// the other.
func (s *Store) opposite(a, b ID) bool {
	return s.isNot(a) && s.at(a, 0) == b || s.isNot(b) && s.at(b, 0) == a
}

// isNot reports whether a term is a (boolean or bitwise) complement.
func (s *Store) isNot(a ID) bool { return s.is(OpNot, a) || s.is(OpBvNot, a) }

// flip returns the (boolean or bitwise) complement of a term.
func (s *Store) flip(a ID) ID {
	if s.nodes[a].sort == Bool {
		return s.Not(a)
	}
	return s.BvNot(a)
}

// other returns the argument of the binary term t that is not a.
func (s *Store) other(t, a ID) (ID, bool) {
	switch a {
	case s.at(t, 0):
		return s.at(t, 1), true
	case s.at(t, 1):
		return s.at(t, 0), true
	}
	return None, false
}

// constIte reports whether a term is ite(p, c1, c2).
func (s *Store) constIte(id ID) bool {
	return s.is(OpIte, id) && s.IsConst(s.at(id, 1)) && s.IsConst(s.at(id, 2))
}

// both returns the two orders of a pair, for rules on commutative operators.
func both(a, b ID) [2][2]ID { return [2][2]ID{{a, b}, {b, a}} }

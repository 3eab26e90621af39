package bitblast

// rewrite simplifies a ∧ b by rules that look at two levels of the graph. It returns x, y with x ∧ y =
// a ∧ b: y = True when the result is x, and a, b themselves when no rule matches. Otherwise the sum of
// the node numbers has become smaller, so repeating ends; no rule adds a node ("without blowup").
//
// The rules are those of R. Brummayer, A. Biere: "Local two-level And-Inverter
// Graph minimization without blowup", MEMICS 2006, table 1. Deviation: where
// symmetric idempotence lets one choose, the newer AND is the one dissolved.
//
// requires: a ≥ b
func (g *Graph) rewrite(a, b Edge) (x, y Edge) {
	switch {
	case b == True:
		// rule: neutrality
		// match: a ∧ 1
		// result: a
		return a, True
	case b == False:
		// rule: boundedness
		// match: a ∧ 0
		// result: 0
		return False, True
	case a == b:
		// rule: idempotence
		// match: a ∧ a
		// result: a
		return a, True
	case a == b^1:
		// rule: contradiction
		// match: a ∧ ¬a
		// result: 0
		return False, True
	}
	na, nb := g.nodes[a.Node()], g.nodes[b.Node()]
	andA, andB := na.left != NoEdge, nb.left != NoEdge
	if andA {
		if x, y, ok := asymmetric(a, na, b); ok {
			return x, y
		}
	}
	if andB {
		if x, y, ok := asymmetric(b, nb, a); ok {
			return x, y
		}
	}
	if andA && andB {
		return symmetric(a, na, b, nb)
	}
	return a, b
}

// asymmetric looks at e ∧ f where e points at the AND n and nothing is known
// of f.
func asymmetric(e Edge, n node, f Edge) (x, y Edge, ok bool) {
	p, q := n.left, n.right
	if !e.IsNeg() {
		switch {
		case p == f^1 || q == f^1:
			// rule: contradiction-asymmetric
			// match: (a ∧ b) ∧ ¬a
			// result: 0
			return False, True, true
		case p == f || q == f:
			// rule: idempotence-asymmetric
			// match: (a ∧ b) ∧ a
			// result: a ∧ b
			return e, True, true
		}
		return 0, 0, false
	}
	switch {
	case p == f^1 || q == f^1:
		// rule: subsumption-asymmetric
		// match: ¬(a ∧ b) ∧ ¬a
		// result: ¬a
		return f, True, true
	case p == f:
		// rule: substitution-asymmetric-left
		// match: ¬(a ∧ b) ∧ a
		// result: ¬b ∧ a
		return q ^ 1, f, true
	case q == f:
		// rule: substitution-asymmetric-right
		// match: ¬(a ∧ b) ∧ b
		// result: ¬a ∧ b
		return p ^ 1, f, true
	}
	return 0, 0, false
}

// symmetric looks at e ∧ f where both point at ANDs, n and m.
func symmetric(e Edge, n node, f Edge, m node) (x, y Edge) {
	if e.IsNeg() && !f.IsNeg() {
		e, n, f, m = f, m, e, n
	}
	p, q, r, s := n.left, n.right, m.left, m.right
	switch {
	case !e.IsNeg() && !f.IsNeg():
		switch {
		case p == r^1 || p == s^1 || q == r^1 || q == s^1:
			// rule: contradiction-symmetric
			// match: (a ∧ b) ∧ (¬a ∧ c)
			// result: 0
			return False, True
		case p == r || p == s:
			// rule: idempotence-symmetric-left
			// match: (a ∧ b) ∧ (a ∧ c)
			// result: b ∧ (a ∧ c)
			return q, f
		case q == r || q == s:
			// rule: idempotence-symmetric-right
			// match: (a ∧ b) ∧ (b ∧ c)
			// result: a ∧ (b ∧ c)
			return p, f
		}
	case !e.IsNeg() && f.IsNeg():
		switch {
		case p == r^1 || p == s^1 || q == r^1 || q == s^1:
			// rule: subsumption-symmetric
			// match: (a ∧ b) ∧ ¬(¬a ∧ c)
			// result: a ∧ b
			return e, True
		case r == p || r == q:
			// rule: substitution-symmetric-left
			// match: (a ∧ b) ∧ ¬(a ∧ c)
			// result: (a ∧ b) ∧ ¬c
			return e, s ^ 1
		case s == p || s == q:
			// rule: substitution-symmetric-right
			// match: (a ∧ b) ∧ ¬(c ∧ a)
			// result: (a ∧ b) ∧ ¬c
			return e, r ^ 1
		}
	default:
		switch {
		case p == r && q == s^1, p == s && q == r^1:
			// rule: resolution-left
			// match: ¬(a ∧ b) ∧ ¬(a ∧ ¬b)
			// result: ¬a
			return p ^ 1, True
		case q == r && p == s^1, q == s && p == r^1:
			// rule: resolution-right
			// match: ¬(a ∧ b) ∧ ¬(¬a ∧ b)
			// result: ¬b
			return q ^ 1, True
		}
	}
	if e < f {
		e, f = f, e
	}
	return e, f
}

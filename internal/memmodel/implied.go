package memmodel

import "github.com/heddle-mc/heddle/internal/memmodel/cat"

// ImpliesCoherence reports whether an axiom says that po-loc | rf | co | fr has no cycle, in this form or as
// "hb;eco? is irreflexive" for relations hb and eco with these parts, where eco is transitive or rf | (co | fr);rf?. It may miss
// other forms.
func (m *Model) ImpliesCoherence() bool {
	for _, t := range m.axioms {
		if t.negated || t.form == cat.Empty {
			continue
		}
		order, com := t.node, t.node
		if t.form == cat.Irreflexive {
			n := m.nodes[t.node]
			if n.op != opSeq || m.nodes[n.b].op != opOpt && m.nodes[n.b].op != opStar {
				continue
			}
			order, com = n.a, m.nodes[n.b].a
			if m.nodes[n.b].op == opOpt && m.nodes[com].op != opPlus {
				if m.covers(com, m.isBase("rf")) && m.covers(order, m.isOrder) && m.covers(com, m.thenRead(m.isBase("co"))) && m.covers(com, m.thenRead(m.isFromRead)) {
					return true
				}
				continue
			}
		}
		if m.covers(order, m.isOrder) && m.covers(com, m.isBase("rf")) && m.covers(com, m.isBase("co")) && m.covers(com, m.isFromRead) {
			return true
		}
	}
	return false
}

// ImpliesAtomicity reports whether an axiom says that no write of another thread comes between the halves of a
// read-modify-write. It may miss forms of it.
func (m *Model) ImpliesAtomicity() bool {
	for _, t := range m.axioms {
		n := m.nodes[t.node]
		if t.negated || t.form != cat.Empty || n.op != opInter {
			continue
		}
		for _, side := range [][2]nodeID{{n.a, n.b}, {n.b, n.a}} {
			between := m.nodes[side[1]]
			if m.covers(side[0], m.isBase("amo")) && m.covers(side[0], m.isBase("lxsx")) && between.op == opSeq &&
				m.covers(m.external(between.a), m.isFromRead) && m.covers(m.external(between.b), m.isBase("co")) {
				return true
			}
		}
	}
	return false
}

// covers reports whether a relation has all pairs of one with the given form.
func (m *Model) covers(id nodeID, is func(n node) bool) bool {
	n := m.nodes[id]
	switch {
	case is(n):
		return true
	case n.op == opUnion:
		return m.covers(n.a, is) || m.covers(n.b, is)
	case n.op == opPlus || n.op == opStar || n.op == opOpt:
		return m.covers(n.a, is)
	}
	return false
}

// external returns r if the relation is r & ext.
func (m *Model) external(id nodeID) nodeID {
	if n := m.nodes[id]; n.op == opInter {
		switch isExternal := m.isBase("ext"); {
		case isExternal(m.nodes[n.a]):
			return n.b
		case isExternal(m.nodes[n.b]):
			return n.a
		}
	}
	return id
}

func (m *Model) isBase(name string) func(n node) bool {
	return func(n node) bool { return n.op == opBase && n.name == name }
}

// isOrder recognises po and po & loc.
func (m *Model) isOrder(n node) bool {
	if n.op == opInter {
		a, b := m.nodes[n.a], m.nodes[n.b]
		return a.op == opBase && b.op == opBase && (a.name == "po" && b.name == "loc" || a.name == "loc" && b.name == "po")
	}
	return n.op == opBase && n.name == "po"
}

// thenRead recognises r;rf? for a relation r that covers one with the given form.
func (m *Model) thenRead(is func(n node) bool) func(n node) bool {
	return func(n node) bool {
		return n.op == opSeq && m.nodes[n.b].op == opOpt && m.isBase("rf")(m.nodes[m.nodes[n.b].a]) && m.covers(n.a, is)
	}
}

// isFromRead recognises rf^-1;co, with or without pairs of one event.
func (m *Model) isFromRead(n node) bool {
	if n.op == opDiff && m.isBase("id")(m.nodes[n.b]) {
		n = m.nodes[n.a]
	}
	if n.op != opSeq || m.nodes[n.a].op != opInverse {
		return false
	}
	rf, co := m.nodes[m.nodes[n.a].a], m.nodes[n.b]
	return rf.op == opBase && rf.name == "rf" && co.op == opBase && co.name == "co"
}

// ImpliesOrder reports whether an axiom says that po and rf have no cycle, by all of them, or by rf between threads and po from
// reads to writes. It may miss other forms.
func (m *Model) ImpliesOrder() bool {
	for _, t := range m.axioms {
		if !t.negated && t.form == cat.Acyclic && m.covers(t.node, m.isReadFirst) && m.covers(t.node, m.isReadsFrom) {
			return true
		}
	}
	return false
}

// isReadFirst recognises po, and po & (R*W) with a greater set for W.
func (m *Model) isReadFirst(n node) bool {
	is := func(n node) bool {
		return n.op == opCross && m.isTag(n.a, "R") && (m.isTag(n.b, "W") || m.isTag(n.b, "M"))
	}
	po := m.isBase("po")
	return po(n) || n.op == opInter && (po(m.nodes[n.a]) && m.covers(n.b, is) || po(m.nodes[n.b]) && m.covers(n.a, is))
}

func (m *Model) isTag(id nodeID, name string) bool {
	n := m.nodes[id]
	return n.op == opTag && n.name == name
}

// isReadsFrom recognises rf and rf & ext.
func (m *Model) isReadsFrom(n node) bool {
	rf, ext := m.isBase("rf"), m.isBase("ext")
	return rf(n) || n.op == opInter && (rf(m.nodes[n.a]) && ext(m.nodes[n.b]) || rf(m.nodes[n.b]) && ext(m.nodes[n.a]))
}

// Negates reports whether an axiom is a negated condition.
func (m *Model) Negates() bool {
	for _, t := range m.axioms {
		if t.negated {
			return true
		}
	}
	return false
}

// Mentions reports whether the model has the set of a tag for which is holds.
func (m *Model) Mentions(is func(tag string) bool) bool {
	for _, n := range m.nodes {
		if n.op == opTag && is(n.name) {
			return true
		}
	}
	return false
}

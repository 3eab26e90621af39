package memmodel

import "github.com/heddle-mc/heddle/internal/memmodel/cat"

// ImpliesCoherence reports whether an axiom says that po-loc | rf | co | fr has no cycle, in this form or as
// "hb;eco? is irreflexive" for relations hb and eco with these parts. It may miss other forms.
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

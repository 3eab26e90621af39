package memmodel

import "github.com/heddle-mc/heddle/internal/memmodel/cat"

// nodeID is the index of a node. Operands have smaller indices than their users, except for variables of a group.
type nodeID int32

// op is the operator of a node.
type op uint8

const (
	opBase       op = iota // the base relation name
	opTag                  // the events with the tag name
	opEmpty                // no pair or event
	opAll                  // all events
	opUnion                // of two sets or relations, as are opInter, opDiff, opComplement
	opInter                //
	opDiff                 //
	opComplement           //
	opSeq                  // relations a and b in sequence
	opFrom                 // pairs of the relation b that begin in the set a
	opTo                   // pairs of the relation a that end in the set b
	opCross                // of sets a and b
	opIdentity             // of the set a
	opPlus                 // closures of the relation a
	opStar                 //
	opOpt                  //
	opInverse              // of the relation a
	opDomain               // sets of the ends of the relation a
	opRange                //
	opVar                  // the present value of the b-th name of group a
	opFix                  // the least value of the b-th name of group a
)

// The dependences of a node. Bit firstGroup+g stands for the variables of group g.
const (
	onRF = 1 << iota
	onCO
	firstGroup = 2
	maxGroups  = 64 - firstGroup
)

// node is an expression. Equal expressions are one node.
type node struct {
	op   op
	set  bool // the value is a set, not a relation
	a, b nodeID
	name string
	on   uint64
}

// group is a set of names that are defined by each other.
type group struct {
	vars, bodies, fixes []nodeID
	inner               []nodeID // nodes that depend on the variables, in the order of indices
}

// test is an axiom or a flag.
type test struct {
	name    string
	form    cat.Form
	negated bool
	node    nodeID
}

// builder makes nodes.
type builder struct {
	nodes  []node
	index  map[node]nodeID // keys without on
	groups []group
}

// make returns the node for an operator and its operands.
func (b *builder) make(n node) nodeID {
	n = b.simple(n)
	if id, ok := b.index[n]; ok {
		return id
	}
	key := n
	switch n.op {
	case opBase:
		switch n.name {
		case "rf":
			n.on = onRF
		case "co":
			n.on = onCO
		}
	case opVar:
		n.on = 1 << (firstGroup + n.a)
	case opFix:
		for _, body := range b.groups[n.a].bodies {
			n.on |= b.nodes[body].on
		}
		n.on &^= 1 << (firstGroup + n.a)
	case opTag, opEmpty, opAll:
	default:
		n.on = b.nodes[n.a].on
		if binaryOp(n.op) {
			n.on |= b.nodes[n.b].on
		}
	}
	id := nodeID(len(b.nodes))
	b.nodes = append(b.nodes, n)
	b.index[key] = id
	return id
}

func binaryOp(o op) bool {
	switch o {
	case opUnion, opInter, opDiff, opSeq, opFrom, opTo, opCross:
		return true
	}
	return false
}

// simple turns sequences with an identity into restrictions, and drops empty operands of unions.
func (b *builder) simple(n node) node {
	switch n.op {
	case opSeq:
		x, y := b.nodes[n.a], b.nodes[n.b]
		switch {
		case x.op == opIdentity:
			return node{op: opFrom, a: x.a, b: n.b}
		case y.op == opIdentity:
			return node{op: opTo, a: n.a, b: y.a}
		}
	case opUnion:
		switch {
		case b.nodes[n.a].op == opEmpty || n.a == n.b:
			return b.key(n.b)
		case b.nodes[n.b].op == opEmpty:
			return b.key(n.a)
		}
	case opInter:
		if n.a > n.b {
			n.a, n.b = n.b, n.a
		}
	}
	return n
}

// key returns the key of a node that exists.
func (b *builder) key(id nodeID) node {
	n := b.nodes[id]
	n.on = 0
	return n
}

// close ends a group: its bodies are known. It returns the nodes for the values of its names.
func (b *builder) close(g int, bodies []nodeID) []nodeID {
	group := &b.groups[g]
	group.bodies = bodies
	for id, n := range b.nodes {
		if n.on>>(firstGroup+g)&1 != 0 && n.op != opVar {
			group.inner = append(group.inner, nodeID(id))
		}
	}
	for i, v := range group.vars {
		n := node{op: opFix, set: b.nodes[v].set, a: nodeID(g), b: nodeID(i)}
		group.fixes = append(group.fixes, b.make(n))
	}
	return group.fixes
}

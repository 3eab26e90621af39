package memmodel

import (
	"maps"

	"github.com/heddle-mc/heddle/internal/memmodel/cat"
)

// node returns the node of an expression that is a set or a relation.
func (c *compiler) node(e *cat.Expr, s scope) nodeID {
	v := c.eval(e, s)
	switch {
	case v.fn != nil:
		c.fail(e.Pos, "set or relation expected, not a function")
	case v.tuple != nil:
		c.fail(e.Pos, "set or relation expected, not a tuple")
	}
	return v.node
}

// relation returns id, which must be a relation. The empty set is the empty relation too.
func (c *compiler) relation(pos cat.Pos, id nodeID, user string) nodeID {
	return c.want(pos, id, false, user)
}

func (c *compiler) want(pos cat.Pos, id nodeID, set bool, user string) nodeID {
	n := c.nodes[id]
	if n.set == set {
		return id
	}
	if n.op != opEmpty {
		c.fail(pos, "%s has a %s as operand; a %s is expected", user, sort(n.set), sort(set))
	}
	return c.make(node{op: opEmpty, set: set})
}

// eval returns the value of an expression.
func (c *compiler) eval(e *cat.Expr, s scope) value {
	if c.steps++; c.steps > maxSteps {
		c.fail(e.Pos, "the model expands to more than %d expressions", maxSteps)
	}
	switch e.Op {
	case cat.Name:
		return c.name(e, s)
	case cat.Func:
		return value{fn: &function{params: e.Params, body: e.Args[0], scope: s}}
	case cat.Local:
		return c.eval(e.Args[0], c.bind(e.Let, s))
	case cat.Try:
		return c.try(e, s)
	case cat.Call:
		return c.call(e, s)
	case cat.Tuple:
		v := value{tuple: []value{}}
		for _, arg := range e.Args {
			v.tuple = append(v.tuple, c.eval(arg, s))
		}
		return v
	case cat.Tag:
		return value{node: c.make(node{op: opTag, set: true, name: e.Text})}
	case cat.Nothing:
		return value{node: c.make(node{op: opEmpty})}
	case cat.EmptySet:
		return value{node: c.make(node{op: opEmpty, set: true})}
	case cat.All:
		return value{node: c.make(node{op: opAll, set: true})}
	}
	return value{node: c.operator(e, s)}
}

// operators has the properties of each operator: its text and the sort of its operands.
var operators = map[cat.Op]struct {
	op   op
	text string
	same bool // operands and result are of one sort, whichever
	set  bool // else: operands are sets
}{
	cat.Union:      {op: opUnion, text: "`|`", same: true},
	cat.Inter:      {op: opInter, text: "`&`", same: true},
	cat.Diff:       {op: opDiff, text: "`\\`", same: true},
	cat.Complement: {op: opComplement, text: "`~`", same: true},
	cat.Seq:        {op: opSeq, text: "`;`"},
	cat.Plus:       {op: opPlus, text: "`+`"},
	cat.Star:       {op: opStar, text: "`*`"},
	cat.Opt:        {op: opOpt, text: "`?`"},
	cat.Inverse:    {op: opInverse, text: "`^-1`"},
	cat.Cross:      {op: opCross, text: "`*` between sets", set: true},
	cat.Identity:   {op: opIdentity, text: "`[…]`", set: true},
}

func (c *compiler) operator(e *cat.Expr, s scope) nodeID {
	o := operators[e.Op]
	args := make([]nodeID, 2)
	for i, arg := range e.Args {
		args[i] = c.node(arg, s)
	}
	n := node{op: o.op}
	sorted := o.set
	if o.same {
		sorted = c.nodes[args[0]].set
		if len(e.Args) == 2 && c.nodes[args[0]].op == opEmpty {
			sorted = c.nodes[args[1]].set
		}
		n.set = sorted
	}
	for i, arg := range e.Args {
		args[i] = c.want(arg.Pos, args[i], sorted, o.text)
	}
	n.a, n.b = args[0], args[1]
	if len(e.Args) == 1 {
		n.b = 0
	}
	negative := args[len(e.Args)-1]
	if (e.Op == cat.Diff || e.Op == cat.Complement) && c.nodes[negative].on&c.open != 0 {
		c.fail(e.Pos, "a recursive definition uses its complement: %s", o.text)
	}
	return c.make(n)
}

// name returns the value of a name: the definition in scope, else the base relation or set.
func (c *compiler) name(e *cat.Expr, s scope) value {
	if v, ok := s[e.Text]; ok {
		return v
	}
	switch {
	case baseRelations[e.Text]:
		return value{node: c.make(node{op: opBase, name: e.Text})}
	case baseSets[e.Text]:
		return value{node: c.make(node{op: opTag, set: true, name: e.Text})}
	case e.Text == "emptyset":
		return value{node: c.make(node{op: opEmpty, set: true})}
	}
	panic(bail{&cat.Error{Pos: e.Pos, Msg: "`" + e.Text + "` is not defined"}, true})
}

// try returns the value of the first expression, or of the second if a name in the first is not defined.
func (c *compiler) try(e *cat.Expr, s scope) (v value) {
	open := c.open
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bail:
			if !r.undefined {
				panic(r)
			}
			c.open = open
			v = c.eval(e.Args[1], s)
		default:
			panic(r)
		}
	}()
	return c.eval(e.Args[0], s)
}

// call applies a function. One parameter takes any value; several take a tuple.
func (c *compiler) call(e *cat.Expr, s scope) value {
	f := c.eval(e.Args[0], s).fn
	if f == nil {
		c.fail(e.Pos, "what stands before the argument is not a function")
	}
	arg := c.eval(e.Args[1], s)
	if f.body == nil {
		if arg.fn != nil || arg.tuple != nil {
			c.fail(e.Pos, "set or relation expected as argument")
		}
		set := f.native == opIdentity
		id := c.want(e.Pos, arg.node, set, "the function")
		return value{node: c.make(node{op: f.native, set: !set, a: id})}
	}
	if c.depth++; c.depth > maxCalls {
		c.fail(e.Pos, "more than %d calls in each other", maxCalls)
	}
	defer func() { c.depth-- }()
	inner := maps.Clone(f.scope)
	if len(f.params) == 1 {
		inner[f.params[0]] = arg
	} else {
		if arg.tuple == nil || len(arg.tuple) != len(f.params) {
			c.fail(e.Pos, "the function has %d parameters", len(f.params))
		}
		c.assign(e.Pos, f.params, arg, inner)
	}
	return c.eval(f.body, inner)
}

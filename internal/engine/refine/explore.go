package refine

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// place is where threads are, which of them sleep, whose turn it is, and how many rounds of it are over.
type place struct {
	control por.ControlID
	sleep   por.Set
	turn    efsm.ThreadID
	round   int
}

// node is a place with its facts: an assertion if it is a root, else the effect of a way from the root.
type node struct {
	place
	root   *node
	way    *por.Outcome // from the root; nil: it is the root
	fact   fact         // of a root
	parent *node
	via    *por.Outcome // from the parent; nil: the first
	queued bool
	asked  []turn // the threads of the last expansion
}

// isRoot reports whether a node has an assertion.
func (n *node) isRoot() bool { return n.way == nil }

// turn records the outcomes of a thread's steps at a node.
type turn struct{ ends []arrival }

// arrival is where an outcome leads.
type arrival struct {
	by *por.Outcome
	to *node
}

// found is a violation that the assertions do not exclude.
type found struct {
	at      *node
	failure *por.Failure
}

// exploration is the reduction that an order prefers, with assertions that are being weakened until
// they hold.
type exploration struct {
	*decider
	model    *por.Model
	of       *efsm.System // the system of the problem: the model's, or one with fewer executions
	property verdict.Property
	words    *vocabulary
	order    order
	plain    bool           // nothing is reduced
	dense    bool           // assertions are made everywhere
	heads    map[place]bool // the places with assertions: heads of rounds, and places to which too many ways lead
	crowded  map[place]bool // the heads to which too many ways lead
	patience int            // a factor on the number of ways that a place may have
	nodes    map[place][]*node
	list     []*node // roots, in the order in which they were made
	queue    []*node
	ways     map[place]int // of the block that is expanded
	bad      []*found      // that assertions do not exclude
}

// enough is from how many violations something is learned at once.
const enough = 6

// begin makes the first place.
func (x *exploration) begin(ctx context.Context) error {
	s := x.model.System
	var updates []efsm.Update
	for _, v := range x.model.Vars() {
		if s.Vars[v].Init != term.None {
			updates = append(updates, efsm.Update{Var: v, Value: s.Vars[v].Init})
		}
	}
	first := &por.Outcome{Guard: term.True, To: x.model.Initial(), Updates: updates}
	_, err := x.arrive(ctx, nil, first, place{control: first.To})
	return err
}

// run weakens assertions until they hold, until some do not exclude a bad state, or until the decider's
// cost reaches a limit; in the last case it has not ended.
func (x *exploration) run(ctx context.Context, limit int) (ended bool, err error) {
	for len(x.queue) > 0 && len(x.bad) < enough {
		if x.cost() >= limit {
			return false, nil
		}
		n := x.queue[0]
		x.queue = x.queue[1:]
		n.queued = false
		clear(x.ways)
		bad, err := x.expand(ctx, n)
		if err != nil {
			return false, err
		}
		if bad != nil {
			x.bad = append(x.bad, bad)
		}
	}
	return true, nil
}

// ask returns the threads to expand at a node, in order.
func (x *exploration) ask(n *node) []efsm.ThreadID {
	list, _ := x.membrane(n)
	return list
}

// membrane returns the threads to expand at a node, in order, and a superset of them: each violation
// contains a step of a thread in it.
func (x *exploration) membrane(n *node) ([]efsm.ThreadID, por.Set) {
	var best []efsm.ThreadID
	var enough por.Set
	least := -1
	threads := x.order.prefer(x.model, n.place)
	for _, t := range threads {
		enough = enough.With(t)
	}
	if x.plain {
		return threads, enough
	}
	if x.model.IsHarmless(n.control) {
		return nil, 0
	}
	for _, first := range threads {
		if !x.moves(n.control, first) {
			continue
		}
		set := x.model.Membrane(n.control, first)
		awake := (set &^ n.sleep)
		var list []efsm.ThreadID
		for _, t := range threads {
			if awake.Has(t) && x.moves(n.control, t) {
				list = append(list, t)
			}
		}
		if least < 0 || x.order.small && len(list) < least {
			best, least, enough = list, len(list), set
		}
	}
	return best, enough
}

// moves reports whether a thread may be able to do a step.
func (x *exploration) moves(c por.ControlID, t efsm.ThreadID) bool {
	step := x.model.Step(c, t)
	return len(step.Outcomes)+len(step.Bad) > 0
}

// excluded reports whether a condition of a step after a node cannot hold there.
func (x *exploration) excluded(ctx context.Context, n *node, id term.ID) (bool, error) {
	if n.way != nil && id != term.False {
		id = x.terms.And(n.way.Guard, x.model.Behind(n.way, id))
	}
	return x.refuted(ctx, n.root.fact.conjuncts(), id)
}

// expand explores the steps after a node, up to the next nodes with assertions.
func (x *exploration) expand(ctx context.Context, n *node) (*found, error) {
	asleep := n.sleep
	n.asked = nil
	for _, t := range x.ask(n) {
		step := x.model.Step(n.control, t)
		asked := turn{}
		for i := range step.Bad {
			if no, err := x.excluded(ctx, n, step.Bad[i].Guard); err != nil {
				return nil, err
			} else if !no {
				return &found{n, &step.Bad[i]}, nil
			}
		}
		for i := range step.Outcomes {
			o := &step.Outcomes[i]
			way := x.model.Then(n.way, o)
			if no, err := x.refuted(ctx, n.root.fact.conjuncts(), way.Guard); no || err != nil {
				if err != nil {
					return nil, err
				}
				continue
			}
			next := x.order.next(x.model, n.place, o)
			for other := efsm.ThreadID(1); int(other) < len(x.model.System.Threads); other++ {
				if other == t || !asleep.Has(other) || x.plain {
					continue
				}
				same, err := x.excluded(ctx, n, x.model.Differs(n.control, o, other))
				if err != nil {
					return nil, err
				}
				if same {
					next.sleep = next.sleep.With(other)
				}
			}
			to := &node{place: next, root: n.root, way: way, parent: n, via: o}
			var bad *found
			var err error
			if isShared(step, o) || x.isHead(to) {
				to, err = x.arrive(ctx, n, o, next)
			} else {
				bad, err = x.expand(ctx, to)
			}
			if bad != nil || err != nil {
				return bad, err
			}
			asked.ends = append(asked.ends, arrival{o, to})
		}
		n.asked = append(n.asked, asked)
		asleep = asleep.With(t)
	}
	return nil, nil
}

// isShared reports whether an outcome is of several paths, or another one of the step is of the same.
func isShared(step *por.Step, o *por.Outcome) bool {
	for i := range step.Outcomes {
		if other := &step.Outcomes[i]; other != o && other.To == o.To && slices.Equal(other.Paths[0], o.Paths[0]) {
			return true
		}
	}
	return len(o.Paths) > 1
}

// The limits of the ways of a block, from one assertion to the next: mostWays is how many may lead to one
// place, and mostBlock how many there may be in all, both at first. mostPatience is the largest factor by
// which both may grow.
const (
	mostWays     = 8
	mostBlock    = 400
	mostPatience = 16
	amidst       = 4 // how many times as many where none ends
)

// isHead reports whether a node has to have an assertion: its place has one, or there would be too many
// ways. If a way returns to a place, a place on its round gets an assertion.
func (x *exploration) isHead(n *node) bool {
	if x.dense || x.heads[n.place] {
		return true
	}
	x.ways[n.place]++
	x.ways[place{}]++
	if x.isCrowded(n) {
		x.heads[n.place], x.crowded[n.place] = true, true
		return true
	}
	round := []place{n.place}
	for up := n; !up.isRoot(); {
		if up = up.parent; up.place == n.place {
			if !slices.ContainsFunc(round, func(p place) bool { return x.heads[p] }) {
				best := slices.MinFunc(round, x.compareHeads)
				x.heads[best] = true
			}
			return x.heads[n.place]
		}
		round = append(round, up.place)
	}
	return false
}

// isCrowded reports whether there are too many ways. The limit is low for ways that end or end a round, and
// very high elsewhere.
func (x *exploration) isCrowded(n *node) bool {
	most := x.patience
	if at := x.model.At(n.control, n.via.Thread); at > 0 && !x.model.IsHead(n.control, n.via.Thread) {
		most *= amidst
	}
	return x.ways[n.place] > mostWays*most || x.ways[place{}] > mostBlock*most
}

// compareHeads orders places by how simple their assertions are: places with few threads inside a round
// come first, then the turn of the first thread, then the first round.
func (x *exploration) compareHeads(a, b place) int {
	return cmp.Or(cmp.Compare(x.within(a.control), x.within(b.control)), cmp.Compare(a.turn, b.turn), cmp.Compare(a.round, b.round))
}

// within returns how many threads are within a round of a loop, or in front of one.
func (x *exploration) within(c por.ControlID) (n int) {
	for t := efsm.ThreadID(1); int(t) < len(x.of.Threads); t++ {
		if at := x.model.At(c, t); at > 0 && at != x.of.Threads[t].Entry && !x.model.IsHead(c, t) {
			n++
		}
	}
	return n
}

// arrive weakens the assertion of a place until an outcome of a node leads from others to it, and returns
// its node.
func (x *exploration) arrive(ctx context.Context, parent *node, via *por.Outcome, to place) (*node, error) {
	o := via // from the node with an assertion
	var from *node
	var facts []term.ID
	if parent != nil {
		from, facts = parent.root, parent.root.fact.conjuncts()
		o = x.model.Then(parent.way, via)
	}
	after := func(id term.ID) term.ID { return x.model.After(o, id) }
	var learned []term.ID
	for _, p := range x.words.extra[to.control] {
		if holds, err := x.refuted(ctx, facts, x.terms.And(o.Guard, x.terms.Not(after(p)))); err != nil {
			return nil, err
		} else if holds {
			learned = append(learned, p)
		}
	}
	n := x.at(to, learned)
	if n == nil {
		n = &node{place: to, fact: fact{words: x.words.scope(to.control), learned: learned}, parent: parent, via: via}
		n.root = n
		x.nodes[to] = append(x.nodes[to], n)
		x.list = append(x.list, n)
	}
	weaker := n.fact.isNone()
	if weaker {
		n.fact.begin()
		x.presume(from, o, n, after)
	}
	changed, err := x.image(ctx, from, o, n, after)
	if err != nil {
		return nil, err
	}
	weaker = weaker || changed
	for i, y := range x.samples.steps[o] {
		if x.samples.has(y, facts, o.Guard) && n.fact.add(func(id term.ID) term.Word { return x.samples.value(after(id)) }) {
			weaker = true
			list := x.samples.steps[o]
			list[0], list[i] = list[i], list[0]
		}
	}
	for {
		var open []term.ID
		for _, p := range n.fact.inequalities() {
			not := x.terms.And(o.Guard, x.terms.Not(after(p)))
			if not == term.False || slices.Contains(facts, after(p)) {
				continue
			}
			if x.isKnown(facts, not) {
				x.remembered++
				continue
			}
			open = append(open, not)
		}
		if len(open) == 0 {
			break
		}
		status, err := x.decideAny(ctx, facts, open)
		if err != nil {
			return nil, err
		}
		if status == sat.Unsatisfiable {
			break
		}
		weaker = true
		if status == sat.Unknown {
			n.fact.drop()
			break
		}
		n.fact.add(func(id term.ID) term.Word { return x.host.Value(after(id)) })
		x.samples.steps[o] = kept(x.samples.steps[o], x.host.Model())
	}
	if weaker && !n.queued {
		n.queued = true
		x.queue = append(x.queue, n)
	}
	return n, nil
}

// image weakens the linear conjuncts of a node by the states that an outcome leads to it. It reports
// whether they changed.
func (x *exploration) image(ctx context.Context, from *node, o *por.Outcome, to *node, after func(term.ID) term.ID) (weaker bool, err error) {
	var words, facts []term.ID
	for _, g := range to.fact.words.groups {
		for _, column := range g.columns[:g.plain] {
			words = append(words, after(column))
		}
	}
	if from != nil {
		facts = from.fact.conjuncts()
	}
	list, err := x.branches(ctx, facts, o.Guard, words)
	if err != nil {
		return false, err
	}
	for _, b := range list {
		pick := x.pick(b)
		resolved := func(id term.ID) term.ID { return id }
		if from != nil && len(x.words.elements) > 0 {
			resolved = from.fact.resolver(b.guard, x.resolving)
		}
		for g := range to.fact.words.groups {
			l := newLinear(x.terms, to.fact.words.groups[g].width)
			known := l.equalities(nil, resolved(b.guard))
			if from != nil {
				known = append(known, from.fact.sums(l, b.guard, resolved)...)
			}
			if to.fact.image(l, g, known, func(id term.ID) term.ID { return resolved(pick(after(id))) }) {
				weaker, to.fact.terms = true, nil
			}
		}
	}
	return weaker, nil
}

// at returns the node of a place with the same learned predicates; nil: there is none.
func (x *exploration) at(p place, learned []term.ID) *node {
	for _, n := range x.nodes[p] {
		if slices.Equal(n.fact.learned, learned) {
			return n
		}
	}
	return nil
}

// presume drops inequalities that a step does not affect and that do not hold before it. This happens
// before the solver is queried about them.
func (x *exploration) presume(from *node, o *por.Outcome, to *node, after func(term.ID) term.ID) {
	if from == nil {
		return
	}
	guarded, before := make(map[term.ID]bool), make(map[term.ID]bool)
	for _, id := range x.terms.Below(o.Guard) {
		guarded[id] = true
	}
	for i, t := range from.fact.words.tests {
		before[t.holds] = from.fact.tests[i]
	}
	for i, t := range to.fact.words.tests {
		if held, known := before[t.holds]; !known || held || after(t.holds) != t.holds {
			continue
		}
		g := &to.fact.words.groups[t.group]
		if t.a >= 0 && guarded[g.columns[t.a]] || t.b >= 0 && guarded[g.columns[t.b]] {
			continue
		}
		to.fact.tests[i] = false
	}
}

func without(list []term.ID, id term.ID) []term.ID {
	var out []term.ID
	for _, x := range list {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

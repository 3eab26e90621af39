package interleave

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Solver decides conjunctions of terms of a graph's store.
type Solver interface {
	// Assert makes f hold from now on.
	Assert(f term.ID)
	// Satisfiable decides the asserted terms together with assumptions. An error reports that it
	// cannot.
	Satisfiable(ctx context.Context, assumptions ...term.ID) (bool, error)
	// Core returns assumptions that cannot hold together with the asserted terms, after an
	// answer that they cannot.
	Core() []term.ID
	// Value returns the value of a Bool or bit-vector in the model of the last answer.
	Value(t term.ID) term.Word
}

// Stats counts the work of a search.
type Stats struct {
	Interleavings int `json:"interleavings,omitempty"` // complete ones
	Failing       int `json:"failing,omitempty"`       // of them, with Tree.Each: those with a violation
	Tree          int `json:"tree,omitempty"`          // nodes of the reachability tree
	Checks        int `json:"checks,omitempty"`        // calls of the solver
	Dropped       int `json:"dropped,omitempty"`       // control literals that were dropped
}

// Found is a violation in the model of a solver.
type Found struct {
	Obligation int            // index in the graph
	Order      []event.NodeID // the nodes done before it, executed or not
}

// Tree is the reachability tree of a program (package doc). A node of it is the point before an
// effective operation of the active thread. Its cost is proportional to the operations since its
// parent, because the state is changed and restored in place.
type Tree struct {
	p      *Program
	solver Solver
	most   int // blocks of one thread; 0: any number
	// Sleep leaves out interleavings that differ from others only in the order of independent
	// operations, and have as many blocks at least (sleep.go).
	Sleep bool
	// Ask, if not nil, is called for each complete interleaving. It reports whether the interleaving
	// has a violation that this package does not know about.
	Ask func(context.Context, []Turn) (bool, error)
	// Each, if not nil, is called for the violations of each complete interleaving, in a model of the
	// solver, and the search goes on. It is not called for the obligations, by their indices in the graph,
	// for which Known holds.
	Each   func(*Found) error
	Known  func(obligation int) bool
	images *term.Translator
	memory *memory

	next    []int32        // by thread: the number of its nodes done or passed
	order   []event.NodeID // nodes that are done
	blocks  []Turn
	ran     []term.ID // by block: an operation is executed in it
	cond    term.ID   // the condition under which the interleaving exists
	more    term.ID   // the condition under which an execution on this path needs a block beyond the bound
	claims  []placed
	decided []int32 // by fact: the number of its nodes done or passed
	open    []int32 // facts about waits that are not decided yet (open.go)
	passed  []event.NodeID
	// narrowed: the last advance covers only part of the executions from the state. In the others the
	// thread has to wait, though not at a wait.
	narrowed bool
	chunk    []event.NodeID // nodes of the last advance, or the node where it could not continue
	left     []int32        // by subject: the number of threads that still use it
	bound    sum            // of the images of variables that are still used

	seen    map[sum]int32    // explored states, with the least number of blocks before them; nil: no states are merged
	reached map[int32]bool   // marks
	refuted map[term.ID]bool // claims that cannot hold where they were made
	last    []int32          // by thread: its last node with an undecided claim
	cut     bool             // an execution needs more blocks
	found   *Found
	stats   Stats
}

// placed is a claim with the number of nodes done before it.
type placed struct {
	claim
	after int
}

// NewTree returns the tree of the interleavings of at most most blocks, each a sequence of
// uninterrupted operations of one thread; 0: all interleavings. The solver must use the graph's term
// store.
func NewTree(p *Program, s Solver, most int) *Tree {
	t := &Tree{
		p: p, solver: s, most: most, images: term.NewTranslator(p.terms, p.terms), memory: newMemory(p),
		next: make([]int32, len(p.g.Threads)), cond: term.True, more: term.False, decided: make([]int32, len(p.facts)), reached: make(map[int32]bool), refuted: make(map[term.ID]bool),
		left: slices.Clone(p.users), seen: make(map[sum]int32),
	}
	for _, f := range p.always {
		s.Assert(f)
	}
	t.findLast()
	return t
}

// KeepApart makes the tree explore each state as often as interleavings lead to it.
func (t *Tree) KeepApart() { t.seen = nil }

// Search explores the interleavings, depth first, until one has a violation; nil: none has. An error is
// the cause of the context's end, or reports that the solver gave up.
func (t *Tree) Search(ctx context.Context) (*Found, error) {
	t.begin(1)
	err := t.grow(ctx, nil)
	return t.found, err
}

// Reached lists the marks that were reached, by their indices in the graph, and reports
// whether an execution needs more blocks.
func (t *Tree) Reached(context.Context) (marks []int, cut bool, err error) {
	for i := range t.p.g.Marks {
		if t.reached[int32(i)] {
			marks = append(marks, i)
		}
	}
	return marks, t.cut, nil
}

// Stats returns the counters so far.
func (t *Tree) Stats() Stats { return t.stats }

// Image returns the image of a term of the graph in the current interleaving.
func (t *Tree) Image(id term.ID) term.ID { return t.images.Term(id) }

// grow explores the continuations of the state, except for threads that sleep.
func (t *Tree) grow(ctx context.Context, sleep []sleeper) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	t.stats.Tree++
	complete := true
	active := event.ThreadID(0)
	if n := len(t.blocks); n > 0 {
		active = t.blocks[n-1].thread
	}
	before := t.more
	defer func() { t.more = before }()
	if t.most > 0 && len(t.blocks) == t.most && !t.cut {
		t.more = t.p.terms.Or(t.more, t.another(active))
	}
	if t.idle() || t.again(sleep) {
		return t.judge(ctx)
	}
	try := func(u event.ThreadID) error {
		if slices.ContainsFunc(sleep, func(z sleeper) bool { return z.thread == u }) {
			complete = false
			return nil
		}
		s := t.save(u)
		if u != active {
			t.begins(u)
		}
		open := term.False
		if t.advance(u) && t.cond != term.False {
			open = t.opened()
		}
		if open != term.False {
			for i := range t.claims[s.claims:] { // the claims hold for any continuation
				c := &t.claims[s.claims+i]
				c.holds = t.p.terms.Conj(t.cond, open, c.holds)
			}
			chunk, narrowed := slices.Clone(t.chunk), t.narrowed
			complete = complete && narrowed
			if err := t.grow(ctx, t.asleep(sleep, chunk)); err != nil || t.found != nil {
				return err
			}
			if t.Sleep && !narrowed && (t.most == 0 || u == active) {
				sleep = append(slices.Clip(sleep), sleeper{u, chunk})
			}
		}
		t.restore(s)
		return nil
	}
	if active != 0 {
		if err := try(active); err != nil || t.found != nil {
			return err
		}
	}
	for u := event.ThreadID(1); int(u) < len(t.next) && (t.most == 0 || len(t.blocks) < t.most); u++ {
		if u == active {
			continue
		}
		if err := try(u); err != nil || t.found != nil {
			return err
		}
	}
	if complete {
		return t.judge(ctx)
	}
	return nil
}

// matters reports whether one of the claims is still undecided.
func (t *Tree) matters(list []claim) bool {
	return slices.ContainsFunc(list, func(c claim) bool { return !c.mark || !t.reached[c.index] })
}

// findLast finds each thread's last node with an undecided claim. Claims before a thread's first node
// count for the node that creates it.
func (t *Tree) findLast() {
	t.last = make([]int32, len(t.next))
	for u := range t.last {
		t.last[u] = -1
		for i, n := range t.p.g.Threads[u].Nodes {
			if t.matters(t.p.claims[n]) || slices.ContainsFunc(t.p.children[n], func(child event.ThreadID) bool { return t.matters(t.p.begin[child]) }) {
				t.last[u] = int32(i)
			}
		}
	}
}

// idle reports whether no continuation of the state has further claims. Then the interleaving up to
// here is complete, and longer ones add no information.
func (t *Tree) idle() bool {
	if t.Ask != nil || t.most > 0 && !t.cut {
		return false
	}
	for u, next := range t.next {
		if next <= t.last[u] {
			return false
		}
	}
	return true
}

// state holds the values that a step of the tree changes.
type state struct {
	thread                                         event.ThreadID
	next                                           int32
	cond                                           term.ID
	ran                                            term.ID // of the last block
	bound, memory                                  sum
	images, changes, order, passed, claims, blocks int
	open                                           int
}

func (t *Tree) save(u event.ThreadID) state {
	s := state{
		thread: u, next: t.next[u], cond: t.cond, bound: t.bound, memory: t.memory.sum, images: t.images.Mark(), changes: len(t.memory.undo),
		order: len(t.order), passed: len(t.passed), claims: len(t.claims), blocks: len(t.blocks), open: len(t.open),
	}
	if s.blocks > 0 {
		s.ran = t.ran[s.blocks-1]
	}
	return s
}

func (t *Tree) restore(s state) {
	t.next[s.thread], t.cond = s.next, s.cond
	t.images.Undo(s.images)
	t.memory.goBack(s.changes)
	t.bound, t.memory.sum = s.bound, s.memory
	for _, n := range t.passed[s.passed:] {
		for _, subject := range t.p.ends[n] {
			t.left[subject]++
		}
		for _, f := range t.p.factsOf[n] {
			t.decided[f]--
		}
	}
	t.order, t.passed, t.claims = t.order[:s.order], t.passed[:s.passed], t.claims[:s.claims]
	t.blocks, t.ran, t.open = t.blocks[:s.blocks], t.ran[:s.blocks], t.open[:s.open]
	if s.blocks > 0 {
		last := &t.blocks[s.blocks-1]
		t.ran[s.blocks-1], last.next = s.ran, t.next[last.thread]
	}
}

// begins begins a block.
func (t *Tree) begins(u event.ThreadID) {
	t.blocks, t.ran = append(t.blocks, Turn{u, t.next[u]}), append(t.ran, term.False)
}

// done reports whether a node is done or passed.
func (t *Tree) done(n event.NodeID) bool {
	node := &t.p.g.Nodes[n]
	return node.Index < t.next[node.Thread]
}

// advance does the next operation of a thread and those behind it up to an effective one, and reports
// whether there are any. If it is not certain that the thread reaches the operation, or whether it has
// to wait there, the operation is done under its guard.
func (t *Tree) advance(u event.ThreadID) bool {
	th := &t.p.g.Threads[u]
	if th.Spawn != 0 && !t.done(th.Spawn) {
		return false
	}
	some := false
	t.chunk, t.narrowed = t.chunk[:0], false
	for int(t.next[u]) < len(th.Nodes) {
		n := th.Nodes[t.next[u]]
		if t.p.effective[n] && some || t.p.observes[n] {
			break
		}
		some = t.step(n) || some
	}
	if some {
		t.blocks[len(t.blocks)-1].next = t.next[u]
		t.ahead(u)
		t.observe()
	}
	return some
}

// observe records the claims of observers whose time has come.
func (t *Tree) observe() {
	for _, n := range t.p.observers {
		node := &t.p.g.Nodes[n]
		if t.next[node.Thread] != node.Index || slices.ContainsFunc(t.p.into[n], func(e event.Edge) bool { return !t.done(e.From) && t.images.Term(e.Guard) != term.False }) {
			continue
		}
		s := t.save(node.Thread)
		needed, _ := t.execute(n)
		claims := slices.Clone(t.claims[s.claims:])
		t.restore(s)
		for _, c := range claims {
			t.claims = append(t.claims, placed{claim{c.mark, c.index, t.p.terms.And(needed, c.holds)}, len(t.order)})
		}
	}
}

// ahead records claims that a thread may reach without another operation, behind nodes that it may not
// execute. The facts that these nodes decide hold there, as behind nodes that are passed.
func (t *Tree) ahead(u event.ThreadID) {
	s := t.p.terms
	none := term.True // none of the nodes in between is executed, and the facts hold
	mark := t.images.Mark()
	decided := make(map[int32]int32)
	for _, n := range t.p.g.Threads[u].Nodes[t.next[u]:] {
		node := &t.p.g.Nodes[n]
		if node.Go != term.None && !t.images.Translated(node.Go) {
			t.images.Bind(node.Go, term.True)
		}
		none = s.And(none, s.Not(t.images.Term(node.Guard)))
		for _, f := range t.p.factsOf[n] {
			if decided[f]++; none != term.False && t.decided[f]+decided[f] == t.p.alike[f] {
				none = s.And(none, t.images.Term(t.p.facts[f]))
			}
		}
		if none == term.False {
			break
		}
		t.claim(t.p.claims[n], none)
	}
	t.images.Undo(mark)
}

// step does a node, or passes it if it is certainly not executed here. It reports whether it is done.
//
// A wait is first tried with the thread passing it. If nothing contradicts that, it is assumed: a
// thread that stops here adds nothing to the interleavings in which it arrives later. If it is
// impossible, the thread does not pass the wait in this interleaving at all.
func (t *Tree) step(n event.NodeID) bool {
	node := &t.p.g.Nodes[n]
	u := node.Thread
	if node.Final {
		t.next[u]++
		return false
	}
	if node.Go != term.None && !t.images.Translated(node.Go) {
		s := t.save(u)
		t.bindTo(node.Go, term.True)
		needed, done := t.execute(n)
		if done {
			guard := t.images.Term(node.Guard)
			switch {
			case needed == term.True && t.images.Term(t.p.acts[n]) != term.False:
				return true
			case t.p.terms.And(needed, guard) == term.False, needed == term.True:
				t.restore(s)
				t.bindTo(node.Go, term.False)
				t.chunk = append(t.chunk, n)
				t.need(t.pass(n)...)
				return false
			}
		}
		t.restore(s)
	}
	needed, done := t.execute(n)
	t.need(needed)
	return done
}

func (t *Tree) need(list ...term.ID) { t.cond = t.p.terms.And(t.cond, t.p.terms.Conj(list...)) }

// pass moves to the node behind n and returns the facts that are then decided.
func (t *Tree) pass(n event.NodeID) []term.ID {
	t.next[t.p.g.Nodes[n].Thread]++
	t.passed = append(t.passed, n)
	t.claim(t.p.claims[n], term.True)
	var facts []term.ID
	for _, f := range t.p.factsOf[n] {
		if t.decided[f]++; t.decided[f] == t.p.alike[f] {
			facts = append(facts, t.images.Term(t.p.facts[f]))
		}
	}
	t.release(n)
	return facts
}

// execute does a node and returns the conditions for it, which the caller must add. done is false if
// the node's guard is false.
func (t *Tree) execute(n event.NodeID) (needed term.ID, done bool) {
	node := &t.p.g.Nodes[n]
	s := t.p.terms
	guard := t.images.Term(node.Guard)
	if guard == term.False {
		return s.Conj(t.pass(n)...), false
	}
	list := t.memory.do(n, term.True, t.images.Term, func(e *event.Event, seen term.ID) { t.bind(e.Value, seen) })
	list = append(list, t.early(n, guard)...) // these may depend on the node's reads
	t.order, t.chunk = append(t.order, n), append(t.chunk, n)
	list = append(list, t.pass(n)...)
	t.await(n)
	last := len(t.blocks) - 1
	t.ran[last] = s.Or(t.ran[last], t.images.Term(t.p.acts[n]))
	for _, child := range t.p.children[n] {
		t.begin(child)
	}
	return s.Conj(list...), true
}

// early adds the constraint that a node is not executed before its predecessors. The effects of
// predecessors that are not done are unknown: their variables stand for any continuation, and the facts
// about the node's wait are added for it. The truth of these facts in the actual continuation stays
// open (open.go).
func (t *Tree) early(n event.NodeID, guard term.ID) []term.ID {
	s := t.p.terms
	var list []term.ID
	mark := t.images.Mark()
	for _, e := range t.p.into[n] {
		if !t.done(e.From) {
			list = append(list, s.Not(s.And(guard, t.images.Term(e.Guard))))
		}
	}
	if len(list) > 0 {
		t.narrowed = t.narrowed || t.p.g.Nodes[n].Go == term.None
		for _, f := range t.p.factsOf[n] {
			list = append(list, t.images.Term(t.p.facts[f]))
		}
	}
	t.images.Undo(mark)
	return list
}

// begin records the claims before the first operation of a thread.
func (t *Tree) begin(u event.ThreadID) {
	t.claim(t.p.begin[u], term.True)
	t.ahead(u)
}

// claim records claims that hold from here on under a condition.
func (t *Tree) claim(list []claim, when term.ID) {
	for _, c := range list {
		if c.mark && t.reached[c.index] {
			continue
		}
		if c.holds = t.p.terms.And(when, t.images.Term(c.holds)); c.holds != term.False {
			t.claims = append(t.claims, placed{c, len(t.order)})
		}
	}
}

// judge queries the solver about a complete interleaving. The query covers claims that no earlier
// interleaving with the same prefix has decided: violations, marks, and the need for another block.
func (t *Tree) judge(ctx context.Context) error {
	t.stats.Interleavings++
	if t.Ask != nil {
		t.stats.Checks++
		is, err := t.Ask(ctx, t.blocks)
		if is {
			t.found = &Found{Order: t.order}
		}
		if is || err != nil {
			return err
		}
	}
	s := t.p.terms
	var list []placed
	for _, c := range t.claims {
		if (!c.mark || !t.reached[c.index]) && !t.refuted[c.holds] {
			list = append(list, c)
		}
	}
	if t.Each != nil {
		var err error
		if list, err = t.fails(ctx, list); err != nil {
			return err
		}
	}
	for {
		want := term.False
		for _, c := range list {
			want = s.Or(want, c.holds)
		}
		if !t.cut && !t.refuted[t.more] {
			want = s.Or(want, t.more)
		}
		if want == term.False {
			return nil
		}
		t.stats.Checks++
		is, err := t.solver.Satisfiable(ctx, want)
		if err != nil {
			return err
		}
		if !is {
			for _, c := range list {
				t.refuted[c.holds] = true
			}
			t.refuted[t.more] = true
			return nil
		}
		t.cut = t.cut || t.holds(t.more)
		for _, c := range list {
			if !c.mark && t.holds(c.holds) {
				t.found = &Found{int(c.index), slices.Clone(t.order[:c.after])}
				return nil
			}
		}
		list = slices.DeleteFunc(list, func(c placed) bool {
			is := c.mark && t.holds(c.holds)
			if is {
				t.reached[c.index] = true
			}
			return is
		})
		t.findLast()
	}
}

// fails calls Each for the violations among the claims about a complete interleaving, and returns the other
// claims. A violation ends an execution, so none is before it.
func (t *Tree) fails(ctx context.Context, list []placed) (marks []placed, err error) {
	s, before, fails := t.p.terms, term.False, false
	for _, c := range list {
		if c.mark {
			marks = append(marks, c)
			continue
		}
		if is := s.And(c.holds, s.Not(before)); is != term.False && (!fails || !t.Known(int(c.index))) {
			t.stats.Checks++
			holds, err := t.solver.Satisfiable(ctx, is)
			if err != nil {
				return nil, err
			}
			fails = fails || holds
			if !holds && before == term.False {
				t.refuted[c.holds] = true
			}
			if holds && !t.Known(int(c.index)) {
				if err := t.Each(&Found{int(c.index), slices.Clone(t.order[:c.after])}); err != nil {
					return nil, err
				}
			}
		}
		before = s.Or(before, c.holds)
	}
	if fails {
		t.stats.Failing++
	}
	return marks, nil
}

// holds returns the value of an image in the model of the last check.
func (t *Tree) holds(f term.ID) bool { return f != term.False && t.solver.Value(f) != (term.Word{}) }

// another returns the condition under which another thread could continue although no more blocks are
// allowed. All current blocks must be executed.
func (t *Tree) another(active event.ThreadID) term.ID {
	s := t.p.terms
	any := term.False
	for u := event.ThreadID(1); int(u) < len(t.next); u++ {
		if u == active {
			continue
		}
		at := t.save(u)
		t.begins(u)
		for t.ran[len(t.ran)-1] != term.True && t.advance(u) { // not every done node is a step
			any = s.Or(any, s.Conj(t.cond, t.opened(), s.Conj(t.ran...)))
		}
		t.restore(at)
	}
	return any
}

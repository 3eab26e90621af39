package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// lockFact is a lock that a thread holds at some place.
type lockFact struct {
	form  form
	mode  lockMode
	class lockClass
	at    value             // a pointer to it
	under int32             // for first: the lock
	mark  markKey           // for first: the mark read as zero
	after string            // for first: recorded on a path that comes after it
	of    pointsto.ThreadID // for over: the kind of the thread
}

// flow computes the paths at the entries of blocks and behind calls.
func (a *prover) flow() {
	start := &path{status: make([]status, len(a.pts.Threads))}
	for t := range start.status {
		start.status[t] = unborn
	}
	start.status[1] = mayRun
	a.arrive(pointsto.At{Node: a.pts.Threads[1].Root, Block: 1}, start)
	for {
		at, ok := a.todo.pop()
		if !ok {
			return
		}
		switch a.steps++; {
		case a.steps > a.most:
			a.lose("the program is too large")
			return
		case a.steps%64 == 0 && a.ctx.Err() != nil:
			a.lose("there was no time")
			return
		}
		s := a.states[at]
		list := s.due
		s.due = nil
		a.walk(at, list, nil)
	}
}

// again lets the walk follow all paths at a place again, because it would do so in another way now.
func (a *prover) again(at pointsto.At) {
	s := a.states[at]
	s.due = s.list
	a.todo.push(at)
}

func (a *prover) arrive(at pointsto.At, p *path) {
	a.arrivals++
	s := a.states[at]
	if s == nil {
		s = &paths{}
		a.states[at] = s
	}
	least := byState
	switch {
	case a.steps > a.coarse:
		least = all
	case a.steps > a.fine:
		least = byLocks
	}
	if s.add(p, least) {
		a.todo.push(at)
	}
}

// walk goes with paths from a place to the next call or the end of the block. If visit is not nil, it propagates
// no paths, but calls visit before every instruction and the terminator.
func (a *prover) walk(at pointsto.At, list []*path, visit func(at pointsto.At, list []*path)) {
	view := a.pts.View(at.Node)
	block := &view.IR.Blocks[at.Block]
	if at.Instr == 0 && !a.partial {
		list = a.renewPhis(at, view, list)
	}
	for ; at.Instr < len(block.Instrs) && len(list) > 0; at.Instr++ {
		if visit != nil {
			visit(at, list)
		}
		if op := block.Instrs[at.Instr].Op; op == ir.OpCall || op == ir.OpCallPtr {
			if visit == nil {
				a.call(at, list)
			}
			return
		}
		if in := &block.Instrs[at.Instr]; !a.partial || in.Op == ir.OpAtomicBegin || in.Op == ir.OpAtomicEnd {
			list = a.step(at, in, list)
		}
	}
	switch {
	case len(list) == 0:
	case visit != nil:
		visit(at, list)
	default:
		a.follow(at, list)
	}
}

// each applies f to every path, and drops the nil results.
func each(list []*path, f func(*path) *path) []*path {
	out := make([]*path, 0, len(list))
	for _, p := range list {
		if p = f(p); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// renewPhis drops the facts about the phis of a block.
func (a *prover) renewPhis(at pointsto.At, view *ssa.Func, list []*path) []*path {
	for _, v := range a.phis(view, at.Block) {
		list = a.renew(value{at.Node, v}, list)
	}
	return list
}

func (a *prover) phis(view *ssa.Func, b ir.BlockID) []ssa.ValueID {
	byBlock, ok := a.phisOf[view]
	if !ok {
		byBlock = make([][]ssa.ValueID, len(view.IR.Blocks))
		for v := range view.Values {
			if d := &view.Values[v]; d.Kind == ssa.Phi {
				byBlock[d.Block] = append(byBlock[d.Block], ssa.ValueID(v))
			}
		}
		a.phisOf[view] = byBlock
	}
	return byBlock[b]
}

// mention records that paths have facts about a value.
func (a *prover) mention(x value) { a.mentioned[x] = true }

// renew drops the facts about a value that is redefined.
func (a *prover) renew(x value, list []*path) []*path {
	if !a.mentioned[x] {
		return list
	}
	return each(list, func(p *path) *path {
		p = p.drop(func(l int32) bool { return slices.Contains(a.lockDeps[l], x) })
		if p.facts.has(x) || p.fresh.has(x) {
			p = p.with(func(n *path) { n.facts, n.fresh = p.facts.without(x), p.fresh.without(x) })
		}
		if of := func(t try) bool { return t.of == x }; slices.ContainsFunc(p.tries, of) {
			p = p.with(func(n *path) { n.tries = slices.DeleteFunc(slices.Clone(p.tries), of) })
		}
		return p
	})
}

func (a *prover) step(at pointsto.At, in *ir.Instr, list []*path) []*path {
	view := a.pts.View(at.Node)
	arg := func(k int) value { return value{at.Node, view.Arg(at.Block, at.Instr, k)} }
	if in.Dst != 0 {
		list = a.renew(value{at.Node, view.Def(at.Block, at.Instr)}, list)
	}
	switch in.Op {
	case ir.OpAlloc, ir.OpEnter:
		list = a.makeFresh(value{at.Node, view.Def(at.Block, at.Instr)}, list)
	case ir.OpLoad:
		list = a.readWord(at, in, a.readMark(at, in, list))
	case ir.OpStore, ir.OpRMW:
		if in.Op == ir.OpStore {
			list = a.setMark(at, in, a.writeWord(at, in, list))
		}
		list = a.flag(at, in, a.publish(arg(0), arg(1), list))
	case ir.OpCmpXchg:
		list = a.flag(at, in, a.publish(arg(0), arg(2), list))
	case ir.OpAtomicBegin:
		list = each(list, func(p *path) *path {
			return p.with(func(n *path) { n.sections = append(slices.Clip(p.sections), ir.SectionKind(in.Sub)) })
		})
	case ir.OpAtomicEnd:
		list = each(list, func(p *path) *path {
			if len(p.sections) == 0 {
				return p
			}
			return a.forgetFound(p.with(func(n *path) { n.sections = p.sections[:len(p.sections)-1] }))
		})
	case ir.OpAcquire:
		if a.runsOnce(at.Node) {
			list = a.take(arg(0), exclusive, control, list)
		}
	case ir.OpRelease:
		if a.runsOnce(at.Node) {
			list = a.give(arg(0), list)
		}
	case ir.OpAssume:
		list = each(list, func(p *path) *path { return a.imply(p, arg(0), false, maxImplied) })
	case ir.OpSpawn:
		list = a.spawn(at, list)
	case ir.OpJoin:
		list = a.join(at, arg(0), list)
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		return nil
	}
	return list
}

func (a *prover) take(x value, mode lockMode, class lockClass, list []*path) []*path {
	l, ok := a.lock(x, mode, class)
	if !ok {
		return list
	}
	valid := a.validIn(x, l)
	return each(list, func(p *path) *path {
		if !valid(p) {
			return p
		}
		return p.hold(l)
	})
}

// try records that a lock is held if a result is zero.
func (a *prover) try(x value, mode lockMode, class lockClass, result value, list []*path) []*path {
	l, ok := a.lock(x, mode, class)
	if !ok {
		return list
	}
	a.mention(result)
	valid := a.validIn(x, l)
	return each(list, func(p *path) *path {
		if !valid(p) {
			return p
		}
		return p.with(func(n *path) { n.tries = append(slices.Clip(p.tries), try{result, l}) })
	})
}

// validIn returns a function that reports whether a lock is certainly valid, by its initial contents or
// an initialisation.
func (a *prover) validIn(x value, l int32) func(*path) bool {
	class, key := a.locks[l].class, a.locks[l].form.key()
	valid := class == plainLock || a.bornValid(x, class)
	return func(p *path) bool { return valid || slices.Contains(p.inits, key) }
}

// lock returns the number of a held lock, if it can be distinguished from others.
func (a *prover) lock(x value, mode lockMode, class lockClass) (int32, bool) {
	f := a.formOf(x)
	deps := a.deps(f)
	for _, d := range deps {
		if a.pts.Recursive(a.pts.Nodes[d.n].Func) {
			return 0, false
		}
	}
	key := lockKey{f.key(), mode, class}
	l, ok := a.lockIDs[key]
	if !ok {
		l = int32(len(a.locks))
		a.locks = append(a.locks, lockFact{form: f, mode: mode, class: class, at: x})
		a.lockDeps = append(a.lockDeps, deps)
		a.lockIDs[key] = l
		for _, d := range deps {
			a.mention(d)
		}
	}
	return l, true
}

type lockKey struct {
	form  string
	mode  lockMode
	class lockClass
}

// give records that a lock, and all locks that may be the same, are no longer held.
func (a *prover) give(x value, list []*path) []*path {
	key := a.formOf(x).key()
	return each(list, func(p *path) *path {
		return p.drop(func(l int32) bool {
			return a.locks[l].form.key() == key || a.mayAlias(a.locks[l].at, x)
		})
	})
}

// mayAlias reports whether pointers may be equal.
func (a *prover) mayAlias(x, y value) bool {
	for _, k := range a.pts.PointsTo(x.n, x.v) {
		for _, l := range a.pts.PointsTo(y.n, y.v) {
			if k == pointsto.Wild || l == pointsto.Wild || a.overlap(k, 1, l, 1) {
				return true
			}
		}
	}
	return false
}

func (a *prover) overlap(k pointsto.LocID, nk int64, l pointsto.LocID, nl int64) bool {
	if k == pointsto.Num || l == pointsto.Num {
		return false
	}
	return pointsto.Overlap(a.pts.Locs[k], nk, a.pts.Locs[l], nl)
}

// holds reports whether a path holds the lock of a class that a pointer points to.
func (a *prover) holds(p *path, x value, class lockClass) bool {
	key := a.formOf(x).key()
	return slices.ContainsFunc(p.locks, func(l int32) bool { return a.locks[l].form.key() == key && class.excludes(a.locks[l].class) })
}

// call sends paths into the functions that a call runs. Functions modelled as a unit change the
// paths without being entered.
func (a *prover) call(at pointsto.At, list []*path) {
	view := a.pts.View(at.Node)
	in := &view.IR.Blocks[at.Block].Instrs[at.Instr]
	for _, callee := range a.pts.Callees(at.Node, at.Block, at.Instr) {
		into := list
		if args := a.arguments(at); resets(a.pts.View(callee).IR) && len(args) > 0 {
			into = a.give(value{at.Node, args[0]}, into)
		}
		for v, d := range a.pts.View(callee).Values {
			if d.Kind == ssa.Param {
				into = a.renew(value{callee, ssa.ValueID(v)}, into)
			}
		}
		for _, p := range into {
			a.arrive(pointsto.At{Node: callee, Block: 1}, a.comeIn(at, callee, p))
		}
		if a.passedBy(callee) {
			a.goPast(at, callee, list)
			continue
		}
		x, ok := a.summaryOf(a.pts.Nodes[callee].Func)
		if !ok || a.inside[at.Node] && x.effect != joins {
			continue
		}
		past := list
		if in.Dst != 0 {
			past = a.renew(value{at.Node, view.Def(at.Block, at.Instr)}, past)
		}
		for _, p := range a.pass(at, in, x, past) {
			a.arrive(pointsto.At{Node: at.Node, Block: at.Block, Instr: at.Instr + 1}, p)
		}
	}
}

// arguments returns the arguments of a call.
func (a *prover) arguments(at pointsto.At) []ssa.ValueID {
	view := a.pts.View(at.Node)
	args := view.Args(at.Block, at.Instr)
	if view.IR.Blocks[at.Block].Instrs[at.Instr].Op == ir.OpCallPtr {
		return args[1:]
	}
	return args
}

// pass applies a summary.
func (a *prover) pass(at pointsto.At, in *ir.Instr, x summary, list []*path) []*path {
	args := a.arguments(at)
	if x.arg >= len(args) {
		return list
	}
	arg := value{at.Node, args[x.arg]}
	switch x.effect {
	case takes:
		return a.take(arg, x.mode, x.class, a.noteTaken(arg, list))
	case tries:
		if list = a.noteTried(arg, list); in.Dst != 0 {
			return a.try(arg, x.mode, x.class, value{at.Node, a.pts.View(at.Node).Def(at.Block, at.Instr)}, list)
		}
	case gives:
		return a.give(arg, a.noteGiven(arg, list))
	case keeps:
		if l, ok := a.lock(arg, exclusive, mutex); ok {
			return each(list, func(p *path) *path {
				if a.holds(p, arg, mutex) {
					p = p.drop(func(k int32) bool { return a.locks[k].form.key() == a.locks[l].form.key() }).hold(l)
				}
				return p
			})
		}
	case joins:
		return a.join(at, arg, list)
	}
	return list
}

// ranOnce is the prefix of the form of a control whose routine has run.
const ranOnce = "ran "

// remember records a permanent fact about the single place that a pointer points to.
func (a *prover) remember(p *path, x value, what string) *path {
	f := a.formOf(x)
	key := what + f.key()
	if len(f.terms) > 0 || f.obj == 0 || slices.Contains(p.inits, key) {
		return p
	}
	return p.with(func(q *path) { q.inits = append(slices.Clip(p.inits), key) })
}

// forget drops the facts of functions that have returned to a node, if there are many.
func (a *prover) forget(p *path, n pointsto.NodeID) *path {
	if p.facts.len() <= maxFacts {
		return p
	}
	if a.open[n] == nil {
		a.open[n] = make(map[pointsto.NodeID]bool)
		for m := n; !a.open[n][m]; m = a.pts.Nodes[m].Callers[0].Node {
			a.open[n][m] = true
			if len(a.pts.Nodes[m].Callers) == 0 {
				break
			}
		}
	}
	return p.with(func(q *path) {
		q.facts = p.facts.keep(func(x value) bool { return a.open[n][x.n] })
	})
}

// outlive drops the locks that are held if a value of a function that has returned is zero: nothing depends on it any more.
// No such lock is held later, so a thread that is created meanwhile (born) need not know of it.
func (p *path) outlive(n pointsto.NodeID) *path {
	gone := func(t try) bool { return t.of.n == n }
	if !slices.ContainsFunc(p.tries, gone) {
		return p
	}
	return p.with(func(q *path) { q.tries = without(p.tries, gone) })
}

// leave sends a path from the end of a function, with its result if there is one, to the places behind
// the calls that it may come from.
func (a *prover) leave(n pointsto.NodeID, result value, p *path) {
	node := &a.pts.Nodes[n]
	if len(node.Callers) == 0 {
		a.exit(node.Thread, p)
		return
	}
	if a.passedBy(n) {
		return
	}
	if lock, ok := a.initialises(n); ok {
		p = a.remember(p, lock, "")
	}
	if a.runsOnce(n) {
		p = a.remember(p, a.param(n, 0), ranOnce)
	}
	x, whole := a.summaryOf(node.Func)
	for _, by := range a.callers(n, p) {
		c := by.at
		if whole && (!a.inside[c.Node] || x.effect == joins) {
			continue
		}
		list := []*path{a.forget(p, c.Node).with(func(q *path) { q.from = by.from })}
		if view := a.pts.View(c.Node); view.IR.Blocks[c.Block].Instrs[c.Instr].Dst != 0 {
			def := value{c.Node, view.Def(c.Block, c.Instr)}
			list = a.tell(result, def, a.renew(def, list))
		}
		list = a.returnFresh(result, c, list)
		for _, q := range list {
			q = q.outlive(n)
			a.arrive(pointsto.At{Node: c.Node, Block: c.Block, Instr: c.Instr + 1}, q)
		}
	}
}

package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Threads of one kind that work on objects of their own, which lead from one to another:
//
//	for (i = 0; i < n; i++) { s[i].loop = new_loop(); pthread_create(&t, 0, f, &s[i]); }
//	f: s->list = malloc(…); … s->list->next->loop->count++;
//
// The creation of a thread is passed at most once in each round: in each iteration of the loop around it, or in
// each call of a function. A team is a round, and the thread that it creates. Each object that a round or its thread
// makes belongs to the team. So does the element of an array with the number of the round (slot).
//
// Let the kinds of objects be such that
//   - a value of a team that points to one of them is made in the team: it is a new object, the thread's argument,
//     the round's slot, or is computed or read from such values. It is not from another round or from outside, and
//     pointers to slots stay in their slots;
//   - a team reads no pointer to one of them from other objects;
//   - all other code stores no pointer to one of them in one of them.
//
// Then a value of a team, and an object that belongs to it, points to objects of these kinds only if they belong to
// the same team. That holds by induction over the steps of an execution. So accesses of different teams to such an
// object are to different instances. The round comes before the thread, up to the creation. No kind is assumed that
// breaks a condition: from all kinds, these are removed until the conditions hold.

// belongings holds the kinds of objects of which each instance belongs to one team.
type belongings struct {
	a     *prover
	t     pointsto.ThreadID
	at    pointsto.At // the round's instruction that creates the thread; none: the team is the thread alone
	loop  *ir.Loop    // of the rounds; nil: they are calls of the function
	team  []bool      // by node: only teams run it
	late  []bool      // by node of the round: it may run after the creation
	after []bool      // by block of the round: control comes to it after the creation
	kinds []bool      // by object
	slots pointsto.ObjID
	first int64 // offset of the first slot
	size  int64 // of a slot
	index form  // the address of the round's slot
	loads map[pointsto.ObjID]map[span]bool
	// The sets of locations that are done.
	removed  map[locSet]bool
	accessed map[accessed]bool
	lost     []pointsto.ObjID // removed kinds whose contents are to be looked at
}

// locSet identifies a set of locations of package pointsto.
type locSet struct {
	from *pointsto.LocID
	n    int
}

func setOf(locs []pointsto.LocID) locSet { return locSet{&locs[0], len(locs)} }

// accessed is a set of locations that a team accesses with a size.
type accessed struct {
	set   locSet
	size  int64
	reads bool
}

// span is a location with a size.
type span struct {
	at   pointsto.LocID
	size int64
}

// findBelongings finds the objects that belong to the threads of each kind.
func (a *prover) findBelongings() {
	a.belong = make([]*belongings, len(a.pts.Threads))
	for t := 2; t < len(a.pts.Threads); t++ {
		if id := pointsto.ThreadID(t); !a.once.thread(id) && a.pts.Threads[t].Root != 0 && a.ctx.Err() == nil {
			a.belong[t] = a.belongingsOf(id)
		}
	}
}

func (a *prover) belongingsOf(t pointsto.ThreadID) *belongings {
	b := &belongings{
		a: a, t: t, team: make([]bool, len(a.pts.Nodes)), late: make([]bool, len(a.pts.Nodes)),
		kinds: make([]bool, len(a.pts.Objects)), loads: make(map[pointsto.ObjID]map[span]bool),
		removed: make(map[locSet]bool), accessed: make(map[accessed]bool),
	}
	for n := 1; n < len(b.team); n++ {
		b.team[n] = a.pts.Nodes[n].Thread == t
	}
	if b.findRound() {
		b.findTeam()
		b.findLate()
		b.findSlots()
	}
	b.findKinds()
	b.check()
	for len(b.lost) > 0 {
		o := b.lost[len(b.lost)-1]
		b.lost = b.lost[:len(b.lost)-1]
		b.reads(o)
	}
	return b
}

// findRound finds the smallest loop or function whose rounds create at most one thread each.
func (b *belongings) findRound() bool {
	a := b.a
	if a.pts.Threads[b.t].Merged {
		return false
	}
	for at := a.pts.Threads[b.t].Spawn; ; at = a.pts.Nodes[at.Node].Callers[0] {
		view, node := a.pts.View(at.Node), &a.pts.Nodes[at.Node]
		switch {
		case a.pts.Recursive(node.Func):
			return false
		case a.once.cyclicAt(at):
			k := view.Loops.Innermost(at.Block)
			if k == ir.NoLoop {
				return false
			}
			b.at, b.loop = at, &view.Loops.Loops[k]
			b.findAfter()
			if b.after[at.Block] {
				b.at, b.loop = pointsto.At{}, nil
				return false
			}
			return true
		case len(node.Callers) != 1:
			b.at = at
			b.findAfter()
			return true
		}
	}
}

// findAfter finds the blocks to which control comes after the creation, in the same round.
func (b *belongings) findAfter() {
	view := b.a.pts.View(b.at.Node)
	b.after = make([]bool, len(view.IR.Blocks))
	work := []ir.BlockID{b.at.Block}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range view.IR.Blocks[from].Term.Targets {
			if !b.after[to] && (b.loop == nil || b.loop.Contains(to) && to != b.loop.Header) {
				b.after[to] = true
				work = append(work, to)
			}
		}
	}
}

// findTeam finds the nodes that run in rounds only.
func (b *belongings) findTeam() {
	nodes := b.a.pts.Nodes
	creator := nodes[b.at.Node].Thread
	for n := 1; n < len(nodes); n++ {
		b.team[n] = b.team[n] || nodes[n].Thread == creator && len(nodes[n].Callers) > 0 && pointsto.NodeID(n) != b.at.Node && pointsto.NodeID(n) != b.a.pts.Threads[creator].Root
	}
	for changed := true; changed; {
		changed = false
		for n := 1; n < len(nodes); n++ {
			if b.team[n] && nodes[n].Thread == creator && slices.ContainsFunc(nodes[n].Callers, func(c pointsto.At) bool { return !b.inside(c.Node, c.Block) }) {
				b.team[n], changed = false, true
			}
		}
	}
}

// inside reports whether a block of a node is code of teams.
func (b *belongings) inside(n pointsto.NodeID, at ir.BlockID) bool {
	return b.team[n] || b.inRound(n, at)
}

// inRound reports whether a block is in the function of the rounds, and in a round.
func (b *belongings) inRound(n pointsto.NodeID, at ir.BlockID) bool {
	return n == b.at.Node && n != 0 && (b.loop == nil || b.loop.Contains(at))
}

// findLate finds the nodes of rounds that may run after the creation.
func (b *belongings) findLate() {
	nodes := b.a.pts.Nodes
	creator := nodes[b.at.Node].Thread
	for changed := true; changed; {
		changed = false
		for n := 1; n < len(nodes); n++ {
			if !b.late[n] && b.team[n] && nodes[n].Thread == creator && slices.ContainsFunc(nodes[n].Callers, b.isLate) {
				b.late[n], changed = true, true
			}
		}
	}
}

// isLate reports whether an instruction of a team may be executed after the creation, or is part of it.
func (b *belongings) isLate(at pointsto.At) bool {
	if at.Node != b.at.Node {
		return b.late[at.Node] || b.a.pts.Nodes[at.Node].Thread == b.t
	}
	return b.after[at.Block] || at.Block == b.at.Block && at.Instr >= b.at.Instr
}

// findSlots finds the array of which each round has an element: its thread's argument. One counting loop, which runs
// once, creates all threads of the kind. So two rounds have different elements.
func (b *belongings) findSlots() {
	a := b.a
	model := a.pts.Threads[b.t].Spawn.Node
	create := a.pts.View(model).IR
	if b.loop == nil || create.Role.Verb != ir.VerbCreate || !a.pts.Nodes[model].Single || !a.runsOnceOnly(b.at.Node) {
		return
	}
	c, ok := a.countedAt(b.at)
	arg := a.root(a.param(model, len(create.Params)-1))
	if !ok || c.loop != b.loop || arg.n != b.at.Node {
		return
	}
	to, ok := a.elementOf(arg, &c)
	if !ok || !a.plainCounter(arg, &c) || to.scale >= a.maxScale() {
		return
	}
	b.slots, b.size, b.index = to.obj, to.scale, a.formOf(arg)
	b.first = mod(to.off, to.scale)
}

// findKinds finds the kinds of objects that teams make.
func (b *belongings) findKinds() {
	a := b.a
	for o := 1; o < len(b.kinds); o++ {
		switch x := &a.pts.Objects[o]; x.Kind {
		case pointsto.ThreadLocal:
			b.kinds[o] = x.Thread == b.t
		case pointsto.Heap, pointsto.Stack, pointsto.Model:
			b.kinds[o] = b.inside(x.Node, x.Block)
		case pointsto.Local:
			b.kinds[o] = b.team[x.Node] || x.Node == b.at.Node && b.entersInRound(x)
		}
	}
	if b.slots != 0 {
		b.kinds[b.slots] = true
	}
}

// entersInRound reports whether the lifetime of a variable begins in a round.
func (b *belongings) entersInRound(o *pointsto.Object) bool {
	for at, in := range b.a.pts.View(o.Node).Instrs() {
		if in.Op == ir.OpEnter && in.Local == o.Local && !b.inRound(o.Node, at.Block) {
			return false
		}
	}
	return true
}

// remove removes the kinds of objects to which a value may point.
func (b *belongings) remove(n pointsto.NodeID, v ssa.ValueID) { b.removeAt(b.a.pts.PointsTo(n, v)) }

func (b *belongings) removeAt(locs []pointsto.LocID) {
	if len(locs) == 0 || b.removed[setOf(locs)] {
		return
	}
	b.removed[setOf(locs)] = true
	for _, l := range locs {
		if o := b.a.pts.Locs[l].Obj; o != 0 && b.kinds[o] {
			b.kinds[o] = false
			b.lost = append(b.lost, o)
		}
	}
}

// pointsIn reports whether a value may point to an object of a team.
func (b *belongings) pointsIn(n pointsto.NodeID, v ssa.ValueID) bool {
	return slices.ContainsFunc(b.a.pts.PointsTo(n, v), func(l pointsto.LocID) bool { return b.kinds[b.a.pts.Locs[l].Obj] })
}

// check removes the kinds that break a condition, apart from reads of other objects.
func (b *belongings) check() {
	a := b.a
	if root := a.pts.Threads[b.t].Root; b.at.Node == 0 {
		b.parameters(root)
	}
	if b.at.Node != 0 && b.loop == nil {
		b.parameters(b.at.Node)
	}
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		view := a.pts.View(n)
		for v := range view.Values {
			if d := &view.Values[v]; d.Kind == ssa.Phi && b.inside(n, d.Block) {
				b.phi(n, ssa.ValueID(v), d)
			}
		}
		for _, at := range view.Order {
			if v := view.Term(at); b.team[n] && v != ssa.NoValue {
				b.operand(n, v)
			}
		}
		for use, in := range view.Instrs() {
			if at := (pointsto.At{Node: n, Block: use.Block, Instr: use.Index}); b.inside(n, use.Block) {
				b.within(at, in)
			}
		}
	}
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		if b.team[n] {
			continue
		}
		for use, in := range a.pts.View(n).Instrs() {
			if in.Op.Writes() && !b.inside(n, use.Block) {
				b.outside(pointsto.At{Node: n, Block: use.Block, Instr: use.Index}, in)
			}
		}
	}
	for o := range b.kinds {
		if !b.kinds[o] {
			b.lost = append(b.lost, pointsto.ObjID(o))
		}
	}
}

// parameters removes the kinds to which parameters point.
func (b *belongings) parameters(n pointsto.NodeID) {
	for v, d := range b.a.pts.View(n).Values {
		if d.Kind == ssa.Param {
			b.remove(n, ssa.ValueID(v))
		}
	}
}

// phi removes the kinds to which a phi of a team has pointers from another round or from outside.
func (b *belongings) phi(n pointsto.NodeID, v ssa.ValueID, d *ssa.Value) {
	k := slices.IndexFunc(d.Args, func(x ssa.ValueID) bool { return x != v })
	if k < 0 || !slices.ContainsFunc(d.Args, func(x ssa.ValueID) bool { return x != v && x != d.Args[k] }) {
		return // another value replaces it
	}
	if !b.team[n] && b.loop != nil && d.Block == b.loop.Header {
		b.remove(n, v)
	}
	for _, x := range d.Args {
		b.operand(n, x)
	}
}

// operand removes the kinds to which a used value points, if it is from outside the round. The address of a global
// is no slot.
func (b *belongings) operand(n pointsto.NodeID, v ssa.ValueID) {
	view := b.a.pts.View(n)
	d := &view.Values[v]
	if d.Kind == ssa.Def && view.Instr(v).Op == ir.OpGlobalAddr {
		b.leaveSlots(b.a.pts.PointsTo(n, v))
	}
	switch {
	case b.team[n] || b.loop == nil:
	case d.Kind == ssa.Param, (d.Kind == ssa.Def || d.Kind == ssa.Phi) && !b.loop.Contains(d.Block):
		b.remove(n, v)
	}
}

// within looks at an instruction of a team.
func (b *belongings) within(at pointsto.At, in *ir.Instr) {
	a := b.a
	view := a.pts.View(at.Node)
	args := view.Args(at.Block, at.Instr)
	def := view.Def(at.Block, at.Instr)
	if in.Op == ir.OpPtrAdd && b.isSlot(at.Node, def) {
		return
	}
	for _, v := range args {
		b.operand(at.Node, v)
	}
	switch in.Op {
	case ir.OpPtrAdd:
		b.move(at, def)
	case ir.OpCall, ir.OpCallPtr:
		if slices.ContainsFunc(a.pts.Callees(at.Node, at.Block, at.Instr), func(n pointsto.NodeID) bool { return !b.team[n] }) {
			b.remove(at.Node, def)
		}
	case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor:
		b.leaveSlots(a.pts.PointsTo(at.Node, def))
	case ir.OpRMW:
		if ir.RMWKind(in.Sub) != ir.RMWXchg {
			b.leaveSlots(a.pts.PointsTo(at.Node, def))
		}
	}
	if in.Op == ir.OpLoad || in.Op.Writes() {
		b.access(a.pts.PointsTo(at.Node, args[0]), in.Type.Bytes(a.prog.Model), in.Op != ir.OpStore)
	}
}

// access looks at an access of a team to locations.
func (b *belongings) access(locs []pointsto.LocID, size int64, reads bool) {
	if len(locs) == 0 || b.accessed[accessed{setOf(locs), size, reads}] {
		return
	}
	b.accessed[accessed{setOf(locs), size, reads}] = true
	for _, l := range locs {
		o := b.a.pts.Locs[l].Obj
		if o == 0 {
			continue
		}
		if o == b.slots && !b.inSlot(l, 0, size) {
			b.leaveSlots([]pointsto.LocID{l})
		}
		if reads {
			if b.loads[o] == nil {
				b.loads[o] = make(map[span]bool)
			}
			b.loads[o][span{l, size}] = true
		}
	}
}

// inSlot reports whether bytes at a distance from a location in the array are in the slot of the location.
func (b *belongings) inSlot(id pointsto.LocID, by, size int64) bool {
	l := b.a.pts.Locs[id]
	at := mod(l.Off-b.first, b.size)
	return l.Step%b.size == 0 && 0 <= at+by && at+by+size <= b.size
}

// leaveSlots removes the slots if one of the locations is in their array.
func (b *belongings) leaveSlots(locs []pointsto.LocID) {
	for _, l := range locs {
		if o := b.a.pts.Locs[l].Obj; o != 0 && o == b.slots {
			b.removeAt([]pointsto.LocID{l})
		}
	}
}

// isSlot reports whether a value has the form of an address in the round's slot. The values of the form are defined
// in front of the loop or at the start of the round.
func (b *belongings) isSlot(n pointsto.NodeID, v ssa.ValueID) bool {
	if b.slots == 0 || b.a.pts.Nodes[n].Thread == b.t {
		return false
	}
	d, ok := b.a.formOf(value{n, v}).plus(form{off: b.index.off, terms: b.index.terms}, -1)
	return ok && len(d.terms) == 0 && d.obj == b.slots && 0 <= d.off && d.off < b.size
}

// move removes the slots if the sum of a pointer and a number may be in another slot than the pointer.
func (b *belongings) move(at pointsto.At, sum ssa.ValueID) {
	a := b.a
	view := a.pts.View(at.Node)
	by := a.formOf(value{at.Node, view.Arg(at.Block, at.Instr, 1)})
	for _, l := range a.pts.PointsTo(at.Node, view.Arg(at.Block, at.Instr, 0)) {
		if o := a.pts.Locs[l].Obj; o != 0 && o == b.slots && (by.obj != 0 || len(by.terms) > 0 || !b.inSlot(l, by.off, 1)) {
			b.leaveSlots(a.pts.PointsTo(at.Node, sum))
			b.leaveSlots([]pointsto.LocID{l})
		}
	}
}

// outside looks at a store of other code. A copy of bytes may be of pointers.
func (b *belongings) outside(at pointsto.At, in *ir.Instr) {
	view := b.a.pts.View(at.Node)
	args := view.Args(at.Block, at.Instr)
	switch {
	case !b.pointsIn(at.Node, args[0]):
	case in.Flags&ir.Copying != 0:
		b.remove(at.Node, args[0])
	default:
		for _, v := range args[1:] {
			b.remove(at.Node, v)
		}
	}
}

// reads removes the kinds to which teams may read pointers from an object that is not theirs.
func (b *belongings) reads(o pointsto.ObjID) {
	if len(b.loads[o]) == 0 {
		return
	}
	b.a.pts.Contents(o, func(at pointsto.Loc, size int64, holds []pointsto.LocID) {
		if len(holds) == 0 || b.removed[setOf(holds)] {
			return
		}
		for s := range b.loads[o] {
			if pointsto.Overlap(at, size, b.a.pts.Locs[s.at], s.size) {
				b.removeAt(holds)
				return
			}
		}
	})
}

// belongsApart reports whether two accesses of an object are in different teams, or one after the other.
func (a *prover) belongsApart(o pointsto.ObjID, x, y *access) bool {
	return slices.ContainsFunc(a.belong, func(b *belongings) bool {
		if b == nil || !b.kinds[o] || o == b.slots && (x.whole || y.whole) || !b.inside(x.at.Node, x.at.Block) || !b.inside(y.at.Node, y.at.Block) {
			return false
		}
		return x.thread == y.thread || !b.isLate(x.at) || !b.isLate(y.at)
	})
}

// belongTo reports whether each instance of an object belongs to one thread of a kind, and is not a part of another
// object.
func (a *prover) belongTo(o pointsto.ObjID, t pointsto.ThreadID) bool {
	b := a.belong[t]
	return b != nil && b.kinds[o] && o != b.slots
}

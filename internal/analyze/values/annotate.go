package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// annotator writes the proof for a solver's results.
type annotator struct {
	*solver
	holds    [][]pointsto.LocID // by cell: the targets of the pointers in it
	known    map[**page][]threadproof.Value
	elements map[string]raceproof.Sum // with locks of their own, by place of an access
}

// annotate writes the proof. It does not use locks that are words in memory: if a thread holds one, the
// values are computed once more without them.
func (a *solver) annotate() *threadproof.Proof {
	if a.usesWords() {
		a = a.confirmable()
		if a.lost != "" {
			return &threadproof.Proof{Beyond: a.lost}
		}
	}
	w := &annotator{solver: a, holds: make([][]pointsto.LocID, len(a.cells)), known: make(map[**page][]threadproof.Value)}
	w.findHolds()
	p := &threadproof.Proof{
		Environment: a.env,
		Callees:     make(map[threadproof.At][]threadproof.NodeID), Spawned: make(map[threadproof.At]threadproof.ThreadID),
		Beside: make(map[threadproof.At][]threadproof.ThreadID), Filled: make(map[threadproof.At]bool), Untaken: make(map[threadproof.Edge]bool),
		States: make(map[threadproof.At]*threadproof.State), Returns: make([]*threadproof.State, len(a.pts.Nodes)),
	}
	w.nodes(p)
	w.threads(p)
	w.objects(p)
	w.locks(p)
	w.filledLoads(p)
	w.owns(p)
	for at, e := range a.states {
		if at.Instr == 0 {
			s := w.entry(at, e.state)
			s.Owned = w.held(p, at.Node, at.Block, e.state)
			p.States[place(at)] = s
		}
	}
	for n, e := range a.rets {
		if e != nil {
			p.Returns[n] = w.returned(pointsto.NodeID(n), e.state)
			p.Returns[n].Owned = w.held(p, pointsto.NodeID(n), 0, e.state)
		}
	}
	return p
}

// filledLoads writes the loads that find only written elements, and the edges between blocks on which
// they rely.
func (w *annotator) filledLoads(p *threadproof.Proof) {
	if len(w.filled) == 0 {
		return
	}
	comes := func(n pointsto.NodeID, b ir.BlockID) bool { return w.states[pointsto.At{Node: n, Block: b}] != nil }
	for at, filled := range w.par.Filled(func(e raceproof.Edge) bool {
		if !w.edges[e] && comes(e.Node, e.From) && comes(e.Node, e.To) {
			p.Untaken[threadproof.Edge{Node: threadproof.NodeID(e.Node), From: e.From, To: e.To}] = true
		}
		return w.edges[e]
	}) {
		if filled && w.filled[at] {
			p.Filled[place(at)] = true
		}
	}
}

// usesWords reports whether a lock that is a word in memory protects something.
func (a *solver) usesWords() bool {
	if slices.ContainsFunc(a.guards, func(g guard) bool { return a.shared.locks[g.lock].word }) {
		return true
	}
	uses := func(s *state) bool {
		return slices.ContainsFunc(s.locks, func(h hold) bool {
			return a.shared.locks[h.lock].word && int(h.lock) < len(a.trusted) && a.trusted[h.lock]
		})
	}
	for _, e := range a.states {
		if uses(e.state) {
			return true
		}
	}
	return false
}

// confirmable returns a solver with values that do not use locks that are words, or locks of elements. Its first
// round is the one of Analyse, unless elements have locks.
func (a *solver) confirmable() *solver {
	b := *a
	known := a.first != nil && len(a.owned) == 0
	if known {
		b = *a.first
		b.ctx, b.shared.locks = a.ctx, a.shared.locks // a lock keeps its number
	}
	b.wordless, b.judge, b.counts, b.spare = true, nil, nil, nil
	b.guards, b.guarded, b.trusted, b.filled, b.owned, b.ownBy, b.ownLocks = nil, nil, nil, nil, nil, nil, nil
	b.protectNothing()
	// As in Analyse: a round without protection by locks, then one with it.
	if !known {
		b.work = 0
		b.solve()
	}
	if b.lost == "" {
		b.filled = b.par.Filled(func(e raceproof.Edge) bool { return b.edges[e] })
		b.solveProtected()
	}
	return &b
}

func place(at pointsto.At) threadproof.At {
	return threadproof.At{Node: threadproof.NodeID(at.Node), Block: at.Block, Instr: at.Instr}
}

func (w *annotator) nodes(p *threadproof.Proof) {
	p.Nodes = make([]threadproof.Node, len(w.pts.Nodes))
	for n := 1; n < len(p.Nodes); n++ {
		id, node := pointsto.NodeID(n), &w.pts.Nodes[n]
		p.Nodes[n] = threadproof.Node{Func: node.Func, Thread: threadproof.ThreadID(node.Thread)}
		for _, c := range node.Callers {
			p.Nodes[n].Callers = append(p.Nodes[n].Callers, place(c))
		}
		view := w.pts.View(id)
		for _, b := range view.Order {
			at := pointsto.At{Node: id, Block: b}
			w.beside(p, at)
			for i := range view.IR.Blocks[b].Instrs {
				here, behind := at, at
				here.Instr, behind.Instr = i, i+1
				switch view.IR.Blocks[b].Instrs[i].Op {
				case ir.OpCall, ir.OpCallPtr:
					for _, callee := range w.pts.Callees(id, b, i) {
						p.Callees[place(here)] = append(p.Callees[place(here)], threadproof.NodeID(callee))
					}
					w.beside(p, behind)
				case ir.OpSpawn:
					if t := w.pts.Spawned(here); t != 0 {
						p.Spawned[place(here)] = threadproof.ThreadID(t)
					}
					w.beside(p, behind)
				}
			}
		}
	}
}

func (w *annotator) beside(p *threadproof.Proof, at pointsto.At) {
	list := []threadproof.ThreadID{}
	set, own := w.par.Beside(at), w.pts.Nodes[at.Node].Thread
	for t := 1; t < len(w.pts.Threads); t++ {
		if id := pointsto.ThreadID(t); set.Has(id) && (id != own || !w.par.Once(own)) {
			list = append(list, threadproof.ThreadID(t))
		}
	}
	p.Beside[place(at)] = list
}

func (w *annotator) threads(p *threadproof.Proof) {
	p.Threads = make([]threadproof.Thread, len(w.pts.Threads))
	p.Seen, p.Left, p.Appear = make([][]threadproof.Value, len(p.Threads)), make([][]threadproof.Value, len(p.Threads)), make([][]threadproof.Value, len(p.Threads))
	for t := 1; t < len(p.Threads); t++ {
		p.Threads[t] = threadproof.Thread{Root: threadproof.NodeID(w.pts.Threads[t].Root), Once: w.par.Once(pointsto.ThreadID(t))}
		p.Seen[t], p.Appear[t] = w.contents(w.shared.seen[t]), w.contents(w.shared.born[t])
		for g, v := range w.shared.settled[t] {
			p.Left[t] = append(p.Left[t], w.value(v, w.holds[w.guards[g].cell]))
		}
	}
}

func (w *annotator) objects(p *threadproof.Proof) {
	p.Objects = make([]threadproof.Object, len(w.parts))
	for o := 1; o < len(p.Objects); o++ {
		id := pointsto.ObjID(o)
		from := w.object(id)
		x := &p.Objects[o]
		*x = threadproof.Object{
			Func: from.Func, Global: from.Global, Thread: threadproof.ThreadID(from.Thread), Local: from.Local,
			At: threadproof.At{Node: threadproof.NodeID(from.Node), Block: from.Block, Instr: from.Instr}, Size: w.sizeOf(id),
		}
		switch from.Kind {
		case pointsto.Function:
			x.Kind = threadproof.Function
		case pointsto.Global:
			x.Kind = threadproof.Global
		case pointsto.ThreadLocal:
			x.Kind = threadproof.ThreadLocal
		case pointsto.Local:
			x.Kind = threadproof.Local
		default:
			x.Kind = threadproof.Alloc
		}
		if w.isRecent(id) {
			x.Single, x.Base = true, threadproof.ObjectID(w.base(id))
			continue
		}
		x.Single, x.Shared, x.Recent = w.par.Single(id), w.par.Escaped(id), threadproof.ObjectID(w.recent[o])
	}
	p.Cells = make([]threadproof.Cell, len(w.cells))
	for c := 1; c < len(p.Cells); c++ {
		from := &w.cells[c]
		p.Cells[c] = threadproof.Cell{Object: threadproof.ObjectID(from.Obj), Off: from.Off, Step: from.Step, Size: from.size, Mixed: from.mixed, Strong: from.strong}
	}
}

func (w *annotator) locks(p *threadproof.Proof) {
	for i, l := range w.shared.locks {
		p.Locks = append(p.Locks, threadproof.Lock{
			Object: threadproof.ObjectID(l.obj), Off: l.off, Word: l.word, Excludes: !l.word && i < len(w.trusted) && w.trusted[i],
		})
	}
	for _, g := range w.guards {
		p.Guards = append(p.Guards, threadproof.Guard{Cell: threadproof.CellID(g.cell), Lock: int(g.lock)})
	}
}

// entry writes the state at the beginning of a block.
func (w *annotator) entry(at pointsto.At, s *state) *threadproof.State {
	view := w.pts.View(at.Node)
	live := w.liveIn(view)
	out := w.state(s)
	out.Regs = make(map[ir.Reg]threadproof.Value)
	index := make(map[ssa.ValueID]int)
	for i, v := range live.in[at.Block] {
		index[v] = i
	}
	start := view.AtStart(at.Block)
	for r, v := range start {
		switch d := &view.Values[v]; {
		case d.Kind == ssa.Const:
			out.Regs[r] = w.constant(view.IR.Consts[d.Index])
		case d.Kind == ssa.Zero:
			out.Regs[r] = w.constant(ir.Const{Type: d.Type})
		default:
			if i, known := index[v]; known {
				out.Regs[r] = w.value(s.vals[i], w.pts.PointsTo(at.Node, v))
			}
		}
	}
	for i, v := range live.pars {
		out.Args = append(out.Args, w.value(s.vals[index[v]], w.pts.PointsTo(at.Node, v)))
		now, known := start[view.IR.Params[i]]
		out.Kept = append(out.Kept, known && now == v)
	}
	for c, o := range s.links {
		if o == (origin{}) || o.n != at.Node {
			continue
		}
		for r, v := range start {
			if known, has := out.Loaded[threadproof.CellID(c)]; v == o.v && (!has || r < known) {
				if out.Loaded == nil {
					out.Loaded = make(map[threadproof.CellID]ir.Reg)
				}
				out.Loaded[threadproof.CellID(c)] = r
			}
		}
	}
	return out
}

func (w *annotator) constant(c ir.Const) threadproof.Value {
	if n := c.Type.Bits(w.model); n > 64 || c.Type.IsFloat() {
		return w.value(full(n), nil)
	}
	return w.value(number(c.Lo, c.Type.Bits(w.model)), nil)
}

// returned writes the state at the return of a function.
func (w *annotator) returned(n pointsto.NodeID, s *state) *threadproof.State {
	view := w.pts.View(n)
	out, pars := w.state(s), w.liveIn(view).pars
	for i, v := range pars {
		out.Args = append(out.Args, w.value(s.vals[i], w.pts.PointsTo(n, v)))
	}
	if len(s.vals) > len(pars) {
		out.Result = w.value(s.vals[len(pars)], nil)
	}
	return out
}

func (w *annotator) state(s *state) *threadproof.State {
	out := &threadproof.State{Mem: w.memory(s.mem), Depth: s.depth}
	for _, h := range s.locks {
		if !w.shared.locks[h.lock].word {
			out.Held = append(out.Held, threadproof.Hold{Lock: int(h.lock), Shared: h.shared})
		}
	}
	for _, c := range s.dirty {
		out.Dirty = append(out.Dirty, threadproof.CellID(c))
	}
	for _, g := range s.pending {
		out.Pending = append(out.Pending, int(g))
	}
	for _, o := range s.fresh {
		out.Fresh = append(out.Fresh, threadproof.ObjectID(o))
	}
	for _, o := range s.alive {
		out.Alive = append(out.Alive, threadproof.ObjectID(o))
	}
	for _, o := range s.loose {
		out.Loose = append(out.Loose, threadproof.ObjectID(o))
	}
	return out
}

// memory writes the contents of the cells in a memory.
func (w *annotator) memory(m memory) []threadproof.Value {
	out, known := w.known[&m[0]]
	if !known {
		list := make([]value, len(w.cells))
		for c := range list {
			list[c] = *m.at(cellID(c))
		}
		out = w.contents(list)
		w.known[&m[0]] = out
	}
	return out
}

// contents writes the contents of the cells.
func (w *annotator) contents(list []value) []threadproof.Value {
	out := make([]threadproof.Value, len(list))
	for c, v := range list {
		out[c] = w.value(v, w.holds[c])
	}
	return out
}

// findHolds finds the targets of the pointers in cells.
func (w *annotator) findHolds() {
	for o := range w.parts {
		w.pts.Contents(w.base(pointsto.ObjID(o)), func(at pointsto.Loc, size int64, holds []pointsto.LocID) {
			for _, c := range w.parts[o] {
				if pointsto.Overlap(at, size, pointsto.Loc{Obj: at.Obj, Off: w.cells[c].Off, Step: w.cells[c].Step}, w.cells[c].size) {
					w.holds[c] = append(w.holds[c], holds...)
				}
			}
		})
	}
}

// value writes a set of values. locs are the possible locations of its pointers, or nil.
func (w *annotator) value(v value, locs []pointsto.LocID) threadproof.Value {
	out := threadproof.Value{Number: v.hasNumber(), Uninit: v.uninit, Unwritten: v.unwritten}
	if out.Number {
		out.SLo, out.SHi, out.ULo, out.UHi = v.slo, v.shi, v.ulo, v.uhi
		if v.ulo != v.uhi {
			out.Known, out.Last = v.low.n, v.low.bits
		}
	}
	for _, t := range v.to {
		x := threadproof.Target{Object: threadproof.ObjectID(t.obj), Lo: t.lo, Hi: t.hi}
		if t.lo != t.hi {
			x.Step, x.Rest = w.stride(w.base(t.obj), locs)
		}
		out.Targets = append(out.Targets, x)
	}
	return out
}

// stride returns the common step of offsets in an object, and their rest modulo the step.
func (w *annotator) stride(o pointsto.ObjID, locs []pointsto.LocID) (step, rest int64) {
	first := int64(-1)
	for _, l := range locs {
		at := w.pts.Locs[l]
		if l == pointsto.Wild || l == pointsto.Num || at.Obj != o {
			continue
		}
		if first < 0 {
			first = at.Off
		}
		step = gcd(step, gcd(at.Step, max(at.Off-first, first-at.Off)))
	}
	if first < 0 || step < 2 {
		return 0, 0
	}
	return step, (first%step + step) % step
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

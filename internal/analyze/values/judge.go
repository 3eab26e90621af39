package values

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// judge checks every obligation that control may reach, after the values are known.
type judge struct {
	a      *solver
	result *Result
	known  map[Obligation]bool
	leaks  *leaks
	// stale holds the stack objects that a pointer may outlive; used holds an access to each stack
	// object.
	stale map[pointsto.ObjID]bool
	used  map[pointsto.ObjID]pointsto.At
	// sharesLoops tells that threads of a team share loops (OpenMP).
	sharesLoops bool
}

// judgeAll walks through the whole program once more.
func (a *solver) judgeAll() *Result {
	r := &Result{Program: a.prog, places: make(map[Obligation][]pointsto.At), wraps: make(map[pointsto.Computation]bool), reached: make(map[block]bool)}
	r.Facts = &Facts{PointsTo: a.pts, a: a, defined: make(map[Origin]value), same: make(map[Origin][]Origin), spans: make(map[argument]value)}
	j := &judge{a: a, result: r, known: make(map[Obligation]bool), leaks: newLeaks(), stale: make(map[pointsto.ObjID]bool), used: make(map[pointsto.ObjID]pointsto.At)}
	j.sharesLoops = slices.ContainsFunc(a.prog.Funcs, func(f ir.Func) bool { return f.Role.Object == ir.OnLoop })
	a.judge = j
	for _, at := range slices.SortedFunc(maps.Keys(a.states), pointsto.At.Compare) {
		r.reached[block{a.pts.Nodes[at.Node].Func, at.Block}] = true
		a.walk(at)
	}
	for o := range a.pts.Objects {
		if id := pointsto.ObjID(o); j.stale[id] && j.used[id] != (pointsto.At{}) {
			j.fail(verdict.Memory, j.used[id], "an access to "+a.pts.Describe(id)+" when its scope has ended")
		}
	}
	j.leaked()
	slices.SortFunc(r.Left, compareObligations)
	return r
}

// fail records that a property is not proved at a place.
func (j *judge) fail(p verdict.Property, at pointsto.At, why string) {
	o := Obligation{Property: p, Pos: j.a.place(at), Why: why}
	if !j.known[o] {
		j.known[o] = true
		j.result.Left = append(j.result.Left, o)
	}
}

// failAt is fail for an obligation that depends on numbers only.
func (j *judge) failAt(p verdict.Property, at pointsto.At, why string) {
	j.fail(p, at, why)
	o := Obligation{Property: p, Pos: j.a.place(at), Why: why}
	j.result.places[o] = append(j.result.places[o], at)
}

// place returns the place of an instruction in the source; in a library model, the place of one of its
// calls.
func (a *solver) place(at pointsto.At) ir.Pos {
	at = a.pts.Site(at)
	block := &a.pts.View(at.Node).IR.Blocks[at.Block]
	if at.Instr == len(block.Instrs) {
		return block.Term.Pos
	}
	return block.Instrs[at.Instr].Pos
}

func (j *judge) instr(w *walker, at pointsto.At, in *ir.Instr) {
	args := w.view.Args(at.Block, at.Instr)
	width := w.bits(in.Type)
	j.looseAt(w, in)
	j.noteSpans(w, at, in, args)
	switch in.Op {
	case ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit:
		if j.result.Lost == "" {
			j.result.Lost = in.Op.String() + ": " + in.Text
		}
	case ir.OpAssert:
		if c := w.get(args[0]); c.ulo == 0 || c.uninit && !c.hasNumber() {
			j.fail(in.Property(), at, in.Message())
		}
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if y := w.num(args[1]); y.mayBeZero() || width > 64 {
			j.fail(verdict.Div, at, "a division by what may be zero")
		}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if n := w.num(args[1]); width > 64 || n.uhi >= uint64(width) {
			j.fail(verdict.Shift, at, "a shift by what may be too much")
		}
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		j.access(w, at, w.get(args[0]), in.Type.Bytes(j.a.model), in)
		j.uninit(w, at, in)
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		j.access(w, at, w.get(args[0]), 1, in)
	case ir.OpObjectSize:
		j.access(w, at, w.get(args[0]), 0, in)
	case ir.OpFree:
		j.fail(verdict.Memory, at, "memory that is freed")
	case ir.OpAlloc:
		if k := ir.AllocKind(in.Sub); (k == ir.HeapObject || k == ir.HeapZero) && w.view.Def(at.Block, at.Instr) == ssa.NoValue {
			j.leak(at)
		}
	case ir.OpCallPtr:
		j.callee(at, w.get(args[0]))
	case ir.OpLeave:
		j.dies(w, func(o *pointsto.Object) bool { return o.Kind == pointsto.Local && o.Node == w.n && o.Local == in.Local })
	case ir.OpEnter:
		// The previous instance, if there is one, can no longer be reached.
		if to := j.a.pts.PointsTo(w.n, w.view.Def(at.Block, at.Instr)); len(to) == 1 {
			j.reentered(w, j.a.pts.Locs[to[0]].Obj)
		}
	}
	switch in.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		if _, overflows := w.arithmetic(in, args, width); overflows {
			j.result.wraps[pointsto.Computation{Func: w.a.pts.Nodes[w.n].Func, Block: at.Block, Instr: at.Instr}] = true
		}
	}
	if in.Flags&ir.NSW != 0 {
		if _, overflows := w.arithmetic(in, args, width); overflows {
			j.failAt(verdict.Overflow, at, "a result that may be out of range")
		}
	}
}

// uninit checks a load of bytes that may never have been written.
func (j *judge) uninit(w *walker, at pointsto.At, in *ir.Instr) {
	if in.Op == ir.OpStore || in.Flags&ir.Copying != 0 {
		return
	}
	a := j.a
	for _, h := range w.hits(at, w.get(w.view.Arg(at.Block, at.Instr, 0)), in.Type.Bytes(a.model)) {
		if c := &a.cells[h.cell]; c.mixed || w.read(h.cell, at).uninit {
			j.fail(verdict.Uninit, at, "a read of what may have no value")
			return
		}
	}
}

// access checks an access of n bytes by an instruction.
func (j *judge) access(w *walker, at pointsto.At, p value, n int64, in *ir.Instr) {
	a, writes := j.a, in.Op.Writes()
	switch {
	case p.uninit:
		j.fail(verdict.Memory, at, "an access through a pointer that may have no value")
		j.result.Unset = true
	case p.mayBeZero():
		j.fail(verdict.Memory, at, "an access through a pointer that may be null")
	case p.hasNumber():
		j.fail(verdict.Memory, at, "an access through what may be no pointer")
	}
	for _, t := range p.to {
		t.obj = a.base(t.obj)
		obj := &a.pts.Objects[t.obj]
		switch {
		case obj.Kind == pointsto.Function:
			j.fail(verdict.Memory, at, "an access to a function")
			continue
		case t.lo < 0 || t.hi+n > a.sizeOf(t.obj):
			j.failAt(verdict.Memory, at, "an access that may be outside "+a.pts.Describe(t.obj))
		}
		if writes && in.Flags&ir.Initialising == 0 && a.readOnly(obj) {
			j.fail(verdict.Memory, at, "a write to "+a.pts.Describe(t.obj)+", which is defined const")
		}
		switch { // a proof that the access is inside does not cover these cases
		case writes && obj.Kind == pointsto.Global && a.prog.Globals[obj.Global].Storage == ir.Constant:
			j.fail(verdict.Memory, at, "a write to the constant "+a.pts.Describe(t.obj))
		case obj.Kind == pointsto.ThreadLocal && (obj.Thread != w.own || !a.par.Once(w.own) && a.par.Escaped(t.obj)):
			j.fail(verdict.Memory, at, "an access to another thread's "+a.pts.Describe(t.obj))
		case obj.Kind == pointsto.Local || obj.Kind == pointsto.Stack:
			j.used[t.obj] = at
			if !slices.Contains(w.st.alive, t.obj) {
				j.fail(verdict.Memory, at, "an access to "+a.pts.Describe(t.obj)+" when its scope has ended")
			}
		}
	}
}

// readOnly reports whether an object is a variable that is defined const.
func (a *solver) readOnly(o *pointsto.Object) bool {
	switch o.Kind {
	case pointsto.Local:
		return a.prog.Funcs[a.pts.Nodes[o.Node].Func].Locals[o.Local].ReadOnly
	case pointsto.Global, pointsto.ThreadLocal:
		return a.prog.Globals[o.Global].ReadOnly
	}
	return false
}

func (j *judge) callee(at pointsto.At, p value) {
	bad := p.hasNumber() || p.uninit
	for _, t := range p.to {
		bad = bad || j.a.object(t.obj).Kind != pointsto.Function || t.lo != 0 || t.hi != 0
	}
	if bad {
		j.fail(verdict.Memory, at, "a call through what may be no function")
		j.result.Unset = j.result.Unset || p.uninit
	}
}

// dies checks the end of stack objects: no other thread may use them then.
func (j *judge) dies(w *walker, which func(*pointsto.Object) bool) {
	a := j.a
	for o := 1; o < len(a.pts.Objects); o++ {
		id := pointsto.ObjID(o)
		if !which(&a.pts.Objects[o]) || !a.par.Escaped(id) || a.users[o] == nil {
			continue
		}
		for t := 1; t < len(a.pts.Threads); t++ {
			th := pointsto.ThreadID(t)
			if w.beside.Has(th) && a.users[o].Has(th) && (th != w.own || !a.par.Once(w.own)) {
				j.stale[id] = true
			}
		}
	}
}

// end checks the end of a block, where stack objects may end.
func (j *judge) end(w *walker, at pointsto.At) {
	t := &w.view.IR.Blocks[at.Block].Term
	switch t.Op {
	case ir.TermBr, ir.TermCondBr, ir.TermSwitch:
	case ir.TermRet:
		if len(j.a.pts.Nodes[w.n].Callers) == 0 {
			j.lose(w)
		}
	default:
		j.lose(w)
	}
	switch {
	case t.Op == ir.TermThreadExit || t.Op == ir.TermRet && len(j.a.pts.Nodes[w.n].Callers) == 0:
		j.dies(w, func(o *pointsto.Object) bool {
			return (o.Kind == pointsto.Local || o.Kind == pointsto.Stack) && j.a.pts.Nodes[o.Node].Thread == w.own
		})
	case t.Op == ir.TermRet:
		j.dies(w, func(o *pointsto.Object) bool {
			return (o.Kind == pointsto.Local || o.Kind == pointsto.Stack) && o.Node == w.n
		})
	}
}

// carried searches, at a place, pointers to stack objects of the thread that are not alive there.
func (j *judge) carried(at pointsto.At, s *state) {
	own := j.a.pts.Nodes[at.Node].Thread
	j.keeps(own, s.vals, s.alive)
	j.keepsAll(own, s)
}

// returned is carried for the return of a function.
func (j *judge) returned(w *walker, s *state) {
	j.keeps(w.own, s.vals[len(w.live.pars):], s.alive)
	j.keepsAll(w.own, s)
}

// keepsAll is keeps for the contents of all cells.
func (j *judge) keepsAll(own pointsto.ThreadID, s *state) {
	for _, p := range s.mem {
		j.keeps(own, p[:], s.alive)
	}
}

func (j *judge) keeps(own pointsto.ThreadID, vals []value, alive []pointsto.ObjID) {
	for i := range vals {
		for _, t := range vals[i].to {
			t.obj = j.a.base(t.obj)
			obj := &j.a.pts.Objects[t.obj]
			if (obj.Kind == pointsto.Local || obj.Kind == pointsto.Stack) && j.a.pts.Nodes[obj.Node].Thread == own && !slices.Contains(alive, t.obj) {
				j.stale[t.obj] = true
			}
		}
	}
}

// reentered searches pointers to the instance of a local that a new instance replaces.
func (j *judge) reentered(w *walker, o pointsto.ObjID) {
	for v := range w.vals {
		if w.known[v] && w.view.Values[v].Kind != ssa.Const {
			for _, t := range w.vals[v].to {
				j.stale[o] = j.stale[o] || j.a.base(t.obj) == o
			}
		}
	}
	for _, p := range w.st.mem {
		for c := range p {
			for _, t := range p[c].to {
				j.stale[o] = j.stale[o] || j.a.base(t.obj) == o
			}
		}
	}
}

package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// holdings computes the locks of elements that threads hold at the beginning of blocks and at returns,
// as far as registers and arguments there can express them. The result is written to the proof, which
// is checked separately, and need not be right.
type holdings struct {
	*annotator
	owns     []threadproof.Own
	objects  map[pointsto.ObjID]bool
	elements map[string]raceproof.Sum // by place of an access
	in       map[pointsto.At]*held    // by block; for a return, at block 0
	queue    []pointsto.At
	steps    int
}

// held is the list of locks that a thread holds.
type held struct{ list []raceproof.Sum }

// maxHoldings bounds the number of blocks that are visited.
const maxHoldings = 20000

// holdings writes the elements with locks of their own, and finds the places where threads hold these.
func (w *annotator) holdings(p *threadproof.Proof) *holdings {
	if !w.usesOwn() {
		return nil
	}
	h := &holdings{annotator: w, objects: make(map[pointsto.ObjID]bool), elements: make(map[string]raceproof.Sum), in: make(map[pointsto.At]*held)}
	for c, list := range w.ownBy {
		left := w.value(w.initially(cellID(c)).join(w.shared.own[c]), nil)
		for _, d := range list {
			p.Owns = append(p.Owns, threadproof.Own{Cell: threadproof.CellID(c), Distance: d, Left: left})
			h.objects[w.cells[c].Obj] = true
		}
	}
	h.owns = p.Owns
	for at := range w.owned {
		if sum, place, ok := w.par.Sum(at.Node, w.pts.View(at.Node).Arg(at.Block, at.Instr, 0)); ok {
			h.elements[place] = sum
		}
	}
	for t := 1; t < len(w.pts.Threads); t++ {
		h.arrive(pointsto.At{Node: w.pts.Threads[t].Root, Block: 1}, nil)
	}
	for len(h.queue) > 0 && h.steps < maxHoldings {
		at := h.queue[0]
		h.queue = h.queue[1:]
		h.steps++
		h.walk(at)
	}
	return h
}

func index(list []raceproof.Sum, s raceproof.Sum) int {
	return slices.IndexFunc(list, func(t raceproof.Sum) bool { d, ok := s.Minus(t); return ok && d == 0 })
}

// arrive records that a thread reaches a place with locks.
func (h *holdings) arrive(at pointsto.At, list []raceproof.Sum) {
	if at.Block != 0 && h.states[at] == nil {
		return
	}
	list = slices.DeleteFunc(slices.Clone(list), func(s raceproof.Sum) bool { _, ok := h.address(at, s); return !ok })
	old := h.in[at]
	if old != nil {
		list = slices.DeleteFunc(list, func(s raceproof.Sum) bool { return index(old.list, s) < 0 })
		if len(list) == len(old.list) {
			return
		}
	}
	h.in[at] = &held{list}
	if at.Block != 0 && !slices.Contains(h.queue, at) {
		h.queue = append(h.queue, at)
	}
	if at.Block <= 1 { // callers continue separately
		for _, c := range h.pts.Nodes[at.Node].Callers {
			c.Instr = 0
			if h.in[c] != nil && !slices.Contains(h.queue, c) {
				h.queue = append(h.queue, c)
			}
		}
	}
}

// walk processes a block.
func (h *holdings) walk(at pointsto.At) {
	view := h.pts.View(at.Node)
	block := &view.IR.Blocks[at.Block]
	list := slices.Clone(h.in[at].list)
	renew := func(v ssa.ValueID) {
		list = slices.DeleteFunc(list, func(s raceproof.Sum) bool {
			return slices.ContainsFunc(s.Terms, func(t raceproof.Multiple) bool { return t.Node == at.Node && t.Value == v })
		})
	}
	for i := range block.Instrs {
		in := &block.Instrs[i]
		here := pointsto.At{Node: at.Node, Block: at.Block, Instr: i}
		switch in.Op {
		case ir.OpCall, ir.OpCallPtr:
			var goesOn bool
			if list, goesOn = h.call(here, list); !goesOn {
				return
			}
		case ir.OpAcquire, ir.OpRelease:
			s, _, ok := h.par.Sum(at.Node, view.Arg(at.Block, i, 0))
			if in.Op == ir.OpRelease {
				list = slices.DeleteFunc(list, func(x raceproof.Sum) bool {
					d, apart := s.Minus(x)
					return !ok || x.Object == s.Object && !(apart && d != 0) || s.Object == 0
				})
			} else if ok && ir.LockMode(in.Sub) == ir.Exclusive && h.mayBeOwn(at.Node, view.Arg(at.Block, i, 0)) && index(list, s) < 0 {
				list = append(list, s)
			}
		}
		if in.Dst != 0 {
			renew(view.Def(at.Block, i))
		}
	}
	for _, to := range block.Term.Targets {
		if !h.edges[raceproof.Edge{Node: at.Node, From: at.Block, To: to}] {
			continue
		}
		out := slices.Clone(list)
		for _, phi := range h.liveIn(view).phis[to] {
			renew(phi)
		}
		h.arrive(pointsto.At{Node: at.Node, Block: to}, list)
		list = out
	}
	if block.Term.Op == ir.TermRet {
		h.arrive(pointsto.At{Node: at.Node}, list)
	}
}

// mayBeOwn reports whether a pointer may point to a lock of elements.
func (h *holdings) mayBeOwn(n pointsto.NodeID, p ssa.ValueID) bool {
	return slices.ContainsFunc(h.pts.PointsTo(n, p), func(l pointsto.LocID) bool { return h.objects[h.pts.Locs[l].Obj] })
}

// call returns the locks that a thread holds behind a call. The callee may know some of the locks.
// After the call the thread holds the locks with which the callee returns.
func (h *holdings) call(at pointsto.At, list []raceproof.Sum) (out []raceproof.Sum, goesOn bool) {
	out = list
	var given []raceproof.Sum
	for _, n := range h.pts.Callees(at.Node, at.Block, at.Instr) {
		begin := pointsto.At{Node: n, Block: 1}
		if h.arrive(begin, list); h.in[begin] == nil {
			continue
		}
		out = slices.DeleteFunc(slices.Clone(out), func(s raceproof.Sum) bool { return index(h.in[begin].list, s) >= 0 })
		if back := h.in[pointsto.At{Node: n}]; back != nil {
			goesOn = true
			given = append(given, back.list...)
		}
	}
	for _, s := range given {
		if index(out, s) < 0 {
			out = append(slices.Clip(out), s)
		}
	}
	return out, goesOn
}

// address returns the form of a lock's address at the beginning of a block, or at a return.
func (h *holdings) address(at pointsto.At, s raceproof.Sum) (a threadproof.Address, ok bool) {
	view := h.pts.View(at.Node)
	if at.Block == 0 {
		for _, v := range h.liveIn(view).pars {
			d := &view.Values[v]
			if t, _, ok := h.par.Sum(at.Node, v); ok && d.Type.IsPtr() {
				if off, ok := s.Minus(t); ok {
					return threadproof.Address{Arg: d.Index, Off: off}, true
				}
			}
		}
		return threadproof.Address{Object: threadproof.ObjectID(s.Object), Off: s.Off}, s.Object != 0 && len(s.Terms) == 0
	}
	regs := make(map[ssa.ValueID]ir.Reg)
	found := ir.Reg(0)
	for r, v := range view.AtStart(at.Block) {
		if old, has := regs[v]; !has || r < old {
			regs[v] = r
		}
		if found != 0 && found < r || !view.Values[v].Type.IsPtr() {
			continue
		}
		if t, _, known := h.par.Sum(at.Node, v); known {
			if off, is := s.Minus(t); is {
				a, found = threadproof.Address{Reg: r, Off: off}, r
			}
		}
	}
	if found != 0 {
		return a, true
	}
	a = threadproof.Address{Object: threadproof.ObjectID(s.Object), Off: s.Off}
	for _, t := range s.Terms {
		r, has := regs[t.Value]
		if !has || t.Node != at.Node {
			return a, false
		}
		a.Terms = append(a.Terms, threadproof.Multiple{Reg: r, Times: t.Times, Unsigned: t.Widens == ir.OpZExt})
	}
	return a, s.Object != 0
}

// owned returns the locks held at a place, with the contents of the elements that they protect.
func (h *holdings) owned(at pointsto.At, s *state) (out []threadproof.Owned) {
	if h == nil || h.in[at] == nil || h.steps >= maxHoldings {
		return nil
	}
	for _, l := range h.in[at].list {
		address, _ := h.address(at, l)
		x := threadproof.Owned{Address: address}
		for _, f := range s.focus {
			place, known := h.elements[f.place]
			for k := range h.owns {
				d, is := l.Minus(place)
				if !known || !is || d != h.owns[k].Distance || !slices.Contains(f.cells, cellID(h.owns[k].Cell)) {
					continue
				}
				if x.Holds == nil {
					x.Holds = make(map[int]threadproof.Value)
				}
				x.Holds[k] = h.value(f.v, nil)
			}
		}
		out = append(out, x)
	}
	return out
}

package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// ownLocks numbers the locks of elements. A thread's state lists the locks that it holds exclusively. At the
// beginning of a block, and at a return, a lock stays in the list only if registers or arguments express its
// address. The proof contains the lists; they need not be right, since the proof is checked separately.
type ownLocks struct {
	objects   map[pointsto.ObjID]bool // with elements that have locks of their own
	sums      []raceproof.Sum         // by number
	numbers   map[string]int32        // by place
	addresses map[ownAt]ownAddress
}

// ownAt is a lock at the beginning of a block; at block 0, at a return.
type ownAt struct {
	n    pointsto.NodeID
	b    ir.BlockID
	lock int32
}

type ownAddress struct {
	threadproof.Address
	known bool
}

// acquireOwn records that the lock at p is held, if it may be one of an element.
func (w *walker) acquireOwn(p ssa.ValueID) {
	own := w.a.ownLocks
	if own == nil || !slices.ContainsFunc(w.a.pts.PointsTo(w.n, p), func(l pointsto.LocID) bool { return own.objects[w.a.pts.Locs[l].Obj] }) {
		return
	}
	s, place, ok := w.a.par.Sum(w.n, p)
	if !ok {
		return
	}
	l, known := own.numbers[place]
	if !known {
		l = int32(len(own.sums))
		own.sums, own.numbers[place] = append(own.sums, s), l
	}
	w.st.elements = insert(w.st.elements, l)
}

// releaseOwn drops the locks that may be at p.
func (w *walker) releaseOwn(p ssa.ValueID) {
	if len(w.st.elements) == 0 {
		return
	}
	s, _, ok := w.a.par.Sum(w.n, p)
	sums := w.a.ownLocks.sums
	w.st.elements = except(w.st.elements, func(l int32) bool {
		x := &sums[l]
		d, apart := s.Minus(*x)
		return !ok || x.Object == s.Object && !(apart && d != 0) || s.Object == 0
	})
}

// renewed returns the locks of a list whose places do not depend on a redefined value.
func (a *solver) renewed(n pointsto.NodeID, v ssa.ValueID, list []int32) []int32 {
	return except(list, func(l int32) bool {
		return slices.ContainsFunc(a.ownLocks.sums[l].Terms, func(t raceproof.Multiple) bool { return t.Node == n && t.Value == v })
	})
}

// expressible returns the locks of a list whose addresses can be written at the beginning of a block, or
// at a return.
func (a *solver) expressible(n pointsto.NodeID, b ir.BlockID, list []int32) []int32 {
	return except(list, func(l int32) bool { return !a.ownAddress(ownAt{n, b, l}).known })
}

func (a *solver) ownAddress(at ownAt) ownAddress {
	x, found := a.ownLocks.addresses[at]
	if !found {
		x.Address, x.known = a.placeOf(at, a.ownLocks.sums[at.lock])
		a.ownLocks.addresses[at] = x
	}
	return x
}

// placeOf returns the form of a lock's address at the beginning of a block, or at a return.
func (a *solver) placeOf(at ownAt, s raceproof.Sum) (out threadproof.Address, ok bool) {
	view := a.pts.View(at.n)
	if at.b == 0 {
		for _, v := range a.liveIn(view).pars {
			d := &view.Values[v]
			if t, _, ok := a.par.Sum(at.n, v); ok && d.Type.IsPtr() {
				if off, ok := s.Minus(t); ok {
					return threadproof.Address{Arg: d.Index, Off: off}, true
				}
			}
		}
		return threadproof.Address{Object: threadproof.ObjectID(s.Object), Off: s.Off}, s.Object != 0 && len(s.Terms) == 0
	}
	regs := make(map[ssa.ValueID]ir.Reg)
	found := ir.Reg(0)
	for r, v := range view.AtStart(at.b) {
		if old, has := regs[v]; !has || r < old {
			regs[v] = r
		}
		if found != 0 && found < r || !view.Values[v].Type.IsPtr() {
			continue
		}
		if t, _, known := a.par.Sum(at.n, v); known {
			if off, is := s.Minus(t); is {
				out, found = threadproof.Address{Reg: r, Off: off}, r
			}
		}
	}
	if found != 0 {
		return out, true
	}
	out = threadproof.Address{Object: threadproof.ObjectID(s.Object), Off: s.Off}
	for _, t := range s.Terms {
		r, has := regs[t.Value]
		if !has || t.Node != at.n {
			return out, false
		}
		out.Terms = append(out.Terms, threadproof.Multiple{Reg: r, Times: t.Times, Unsigned: t.Widens == ir.OpZExt})
	}
	return out, s.Object != 0
}

// owns writes the elements with locks of their own.
func (w *annotator) owns(p *threadproof.Proof) {
	for c, list := range w.ownBy {
		if len(list) == 0 {
			continue
		}
		left := w.value(w.initially(cellID(c)).join(w.shared.own[c]), nil)
		for _, d := range list {
			p.Owns = append(p.Owns, threadproof.Own{Cell: threadproof.CellID(c), Distance: d, Left: left})
		}
	}
	if w.ownLocks == nil {
		return
	}
	w.elements = make(map[string]raceproof.Sum)
	for at := range w.owned {
		if sum, place, ok := w.par.Sum(at.Node, w.pts.View(at.Node).Arg(at.Block, at.Instr, 0)); ok {
			w.elements[place] = sum
		}
	}
}

// held writes the locks of elements in a state at the beginning of a block, or at a return, with the
// contents of the elements that they protect.
func (w *annotator) held(p *threadproof.Proof, n pointsto.NodeID, b ir.BlockID, s *state) (out []threadproof.Owned) {
	for _, l := range s.elements {
		x := threadproof.Owned{Address: w.ownAddress(ownAt{n, b, l}).Address}
		for _, f := range s.focus {
			place, known := w.elements[f.place]
			for k := range p.Owns {
				d, is := w.ownLocks.sums[l].Minus(place)
				if !known || !is || d != p.Owns[k].Distance || !slices.Contains(f.cells, cellID(p.Owns[k].Cell)) {
					continue
				}
				if x.Holds == nil {
					x.Holds = make(map[int]threadproof.Value)
				}
				x.Holds[k] = w.value(f.v, nil)
			}
		}
		out = append(out, x)
	}
	return out
}

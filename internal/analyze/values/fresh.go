package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// The last instance of an object that a thread made is distinguished from the others if only this
// thread can have pointers to it (the recency abstraction of Balakrishnan, Reps, SAS 2006). This
// recent object has an identifier and cells of its own, which only the thread writes. It is exposed in
// three cases: a pointer to it is stored where other threads may find it, another instance is made, or
// it is not fresh on all paths to an instruction. Then pointers to it become pointers to the object,
// and its contents are added to those of the object.

// recentOf returns the identifier of the fresh instance of an object, or 0.
func (a *solver) recentOf(o pointsto.ObjID) pointsto.ObjID { return a.recent[o] }

func (a *solver) isRecent(o pointsto.ObjID) bool { return int(o) >= len(a.pts.Objects) }

// base returns the object of a recent object, or the object.
func (a *solver) base(o pointsto.ObjID) pointsto.ObjID {
	if a.isRecent(o) {
		return a.bases[int(o)-len(a.pts.Objects)]
	}
	return o
}

func (a *solver) object(o pointsto.ObjID) *pointsto.Object { return &a.pts.Objects[a.base(o)] }

// findRecent assigns an identifier to the recent instance of every object that threads make and that
// either other threads can reach or that may have several instances. Under RC11 there are none.
func (a *solver) findRecent() {
	a.recent = make([]pointsto.ObjID, len(a.pts.Objects))
	if a.weak {
		return
	}
	for o := 1; o < len(a.pts.Objects); o++ {
		id := pointsto.ObjID(o)
		switch a.pts.Objects[o].Kind {
		case pointsto.Local, pointsto.Heap, pointsto.Stack, pointsto.Model:
		default:
			continue
		}
		if len(a.parts[o]) == 0 || !a.par.Escaped(id) && a.par.Replaces(id) {
			continue
		}
		t := pointsto.ObjID(len(a.parts))
		a.recent[o] = t
		a.bases = append(a.bases, id)
		var list []cellID
		for _, c := range a.parts[o] {
			x := a.cells[c]
			x.Obj, x.shared, x.strong = t, false, x.Step == 0
			list = append(list, cellID(len(a.cells)))
			a.cells = append(a.cells, x)
		}
		a.parts = append(a.parts, list)
	}
	a.ancestors = make([]map[pointsto.NodeID]bool, len(a.pts.Nodes))
}

// makes reports whether a call of a node may make instances of an object.
func (a *solver) makes(n pointsto.NodeID, o pointsto.ObjID) bool {
	from := a.pts.Objects[o].Node
	if a.ancestors[from] == nil {
		a.ancestors[from] = scc.Reach(from, func(n pointsto.NodeID) (callers []pointsto.NodeID) {
			for _, c := range a.pts.Nodes[n].Callers {
				callers = append(callers, c.Node)
			}
			return callers
		})
	}
	return a.ancestors[from][n]
}

// exposed returns v with pointers to a recent object replaced by pointers to its object.
func (a *solver) exposed(v value, t pointsto.ObjID) value {
	i := slices.IndexFunc(v.to, func(x target) bool { return x.obj == t })
	if i < 0 {
		return v
	}
	x := v.to[i]
	x.obj = a.base(t)
	v.to = joinTargets(slices.Delete(slices.Clone(v.to), i, i+1), []target{x})
	return v
}

// expose returns the state without a recent object. visible means that the thread shows it to others.
func (a *solver) expose(s *state, t pointsto.ObjID, own pointsto.ThreadID, visible bool) *state {
	if !slices.Contains(s.fresh, t) {
		return s
	}
	n := *s
	n.fresh = remove(s.fresh, t)
	n.vals = slices.Clone(s.vals)
	for i := range n.vals {
		n.vals[i] = a.exposed(n.vals[i], t)
	}
	var mine owner
	for c := range cellID(len(a.cells)) {
		if v := n.mem.at(c); slices.ContainsFunc(v.to, func(x target) bool { return x.obj == t }) {
			mine.set(&n.mem, c, a.exposed(*v, t))
		}
	}
	var inner []pointsto.ObjID
	for i, c := range a.parts[t] {
		b := a.parts[a.base(t)][i]
		v := *n.mem.at(c)
		mine.set(&n.mem, b, n.mem.at(b).join(v))
		mine.set(&n.mem, c, nothing)
		n.links = dropAt(dropAt(n.links, b), c)
		n.loaded = except(n.loaded, func(l loaded) bool { return l.cell == b || l.cell == c })
		n.fixed = except(n.fixed, func(l loaded) bool { return l.cell == b || l.cell == c })
		a.exposedBy(own, visible, b, v)
		for _, x := range v.to {
			if a.isRecent(x.obj) {
				inner = append(inner, x.obj)
			}
		}
	}
	out := &n
	for _, x := range inner {
		out = a.expose(out, x, own, visible)
	}
	if visible {
		for _, b := range a.parts[a.base(t)] {
			if a.cells[b].shared && !a.cells[b].mixed {
				a.appear(own, b, *out.mem.at(b))
			}
		}
	}
	return out
}

func dropAt(links []origin, c cellID) []origin {
	if links == nil || links[c] == (origin{}) {
		return links
	}
	links = slices.Clone(links)
	links[c] = origin{}
	return links
}

// expose ends the freshness of an instance.
func (w *walker) expose(t pointsto.ObjID) {
	if !slices.Contains(w.st.fresh, t) {
		return
	}
	before := w.st.fresh
	w.st.vals = nil
	w.st = *w.a.expose(&w.st, t, w.own, !w.alone())
	w.ownMem, w.ownLnk = owner{}, false
	for _, t := range before {
		if slices.Contains(w.st.fresh, t) {
			continue
		}
		for v := range w.vals {
			if w.known[v] && len(w.vals[v].to) > 0 {
				w.vals[v] = w.a.exposed(w.vals[v], t)
			}
		}
	}
}

// exposeAll exposes the instances that a value points to.
func (w *walker) exposeAll(v value) value {
	for _, t := range v.to {
		if w.a.isRecent(t.obj) {
			w.expose(t.obj)
			v = w.a.exposed(v, t.obj)
		}
	}
	return v
}

// exposeMade exposes instances when a call may make new ones.
func (w *walker) exposeMade(at pointsto.At) {
	for _, callee := range w.a.pts.Callees(at.Node, at.Block, at.Instr) {
		for _, t := range w.st.fresh {
			if w.a.makes(callee, w.a.base(t)) {
				w.expose(t)
			}
		}
	}
}

// onlyCommon exposes the objects that are fresh in only one of two states of an
// instruction. That may expose objects that are fresh in the other state.
func (a *solver) onlyCommon(s, x *state, own pointsto.ThreadID) (*state, *state) {
	for !slices.Equal(s.fresh, x.fresh) {
		for _, t := range s.fresh {
			if !slices.Contains(x.fresh, t) {
				s = a.expose(s, t, own, true)
			}
		}
		for _, t := range x.fresh {
			if !slices.Contains(s.fresh, t) {
				x = a.expose(x, t, own, true)
			}
		}
	}
	return s, x
}

// bear creates a new instance of an object and returns a pointer to it.
func (w *walker) bear(o pointsto.ObjID) value {
	a := w.a
	t := a.recentOf(o)
	if t == 0 {
		w.birth(o)
		return pointer(o, 0)
	}
	w.expose(t)
	for _, c := range a.parts[t] {
		w.unlink(c)
		if !a.cells[c].mixed {
			w.setMem(c, a.born(c))
		}
	}
	w.st.fresh = insert(w.st.fresh, t)
	return pointer(t, 0)
}

// hides reports whether only the thread itself can read values stored in a cell.
func (a *solver) hides(c cellID) bool { return !a.cells[c].shared && !a.cells[c].mixed }

package consistency

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Two accesses that conflict race iff both are executed and neither happens
// before the other. With a⁻ the last vertex of happens-before up to a, and a⁺ the
// first one from a on (for both: a itself, if it synchronises), this is
//
//	unordered(a, b)   b⁻ → a⁺ and a⁻ → b⁺ close no cycle
//
// because a path from a to b leaves by a⁺ and arrives by b⁻. Accesses between the
// same vertices share the literal; guards and overlapping bytes are terms.
//
// If both accesses synchronise, as accesses weaker than seq_cst may (ir.Program.WeakRaces), the two arcs are
// a cycle themselves. Then one arc is enough: the access whose node comes second in the order does not
// happen before the other.

// race is a pair of accesses that race when holds does, by number.
type race struct {
	a, b  int32
	holds term.ID
}

// Location is the code location where the program does something.
type Location struct {
	Func ir.FuncID
	Pos  ir.Pos
}

// LocationPair is the code locations of two accesses, the smaller one first.
type LocationPair [2]Location

func compareLocations(p, q Location) int {
	return cmp.Or(cmp.Compare(p.Pos.File, q.Pos.File), cmp.Compare(p.Pos.Line, q.Pos.Line),
		cmp.Compare(p.Pos.Col, q.Pos.Col), cmp.Compare(p.Func, q.Func))
}

// epochs is between which vertices two accesses are.
type epochs struct{ pastA, nextA, pastB, nextB event.NodeID }

// both reports whether both accesses are vertices.
func (at *epochs) both() bool {
	return at.pastA != 0 && at.pastA == at.nextA && at.pastB != 0 && at.pastB == at.nextB
}

// conflicts calls do for the pairs of accesses that race if both are executed, overlap holds and happens-before does
// not order them. An error is the cause of the context's end.
func (h *happens) conflicts(ctx context.Context, do func(a, b int32, overlap term.ID)) error {
	byObject := make([][]int32, len(h.g.Objects))
	for i := range h.g.Touches {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if t := &h.g.Touches[i]; t.Guard != term.False && !h.repeats(byObject[t.Object], i) {
			byObject[t.Object] = append(byObject[t.Object], int32(i))
		}
	}
	locks := h.locksets()
	for _, touches := range byObject {
		for j, b := range touches {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for _, a := range touches[:j] {
				overlap := h.mayRace(a, b)
				if overlap == term.False || locks.apart(a, b) {
					continue
				}
				x, y := &h.g.Touches[a], &h.g.Touches[b]
				if overlap = h.lastOf(x, y, h.lastOf(y, x, overlap)); overlap != term.False {
					do(a, b, overlap)
				}
			}
		}
	}
	return nil
}

// races finds the pairs that may race and adds the arcs of their literals.
func (h *happens) races(ctx context.Context) ([]race, error) {
	in, out := make([]bool, h.rel.vertices), make([]bool, h.rel.vertices)
	for i := range h.rel.Arcs {
		if a := &h.rel.Arcs[i]; a.Kind == HB {
			out[a.From], in[a.To] = true, true
		}
	}
	unordered := make(map[epochs]term.ID)
	var list []race
	err := h.conflicts(ctx, func(a, b int32, overlap term.ID) {
		x, y := &h.g.Touches[a], &h.g.Touches[b]
		at := epochs{h.past(x, in), h.next(x, out), h.past(y, in), h.next(y, out)}
		u, ok := unordered[at]
		if !ok && at.both() {
			u = h.unorderedPoints(x, y)
		} else if !ok {
			u = h.unordered(at)
			unordered[at] = u
		}
		if holds := h.terms.Conj(u, x.Guard, y.Guard, overlap); holds != term.False {
			list = append(list, race{a, b, holds})
		}
	})
	return list, err
}

// lastOf adds to a condition that y comes before the end of the process, if that is
// in the section of x.
func (h *happens) lastOf(x, y *event.Touch, cond term.ID) term.ID {
	switch {
	case !x.Last || y.Node == 0 || h.weak != nil: // only the order of sections is one of nodes in a weaker model
		return cond
	case y.Last:
		return term.False
	}
	return h.terms.And(cond, h.precedence(y.Node, y.Guard, x.Node, x.Guard))
}

// repeats reports whether an access is redundant: an earlier access of the same place and epoch is the
// same, and is executed whenever this one is.
func (h *happens) repeats(earlier []int32, i int) bool {
	t := &h.g.Touches[i]
	for _, k := range slices.Backward(earlier) {
		e := &h.g.Touches[k]
		if e.Thread != t.Thread || e.Point != t.Point {
			return false
		}
		if !t.At && !e.At && t.Last == e.Last && e.Kind == t.Kind && e.Pos == t.Pos && e.Func == t.Func && e.Offset == t.Offset && e.Size == t.Size &&
			h.known.implies(t.Guard, e.Guard) {
			return true
		}
	}
	return false
}

// mayRace returns the Bool that two accesses to one object overlap, or False if
// they cannot race.
func (h *happens) mayRace(a, b int32) term.ID {
	x, y := &h.g.Touches[a], &h.g.Touches[b]
	conflict := x.Kind.Conflicts(y.Kind)
	if x.Thread == y.Thread || !conflict && !h.g.Program.WeakRaces && h.weak == nil || (x.Kind|y.Kind)&event.TouchWrite == 0 ||
		h.created(x, y) || h.created(y, x) || h.known.exclude(x.Guard, y.Guard) {
		return term.False
	}
	if h.model != nil && !h.model.Scheme.Races {
		if (x.Kind|y.Kind)&event.TouchFree != 0 {
			return term.False // lives have an order of their own
		}
		conflict = (x.Kind|y.Kind)&event.TouchBirth != 0
	}
	overlap := h.overlap(x, y)
	if !conflict && x.Size == y.Size { // accesses of the same bytes that do not race
		overlap = h.terms.And(overlap, h.terms.Not(h.terms.Eq(x.Offset, y.Offset)))
	}
	return overlap
}

// overlap returns the Bool that two accesses to one object, which do not leave it,
// have a byte in common.
func (h *happens) overlap(x, y *event.Touch) term.ID {
	s := h.terms
	if x.Offset == y.Offset {
		return term.True
	}
	w := s.Width(x.Offset)
	endX, endY := s.Add(x.Offset, s.Uint(uint64(x.Size), w)), s.Add(y.Offset, s.Uint(uint64(y.Size), w))
	return s.And(s.Ult(x.Offset, endY), s.Ult(y.Offset, endX))
}

// created reports whether x happens before y by creation and join alone.
func (h *happens) created(x, y *event.Touch) bool {
	behind := int32(0) // the first node that comes after x
	if x.Node != 0 {
		behind = h.g.Nodes[x.Node].Index
		if !x.Inside {
			behind++
		}
	}
	th := &h.g.Threads[y.Thread]
	at := th.Spawn
	if y.Node != 0 {
		for i := h.g.Nodes[y.Node].Index; i >= 0; i-- {
			if n := th.Nodes[i]; h.known.implies(y.Guard, h.g.Nodes[n].Guard) {
				at = n
				break
			}
		}
	}
	switch {
	case at == 0:
		return false
	case h.g.Nodes[at].Thread == x.Thread:
		return behind <= h.g.Nodes[at].Index
	}
	return behind < h.must.Count(at, x.Thread)
}

// past returns the last vertex up to an access that something happens before, and
// next the first from it on that happens before something; 0: none.
func (h *happens) past(t *event.Touch, in []bool) event.NodeID {
	points := h.g.Threads[t.Thread].Points
	for i := h.g.Points[t.Point].Index; i >= 0; i-- {
		if v := h.vertex(points[i]); in[v] {
			return v
		}
	}
	return 0
}

func (h *happens) next(t *event.Touch, out []bool) event.NodeID {
	points := h.g.Threads[t.Thread].Points
	i := int(h.g.Points[t.Point].Index)
	if !t.At {
		i++
	}
	for ; i < len(points); i++ {
		if v := h.vertex(points[i]); out[v] {
			return v
		}
	}
	return 0
}

// unordered returns a Bool that implies that accesses are unordered.
func (h *happens) unordered(at epochs) term.ID {
	forth, back := at.pastB != 0 && at.nextA != 0, at.pastA != 0 && at.nextB != 0
	if !forth && !back {
		return term.True
	}
	u := h.terms.Var("unordered", term.Bool)
	if forth {
		h.arcIf(at.pastB, at.nextA, u)
	}
	if back {
		h.arcIf(at.pastA, at.nextB, u)
	}
	return u
}

// unorderedPoints is unordered for two accesses that are vertices.
func (h *happens) unorderedPoints(x, y *event.Touch) term.ID {
	a, b := h.vertex(x.Point), h.vertex(y.Point)
	first, second := h.terms.Var("unordered", term.Bool), h.terms.Var("unordered", term.Bool)
	h.arcIf(b, a, first)
	h.arcIf(a, b, second)
	return h.terms.Ite(h.precedence(x.Node, x.Guard, y.Node, y.Guard), first, second)
}

func (e *Encoding) locations(r *race) LocationPair {
	location := func(i int32) Location { return Location{e.g.Touches[i].Func, e.g.Touches[i].Pos} }
	p := LocationPair{location(r.a), location(r.b)}
	if compareLocations(p[1], p[0]) < 0 {
		p[0], p[1] = p[1], p[0]
	}
	return p
}

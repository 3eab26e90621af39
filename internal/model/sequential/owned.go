package sequential

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// owned holds the bytes that only main writes, as far as pointers are known. The last value that main
// stored there stays known to main when other threads exist. A thread finds there the value that main
// had stored when it created the thread, unless main writes the bytes later. So arguments that main
// keeps in an array become constants, and so do values that threads compute from their numbers. The
// same holds for the kind of a mutex, whose other fields are written by its operations.
//
// Main is inlined before the threads that it creates, in an order that control keeps to: a
// store that was not emitted before a thread's creation may come after it, no other.
type owned struct {
	globals [][]span           // by GlobalID of the source: bytes that other threads may write
	others  map[InstrAt][]span // by the place that creates an object: the same
	stores  map[objectID][]ownStore
	lost    int // main stored through an unknown pointer when there were so many threads
}

// span is the bytes of an access.
type span struct {
	at   pointsto.Loc
	size int64
}

// touches reports whether an access may touch n bytes at an offset of the object.
func (s span) touches(offset uint64, n int64) bool {
	return pointsto.Overlap(s.at, s.size, pointsto.Loc{Obj: s.at.Obj, Off: int64(offset)}, n)
}

// ownStore is a store by main.
type ownStore struct {
	offset  uint64
	size    int64
	threads int // how many threads there were
}

// newOwned finds the memory that threads other than main write; nil: nothing is known.
func newOwned(f *inliner) *owned {
	pts := f.pointers()
	if pts == nil {
		return nil
	}
	o := &owned{globals: make([][]span, len(f.prog.Globals)), others: make(map[InstrAt][]span), stores: make(map[objectID][]ownStore)}
	for g := range o.globals {
		if f.prog.Globals[g].Volatile || f.prog.Globals[g].External {
			o.globals[g] = []span{{pointsto.Loc{Step: 1}, 1}} // all bytes
		}
	}
	for n := 1; n < len(pts.Nodes); n++ {
		id := pointsto.NodeID(n)
		if pts.Nodes[n].Thread == mainThread {
			continue
		}
		view := pts.View(id)
		for at, in := range view.Instrs() {
			if in.Op.Writes() {
				for _, at := range pts.PointsTo(id, view.Arg(at.Block, at.Index, 0)) {
					if at == pointsto.Wild {
						return nil
					}
					o.written(pts, at, in.Type.Bytes(f.prog.Model))
				}
			}
		}
	}
	return o
}

// mainThread is main's number in package pointsto.
const mainThread pointsto.ThreadID = 1

// written records that a thread other than main may write n bytes at a location.
func (o *owned) written(pts *pointsto.Result, at pointsto.LocID, n int64) {
	if at == pointsto.Num {
		return
	}
	s := span{pts.Locs[at], n}
	obj := &pts.Objects[s.at.Obj]
	switch obj.Kind {
	case pointsto.Function, pointsto.ThreadLocal:
	case pointsto.Global:
		o.globals[obj.Global] = append(o.globals[obj.Global], s)
	default:
		made := InstrAt{pts.Nodes[obj.Node].Func, obj.Block, obj.Instr}
		o.others[made] = append(o.others[made], s)
	}
}

// owns reports whether only main writes n bytes of an object.
func (f *inliner) owns(id objectID, offset uint64, n int64) bool {
	if f.owned == nil {
		return false
	}
	var others []span
	switch obj := &f.out.Objects[id]; {
	case obj.Source:
		others = f.owned.globals[obj.Global]
	case obj.Thread != 0 || obj.Model || obj.Site == 0 || slices.Contains(slices.Collect(maps.Values(f.threads[0].tls)), id):
		return false
	default:
		others = f.owned.others[obj.Origin]
	}
	return !slices.ContainsFunc(others, func(s span) bool { return s.touches(offset, n) })
}

// note records a store by main; without a known address it may be to anything.
func (o *owned) note(p value, n int64, threads int) {
	switch {
	case o == nil:
	case p.kind != address:
		o.lost = threads
	default:
		o.stores[p.obj] = append(o.stores[p.obj], ownStore{p.lo, n, threads})
	}
}

// inherited returns main's facts about bytes of an object that main owns, from the time when main
// created the thread or its ancestor; nil: the bytes may be written later.
func (t *thread) inherited(p value, n int64) *memory {
	if t.tid == 0 || t.known == nil || !t.inl.owns(p.obj, p.lo, n) || t.inl.owned.lost > t.since {
		return nil
	}
	for _, s := range t.inl.owned.stores[p.obj] {
		if c := (content{offset: s.offset, size: s.size}); s.threads > t.since && c.overlaps(p.lo, n) {
			return nil
		}
	}
	return t.known
}

// bequeath copies main's facts about memory to a thread that is created.
func (t *thread) bequeath(st *state, child *thread) {
	switch {
	case t.inl.owned == nil:
	case t.tid == 0:
		child.known, child.since = st.mem.fork(), child.tid
	default:
		child.known, child.since = t.known, t.since
	}
}

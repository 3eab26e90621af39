package unwind

import (
	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// world holds the data that the passes share: the objects and threads, by keys that do not depend on the
// pass, and the accesses (in the cells of objects).
type world struct {
	facts   *analyze.Facts
	prog    *ir.Program
	sites   *ir.Sites
	space   *ir.Space
	objects []*object
	heap    []*object // those of the heap
	funcs   []*object // by FuncID
	globals []*object // by GlobalID, those with static storage
	dynamic map[objectKey]*object
	threads map[threadKey]*instance
	list    []*instance // in the order in which they were first seen
	byAddr  map[uint64][]*object
	flows   []*flow // by FuncID, when first needed
	keys    int32   // slot keys given out
	slots   []slotInfo
	pass    int
	changed bool   // this pass found something new
	single  bool   // no function creates a thread
	waiting []bool // by FuncID: see waitingFuncs
	shares  bool   // ir.Program.SharesLocks

	awaitKeys []int32     // slots of await loops, by how many are executed
	raceKeys  []awaitRace // the same, for races
}

// slotInfo gives the meaning of the slots of a key, for merging with a state that has none.
type slotInfo struct {
	cell    *cell
	index   int64 // granule of the cell
	overlay bool
	zero    value // of a note: the meaning of a missing slot
}

type objectKey struct {
	site   ir.SiteID
	thread int32 // instance.id
	k      int32
}

type threadKey struct {
	parent int32
	fn     ir.FuncID
	block  ir.BlockID
	instr  int32
	k      int32
}

// instance is a thread instance: one per place where unwinding creates it.
type instance struct {
	id     int32 // index in world.list
	parent *instance
	// ordinal is how many threads the parent's unwinding had created before.
	ordinal int32
	current *thread          // in this pass
	saw     map[*object]bool // heap objects that it ever had a pointer to (leaks)
	life    *cell            // whether it is not finished (leaks)
	done    term.ID          // this pass: its end was reached; a variable while it is not unwound
	pass    int
}

func newWorld(facts *analyze.Facts) *world {
	p := facts.Program
	w := &world{
		facts: facts, prog: p, sites: facts.Sites(), space: facts.Space(),
		objects: make([]*object, 1), dynamic: make(map[objectKey]*object),
		threads: make(map[threadKey]*instance), byAddr: make(map[uint64][]*object),
		flows: make([]*flow, len(p.Funcs)), single: !p.Has(ir.OpSpawn), shares: p.SharesLocks(), waiting: waitingFuncs(p),
	}
	w.funcs = make([]*object, len(p.Funcs))
	for f := 1; f < len(p.Funcs); f++ {
		o := w.newObject(kindFunc, 0)
		o.fn = ir.FuncID(f)
		w.funcs[f] = o
		w.place(o, 0, w.space.Func(ir.FuncID(f)))
	}
	w.globals = make([]*object, len(p.Globals))
	for g := 1; g < len(p.Globals); g++ {
		gl := &p.Globals[g]
		if gl.Storage == ir.ThreadLocal {
			continue
		}
		o := w.newObject(kindGlobal, gl.Size)
		o.global = ir.GlobalID(g)
		o.model, o.constant, o.readOnly = gl.Model, gl.Storage == ir.Constant, gl.ReadOnly
		o.init, o.uninit, o.external = gl.Init, gl.External, gl.External
		w.globals[g] = o
		w.place(o, 0, w.space.Global(ir.GlobalID(g)))
	}
	return w
}

// newKeys returns the first of n new adjacent slot keys with the same meaning.
func (w *world) newKeys(n int64, info slotInfo) int32 {
	first := w.keys
	w.keys += int32(n)
	for i := range n {
		info.index = i
		w.slots = append(w.slots, info)
	}
	return first
}

// note gives out the key of a slot about something other than a cell.
func (w *world) note(zero value) int32 { return w.newKeys(1, slotInfo{zero: zero}) }

// instanceOf returns the thread instance of a key, made when first needed.
func (w *world) instanceOf(key threadKey, parent *instance) *instance {
	if t := w.threads[key]; t != nil {
		return t
	}
	t := &instance{id: int32(len(w.list)), parent: parent}
	w.list = append(w.list, t)
	w.threads[key] = t
	w.changed = true
	return t
}

// createdBefore reports whether all actions of w before it created its e-th thread, from 0, precede t. That
// thread may be t or its ancestor. So it tells whether writes of w at epoch e are in the view with which t
// begins.
func (t *instance) createdBefore(w *instance, e int32) bool {
	for x := t; x.parent != nil; x = x.parent {
		if x.parent == w {
			return e <= x.ordinal
		}
	}
	return false
}

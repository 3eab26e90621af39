package mu

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A unit is a part of an object whose bytes are always written in one piece: a scalar, an element of
// an array. Each write of the memory unwinding is to one unit. Accesses of different sizes that
// overlap make one unit of all their bytes.
//
// A unit is unwound when threads may compete for it: one writes it, another accesses
// it, and neither is ordered before the other by the creation of threads. All others
// stay in plain memory, which the threads, executed one after another in the order of
// their creation, find as they should.
type unit struct {
	global  ir.GlobalID
	start   int64
	size    int64
	unwound bool
	indexed bool     // some access may be to this one or to another of the object
	number  int      // of an unwound one, from 1
	holds   []int    // pointers into these are written to it: indices of unitTable.targets
	wild    bool     // and others that are not known
	joint   bool     // it is written by a step that may write others, too; or accessed like one that is
	first   interval // initial values, including main's writes while it was alone; of a unit that is not unwound: all values
	values  interval // the other written values
	grown   interval // values in the next round
}

// family is the units of one object.
type family struct {
	global ir.GlobalID
	size   int64
	joined []bool // by byte: in one unit with the byte before
	used   []bool // by byte
	units  []*unit
	at     []*unit // by byte
	grain  int64   // divides the starts of all units
	base   int     // the number of the unit at byte 0 would be base
}

// access is an access to memory by a step.
type access struct {
	tid, step int
	locs      []pointsto.Loc
	globals   []ir.GlobalID // of locs
	size      int64
	writes    bool
	alone     bool     // no other thread exists yet
	wild      bool     // the pointer may step anywhere
	values    []int    // targets of the pointers that it may write
	anything  bool     // it may write other pointers, too
	span      interval // possible values of its pointer, if known: offsets in one object
}

// target is an object or a function that is pointed to.
type target struct {
	global ir.GlobalID
	fn     ir.FuncID
}

// unitTable holds the accesses of an inlined program and their units.
type unitTable struct {
	prog     *sequential.Inlined
	accesses map[sequential.InstrAt]*access
	order    []*access
	families map[ir.GlobalID]*family
	globals  []ir.GlobalID // of families, in order
	numbers  int           // numbers of units are below
	unwound  []*unit
	targets  []target // possible targets of pointers in unwound memory
	exempt   map[ir.GlobalID]bool
	done     map[ir.GlobalID]int // thread index, by the word that is set when the thread is finished
	lost     string
}

// maxUnwoundObject bounds the size of objects that have units.
const maxUnwoundObject = 1 << 16

// findUnits looks at all accesses.
func findUnits(ctx context.Context, f *sequential.Inlined) *unitTable {
	u := &unitTable{prog: f, accesses: make(map[sequential.InstrAt]*access), families: make(map[ir.GlobalID]*family),
		exempt: make(map[ir.GlobalID]bool), done: make(map[ir.GlobalID]int)}
	p := f.EveryStep()
	for _, o := range f.Objects {
		if !o.Source && len(p.Globals[o.Global].Init) > 0 && overwrites(f, o) {
			p.Globals[o.Global].Init = nil // it is never read
		}
	}
	pts := pointsto.Analyse(ctx, p)
	u.lost, u.numbers = pts.Lost, 1
	if u.lost != "" {
		return u
	}
	u.exemptWords()
	u.collect(pts)
	u.divide()
	u.compete()
	u.boundRanges(maxRangeEffort)
	u.compete()
	u.contents()
	u.count()
	return u
}

// overwrites reports whether a thread writes all of an object of its own before it
// does anything else with it.
func overwrites(p *sequential.Inlined, o sequential.Object) bool {
	fn := &p.Program.Funcs[p.Threads[o.Thread].Steps[0].Func]
	holds := make(map[ir.Reg]bool) // the object's address
	for b := ir.BlockID(1); ; {
		blk := &fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			switch {
			case in.Op == ir.OpGlobalAddr && in.Glob == o.Global:
				holds[in.Dst] = true
			case in.Op == ir.OpStore && holds[in.Args[0].Reg()] && !holds[in.Args[1].Reg()]:
				return in.Type.Bytes(p.Program.Model) == p.Program.Globals[o.Global].Size
			default:
				for _, a := range in.Args {
					if holds[a.Reg()] {
						return false
					}
				}
				delete(holds, in.Dst)
			}
		}
		if blk.Term.Op != ir.TermBr {
			return false
		}
		b = blk.Term.Targets[0]
	}
}

// exemptWords finds the words that are never unwound: flags, handles and numbers of
// threads are written when the thread is created, before it runs; ends of threads are
// known with their position.
func (u *unitTable) exemptWords() {
	for s := range u.prog.Threads {
		t := &u.prog.Threads[s]
		for i := range t.Steps {
			u.exempt[t.Steps[i].At] = true
		}
		if t.Handle != 0 {
			u.exempt[t.Handle] = true
		}
		u.exempt[t.Number], u.exempt[t.Done] = true, true
		u.done[t.Done] = s
	}
}

// collect finds the accesses and the locations that they may touch.
func (u *unitTable) collect(pts *pointsto.Result) {
	nodes := make(map[ir.FuncID]pointsto.NodeID)
	for n := 1; n < len(pts.Nodes); n++ {
		nodes[pts.Nodes[n].Func] = pointsto.NodeID(n)
	}
	for tid := range u.prog.Threads {
		t := &u.prog.Threads[tid]
		for i := range t.Steps {
			fn := t.Steps[i].Func
			n := nodes[fn]
			view := pts.View(n)
			for at, in := range view.Instrs() {
				if !in.Op.Accesses() {
					continue
				}
				a := &access{tid: tid, step: i, size: in.Type.Bytes(u.prog.Source.Model), writes: in.Op != ir.OpLoad, alone: i < t.Alone}
				for _, id := range pts.PointsTo(n, view.Arg(at.Block, at.Index, 0)) {
					u.target(pts, a, id)
				}
				if v := writtenOperand(in); v > 0 {
					for _, id := range pts.PointsTo(n, view.Arg(at.Block, at.Index, v)) {
						u.value(pts, a, id)
					}
				}
				u.accesses[sequential.InstrAt{Func: fn, Block: at.Block, Instr: at.Index}] = a
				u.order = append(u.order, a)
			}
		}
	}
}

// target adds a location to the locations that an access may touch.
func (u *unitTable) target(pts *pointsto.Result, a *access, id pointsto.LocID) {
	switch id {
	case pointsto.Num:
		return // a number that is no address ends the process
	case pointsto.Wild:
		a.wild = true
		return
	}
	l := pts.Locs[id]
	o := &pts.Objects[l.Obj]
	if o.Kind != pointsto.Global || pts.Outside(l, a.size) {
		return
	}
	a.locs = append(a.locs, l)
	a.globals = append(a.globals, o.Global)
}

// writtenOperand returns which operand of an access is written as it is; 0: none.
func writtenOperand(in *ir.Instr) int {
	switch {
	case in.Op == ir.OpCmpXchg:
		return 2
	case in.Op == ir.OpStore, in.Op == ir.OpRMW:
		return 1
	}
	return 0
}

// value adds a location to the locations to which pointers that an access writes may point.
func (u *unitTable) value(pts *pointsto.Result, a *access, id pointsto.LocID) {
	switch id {
	case pointsto.Num:
		return
	case pointsto.Wild:
		a.anything = true
		return
	}
	var t target
	switch o := &pts.Objects[pts.Locs[id].Obj]; o.Kind {
	case pointsto.Global:
		t.global = o.Global
	case pointsto.Function:
		t.fn = o.Func
	default:
		a.anything = true
		return
	}
	i := slices.Index(u.targets, t)
	if i < 0 {
		i = len(u.targets)
		u.targets = append(u.targets, t)
	}
	if !slices.Contains(a.values, i) {
		a.values = append(a.values, i)
	}
}

// bytes calls f for every place that an access may touch in one of its objects.
func (a *access) bytes(i int, size int64, f func(at int64)) {
	l := a.locs[i]
	first, last := int64(0), size-a.size
	if a.span.base != 0 && a.span.base == a.globals[i] {
		first, last = max(first, a.span.low), min(last, a.span.high)
	}
	if l.Step == 0 {
		if first <= l.Off && l.Off <= last {
			f(l.Off)
		}
		return
	}
	at := l.Off
	if at < first {
		at += (first - at + l.Step - 1) / l.Step * l.Step
	}
	for ; at <= last; at += l.Step {
		f(at)
	}
}

func (u *unitTable) divide() {
	for _, a := range u.order {
		for i, g := range a.globals {
			f := u.families[g]
			if f == nil {
				f = &family{global: g, size: u.prog.Program.Globals[g].Size}
				u.families[g] = f
				u.globals = append(u.globals, g)
				if f.size <= maxUnwoundObject {
					f.joined, f.used = make([]bool, f.size), make([]bool, f.size)
				}
			}
			if f.joined == nil || u.exempt[g] {
				continue
			}
			a.bytes(i, f.size, func(at int64) {
				for b := at; b < at+a.size; b++ {
					f.used[b] = true
					if b > at {
						f.joined[b] = true
					}
				}
			})
		}
	}
	for _, g := range u.globals {
		f := u.families[g]
		f.at = make([]*unit, len(f.used))
		var last *unit
		for b := range f.used {
			switch {
			case !f.used[b]:
				continue
			case f.joined[b] && last != nil:
				last.size++
			default:
				last = &unit{global: g, start: int64(b), size: 1}
				f.units = append(f.units, last)
			}
			f.at[b] = last
		}
	}
}

// touched calls f for the units that an access may touch.
func (u *unitTable) touched(a *access, f func(*unit)) {
	for i, g := range a.globals {
		fam := u.families[g]
		if fam.joined == nil || u.exempt[g] {
			continue
		}
		a.bytes(i, fam.size, func(at int64) { f(fam.at[at]) })
	}
}

// touches reports whether an access may touch a unit for which a condition holds.
func (u *unitTable) touches(a *access, cond func(*unit) bool) (any bool) {
	u.touched(a, func(t *unit) { any = any || cond(t) })
	return any
}

// compete finds the units that are unwound.
func (u *unitTable) compete() {
	by := make(map[*unit][]*access)
	for _, t := range u.all() {
		t.indexed = false
	}
	for _, a := range u.order {
		if a.alone {
			continue
		}
		u.touched(a, func(t *unit) {
			by[t] = append(by[t], a)
			t.indexed = t.indexed || !a.single()
		})
	}
	for _, t := range u.all() {
		t.unwound = u.contended(by[t])
	}
	for changed := true; changed; {
		changed = false
		for _, a := range u.order {
			if a.alone || !a.writes {
				continue
			}
			if u.touches(a, func(t *unit) bool { return t.unwound }) {
				u.touched(a, func(t *unit) {
					changed = changed || !t.unwound
					t.unwound = true
				})
			}
		}
	}
}

// contended reports whether some write and some other access of a list are by
// different threads and in no order by creation.
func (u *unitTable) contended(list []*access) bool {
	for _, w := range list {
		if !w.writes {
			continue
		}
		for _, a := range list {
			if a.tid != w.tid && !u.before(w, a) && !u.before(a, w) {
				return true
			}
		}
	}
	return false
}

// before reports whether access a comes before the creation of the thread of access b, or of an
// ancestor of that thread.
func (u *unitTable) before(a, b *access) bool {
	for s := b.tid; s > 0; s = u.prog.Threads[s].Creator {
		if t := &u.prog.Threads[s]; t.Creator == a.tid {
			return a.step <= t.Spawn
		}
	}
	return false
}

// contents finds the pointers that unwound memory may hold.
func (u *unitTable) contents() {
	for _, a := range u.order {
		if a.alone || !a.writes {
			continue
		}
		u.touched(a, func(t *unit) {
			t.wild = t.wild || a.anything
			for _, v := range a.values {
				if !slices.Contains(t.holds, v) {
					t.holds = append(t.holds, v)
				}
			}
		})
	}
}

func (u *unitTable) count() {
	next := 1
	for _, g := range u.globals {
		f := u.families[g]
		f.grain = 16
		for _, t := range f.units {
			for t.start%f.grain != 0 {
				f.grain /= 2
			}
		}
		if !slices.ContainsFunc(f.units, func(t *unit) bool { return t.unwound }) {
			continue
		}
		f.base = next
		for _, t := range f.units {
			t.number = f.base + int(t.start/f.grain)
			if t.unwound {
				u.unwound = append(u.unwound, t)
			}
		}
		next += int((max(f.size, 1)-1)/f.grain) + 1 // the last part may be smaller than the grain
	}
	u.numbers = next
}

package mu

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// The values of unwound memory are bounded before they are guessed: by intervals, for all executions,
// without the order of writes. Guesses get fewer bits, and an access to an array through a counter
// touches only elements that the counter can reach.
//
// The inlined program executes every instruction at most once, so intervals need no widening. The
// value of a write depends on reads, which see other writes, and so on, each one different. So the
// number of rounds over all steps that gives all values is the number of writes. A round computes the
// values of the writes from the values of the units. Units are treated in the order in which values
// flow, one strongly connected component after the other, so that the rounds of a component count its
// own writes. Memory that is not unwound is written before it is read, in the order of threads and
// steps, and needs no rounds of its own. (Package intervals does the same for event graphs.)

// interval is a set of values: numbers, read as signed, from low to high, or pointers
// to these offsets of an object and the null pointer, through which nothing is accessed.
// The zero value is the empty set.
type interval struct {
	low, high int64
	base      ir.GlobalID // the object that is pointed to; 0: numbers
	some      bool        // not empty
	any       bool        // of any value
}

// anything is the set of all values.
var anything = interval{some: true, any: true}

func numbers(low, high int64) interval { return interval{low: low, high: high, some: true} }

// known reports whether a set is one of numbers that are bounded.
func (r interval) known() bool { return r.some && !r.any && r.base == 0 }

// natural reports whether it is one of bounded numbers that are not negative.
func (r interval) natural() bool { return r.known() && r.low >= 0 }

// join returns a set that has the values of both.
func (r interval) join(o interval) interval {
	null := numbers(0, 0)
	switch {
	case !r.some, r == null && o.base != 0:
		return o
	case !o.some, o == null && r.base != 0:
		return r
	case r.any || o.any || r.base != o.base:
		return anything
	}
	r.low, r.high = min(r.low, o.low), max(r.high, o.high)
	return r
}

// within returns the interval, or the interval of all numbers of a width if some number of r does not
// fit the width.
func (r interval) within(width int) interval {
	if width > 64 || width < 64 && (r.low < -1<<(width-1) || r.high > 1<<(width-1)-1) {
		return anything
	}
	return r
}

// guessBits returns how many bits a guess of a value of a width needs, and whether it is
// to be extended with its sign.
func (r interval) guessBits(width int) (n int, sign bool) {
	if !r.known() {
		return width, false
	}
	for n = 1; n < width; n++ {
		switch {
		case r.low >= 0 && r.high < 1<<n:
			return n, false
		case r.low < 0 && r.low >= -1<<(n-1) && r.high < 1<<(n-1):
			return n, true
		}
	}
	return width, false
}

// visit is an instruction of a step.
type visit struct {
	fn     *ir.Func
	in     *ir.Instr
	access *access
	begins bool // a step
}

// rangeAnalysis is the work on the intervals of an inlined program.
type rangeAnalysis struct {
	units  *unitTable
	visits []visit    // in the order of threads, steps and control
	regs   []interval // of the step at hand
	effort int        // visits that are left
}

// maxRangeEffort bounds the instructions that are visited for intervals. Beyond, or when
// there are writes that may be to anything, nothing is known.
const maxRangeEffort = 20_000_000

// boundRanges computes the intervals of unwound units and narrows the elements that accesses may
// touch, with at most effort visits.
func (u *unitTable) boundRanges(effort int) {
	r := &rangeAnalysis{units: u, effort: effort}
	for _, a := range u.order {
		if a.wild && a.writes {
			r.effort = 0
		}
	}
	r.list()
	for _, t := range u.all() {
		t.first = r.initially(t)
	}
	nodes := r.nodes()
	edges := r.influences(nodes)
	writes := r.writes(nodes, len(edges))
	for _, part := range scc.Components(edges) {
		r.settle(part, nodes, writes)
	}
	r.round()
	for _, t := range u.all() {
		if r.effort <= 0 {
			t.values = anything
		}
	}
	for _, a := range u.order {
		if r.effort > 0 {
			a.narrow(u)
		} else {
			a.span = interval{}
		}
	}
}

// list finds the instructions that are visited.
func (r *rangeAnalysis) list() {
	most := 0
	for tid := range r.units.prog.Threads {
		for i := range r.units.prog.Threads[tid].Steps {
			id := r.units.prog.Threads[tid].Steps[i].Func
			fn := &r.units.prog.Program.Funcs[id]
			most = max(most, len(fn.Regs))
			begins := true
			for _, b := range fn.ReversePostorder() {
				for k := range fn.Blocks[b].Instrs {
					in := &fn.Blocks[b].Instrs[k]
					r.visits = append(r.visits, visit{fn, in, r.units.accesses[sequential.InstrAt{Func: id, Block: b, Instr: k}], begins})
					begins = false
				}
			}
		}
	}
	r.regs = make([]interval, most)
}

func (u *unitTable) all() []*unit {
	var out []*unit
	for _, g := range u.globals {
		out = append(out, u.families[g].units...)
	}
	return out
}

// initially returns the interval of a unit when the program starts.
func (r *rangeAnalysis) initially(t *unit) interval {
	g := &r.units.prog.Program.Globals[t.global]
	if g.External || g.Volatile {
		return anything
	}
	v, ok := g.Initial(uint64(t.start), t.size)
	if !ok {
		return anything
	}
	n := ir.SignExtend(v, int(t.size)*8)
	return numbers(n, n)
}

// nodes numbers the units for the order of components. The units of an object with indexed accesses
// share one number.
func (r *rangeAnalysis) nodes() map[*unit]int {
	out := make(map[*unit]int)
	next := 0
	for _, g := range r.units.globals {
		f := r.units.families[g]
		indexed := slices.ContainsFunc(f.units, func(t *unit) bool { return t.indexed })
		for i, t := range f.units {
			if i > 0 && indexed {
				out[t] = out[f.units[0]]
				continue
			}
			out[t] = next
			next++
		}
	}
	return out
}

// writes counts the writes to each node, through pointers that may be to anything that
// their accesses may touch.
func (r *rangeAnalysis) writes(nodes map[*unit]int, n int) []int {
	count, last := make([]int, n), make([]*access, n)
	for _, a := range r.units.order {
		if !a.writes || a.alone {
			continue
		}
		r.units.touched(a, func(t *unit) {
			if k := nodes[t]; t.unwound && last[k] != a {
				last[k] = a
				count[k]++
			}
		})
	}
	return count
}

// settle does the rounds of a component, given the number of writes to each node.
func (r *rangeAnalysis) settle(part []int, nodes map[*unit]int, writes []int) {
	rounds := 0
	for _, k := range part {
		rounds += writes[k]
	}
	var units []*unit
	for _, t := range r.units.all() {
		if t.unwound && slices.Contains(part, nodes[t]) {
			units = append(units, t)
		}
	}
	for range rounds {
		if r.effort -= len(r.visits); r.effort <= 0 {
			return
		}
		for _, t := range units {
			t.grown = t.values
		}
		r.round()
		changed := false
		for _, t := range units {
			changed = changed || t.grown != t.values
			t.values = t.grown
		}
		if !changed {
			return
		}
	}
}

func (r *rangeAnalysis) round() {
	for i := range r.visits {
		v := &r.visits[i]
		if v.begins {
			clear(r.regs)
		}
		r.visit(v)
	}
}

// arg returns the interval of an operand.
func (r *rangeAnalysis) arg(fn *ir.Func, o ir.Operand) interval {
	if !o.IsConst() {
		if v := r.regs[o.Reg()]; v.some {
			return v
		}
		return anything
	}
	c := fn.Consts[o.Const()]
	width := c.Type.Bits(r.units.prog.Program.Model)
	if c.Type.IsFloat() || c.Hi != 0 || width > 64 {
		return anything
	}
	n := ir.SignExtend(c.Lo, width)
	return numbers(n, n)
}

func (r *rangeAnalysis) visit(v *visit) {
	in := v.in
	out := anything
	if a := v.access; a != nil {
		a.through(r.arg(v.fn, in.Args[0]))
		out = r.read(a)
		now, writes := r.written(v, out)
		if t := in.Type; !t.IsPtr() && (!t.IsInt() || int64(t.Bits(r.units.prog.Program.Model)) != 8*a.size) {
			out, now = anything, anything
		}
		if writes {
			r.write(a, now)
		}
	} else if in.Dst != 0 {
		out = r.compute(v)
	}
	if in.Dst != 0 {
		r.regs[in.Dst] = r.regs[in.Dst].join(out)
	}
}

// through sets where the pointer of an access may point.
func (a *access) through(p interval) {
	a.span = interval{low: math.MinInt64, high: math.MaxInt64}
	if p.some && !p.any && p.base != 0 {
		a.span = p
	}
}

// read returns the interval of the values that an access reads or overwrites.
func (r *rangeAnalysis) read(a *access) interval {
	out := interval{}
	for _, g := range a.globals {
		if r.units.families[g].joined == nil || r.units.exempt[g] {
			out = anything
		}
	}
	r.units.touched(a, func(t *unit) {
		switch {
		case t.size != a.size:
			out = anything
		case a.alone && t.unwound:
			out = out.join(t.first)
		default:
			out = out.join(t.first).join(t.values)
		}
	})
	if a.wild || !out.some {
		return anything
	}
	return out
}

// written returns the interval of the values that an access writes, and whether it may write.
func (r *rangeAnalysis) written(v *visit, old interval) (interval, bool) {
	switch in := v.in; in.Op {
	case ir.OpStore:
		return r.arg(v.fn, in.Args[1]), true
	case ir.OpCmpXchg:
		return r.arg(v.fn, in.Args[2]), true
	case ir.OpRMW:
		x := r.arg(v.fn, in.Args[1])
		switch ir.RMWKind(in.Sub) {
		case ir.RMWXchg:
			return x, true
		case ir.RMWAdd:
			return sum(old, x, in.Type.Bits(r.units.prog.Program.Model)), true
		}
		return anything, true
	}
	return interval{}, false
}

// write adds values to the units of an access. For unwound memory they are visible from the next round
// on.
func (r *rangeAnalysis) write(a *access, v interval) {
	r.units.touched(a, func(t *unit) {
		now := v
		if t.size != a.size {
			now = anything
		}
		if !t.unwound || a.alone {
			t.first = t.first.join(now)
		} else {
			t.grown = t.grown.join(now)
		}
	})
}

// narrow leaves an access the places that its pointer may be to.
func (a *access) narrow(u *unitTable) {
	if a.span.base == 0 || len(a.locs) == 0 {
		return
	}
	count, at, which := 0, int64(0), 0
	for i, g := range a.globals {
		a.bytes(i, u.families[g].size, func(off int64) {
			if count == 0 || off != at || g != a.globals[which] {
				count++
			}
			at, which = off, i
		})
	}
	if count == 1 {
		l := a.locs[which]
		l.Off, l.Step = at, 0
		a.locs, a.globals = append(a.locs[:0:0], l), []ir.GlobalID{a.globals[which]}
	}
}

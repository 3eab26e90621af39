package threads

import (
	"errors"
	"math"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// counter bounds the contents of a cell. The initial value and plain stores are from lo to hi, and all
// contents are from least to most. adds has the increments of the adding stores, by place.
type counter struct {
	lo, hi, least, most int64
	adds                map[threadproof.At]int64
}

// unlimited stands for a number of executions without a known bound.
const unlimited = math.MaxInt32

// maxCountedBits is the greatest width of counters and of registers that count iterations. Sums of 64
// bits do not wrap for these.
const maxCountedBits = 32

// shapeCounters confirms that counters are cells that may be counters, and computes bounds of their
// contents.
func (c *checker) shapeCounters() error {
	for i := range c.proof.Trips {
		t := &c.proof.Trips[i]
		at := t.At
		at.Block = t.In
		if c.blockAt(t.At) == nil || t.At.Instr != 0 || c.blockAt(at) == nil || !c.isNumber(t.At.Node, t.Reg) || t.Step == 0 || t.Lo > t.Hi ||
			min(t.Lo, t.Hi, t.Step) < math.MinInt32 || max(t.Lo, t.Hi, t.Step) > math.MaxInt32 {
			return errors.New("a loop counts nothing")
		}
		if bits := c.prog.Funcs[c.proof.Nodes[t.At.Node].Func].Regs[t.Reg].Type.Bits(c.prog.Model); bits > maxCountedBits {
			return errors.New("a loop counts nothing")
		}
		nest := c.nest(t.At.Node)
		k := nest.At(t.At.Block)
		if k == ir.NoLoop || !nest.Loops[k].Contains(t.In) {
			return errors.New("a loop counts elsewhere")
		}
	}
	passes := &passes{c: c, entered: make(map[threadproof.NodeID]int64)}
	c.counters = make(map[threadproof.CellID]*counter)
	seen := make(map[threadproof.CellID]bool)
	for i := range c.proof.Counters {
		k := &c.proof.Counters[i]
		if !c.isCell(k.Cell) {
			return errors.New("a counter is no cell")
		}
		x := &c.proof.Cells[k.Cell]
		if c.proof.Objects[x.Object].Kind != threadproof.Global || c.proof.Objects[x.Object].Base != 0 || x.Mixed || !x.Strong || x.Step != 0 || 8*x.Size > maxCountedBits || seen[k.Cell] {
			return errors.New("a counter is no variable")
		}
		seen[k.Cell] = true
		n, ends := &counter{lo: k.Lo, hi: k.Hi, least: k.Lo, most: k.Hi, adds: make(map[threadproof.At]int64)}, true
		if k.Lo > k.Hi || k.Lo < math.MinInt32 || k.Hi > math.MaxInt32 {
			return errors.New("a counter has no value")
		}
		for _, a := range k.Adds {
			if _, again := n.adds[a.At]; again || c.instr(a.At) == nil || a.Delta < math.MinInt32 || a.Delta > math.MaxInt32 {
				return errors.New("something else is added to a counter")
			}
			times := passes.of(a.At)
			ends = ends && times < unlimited
			if n.adds[a.At] = a.Delta; a.Delta > 0 {
				n.most = min(n.most+times*a.Delta, math.MaxInt64/2)
			} else {
				n.least = max(n.least+times*a.Delta, math.MinInt64/2)
			}
		}
		if w := uint(8 * x.Size); ends && n.most <= greatest(w) && n.least >= least(w) {
			c.counters[k.Cell] = n // otherwise the cell may have any value
		}
	}
	return nil
}

// passes computes upper bounds on how often places are executed, in an execution, by all threads
// together.
type passes struct {
	c       *checker
	entered map[threadproof.NodeID]int64
}

func (p *passes) of(at threadproof.At) int64 {
	if p.c.blockAt(at) == nil {
		return unlimited
	}
	n := p.enters(at.Node)
	nest := p.c.nest(at.Node)
	for l := nest.Innermost(at.Block); l != ir.NoLoop; l = nest.Loops[l].Parent {
		n = limited(n * p.trips(at, nest, &nest.Loops[l]))
	}
	return n
}

func limited(n int64) int64 { return min(n, unlimited) }

// enters returns how often a function is entered.
func (p *passes) enters(n threadproof.NodeID) int64 {
	sum, known := p.entered[n]
	if known {
		return sum
	}
	p.entered[n] = unlimited // of who calls or creates itself
	a := p.c.proof
	for _, at := range a.Nodes[n].Callers {
		sum = limited(sum + p.of(at))
	}
	if t := a.Nodes[n].Thread; a.Threads[t].Root == n {
		created := int64(1)
		if t != 1 && !a.Threads[t].Once {
			created = 0
			for at, of := range a.Spawned {
				if of == t {
					created = limited(created + p.of(at))
				}
			}
		}
		sum = limited(sum + created)
	}
	p.entered[n] = sum
	return sum
}

// trips returns how often control reaches a block of a loop while it stays in the loop. If the block is
// in an inner loop, trips returns how often control reaches that inner loop.
func (p *passes) trips(at threadproof.At, nest *ir.LoopNest, l *ir.Loop) int64 {
	n := int64(unlimited)
	for _, t := range p.c.proof.Trips {
		if t.At.Node != at.Node || t.At.Block != l.Header {
			continue
		}
		// Every path to the block passes the counted block t.In once in each iteration.
		if t.In != at.Block && !nest.Dom.Dominates(t.In, at.Block) || nest.Loops[nest.Innermost(t.In)].Header != l.Header {
			continue
		}
		n = min(n, (t.Hi-t.Lo)/max(t.Step, -t.Step)+1)
	}
	return n
}

// counts returns the condition that a number is a possible value of the counter.
func (e *exec) counts(k *counter, bits term.ID) term.ID {
	return e.signedIn(k.least, k.most, bits, e.s.Width(bits))
}

// counted assumes that a value found in a cell is a possible value of its counter, if the cell has one.
func (e *exec) counted(x threadproof.CellID, v *sval) {
	if k := e.c.counters[x]; k != nil {
		for _, a := range v.alts {
			e.assume(e.s.Implies(a.guard, e.s.And(e.isNumber(a), e.counts(k, a.bits))))
		}
	}
}

func (e *exec) isNumber(a alt) term.ID {
	if a.object == 0 {
		return term.True
	}
	return term.False
}

// count confirms that a store to a counter, done if cond holds, is a store that the proof states.
func (e *exec) count(x threadproof.CellID, cond term.ID, v *sval) {
	k := e.c.counters[x]
	if k == nil {
		return
	}
	delta, adds := k.adds[e.at]
	before := e.contents(x)
	ok := e.s.Not(v.uninit)
	for _, a := range v.alts {
		in := e.signedIn(k.lo, k.hi, a.bits, v.width)
		if adds && len(before.alts) == 1 && before.alts[0].object == 0 && before.alts[0].guard == term.True && len(e.others(x)) == 0 {
			sum := e.s.Add(before.alts[0].bits, e.s.Uint(uint64(delta)&ones(v.width), v.width))
			in = e.s.Or(in, e.s.Eq(a.bits, sum))
		}
		ok = e.s.And(ok, e.s.Implies(a.guard, e.s.And(e.isNumber(a), in)))
	}
	e.require(e.s.Implies(cond, ok), "a counter gets what is not stated")
	for _, a := range v.alts {
		e.assume(e.s.Implies(e.s.And(cond, a.guard), e.counts(k, a.bits)))
	}
}

package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// MakeReducible gives every loop that control enters in several places a single head, as ir.Check
// requires: goto or switch into a loop, Duff's device, coroutines by switch. A function without such
// loops stays as it is. rank, by block, is the order of the source.
//
// # Method
//
// The loops of a graph are its cyclic strongly connected components, and the components that remain of
// a component without its head (Havlak, "Nesting of reducible and irreducible loops", TOPLAS 1997;
// Ramalingam, "On loops, dominators, and dominance frontiers", TOPLAS 2002, compares such
// definitions). They are treated from the outermost inwards. If a component C has one entry, that is
// its head; the entry of the function is a head, too. If C has several entries it gets a new head d,
// which jumps to the block that a register, the selector, gives:
//
//	s1 ─▶ a ⇄ b ◀─ s2      s1: sel = a ─▶ d ◀─ s2: sel = b      d: switch sel ─▶ a or b
//
// Let h be the block of C that comes first in the source, and H the entries of C and h.
// To d go
//
//   - the edges from outside to H, which are all edges from outside to C;
//   - the edges inside C to h;
//   - the edges inside C that go back in the source to another block of H. But if that
//     block is the only entry of a loop of C without h, the edges in that loop stay:
//     it is a loop in the usual sense and keeps its head.
//
// Other edges stay as they are. The cases of Duff's device are passed once in every iteration. In a
// state machine made of gotos, control that goes from state to state goes round one loop, not round
// nested loops.
//
// # Why it is right
//
// An edge that goes to d sets the selector to its original target. No other code writes the selector,
// and only dispatch blocks are executed in between, so control follows the same paths. The only entry
// of C with d is d, so that d dominates it; the rest of C without d is treated in the same way.
//
// # Termination and cost
//
// No edge of C without d goes to h, so h is on no cycle there: every step takes a block of the source
// out of all remaining loops. An edge is redirected to a dispatch block at most once. Edges to one
// block share a block that sets the selector. A dispatch block inside another's component uses the
// outer selector, with consecutive numbers for its own targets, so the outer one needs one case for
// all of them. So the result is linear in size. To copy blocks instead may make it exponentially
// larger (Carter, Ferrante, Thomborson, "Folklore confirmed: reducible flow graphs are exponentially
// larger", POPL 2003).
func MakeReducible(fn *ir.Func, rank []int32) {
	if from, _ := fn.SideEntry(); from == 0 {
		return
	}
	r := &reducer{fn: fn, rank: rank, heads: make(map[ir.BlockID]*dispatch), numbers: make(map[ir.BlockID]uint64)}
	r.region(1, fn.ReversePostorder()[1:], nil)
	for _, d := range r.outermost {
		next := uint64(0)
		r.number(d, &next)
	}
	for _, d := range r.heads {
		r.finish(d)
	}
	for _, w := range r.written {
		fn.Blocks[w.in].Instrs[0].Args = []ir.Operand{addConst(fn, ir.Const{Type: ir.I32, Word: wide.Word{Lo: r.numbers[w.to]}})}
	}
	joinLines(fn)
	renumberBlocks(fn)
}

// reducer is the state of MakeReducible.
type reducer struct {
	fn        *ir.Func
	rank      []int32
	heads     map[ir.BlockID]*dispatch
	outermost []*dispatch
	written   []written
	numbers   map[ir.BlockID]uint64 // by block to which dispatch blocks jump
}

// dispatch is a new head of a loop. Until the numbers are known its terminator has the
// targets of lands.
type dispatch struct {
	block     ir.BlockID
	selector  ir.Reg
	lands     []ir.BlockID // in the order of the source
	inner     []*dispatch
	low, high uint64 // the numbers of its targets and of those of its inner ones
}

// written is an assignment to a selector that still lacks its operand: the instruction of
// a block.
type written struct{ in, to ir.BlockID }

// region gives heads to the loops among some blocks. Control reaches these from one another and from
// head. outer is the dispatch block around them, or nil.
func (r *reducer) region(head ir.BlockID, blocks []ir.BlockID, outer *dispatch) {
	from := append([]ir.BlockID{head}, blocks...)
	for _, loop := range r.loops(blocks) {
		entries := r.entries(loop, from)
		if len(entries) == 1 {
			i := slices.Index(loop, entries[0])
			r.region(entries[0], slices.Delete(loop, i, i+1), outer)
			continue
		}
		d := r.newDispatch(loop, entries, outer)
		r.redirect(d, loop, entries, from)
		r.region(d.block, loop, d)
	}
}

// loops returns the cyclic strongly connected components of the graph that some blocks
// are.
func (r *reducer) loops(blocks []ir.BlockID) [][]ir.BlockID {
	index := make(map[ir.BlockID]int, len(blocks))
	for i, b := range blocks {
		index[b] = i
	}
	edges := make([][]int, len(blocks))
	for i, b := range blocks {
		for _, to := range r.fn.Blocks[b].Term.Targets {
			if k, ok := index[to]; ok {
				edges[i] = append(edges[i], k)
			}
		}
	}
	var out [][]ir.BlockID
	for _, part := range scc.Components(edges) {
		if len(part) == 1 && !slices.Contains(edges[part[0]], part[0]) {
			continue
		}
		loop := make([]ir.BlockID, len(part))
		for i, k := range part {
			loop[i] = blocks[k]
		}
		out = append(out, loop)
	}
	return out
}

// entries returns the blocks of a loop to which edges go from outside, in the order of
// the source.
func (r *reducer) entries(loop, from []ir.BlockID) []ir.BlockID {
	in := setOf(loop)
	var out []ir.BlockID
	for _, b := range from {
		if in[b] {
			continue
		}
		for _, to := range r.fn.Blocks[b].Term.Targets {
			if in[to] && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	r.sort(out)
	return out
}

func setOf(blocks []ir.BlockID) map[ir.BlockID]bool {
	set := make(map[ir.BlockID]bool, len(blocks))
	for _, b := range blocks {
		set[b] = true
	}
	return set
}

func (r *reducer) sort(blocks []ir.BlockID) {
	slices.SortFunc(blocks, func(a, b ir.BlockID) int { return int(r.rank[a] - r.rank[b]) })
}

// newDispatch makes the dispatch block of a loop. It stands where the loop begins.
func (r *reducer) newDispatch(loop, entries []ir.BlockID, outer *dispatch) *dispatch {
	r.sort(loop)
	d := &dispatch{lands: entries}
	if !slices.Contains(entries, loop[0]) {
		d.lands = append([]ir.BlockID{loop[0]}, entries...)
	}
	if outer != nil {
		d.selector = outer.selector
		outer.inner = append(outer.inner, d)
	} else {
		d.selector = ir.Reg(len(r.fn.Regs))
		r.fn.Regs = append(r.fn.Regs, ir.RegInfo{Type: ir.I32})
		r.outermost = append(r.outermost, d)
	}
	d.block = r.newBlock(ir.Term{Op: ir.TermSwitch, Arg: ir.RegOperand(d.selector), HasArg: true,
		Targets: slices.Clone(d.lands), Pos: r.fn.Blocks[loop[0]].Pos()})
	r.heads[d.block] = d
	return d
}

func (r *reducer) newBlock(t ir.Term, instrs ...ir.Instr) ir.BlockID {
	r.fn.Blocks = append(r.fn.Blocks, ir.Block{Instrs: instrs, Term: t})
	return ir.BlockID(len(r.fn.Blocks) - 1)
}

// redirect makes the edges that enter a loop, and the edges that start an iteration, go to the loop's
// dispatch block.
func (r *reducer) redirect(d *dispatch, loop, entries, from []ir.BlockID) {
	in, lands, own := setOf(loop), setOf(d.lands), r.ownHeads(loop, entries)
	enter, again := make(map[ir.BlockID]ir.BlockID), make(map[ir.BlockID]ir.BlockID)
	for _, b := range from {
		if in[b] {
			continue
		}
		for i, to := range r.fn.Blocks[b].Term.Targets {
			switch {
			case !in[to]:
			case r.heads[b] != nil: // the selector gives the target
				r.fn.Blocks[b].Term.Targets[i] = d.block
			default:
				r.redirectEdge(d, enter, b, i)
			}
		}
	}
	for _, b := range loop {
		for i, to := range r.fn.Blocks[b].Term.Targets {
			if lands[to] && r.rank[to] <= r.rank[b] && own[b] != to {
				r.redirectEdge(d, again, b, i)
			}
		}
	}
}

// redirectEdge makes an edge go to a block that sets the selector and jumps to a dispatch block. All
// edges of a kind to one block share one such block.
func (r *reducer) redirectEdge(d *dispatch, by map[ir.BlockID]ir.BlockID, b ir.BlockID, edge int) {
	t := &r.fn.Blocks[b].Term
	to, pos := t.Targets[edge], t.Pos
	if by[to] == 0 {
		by[to] = r.newBlock(ir.Term{Op: ir.TermBr, Targets: []ir.BlockID{d.block}, Pos: pos},
			ir.Instr{Op: ir.OpCopy, Type: ir.I32, Dst: d.selector, Pos: pos})
		r.written = append(r.written, written{by[to], to})
	}
	r.fn.Blocks[b].Term.Targets[edge] = by[to]
}

// ownHeads returns, by block, the only entry of the loop that it is in when the first
// block of a loop is left out.
func (r *reducer) ownHeads(loop, entries []ir.BlockID) map[ir.BlockID]ir.BlockID {
	own := make(map[ir.BlockID]ir.BlockID)
	for _, inner := range r.loops(loop[1:]) {
		in := setOf(inner)
		heads := r.entries(inner, loop)
		for _, b := range entries {
			if in[b] && !slices.Contains(heads, b) {
				heads = append(heads, b)
			}
		}
		if len(heads) == 1 {
			for _, b := range inner {
				own[b] = heads[0]
			}
		}
	}
	return own
}

// number assigns selector values to the targets of a dispatch block and of the dispatch blocks inside
// its loop.
func (r *reducer) number(d *dispatch, next *uint64) {
	d.low = *next
	for i, to := range r.fn.Blocks[d.block].Term.Targets {
		if to == d.lands[i] {
			r.numbers[to] = *next
			*next++
		}
	}
	for _, inner := range d.inner {
		r.number(inner, next)
	}
	d.high = *next - 1
}

// finish makes the switch of a dispatch block. The last target is the default.
func (r *reducer) finish(d *dispatch) {
	t := &r.fn.Blocks[d.block].Term
	var targets []ir.BlockID
	for _, to := range t.Targets {
		if slices.Contains(targets, to) {
			continue
		}
		targets = append(targets, to)
		c := ir.Case{Lo: r.numbers[to], Hi: r.numbers[to]}
		if inner := r.heads[to]; inner != nil {
			c = ir.Case{Lo: inner.low, Hi: inner.high}
		}
		t.Cases = append(t.Cases, c)
	}
	last := len(targets) - 1
	t.Targets = append([]ir.BlockID{targets[last]}, targets[:last]...)
	t.Cases = t.Cases[:last]
}

package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// Additions that are taken back, however often they are done:
//
//	while (any()) { lock(&m); p->n++; unlock(&m); … lock(&m); p->n--; unlock(&m); }
//
// At every time a thread has added to one place at most what it takes back next. So all threads together have at most added that as
// often as there are threads; or taken away, where somebody has stored something else in between.
//
// The places that are passed without end and add to the cell are first and second ones: from a first one control comes to second ones before any other and
// before the function's end; from a second one, and from the function's beginning, to first ones only. A second one takes back what the first has
// added, through a pointer that is computed alike from the same values. A thread that ends in between adds no more. Of a function that
// calls itself nothing is said.
//
// None of those values is computed anew in between. Its definition comes before the first one on every way there: if control could go from
// the first one to the definition, it could go on as it did when it came there from the beginning, to a place that is a first one, or to a
// second one of another first one, whose pointer is computed from the value before that was defined.

// pairing is what is known of so many places that add to a cell.
type pairing struct {
	sites int
	slack int64 // by how much those that are passed without end can change the cell
	ok    bool  // that is bounded
}

// slack returns by how much additions that are passed without end can change a cell at any time; ok is false if that is not bounded.
func (k *counts) slack(x *counter) (sum int64, ok bool) {
	if x.pairs.sites != len(x.sites) {
		x.pairs.sites = len(x.sites)
		x.pairs.slack, x.pairs.ok = k.findSlack(x)
	}
	return x.pairs.slack, x.pairs.ok
}

func (k *counts) findSlack(x *counter) (sum int64, ok bool) {
	byNode := make(map[pointsto.NodeID][]pointsto.At)
	for at := range x.sites {
		if k.passed(at) >= unlimited {
			byNode[at.Node] = append(byNode[at.Node], at)
		}
	}
	for n, sites := range byNode {
		firsts, ok := k.firsts(n, x, sites)
		threads := k.created(k.a.pts.Nodes[n].Thread)
		if !ok || threads >= unlimited || k.a.pts.Recursive(k.a.pts.Nodes[n].Func) {
			return 0, false
		}
		for _, at := range firsts {
			if sum += threads * max(x.sites[at], -x.sites[at]); sum >= unlimited {
				return 0, false
			}
		}
	}
	return sum, true
}

// firsts returns the first ones of a function's places; ok is false if some are neither, or both.
func (k *counts) firsts(n pointsto.NodeID, x *counter, sites []pointsto.At) (firsts []pointsto.At, ok bool) {
	view := k.a.pts.View(n)
	second := make(map[pointsto.At]bool) // of those that control was found to come to
	var work []pointsto.At
	come := func(list []pointsto.At, takesBack bool) {
		for _, at := range list {
			if was, known := second[at]; !known {
				second[at] = takesBack
				work = append(work, at)
			} else if was != takesBack {
				ok = false
			}
		}
	}
	begin, _ := k.next(pointsto.At{Node: n, Block: 1}, sites)
	ok = true
	for come(begin, false); ok && len(work) > 0; work = work[1:] {
		at := work[0]
		next, ends := k.next(pointsto.At{Node: n, Block: at.Block, Instr: at.Instr + 1}, sites)
		if second[at] {
			come(next, false)
			continue
		}
		firsts = append(firsts, at)
		ok = !ends && !slices.ContainsFunc(next, func(to pointsto.At) bool {
			return x.sites[to] != -x.sites[at] || !congruent(view, view.Arg(at.Block, at.Instr, 0), view.Arg(to.Block, to.Instr, 0), maxOrigin)
		})
		come(next, true)
	}
	return firsts, ok && len(second) == len(sites)
}

// next returns the places of some to which control may come from a place before any other of them, and whether the function may end
// before that.
func (k *counts) next(from pointsto.At, sites []pointsto.At) (list []pointsto.At, ends bool) {
	view := k.a.pts.View(from.Node)
	seen := make(map[ir.BlockID]bool)
	for work := []pointsto.At{from}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		block := &view.IR.Blocks[at.Block]
		for at.Instr < len(block.Instrs) && !slices.Contains(sites, at) {
			at.Instr++
		}
		if at.Instr < len(block.Instrs) {
			if !slices.Contains(list, at) {
				list = append(list, at)
			}
			continue
		}
		ends = ends || block.Term.Op == ir.TermRet
		for _, to := range block.Term.Targets {
			if !seen[to] {
				seen[to] = true
				work = append(work, pointsto.At{Node: from.Node, Block: to})
			}
		}
	}
	return list, ends
}

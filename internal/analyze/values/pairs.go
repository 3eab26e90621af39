package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Additions that are taken back, any number of times:
//
//	while (any()) { lock(&m); p->n++; unlock(&m); … lock(&m); p->n--; unlock(&m); }
//
// At every time each thread has at most one addition to a place that it takes back next. So all threads
// together have added at most that amount times the number of threads, or subtracted it, if another
// value was stored in between.
//
// The additions to the cell that are executed without bound are divided into first and second ones.
// From a first one, control reaches second ones before any other and before the function's end. From a
// second one, and from the function's beginning, it reaches first ones only. A second one takes back
// the addition of the first, through a pointer that is computed in the same way from the same values. A
// thread that ends in between adds no more. Recursive functions are excluded.
//
// None of those values is recomputed in between: the definition of each comes before the first addition
// on every path. Assume control could reach the definition after the first one. Then it could continue
// as it did from the beginning, either to a first addition, or to the second addition of another pair,
// whose pointer is computed from the old value. Both contradict the division.

// pairing describes a number of additions to a cell.
type pairing struct {
	sites int
	slack int64 // the greatest change of the cell by the additions without bound
	ok    bool  // that change is bounded
}

// slack returns the greatest change of a cell, at any time, by additions that are executed without
// bound; ok is false if the change is not bounded.
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

// firsts returns the first additions among a function's places; ok is false if a place is neither a
// first nor a second one, or is both.
func (k *counts) firsts(n pointsto.NodeID, x *counter, sites []pointsto.At) (firsts []pointsto.At, ok bool) {
	view := k.a.pts.View(n)
	second := make(map[pointsto.At]bool) // among the places reached so far
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

// next returns those of the sites that control may reach from a place before any other site, and
// whether the function may end before that.
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

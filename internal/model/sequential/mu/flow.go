package mu

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// influences returns for every node the nodes on which values written to it may depend. nodes numbers
// the nodes by unit. In between, values pass through registers and memory that is not unwound, which
// are written before they are read.
func (r *rangeAnalysis) influences(nodes map[*unit]int) [][]int {
	n := 0
	for _, k := range nodes {
		n = max(n, k+1)
	}
	out := make([][]int, n)
	passed := make([]nodeSet, n) // by node of memory that is not unwound
	regs := make([]nodeSet, len(r.regs))
	of := func(o ir.Operand) nodeSet {
		if o.IsConst() {
			return nil
		}
		return regs[o.Reg()]
	}
	for i := range r.visits {
		v := &r.visits[i]
		if v.begins {
			clear(regs)
		}
		var from nodeSet
		for _, a := range v.in.Args {
			from = from.union(of(a))
		}
		if v.access != nil {
			v.access.through(interval{})
			seen := from
			r.units.touched(v.access, func(t *unit) {
				k := nodes[t]
				if t.unwound && !v.access.alone {
					seen = seen.with(k)
				} else {
					seen = seen.union(passed[k])
				}
			})
			if v.access.writes {
				r.units.touched(v.access, func(t *unit) {
					if k := nodes[t]; t.unwound && !v.access.alone {
						out[k] = nodeSet(out[k]).union(from)
						if v.in.Op != ir.OpStore {
							out[k] = nodeSet(out[k]).with(k)
						}
					} else {
						passed[k] = passed[k].union(from)
					}
				})
			}
			from = seen
		}
		if v.in.Dst != 0 {
			regs[v.in.Dst] = regs[v.in.Dst].union(from)
		}
	}
	return out
}

// nodeSet is a set of nodes, in ascending order, which is not changed.
type nodeSet []int

func (s nodeSet) union(o nodeSet) nodeSet {
	for _, k := range o {
		s = s.with(k)
	}
	return s
}

func (s nodeSet) with(k int) nodeSet {
	i, found := slices.BinarySearch(s, k)
	if found {
		return s
	}
	return slices.Insert(slices.Clone(s), i, k)
}

package pointsto

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
)

// String writes the result as text: the threads, the nodes outside the library
// models with the registers that hold locations, and what objects hold.
func (r *Result) String() string {
	var b strings.Builder
	if r.Lost != "" {
		fmt.Fprintf(&b, "lost: %s\n", r.Lost)
		return b.String()
	}
	for t := 1; t < len(r.Threads); t++ {
		th := &r.Threads[t]
		fmt.Fprintf(&b, "thread t%d", t)
		if th.Parent != 0 {
			fmt.Fprintf(&b, " by t%d", th.Parent)
		}
		if th.Merged {
			b.WriteString(" merged")
		}
		b.WriteByte('\n')
	}
	for n := 1; n < len(r.Nodes); n++ {
		if f := r.View(NodeID(n)).IR; !f.Model {
			r.writeNode(&b, NodeID(n))
		}
	}
	for o := 1; o < len(r.Objects); o++ {
		if k := r.Objects[o].Kind; k != Function && k != Model && !r.Objects[o].Bookkeeping {
			r.writeObject(&b, ObjID(o))
		}
	}
	return b.String()
}

func (r *Result) writeNode(b *strings.Builder, n NodeID) {
	view := r.View(n)
	fmt.Fprintf(b, "node n%d %s t%d\n", n, view.IR.Name, r.Nodes[n].Thread)
	for _, id := range view.Order {
		for i := range view.IR.Blocks[id].Instrs {
			in := &view.IR.Blocks[id].Instrs[i]
			if v := view.Def(id, i); v != ssa.NoValue && in.ResultType().IsPtr() {
				if locs := r.PointsTo(n, v); len(locs) > 0 {
					fmt.Fprintf(b, "  b%d:%d %%%d %s\n", id, i, in.Dst, r.names(locs))
				}
			}
		}
	}
}

func (r *Result) writeObject(b *strings.Builder, o ObjID) {
	var lines []string
	r.Contents(o, func(at Loc, size int64, holds []LocID) {
		if s := r.names(holds); s != "" && s != "number" {
			line := fmt.Sprintf("  %d", at.Off)
			if at.Step != 0 {
				line += fmt.Sprintf("+%d*", at.Step)
			}
			lines = append(lines, fmt.Sprintf("%s/%d %s", line, size, s))
		}
	})
	slices.Sort(lines)
	fmt.Fprintf(b, "object %s\n", r.Name(o))
	for _, l := range slices.Compact(lines) {
		b.WriteString(l + "\n")
	}
}

// names lists locations by name, in order.
func (r *Result) names(locs []LocID) string {
	list := make([]string, len(locs))
	for i, l := range locs {
		list[i] = r.LocName(l)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

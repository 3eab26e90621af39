package check

import (
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// nothingToViolate reports whether a program has no place at all where the
// property could be violated, and no construct without a meaning, so that it is
// safe whatever executions it has. It looks at assert and reach, whose places
// are instructions; of other properties it knows nothing.
func nothingToViolate(p *ir.Program, property verdict.Property) bool {
	if property != verdict.Assert && property != verdict.Reach {
		return false
	}
	for id := range p.Funcs {
		f := &p.Funcs[id]
		if id > 0 && !f.HasBody() {
			return false
		}
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				switch in := &f.Blocks[b].Instrs[i]; in.Op {
				case ir.OpUnsupported:
					return false
				case ir.OpAssert:
					if verdict.Property(in.Sub) == property {
						return false
					}
				}
			}
		}
	}
	return true
}

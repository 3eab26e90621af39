package pathproof

import (
	"context"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// ProveApart reports whether no signed result is out of range, for any arguments, any contents of
// memory and any results of calls. It is for programs in which pointers may lead anywhere: such a
// program may still compute in its variables only, as in
//
//	for (int i = 0; i < n; i++) *p = q;
//
// In each function that may run, ProveApart looks at all paths to each such instruction, like Prove for
// the obligations that package values left. why says what package pointsto could not find out.
func ProveApart(ctx context.Context, program *ir.Program, why string) bool {
	pts := pointsto.Apart(program, why)
	p := &prover{ctx: ctx, facts: values.Unknown(pts), pts: pts, model: program.Model, loops: make(map[pointsto.At][]bound)}
	for n := 1; n < len(pts.Nodes); n++ {
		node := pointsto.NodeID(n)
		for at, in := range pts.View(node).Instrs() {
			switch {
			case ctx.Err() != nil || in.Op == ir.OpUnsupported || in.Op == ir.OpFork || in.Op == ir.OpShare || in.Op == ir.OpLimit:
				return false
			case in.Flags&ir.NSW != 0 && !p.proves([]pointsto.At{{Node: node, Block: at.Block, Instr: at.Index}}):
				return false
			}
		}
	}
	return true
}

package raceproof

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Arguments of main. A program gets at most four, of up to 15 characters, and has a mark for more (semantics 14.5). A proof covers any number
// of arguments of any length if it does not depend on these limits:
//
//   - It uses no bounds on values, such as argc < 6.
//   - No access is outside of its object in all executions, as argv[7] would be.
//   - A load of a pointer from an unknown element of an array may yield every element, except perhaps the first. So the loads of a program
//     do not tell a further string from the four, and accesses to further strings conflict only if accesses to the four do.

// cutAtArguments reports whether a limit is that of main's arguments, which matters only if a proof depends on it.
func (a *prover) cutAtArguments(in *ir.Instr) bool {
	if a.known != nil || a.survey || !strings.HasPrefix(in.Text, string(verdict.ArgumentBound)+" ") {
		return false
	}
	a.moreArgs = in.Text
	return true
}

// noteLimits records an access of which a proof does not cover more arguments.
func (a *prover) noteLimits(x pointsto.At, in *ir.Instr) {
	size, pointer := in.Type.Bytes(a.prog.Model), int64(a.prog.Model.PtrBits()/8)
	for _, id := range a.pts.PointsTo(x.Node, a.pts.View(x.Node).Arg(x.Block, x.Instr, 0)) {
		l := a.pts.Locs[id]
		if l.Obj == 0 || a.pts.Objects[l.Obj].Kind != pointsto.Global {
			continue
		}
		if a.pts.Outside(l, size) || in.Type.IsPtr() && l.Step != 0 && (l.Step > pointer || l.Off > pointer) {
			a.limited = true
		}
	}
}

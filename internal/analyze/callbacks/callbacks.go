// Package callbacks finds the functions of a program that undefined functions (ir.Func.External) may
// call. These are the functions whose addresses are passed to an undefined function, or stored in an
// object that it can reach. Engines execute calls of passed functions only, made before the undefined
// function returns, in the thread of its caller (package front/link; semantics 14.10).
//
// Package drive/check calls Find after the engines, and again where it excludes checks from the coverage.
// The public package, for Explore, and package drive/relax get its result from drive/check. That there are no
// other calls is an assumption of the verdict; with --assume externals=strict the verdict is unknown. Find may
// report a function that is never called back, and must miss none.
//
// Cost: that of pointsto, and one pass over its calls.
package callbacks

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Callback is a call that passes the address of a function to an undefined function.
type Callback struct {
	Func     string // that may be called; empty: unknown
	External string // the undefined function
	Pos      ir.Pos // of the call; if pointsto gave up, of the function
}

// Find returns the callbacks of a program, by position. If the analysis of pointers gave up, an external
// function may call back under two conditions. One of its parameters can lead to a function, and the program
// uses the address of a function otherwise than as an argument of a library model. Callbacks are then in the
// order of external functions. If ctx ends, the analysis of pointers gives up.
func Find(ctx context.Context, facts *analyze.Facts) []Callback {
	prog := facts.Program
	var list []Callback
	add := func(c Callback) {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	if len(prog.Externals()) == 0 {
		return nil
	}
	pts := facts.PointsTo(ctx)
	if pts.Lost != "" {
		if !handsOut(prog) {
			return nil
		}
		types := newLeading(prog)
		for i := range prog.Funcs {
			if f := &prog.Funcs[i]; f.External != "" && types.parameters(f) {
				add(Callback{"", f.Name, f.Pos})
			}
		}
		return list
	}
	for n := pointsto.NodeID(1); int(n) < len(pts.Nodes); n++ {
		view := pts.View(n)
		for at, in := range view.Instrs() {
			for _, callee := range pts.Callees(n, at.Block, at.Index) {
				f := &prog.Funcs[pts.Nodes[callee].Func]
				if f.External == "" {
					continue
				}
				var args []pointsto.LocID
				for i := range in.Args {
					if i > 0 || in.Op == ir.OpCall {
						args = append(args, pts.PointsTo(n, view.Arg(at.Block, at.Index, i))...)
					}
				}
				for _, back := range reached(pts, args) {
					add(Callback{prog.Funcs[back].Name, f.Name, in.Pos})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Callback) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return list
}

// reached returns the functions to which locations lead, directly or through the contents of their
// objects. Private objects of the library are not followed.
func reached(pts *pointsto.Result, from []pointsto.LocID) (out []ir.FuncID) {
	private := func(o *pointsto.Object) bool { return o.Kind == pointsto.Model || pts.Program.Globals[o.Global].Model }
	for id := range pts.Reachable(from, private) {
		if o := &pts.Objects[id]; o.Kind == pointsto.Function {
			out = append(out, o.Func)
		}
	}
	slices.Sort(out)
	return out
}

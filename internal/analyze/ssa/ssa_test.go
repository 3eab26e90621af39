package ssa_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// TestWalks executes random paths of generated functions, records the last assignment of every
// register, and compares with the view.
func TestWalks(t *testing.T) {
	for seed := range uint64(12) {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(testgen.Sequential(seed, 2)), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := front.Compile(context.Background(), front.Options{Files: []string{file}})
		if err != nil || c.Program == nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		for id := 1; id < len(c.Program.Funcs); id++ {
			if f := &c.Program.Funcs[id]; f.HasBody() {
				w := walker{t: t, seed: seed, f: ssa.Build(f), rng: rng}
				for range 8 {
					w.walk()
				}
			}
		}
	}
}

// walker is a random path: every value is identified by its origin, which is not a phi.
type walker struct {
	t    *testing.T
	seed uint64
	f    *ssa.Func
	rng  *rand.Rand
	last map[ir.Reg]ssa.ValueID // the last assignment of the register; 0: none
	phis map[ssa.ValueID]ssa.ValueID
}

func (w *walker) walk() {
	w.last, w.phis = make(map[ir.Reg]ssa.ValueID), make(map[ssa.ValueID]ssa.ValueID)
	for v := range w.f.Values {
		if d := &w.f.Values[v]; d.Kind == ssa.Param {
			w.last[w.f.IR.Params[d.Index]] = ssa.ValueID(v)
		}
	}
	edge := len(w.f.Preds[1]) // from the caller
	for at, steps := ir.BlockID(1), 0; at != 0 && steps < 200; steps++ {
		at, edge = w.block(at, edge)
	}
}

// block visits a block that was entered by an edge, and chooses the next block.
func (w *walker) block(id ir.BlockID, edge int) (ir.BlockID, int) {
	now := make(map[ssa.ValueID]ssa.ValueID)
	for v := range w.f.Values {
		if d := &w.f.Values[v]; d.Kind == ssa.Phi && d.Block == id && edge < len(d.Args) {
			now[ssa.ValueID(v)] = w.origin(d.Args[edge])
		}
	}
	for v, o := range now {
		w.phis[v] = o
	}
	block := &w.f.IR.Blocks[id]
	for i := range block.Instrs {
		in := &block.Instrs[i]
		for k, o := range in.Args {
			w.compare(o, w.f.Arg(id, i, k), id)
		}
		if in.Dst != 0 {
			w.last[in.Dst] = w.f.Def(id, i)
		}
	}
	if v := w.f.Term(id); v != ssa.NoValue {
		w.compare(block.Term.Arg, v, id)
	}
	if len(block.Term.Targets) == 0 {
		return 0, 0
	}
	pick := w.rng.IntN(len(block.Term.Targets))
	to, nth := block.Term.Targets[pick], 0
	for _, other := range block.Term.Targets[:pick] {
		if other == to {
			nth++
		}
	}
	for k, p := range w.f.Preds[to] {
		if p == id {
			if nth == 0 {
				return to, k
			}
			nth--
		}
	}
	w.t.Fatalf("seed %d: %s: b%d is no predecessor of b%d", w.seed, w.f.IR.Name, id, to)
	return 0, 0
}

// origin returns the value other than a phi behind a value, or 0 for a zero.
func (w *walker) origin(v ssa.ValueID) ssa.ValueID {
	switch w.f.Values[v].Kind {
	case ssa.Phi:
		return w.phis[v]
	case ssa.Zero:
		return 0
	}
	return v
}

func (w *walker) compare(o ir.Operand, v ssa.ValueID, at ir.BlockID) {
	w.t.Helper()
	if w.f.Values[v].Type != w.f.IR.TypeOf(o) {
		w.t.Fatalf("seed %d: %s b%d: a value has the wrong type", w.seed, w.f.IR.Name, at)
	}
	if o.IsConst() {
		if c, ok := w.f.Const(v); !ok || c != w.f.IR.Consts[o.Const()] {
			w.t.Fatalf("seed %d: %s b%d: wrong constant", w.seed, w.f.IR.Name, at)
		}
		return
	}
	if want, got := w.last[o.Reg()], w.origin(v); want != got {
		w.t.Fatalf("seed %d: %s b%d: register %d: found value %d, expected %d", w.seed, w.f.IR.Name, at, o.Reg(), got, want)
	}
}

package pointsto_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var generated = testflag.Generated(20)

// watcher compares the accesses of an execution with the analysis.
type watcher struct {
	t     *testing.T
	name  string
	pts   *pointsto.Result
	sites *ir.Sites
	at    map[*ir.Instr]pointsto.At // Node is the function
	nodes map[ir.FuncID][]pointsto.NodeID
	seen  map[string]bool
	count int
}

func newWatcher(t *testing.T, name string, p *ir.Program, pts *pointsto.Result) *watcher {
	w := &watcher{t: t, name: name, pts: pts, sites: ir.NewSites(p), at: make(map[*ir.Instr]pointsto.At),
		nodes: make(map[ir.FuncID][]pointsto.NodeID), seen: make(map[string]bool)}
	for f := range p.Funcs {
		for b := range p.Funcs[f].Blocks {
			for i := range p.Funcs[f].Blocks[b].Instrs {
				w.at[&p.Funcs[f].Blocks[b].Instrs[i]] = pointsto.At{Node: pointsto.NodeID(f), Block: ir.BlockID(b), Instr: i}
			}
		}
	}
	for n := 1; n < len(pts.Nodes); n++ {
		f := pts.Nodes[n].Func
		w.nodes[f] = append(w.nodes[f], pointsto.NodeID(n))
	}
	return w
}

// Observe implements interp.Observer.
func (w *watcher) Observe(m *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	if o.Kind > interp.ObservedUpdate || o.Instr == nil {
		return
	}
	at, ok := w.at[o.Instr]
	if !ok {
		w.t.Fatalf("%s: an access by no instruction", w.name)
	}
	info, ok := m.ObjectInfo(o.Object)
	if !ok {
		return
	}
	fn := ir.FuncID(at.Node)
	key := fmt.Sprint(fn, at.Block, at.Instr, info.Key.Site, info.Global, info.Func, info.Local, o.Offset)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	w.count++
	for _, n := range w.nodes[fn] {
		view := w.pts.View(n)
		for _, l := range w.pts.PointsTo(n, view.Arg(at.Block, at.Instr, 0)) {
			if l == pointsto.Wild || w.matches(w.pts.Locs[l], &info, int64(o.Offset), int64(o.Size)) {
				return
			}
		}
	}
	w.t.Errorf("%s: %s touches %+v at %d, which it does not point to", w.name,
		w.pts.Program.InstrText(&w.pts.Program.Funcs[fn], o.Instr), info, o.Offset)
}

// matches reports whether a location contains an access to an object.
func (w *watcher) matches(l pointsto.Loc, info *interp.ObjectInfo, off, size int64) bool {
	if l.Obj == 0 || !pointsto.Overlap(l, 1, pointsto.Loc{Obj: l.Obj, Off: off}, 1) {
		return false
	}
	switch o := &w.pts.Objects[l.Obj]; o.Kind {
	case pointsto.Global, pointsto.ThreadLocal:
		return o.Global == info.Global
	case pointsto.Local:
		return w.pts.Nodes[o.Node].Func == info.Func && o.Local == info.Local
	case pointsto.Function:
		return false
	default:
		return w.madeAt(pointsto.At{Node: o.Node, Block: o.Block, Instr: o.Instr}, info.Key.Site)
	}
}

// madeAt reports whether a site is a place of a node, or a place from which control reaches it in library models.
func (w *watcher) madeAt(at pointsto.At, site ir.SiteID) bool {
	node := &w.pts.Nodes[at.Node]
	return w.sites.Instr(node.Func, at.Block, at.Instr) == site || w.pts.Program.Funcs[node.Func].Model &&
		slices.ContainsFunc(node.Callers, func(c pointsto.At) bool { return w.madeAt(c, site) })
}

// chance answers choices at random.
type chance struct{ *rand.Rand }

func (r chance) Choose(c interp.Choice) (wide.Word, error) {
	switch {
	case c.Bits != 0:
		return wide.Word{Lo: uint64(bits.TrailingZeros64(c.Bits))}, nil
	case c.Range:
		return wide.Word{Lo: c.Lo + r.Uint64N(c.Hi-c.Lo+1)}, nil
	}
	return wide.Word{Lo: r.Uint64N(3) & (1<<min(c.Width, 63) - 1)}, nil
}

func (r chance) Uninit(interp.ObjectKey, uint64) (byte, error) { return 0, nil }

// execute runs a program under a random schedule.
func execute(code *interp.Code, w *watcher, rng *rand.Rand) {
	m := interp.NewMachine(code, interp.Config{Source: chance{rng}, Observer: w, MaxSteps: 1 << 18})
	for idle := 0; m.End().Kind == interp.Running && idle < 200 && len(m.Ready()) > 0; {
		if m.Step(m.Ready()[rng.IntN(len(m.Ready()))]) == interp.Stepped {
			idle = 0
		} else {
			idle++
		}
	}
}

// TestExecutions runs generated programs and compares every access with the possible targets of its
// pointer.
func TestExecutions(t *testing.T) {
	accesses, lost := 0, 0
	for seed := range generated.All() {
		text := testgen.Sequential(seed, 2)
		if seed%2 == 1 {
			g := testgen.Concurrent(testgen.Options{Seed: seed, Size: 3})
			text = g.C()
		}
		p := testprog.Source(t, text, ir.LP64)
		analyse := pointsto.Analyse
		switch seed % 4 {
		case 0:
			analyse = pointsto.AnalyseFew
		case 1:
			analyse = pointsto.AnalyseBriefly
		}
		pts := analyse(context.Background(), p)
		if pts.Lost != "" {
			lost++
			continue
		}
		w := newWatcher(t, fmt.Sprint("seed ", seed), p, pts)
		code := interp.Prepare(p)
		for run := range uint64(3) {
			execute(code, w, rand.New(rand.NewPCG(seed, run)))
		}
		accesses += w.count
		if t.Failed() {
			t.Fatal(text)
		}
	}
	t.Logf("%d accesses", accesses)
	testprog.AtLeast(t, generated.N()-lost, generated.N(), 80)
}

package values_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/analysis/values"
	"github.com/heddle-mc/heddle/internal/certify/threads"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// forgery is a proof with changed statements about counters, loops, or the heap.
type forgery struct {
	name  string
	proof *modular.Proof
}

// forgeries changes the statements of a proof other than the states at blocks, and adds statements.
func forgeries(p *ir.Program, a *modular.Proof) (out []forgery) {
	add := func(name string, change func(m *modular.Proof)) {
		m := *a
		m.Counters, m.Trips = slices.Clone(a.Counters), slices.Clone(a.Trips)
		change(&m)
		out = append(out, forgery{name, &m})
	}
	add("nothing", func(*modular.Proof) {})
	for i := range a.Counters {
		k := &a.Counters[i]
		add(fmt.Sprint("counter ", i, " less"), func(m *modular.Proof) { m.Counters[i].Hi = k.Lo })
		add(fmt.Sprint("counter ", i, " more"), func(m *modular.Proof) { m.Counters[i].Lo = k.Hi })
		for j, x := range k.Adds {
			adds := func(name string, list []modular.Addition) {
				add(fmt.Sprint("addition ", i, " ", j, " ", name), func(m *modular.Proof) { m.Counters[i].Adds = list })
			}
			adds("gone", slices.Delete(slices.Clone(k.Adds), j, j+1))
			changed := slices.Clone(k.Adds)
			changed[j].Delta = x.Delta / 2
			adds("less", changed)
			changed = slices.Clone(k.Adds)
			changed[j].Delta = -x.Delta
			adds("the other way", changed)
		}
	}
	for i, x := range a.Trips {
		for name, t := range map[string]modular.Trips{
			"shorter": {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo, Hi: x.Hi - 1, Step: x.Step},
			"later":   {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo + 1, Hi: x.Hi, Step: x.Step},
			"faster":  {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo, Hi: x.Hi, Step: 2 * x.Step},
			"at head": {At: x.At, Reg: x.Reg, In: x.At.Block, Lo: x.Lo, Hi: x.Hi, Step: x.Step},
			"another": {At: x.At, Reg: x.Reg + 1, In: x.In, Lo: x.Lo, Hi: x.Hi, Step: x.Step},
		} {
			add(fmt.Sprint("trips ", i, " ", name), func(m *modular.Proof) { m.Trips[i] = t })
		}
	}
	// Every variable of the program as a counter with an addition at every store.
	for c := 1; c < len(a.Cells); c++ {
		x := &a.Cells[c]
		o := &a.Objects[x.Object]
		if o.Kind != modular.Global || p.Globals[o.Global].Model || x.Mixed || !x.Strong || x.Size > 4 {
			continue
		}
		counter := modular.Counter{Cell: modular.CellID(c), Hi: 1}
		for n := 1; n < len(a.Nodes); n++ {
			f := &p.Funcs[a.Nodes[n].Func]
			for b := range f.Blocks {
				for i, in := range f.Blocks[b].Instrs {
					if !f.Model && in.Op == ir.OpStore {
						counter.Adds = append(counter.Adds, modular.Addition{At: modular.At{Node: modular.NodeID(n), Block: ir.BlockID(b), Instr: i}, Delta: 1})
					}
				}
			}
		}
		add(fmt.Sprint("a counter of cell ", c), func(m *modular.Proof) { m.Counters = []modular.Counter{counter} })
	}
	// Every object of the heap is kept by every global.
	kept := make(map[modular.ObjectID][]modular.CellID)
	for o := range a.Objects {
		if a.Objects[o].Kind != modular.Alloc || a.Objects[o].Base != 0 || o == 0 {
			continue
		}
		for c := 1; c < len(a.Cells); c++ {
			if x := &a.Cells[c]; a.Objects[x.Object].Kind == modular.Global && x.Strong && x.Size == 8 && x.Step == 0 && !x.Mixed {
				kept[modular.ObjectID(o)] = append(kept[modular.ObjectID(o)], modular.CellID(c))
			}
		}
	}
	add("all is kept", func(m *modular.Proof) { m.Kept = kept })
	add("all is kept and nothing loose", func(m *modular.Proof) {
		m.Kept, m.States = kept, maps.Clone(m.States)
		for at, s := range m.States {
			n := *s
			n.Loose = nil
			m.States[at] = &n
		}
	})
	return out
}

func confirms(t *testing.T, p *ir.Program, a *modular.Proof, property verdict.Property) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	m := *a
	m.Paths = []verdict.Property{property}
	report, err := threads.Confirm(ctx, p, &m)
	if err != nil {
		return false
	}
	ok, _ := report.Confirms(property)
	return ok
}

// refuses checks that no forged proof of a violated property is confirmed.
func refuses(t *testing.T, name string, p *ir.Program, r *values.Result, property verdict.Property) (forged int) {
	t.Helper()
	if r.Lost != "" {
		return 0
	}
	for _, f := range forgeries(p, r.Proof(context.Background())) {
		forged++
		if confirms(t, p, f.proof, property) {
			t.Errorf("%s: %s is violated, and a proof confirmed with a change: %s", name, property, f.name)
		}
	}
	return forged
}

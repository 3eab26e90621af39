package values_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// forgery is a proof with changed statements about counters, loops, or the heap.
type forgery struct {
	name  string
	proof *threadproof.Proof
}

// forgeries changes the statements of a proof other than the states at blocks, and adds statements.
func forgeries(p *ir.Program, a *threadproof.Proof) (out []forgery) {
	add := func(name string, change func(m *threadproof.Proof)) {
		m := *a
		m.Counters, m.Trips = slices.Clone(a.Counters), slices.Clone(a.Trips)
		change(&m)
		out = append(out, forgery{name, &m})
	}
	add("nothing", func(*threadproof.Proof) {})
	for i := range a.Counters {
		k := &a.Counters[i]
		add(fmt.Sprint("counter ", i, " less"), func(m *threadproof.Proof) { m.Counters[i].Hi = k.Lo })
		add(fmt.Sprint("counter ", i, " more"), func(m *threadproof.Proof) { m.Counters[i].Lo = k.Hi })
		for j, x := range k.Adds {
			adds := func(name string, list []threadproof.Addition) {
				add(fmt.Sprint("addition ", i, " ", j, " ", name), func(m *threadproof.Proof) { m.Counters[i].Adds = list })
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
		for name, t := range map[string]threadproof.Trips{
			"shorter": {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo, Hi: x.Hi - 1, Step: x.Step},
			"later":   {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo + 1, Hi: x.Hi, Step: x.Step},
			"faster":  {At: x.At, Reg: x.Reg, In: x.In, Lo: x.Lo, Hi: x.Hi, Step: 2 * x.Step},
			"at head": {At: x.At, Reg: x.Reg, In: x.At.Block, Lo: x.Lo, Hi: x.Hi, Step: x.Step},
			"another": {At: x.At, Reg: x.Reg + 1, In: x.In, Lo: x.Lo, Hi: x.Hi, Step: x.Step},
		} {
			add(fmt.Sprint("trips ", i, " ", name), func(m *threadproof.Proof) { m.Trips[i] = t })
		}
	}
	// Every variable of the program as a counter with an addition at every store.
	for c := 1; c < len(a.Cells); c++ {
		x := &a.Cells[c]
		o := &a.Objects[x.Object]
		if o.Kind != threadproof.Global || p.Globals[o.Global].Model || x.Mixed || !x.Strong || x.Size > 4 {
			continue
		}
		counter := threadproof.Counter{Cell: threadproof.CellID(c), Hi: 1}
		for n := 1; n < len(a.Nodes); n++ {
			f := &p.Funcs[a.Nodes[n].Func]
			for b := range f.Blocks {
				for i, in := range f.Blocks[b].Instrs {
					if !f.Model && in.Op == ir.OpStore {
						counter.Adds = append(counter.Adds, threadproof.Addition{At: threadproof.At{Node: threadproof.NodeID(n), Block: ir.BlockID(b), Instr: i}, Delta: 1})
					}
				}
			}
		}
		add(fmt.Sprint("a counter of cell ", c), func(m *threadproof.Proof) { m.Counters = []threadproof.Counter{counter} })
	}
	// Every object of the heap is kept by every global.
	kept := make(map[threadproof.ObjectID][]threadproof.CellID)
	for o := range a.Objects {
		if a.Objects[o].Kind != threadproof.Alloc || a.Objects[o].Base != 0 || o == 0 {
			continue
		}
		for c := 1; c < len(a.Cells); c++ {
			if x := &a.Cells[c]; a.Objects[x.Object].Kind == threadproof.Global && x.Strong && x.Size == 8 && x.Step == 0 && !x.Mixed {
				kept[threadproof.ObjectID(o)] = append(kept[threadproof.ObjectID(o)], threadproof.CellID(c))
			}
		}
	}
	add("all is kept", func(m *threadproof.Proof) { m.Kept = kept })
	add("all is kept and nothing loose", func(m *threadproof.Proof) {
		m.Kept, m.States = kept, maps.Clone(m.States)
		for at, s := range m.States {
			n := *s
			n.Loose = nil
			m.States[at] = &n
		}
	})
	return out
}

func confirms(t *testing.T, p *ir.Program, a *threadproof.Proof, property verdict.Property) bool {
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

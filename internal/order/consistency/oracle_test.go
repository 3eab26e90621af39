package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// oracle executes a graph in every order and with every choice.
type oracle struct {
	d       *drawing
	memory  map[granule]term.Word
	values  []term.Word // by read
	choices *term.Assignment
	done    []bool // by node
	at      []int  // by thread: its next node; nil: nodes that are not done now are never done
	found   []bool // by obligation: some execution violates it
	runs    int
}

type granule struct {
	region event.RegionID
	index  term.Word
}

// explore returns which obligations are violated by some execution.
func (d *drawing) explore() []bool {
	o := &oracle{d: d, found: make([]bool, len(d.Obligations))}
	free := len(d.bools) + len(d.words)
	for bits := range 1 << free {
		o.choices = &term.Assignment{}
		for i, v := range d.bools {
			o.choices.Set(v, term.WordOf(uint64(bits>>i&1)))
		}
		for i, v := range d.words {
			o.choices.Set(v, term.WordOf(uint64(bits>>(len(d.bools)+i)&1)))
		}
		o.memory = make(map[granule]term.Word)
		o.values = make([]term.Word, len(d.Events))
		o.done = make([]bool, len(d.Nodes))
		o.at = make([]int, len(d.Threads))
		o.run()
	}
	return o.found
}

// eval evaluates terms under the choices and the values of executed reads; the value of other reads is 0.
func (o *oracle) eval() *term.Evaluator {
	asg := &term.Assignment{}
	for _, v := range o.d.bools {
		asg.Set(v, o.choices.Word(v))
	}
	for _, v := range o.d.words {
		asg.Set(v, o.choices.Word(v))
	}
	for id, e := range o.d.Events {
		if id > 0 && e.Kind == event.Read && o.d.s.IsVar(e.Value) {
			asg.Set(e.Value, o.values[id])
		}
	}
	return term.NewEvaluator(o.d.s, asg)
}

// run executes the remaining nodes in every order.
func (o *oracle) run() {
	ev := o.eval()
	// A node that is not executed is passed at once: its guard depends on earlier nodes of its thread only.
	ended := true
	for t := 1; t < len(o.at); t++ {
		if o.at[t] == len(o.d.Threads[t].Nodes) {
			continue
		}
		ended = false
		n := o.d.Threads[t].Nodes[o.at[t]]
		if !o.enabled(ev, n) {
			continue
		}
		memory, values := o.memory, append([]term.Word(nil), o.values...)
		o.memory = make(map[granule]term.Word, len(memory))
		for g, v := range memory {
			o.memory[g] = v
		}
		o.at[t]++
		executes := ev.Holds(o.d.Nodes[n].Guard)
		possible := true
		if executes {
			possible = o.execute(n)
			o.done[n] = true
		}
		if possible {
			o.run()
		}
		o.at[t]--
		o.done[n] = false
		o.memory, o.values = memory, values
		if !executes {
			return
		}
	}
	if !ended {
		return
	}
	o.runs++
	for _, f := range o.d.Facts {
		if !ev.Holds(f) {
			return
		}
	}
	for i, ob := range o.d.Obligations {
		if ev.Holds(ob.Guard) && !ev.Holds(ob.Cond) {
			o.found[i] = true
		}
	}
}

// enabled reports whether all nodes that must precede a node were executed or passed.
func (o *oracle) enabled(ev *term.Evaluator, n event.NodeID) bool {
	for _, e := range o.d.Edges {
		if e.To == n && ev.Holds(e.Guard) && !o.done[e.From] {
			from := &o.d.Nodes[e.From]
			if o.at == nil || o.at[from.Thread] <= int(from.Index) {
				return false
			}
		}
	}
	return true
}

// execute executes the events of a node. It reports false if one of them reads a wrong constant.
func (o *oracle) execute(n event.NodeID) bool {
	node := &o.d.Nodes[n]
	for e := node.First; e < node.Last; e++ {
		ev, x := o.eval(), &o.d.Events[e]
		if !ev.Holds(x.Guard) {
			continue
		}
		g := granule{region: x.Region}
		if x.Index != term.None {
			g.index = ev.Word(x.Index)
		}
		if x.Kind == event.Read {
			o.values[e] = o.memory[g]
			if v, ok := o.d.s.Value(x.Value); ok && v != o.memory[g] {
				return false
			}
		} else {
			o.memory[g] = ev.Word(x.Value)
		}
	}
	return true
}

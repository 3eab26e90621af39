package candidate

import (
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// execution is a choice of a path for each thread, and the relations that follow from it.
type execution struct {
	*memory
	paths []*path
	*memmodel.Execution
	nodes  []node
	events []int         // by node: its event; the two halves of a RISC-V AMO share one
	first  []int         // by thread: its first node
	reads  []int         // nodes
	writes [][]int       // by cell: nodes, the initial write first
	pairs  [][2]int      // nodes of read-modify-writes
	parts  map[int][]int // by number of a read: its nodes
}

// newExecution makes the events of the paths.
func newExecution(m *memory, paths []*path) *execution {
	x := &execution{
		memory: m, paths: paths, Execution: new(memmodel.Execution), parts: make(map[int][]int),
		writes: make([][]int, len(m.cells)),
	}
	for _, p := range paths {
		for _, n := range p.nodes {
			if c := n.cell; c != 0 && x.writes[c] == nil {
				x.initialWrite(c)
			}
		}
	}
	for _, p := range paths {
		x.first = append(x.first, len(x.nodes))
		for _, n := range p.nodes {
			x.add(n)
		}
	}
	x.relations()
	return x
}

func (x *execution) initialWrite(c int) {
	tags := []string{"W", "IW"}
	if x.test.Objects[x.cells[c].object].NonAtomic {
		tags = append(tags, "NAL")
	}
	x.events = append(x.events, len(x.Events))
	x.Events = append(x.Events, memmodel.Event{Thread: memmodel.InitialThread, Loc: c, Tags: tags})
	x.nodes = append(x.nodes, node{kind: program.Store, thread: program.None, cell: c, value: program.Number(x.cells[c].initial)})
	x.writes[c] = []int{len(x.nodes) - 1}
}

func (x *execution) add(n node) {
	kind := "F"
	e := len(x.nodes)
	switch n.kind {
	case program.Load:
		kind = "R"
		x.reads = append(x.reads, e)
		r := readOf(n.thread, n.event)
		x.parts[r] = append(x.parts[r], e)
	case program.Store:
		kind = "W"
		x.writes[n.cell] = append(x.writes[n.cell], e)
	}
	x.nodes = append(x.nodes, n)
	if partner := x.partner(e); partner != program.None && x.test.Dialect == program.RISCV && n.tags[len(n.tags)-1] == "AMO" {
		// The RISC-V manual, in its chapter on RVWMO, makes an AMO one operation of the memory order.
		x.events = append(x.events, x.events[partner])
		x.Events[x.events[partner]].Tags = append(x.Events[x.events[partner]].Tags, kind)
		return
	}
	x.events = append(x.events, len(x.Events))
	x.Events = append(x.Events, memmodel.Event{Thread: n.thread, Loc: n.cell, Tags: append([]string{kind}, n.tags...)})
}

// partner returns the read with which a write makes a read-modify-write, or None.
func (x *execution) partner(e int) int {
	n := &x.nodes[e]
	if n.kind == program.Store {
		if read := x.paths[n.thread].events[n.event].partner; read != program.None {
			for _, r := range x.parts[readOf(n.thread, read)] {
				if x.nodes[r].cell == n.cell {
					return r
				}
			}
		}
	}
	return program.None
}

// relations makes the relations that do not depend on rf and co.
func (x *execution) relations() {
	x.Relations = make(map[string]relation.Rel)
	for _, name := range []string{"po", "si", "addr", "data", "ctrl", "amo", "lxsx"} {
		x.Relations[name] = relation.New(len(x.Events))
	}
	for b := range x.nodes {
		to := &x.nodes[b]
		if to.thread == program.None {
			continue
		}
		e := &x.paths[to.thread].events[to.event]
		for a := x.first[to.thread]; a < len(x.nodes) && x.nodes[a].thread == to.thread; a++ {
			from := x.nodes[a].event
			switch {
			case from == to.event:
				x.relate("si", a, b)
			case a < b && x.events[a] != x.events[b]:
				x.relate("po", a, b)
			}
			if a < b && x.events[a] != x.events[b] {
				for _, d := range []struct {
					name string
					deps uint64
				}{{"addr", e.addr}, {"data", e.data}, {"ctrl", e.ctrl}} {
					if d.deps>>from&1 != 0 {
						x.relate(d.name, a, b)
					}
				}
			}
		}
		if r := x.partner(b); r != program.None {
			x.pairs = append(x.pairs, [2]int{r, b})
			switch {
			case x.events[r] == x.events[b]:
			case e.op.Pair == program.Atomic:
				x.relate("amo", r, b)
			default:
				x.relate("lxsx", r, b)
			}
		}
	}
}

func (x *execution) relate(name string, a, b int) { x.Relations[name].Add(x.events[a], x.events[b]) }

package candidate

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// node is an event of an execution: a fence, or the part of an access that is in one cell.
type node struct {
	kind   program.Kind
	thread int
	event  int // of the path
	cell   int // from 1; 0: none
	shift  int // in bits: the position of the cell's value in the value of the access
	tags   []string
	value  *program.Expr // of a store
}

// cell is a part of memory that each access contains or leaves alone.
type cell struct {
	object       int
	offset, size int
	initial      int64
}

// memory divides objects into cells.
type memory struct {
	test  *program.Test
	cells []cell  // from 1
	first [][]int // by object: the cells in order of their offsets
}

// divide returns the cells of the objects, for all accesses of the paths.
func divide(test *program.Test, threads []*paths) *memory {
	cuts := make([][]int, len(test.Objects))
	for i := range test.Objects {
		o := &test.Objects[i]
		cuts[i] = []int{0, o.Size}
	}
	for _, t := range threads {
		for _, p := range t.all {
			for _, e := range p.events {
				if e.object != program.None && e.op.Kind != program.Fence {
					cuts[e.object] = append(cuts[e.object], int(e.offset), int(e.offset)+e.op.Size)
				}
			}
		}
	}
	m := &memory{test: test, cells: make([]cell, 1), first: make([][]int, len(test.Objects))}
	for i := range test.Objects {
		slices.Sort(cuts[i])
		places := slices.Compact(cuts[i])
		for j := 1; j < len(places); j++ {
			for offset := places[j-1]; offset < places[j]; offset += 8 { // values have at most eight bytes
				size := min(places[j]-offset, 8)
				m.first[i] = append(m.first[i], len(m.cells))
				m.cells = append(m.cells, cell{i, offset, size, test.Objects[i].InitialBytes(offset, size)})
			}
		}
	}
	return m
}

// within returns the cells that have a part from offset to offset+size.
func (m *memory) within(object, offset, size int) []int {
	cells := m.first[object]
	from, _ := slices.BinarySearchFunc(cells, offset+1, func(c, start int) int { return m.cells[c].offset + m.cells[c].size - start })
	to := from
	for to < len(cells) && m.cells[cells[to]].offset < offset+size {
		to++
	}
	return cells[from:to]
}

// tear makes the nodes of a path.
func (m *memory) tear(p *path) {
	for i := range p.events {
		e := &p.events[i]
		n := node{kind: e.op.Kind, thread: p.thread, event: i, tags: e.op.Tags}
		switch {
		case e.object == program.None:
			p.nodes = append(p.nodes, n)
			continue
		case n.kind == program.Fence:
			n.cell = m.within(e.object, int(e.offset), 1)[0]
			p.nodes = append(p.nodes, n)
			continue
		}
		for _, c := range m.within(e.object, int(e.offset), e.op.Size) {
			n.cell = c
			n.shift = 8 * (m.cells[c].offset - int(e.offset))
			if n.kind == program.Store {
				part := e.value
				if n.shift > 0 {
					part = program.Make(program.Shr, part, program.Number(int64(n.shift)))
				}
				n.value = program.Truncate(8*m.cells[c].size, part)
			}
			p.nodes = append(p.nodes, n)
		}
	}
}

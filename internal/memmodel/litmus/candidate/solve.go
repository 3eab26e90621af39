package candidate

import (
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// solver gives each read of an execution a write, and finds the values.
type solver struct {
	*execution
	*Search
	source  []int             // by event: the write that a read takes its value from, or -1
	values  []int64           // by event
	known   []bool            // by event: values has its value
	trail   []int             // events in the order in which they became known
	orders  [][]int           // by cell: its writes in coherence order
	checker *memmodel.Checker // nil: no candidate has been complete
	rf, co  relation.Rel
}

func newSolver(s *Search, x *execution) *solver {
	v := &solver{
		execution: x, Search: s, source: make([]int, len(x.nodes)), values: make([]int64, len(x.nodes)), known: make([]bool, len(x.nodes)),
		orders: make([][]int, len(x.cells)),
	}
	for e := range v.source {
		v.source[e] = -1
	}
	v.propagate()
	return v
}

// read returns the value of a read by its number.
func (s *solver) read(n int) (int64, bool) {
	var value int64
	for _, e := range s.parts[n] {
		if !s.known[e] {
			return 0, false
		}
		value |= s.values[e] << s.nodes[e].shift
	}
	return value, true
}

func (s *solver) learn(e int, value int64) {
	s.known[e], s.values[e] = true, value
	s.trail = append(s.trail, e)
}

func (s *solver) undo(size int) {
	for _, e := range s.trail[size:] {
		s.known[e] = false
	}
	s.trail = s.trail[:size]
}

// propagate finds the values that follow from the known ones. It reports whether all agree.
func (s *solver) propagate() bool {
	for changed := true; changed; {
		changed = false
		for e := range s.nodes {
			n := &s.nodes[e]
			switch {
			case n.kind == program.Store && !s.known[e]:
				if value, ok := n.value.Value(s.read); ok {
					s.learn(e, value)
					changed = true
				}
			case n.kind == program.Load && s.source[e] >= 0 && s.known[s.source[e]]:
				w := s.source[e]
				if !s.known[e] {
					s.learn(e, s.values[w])
					changed = true
				} else if s.values[e] != s.values[w] {
					return false
				}
			}
		}
	}
	for _, p := range s.paths {
		for _, e := range p.assumed {
			if value, ok := e.Value(s.read); ok && value == 0 {
				return false
			}
		}
	}
	return s.wanted()
}

// wanted reports whether the values so far agree with the filter, and with the goal of the search.
func (s *solver) wanted() bool {
	if f := s.Test.Filter; f != nil {
		if holds, known := f.Holds(s.place); known && !holds {
			return false
		}
	}
	if s.All {
		return true
	}
	holds, known := s.Test.Condition.Holds(s.place)
	return !known || holds == s.goal()
}

// place returns the final value of a place.
func (s *solver) place(p *program.Place) (int64, bool) {
	if p.Thread != program.None {
		registers := s.paths[p.Thread].registers
		if p.Register >= len(registers) {
			return 0, true
		}
		return registers[p.Register].Value(s.read)
	}
	size := p.Size
	if size == 0 {
		size = s.Test.Objects[p.Object].Size
	}
	size = min(size, 8)
	var value uint64
	for _, c := range s.within(p.Object, p.Offset, size) {
		part := s.cells[c].initial
		switch writes := s.writes[c]; {
		case s.orders[c] != nil:
			last := s.orders[c][len(s.orders[c])-1]
			if !s.known[last] {
				return 0, false
			}
			part = s.values[last]
		case len(writes) == 2 && s.known[writes[1]]:
			part = s.values[writes[1]]
		case len(writes) > 1:
			return 0, false
		}
		if shift := 8 * (s.cells[c].offset - p.Offset); shift < 0 { // the place is a part of the cell
			value |= uint64(part) >> -shift
		} else {
			value |= uint64(part) << shift
		}
	}
	return int64(value << (64 - 8*size) >> (64 - 8*size)), true
}

// choose gives the reads from the given one on their writes.
func (s *solver) choose(i int) bool {
	if !s.step() {
		return false
	}
	if i == len(s.reads) {
		return s.guess()
	}
	r := s.reads[i]
	for _, w := range s.writes[s.nodes[r].cell] {
		if s.coherentModel && s.hidden(r, w) {
			continue
		}
		size := len(s.trail)
		s.source[r] = w
		if s.propagate() && !s.choose(i+1) {
			return false
		}
		s.source[r] = -1
		s.undo(size)
	}
	return true
}

// hidden reports whether coherence forbids the read r of w, by the order of one thread.
func (s *solver) hidden(r, w int) bool {
	at := &s.nodes[r]
	if s.nodes[w].thread == at.thread && w > r {
		return true
	}
	for e := r - 1; e >= s.first[at.thread]; e-- { // the last write of the thread before r
		if n := &s.nodes[e]; n.kind == program.Store && n.cell == at.cell && n.event != at.event {
			return e != w && (s.nodes[w].thread == at.thread && w < e || s.nodes[w].thread == program.None)
		}
	}
	return false
}

// guess gives reads whose values depend on themselves the constants of the test, one after another.
func (s *solver) guess() bool {
	for _, r := range s.reads {
		if s.known[r] {
			continue
		}
		c := s.cells[s.nodes[r].cell]
		for _, constant := range s.constants {
			value, bits := constant, 8*c.size
			if bits < 64 {
				value &= 1<<bits - 1
				if value != constant {
					continue
				}
			}
			if !s.step() {
				return false
			}
			size := len(s.trail)
			s.learn(r, value)
			if s.propagate() && !s.guess() {
				return false
			}
			s.undo(size)
		}
		return true
	}
	return s.order(1)
}

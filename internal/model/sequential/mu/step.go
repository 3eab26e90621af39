package mu

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// footprint holds the possible reads and writes of a step, from the place where it seeks a position to
// read at.
type footprint struct {
	units  []*unit // unwound ones that it may read
	ends   []int   // threads for which the step tests whether they have finished
	may    bool    // it may write
	always bool    // it writes, unless its thread stops
}

// add adds the possible reads of another step.
func (s *footprint) add(o *footprint) {
	for _, t := range o.units {
		s.reads(t)
	}
	for _, tid := range o.ends {
		if !slices.Contains(s.ends, tid) {
			s.ends = append(s.ends, tid)
		}
	}
}

// reads adds a unit to the units that a step may read.
func (s *footprint) reads(t *unit) {
	if t.unwound && !slices.Contains(s.units, t) {
		s.units = append(s.units, t)
	}
}

// seeks holds the places where a step seeks its position: before the first instruction that reads.
type seeks struct {
	one    bool        // all that the step ever does is one read: it seeks for itself
	before []int       // by block: an instruction, or their number for the end; -1: none
	steps  []footprint // by block: the accesses for which a position is sought there
	unsure []bool      // by block: only some paths to there have sought before
	sought []sought    // by block: at its end
}

// sought records whether a position was sought on the paths to a place.
type sought uint8

const (
	soughtNowhere    sought = iota + 1 // on none; 0 is a place that no path leads to
	soughtEverywhere                   // on all
	soughtSomewhere                    // on some
)

// join merges the values of two paths that join.
func (s sought) join(o sought) sought {
	switch {
	case s == 0, s == o:
		return o
	case o == 0:
		return s
	}
	return soughtSomewhere
}

// seeks computes the units that a step reads and writes.
func (p *rewriter) seeks() seeks {
	n := len(p.old.Blocks)
	s := seeks{before: make([]int, n), steps: make([]footprint, n), unsure: make([]bool, n), sought: make([]sought, n)}
	wrote := make([]bool, n) // on every path to the beginning of the block
	for b := range wrote {
		wrote[b] = b > 1
	}
	writes := make([]bool, n)
	reads, written := 0, false
	entry := make([]sought, n)
	entry[1] = soughtNowhere
	for _, b := range p.order {
		blk := &p.old.Blocks[b]
		s.before[b] = -1
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			a := p.c.m.units.accesses[sequential.InstrAt{Func: p.fn, Block: b, Instr: i}]
			role, _ := p.c.m.role(a, in)
			switch {
			case role == roleFinished:
				reads += 2
				s.steps[b].ends = append(s.steps[b].ends, p.c.m.units.done[a.globals[0]])
			case role != roleUnwound:
				continue
			case in.Op != ir.OpStore || !p.c.m.whole(a):
				reads++
				p.c.m.units.touched(a, s.steps[b].reads)
			}
			if len(s.steps[b].units)+len(s.steps[b].ends) > 0 && s.before[b] < 0 {
				s.before[b] = i
			}
			if role == roleUnwound && a.writes {
				written = true
				writes[b] = writes[b] || in.Op != ir.OpCmpXchg
			}
		}
		if s.before[b] < 0 && entry[b] == soughtSomewhere && blk.Term.Op == ir.TermRet {
			s.before[b] = len(blk.Instrs)
		}
		s.unsure[b] = entry[b] == soughtSomewhere
		s.sought[b] = entry[b]
		if s.before[b] >= 0 {
			s.sought[b] = soughtEverywhere
		}
		if entry[b] == soughtEverywhere {
			s.before[b] = -1
		}
		for _, to := range blk.Term.Targets {
			entry[to] = entry[to].join(s.sought[b])
			wrote[to] = wrote[to] && (wrote[b] || writes[b])
		}
	}
	s.one = reads == 1 && !written
	for _, b := range slices.Backward(p.order) {
		step := &s.steps[b]
		targets := p.old.Blocks[b].Term.Targets
		step.may = written
		step.always = len(targets) > 0 || p.old.Blocks[b].Term.Op != ir.TermRet
		for _, to := range targets {
			step.add(&s.steps[to])
			step.always = step.always && s.steps[to].always
		}
		step.always = step.always || writes[b] || wrote[b]
	}
	return s
}

// mostWrites returns how many writes the function of a step may do at most.
func (m *unwinding) mostWrites(id ir.FuncID) int {
	fn := &m.seq.Inlined.Program.Funcs[id]
	count, most := make([]int, len(fn.Blocks)), 0
	for _, b := range fn.ReversePostorder() {
		for k := range fn.Blocks[b].Instrs {
			a := m.units.accesses[sequential.InstrAt{Func: id, Block: b, Instr: k}]
			if role, _ := m.role(a, &fn.Blocks[b].Instrs[k]); role == roleUnwound && a.writes {
				count[b]++
			}
		}
		most = max(most, count[b])
		for _, to := range fn.Blocks[b].Term.Targets {
			count[to] = max(count[to], count[b])
		}
	}
	return most
}

// spread reports whether each write of a step has a position of its own.
func (m *unwinding) spread(s *sequential.Step) bool {
	if !m.each || s.Origin == (sequential.InstrAt{}) {
		return false
	}
	list := m.seq.Inlined.Source.Funcs[s.Origin.Func].Blocks[s.Origin.Block].Instrs
	if s.Origin.Instr >= len(list) {
		return false
	}
	in := &list[s.Origin.Instr]
	return in.Op == ir.OpAtomicBegin && ir.SectionKind(in.Sub) == ir.UserSection
}

// findJoint finds the units that steps may write together with others, and the units that are accessed
// like them. It returns the number of positions that all steps together may use.
func (m *unwinding) findJoint() (writing int) {
	for tid := range m.seq.Inlined.Threads {
		for i := range m.seq.Inlined.Threads[tid].Steps {
			step := &m.seq.Inlined.Threads[tid].Steps[i]
			id := step.Func
			most := m.mostWrites(id)
			if most > 1 && m.spread(step) {
				writing += most
				continue
			}
			writing += min(most, 1)
			if most < 2 {
				continue
			}
			m.joint = true
			for at := range m.seq.Inlined.Program.Funcs[id].Instrs() {
				if a := m.units.accesses[sequential.InstrAt{Func: id, Block: at.Block, Instr: at.Index}]; a != nil && a.writes && !a.alone {
					m.units.touched(a, func(t *unit) { t.joint = t.unwound })
				}
			}
		}
	}
	for changed := m.joint; changed; {
		changed = false
		for _, a := range m.units.order {
			if a.alone {
				continue
			}
			any := m.units.touches(a, func(t *unit) bool { return t.joint })
			m.units.touched(a, func(t *unit) {
				if any && t.unwound && !t.joint {
					t.joint, changed = true, true
				}
			})
		}
	}
	return writing
}

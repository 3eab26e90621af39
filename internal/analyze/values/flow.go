package values

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
)

// entry is a state that grows.
type entry struct {
	*state
	grown int // number of times it grew
}

// patience is the number of times that a state grows before its intervals take larger steps: at places
// that close loops, and elsewhere.
const (
	loopPatience = 3
	patience     = 40
)

// solve computes the fixed point.
func (a *solver) solve() {
	a.states, a.saved, a.rets = make(map[pointsto.At]*entry), make(map[pointsto.At]*entry), make([]*entry, len(a.pts.Nodes))
	a.queue, a.linked = worklist{nodes: make([][]turn, len(a.pts.Nodes))}, make(map[origin]bool)
	a.counters, a.edges = make(map[cellID]bool), make(map[raceproof.Edge]bool)
	a.shared.reset(len(a.pts.Threads), len(a.cells), len(a.guards))
	start := &state{mem: newMemory(len(a.cells))}
	for id := range a.cells {
		if k := a.object(a.cells[id].Obj).Kind; k == pointsto.Global {
			*start.mem.at(cellID(id)) = a.born(cellID(id))
		}
	}
	a.begin(1, start, nothing)
	for a.lost == "" {
		at, more := a.queue.next()
		if !more {
			break
		}
		// The cost of a stretch is proportional to the size of its state, plus a constant.
		a.work += 64 + len(a.cells) + len(a.pts.View(at.Node).Values)
		switch {
		case a.work > a.maxWork:
			a.lose("the program is too large")
		case a.ctx.Err() != nil:
			a.lose("there was no time")
		default:
			a.walk(at)
		}
	}
}

func (a *solver) begin(t pointsto.ThreadID, from *state, param value) {
	s, own := &state{mem: from.mem, alive: from.alive, fixed: from.fixed}, owner{}
	root := a.pts.Threads[t].Root
	for id := 1; id < len(a.cells); id++ {
		if a.isRecent(a.cells[id].Obj) {
			own.set(&s.mem, cellID(id), nothing)
			s.fixed = except(s.fixed, func(l loaded) bool { return l.cell == cellID(id) })
		}
		if obj := a.object(a.cells[id].Obj); obj.Kind == pointsto.ThreadLocal && obj.Thread == t {
			v := a.born(cellID(id))
			s.fixed = except(s.fixed, func(l loaded) bool { return l.cell == cellID(id) })
			if a.cells[id].shared {
				v = v.join(*s.mem.at(cellID(id)))
				a.appear(t, cellID(id), v)
			}
			own.set(&s.mem, cellID(id), v)
		}
	}
	at := pointsto.At{Node: root, Block: 1}
	for _, v := range a.liveIn(a.pts.View(root)).before(1, 0) {
		if d := &a.pts.View(root).Values[v]; d.Kind == ssa.Param && d.Index == 0 {
			s.vals = append(s.vals, param)
			continue
		}
		s.vals = append(s.vals, a.top(root, v))
	}
	a.arrive(at, s)
}

// enqueue schedules a stretch to be walked again.
func (a *solver) enqueue(at pointsto.At) {
	if a.judge == nil && a.states[at] != nil {
		a.queue.add(turn{a.liveIn(a.pts.View(at.Node)).ranks[at.Block], at})
	}
}

// grow joins a state into an entry and reports whether the entry grew.
func (a *solver) grow(e *entry, s *state, own pointsto.ThreadID, loop bool) bool {
	if e.depth != s.depth {
		a.lose("an atomic section is open on some ways to a place only")
		return false
	}
	var wider *steps
	if e.grown > patience || loop && e.grown >= loopPatience {
		wider = a.wider
	}
	old, s := a.onlyCommon(e.state, s, own)
	joined, grew := old.join(s, wider)
	both, changed := a.commonFocus(old, s, wider)
	joined.focus = both
	if grew || changed || old != e.state {
		e.state = joined
		e.grown++
		return true
	}
	return false
}

// arrive joins a state into the state of a place.
func (a *solver) arrive(at pointsto.At, s *state) {
	if a.judge != nil {
		a.judge.carried(at, s)
		return
	}
	e := a.states[at]
	if e == nil {
		a.states[at] = &entry{state: s}
		a.enqueue(at)
		return
	}
	if a.grow(e, s, a.pts.Nodes[at.Node].Thread, at.Instr == 0 && a.closesLoop(at)) {
		a.enqueue(at)
	}
}

// closesLoop reports whether control may return to a place.
func (a *solver) closesLoop(at pointsto.At) bool {
	if at.Block == 1 {
		return a.pts.Recursive(a.pts.Nodes[at.Node].Func)
	}
	return a.liveIn(a.pts.View(at.Node)).heads[at.Block]
}

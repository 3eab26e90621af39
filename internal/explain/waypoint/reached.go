package waypoint

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Judge decides which violations of the instrumented program are at the targets of a plan. It is for
// one program.
type Judge struct {
	plan      *Plan
	prog      *ir.Program
	waypoints ir.GlobalID // the counter of segments
	targets   ir.GlobalID // the targets that a thread has reached, by bit
}

// NewJudge returns the judge for a program that was compiled with the plan's list.
func (p *Plan) NewJudge(prog *ir.Program) *Judge {
	j := &Judge{plan: p, prog: prog}
	for g := range prog.Globals {
		switch prog.Globals[g].Name {
		case "__heddle_waypoints":
			j.waypoints = ir.GlobalID(g)
		case "__heddle_targets":
			j.targets = ir.GlobalID(g)
		}
	}
	return j
}

// Passed returns the number of segments that the machine's execution has passed. The last segment is
// not counted.
func (j *Judge) Passed(m *interp.Machine) int {
	if j.waypoints == 0 {
		return 0
	}
	return int(int32(m.GlobalWord(j.waypoints, nil)))
}

// come returns the targets that a thread has reached, by bit.
func (j *Judge) come(m *interp.Machine, thread string) uint64 {
	t := m.Named(thread)
	if t == nil || j.targets == 0 {
		return 0
	}
	return m.GlobalWord(j.targets, t)
}

// Counts reports whether a violation of the machine's execution is at the targets. For a race each
// access must be at one of them, in any order. A leak has no place: it counts if any thread has reached
// the target.
func (j *Judge) Counts(m *interp.Machine, v *interp.Violation) bool {
	targets := j.plan.targets
	if v.Kind == verdict.Leak {
		return slices.ContainsFunc(m.Threads(), func(t *interp.Thread) bool { return j.come(m, t.Name()) != 0 })
	}
	mine := j.come(m, v.Thread)
	if v.First == nil {
		return len(targets) == 1 && mine&1 != 0 && j.at(targets[0], v.Pos)
	}
	if len(targets) == 1 { // one of the two accesses is given
		return mine&1 != 0 && j.at(targets[0], v.Pos) ||
			j.come(m, v.First.Thread)&1 != 0 && j.at(targets[0], v.First.Pos)
	}
	other := j.come(m, v.First.Thread)
	for a := range 2 {
		b := 1 - a
		if mine>>a&1 != 0 && other>>b&1 != 0 && j.at(targets[a], v.Pos) && j.at(targets[b], v.First.Pos) {
			return true
		}
	}
	return false
}

// at reports whether a place is in the statement of one of the sites, and not in a statement nested in
// it.
func (j *Judge) at(ids []probe.SiteID, pos ir.Pos) bool {
	if !pos.IsValid() || int(pos.File) >= len(j.prog.Files) {
		return false
	}
	inner, ok := j.plan.sites.around(j.prog.Files[pos.File], int(pos.Line), int(pos.Col))
	return ok && slices.ContainsFunc(ids, func(id probe.SiteID) bool { return keyOf(j.plan.sites.At(inner)) == keyOf(j.plan.sites.At(id)) })
}

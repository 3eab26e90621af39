package weak

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// hang records a violation of termination if the blocked execution of a run lasts for ever. Then some threads repeat
// iterations without an effect, all others are finished or wait, and each thread has read the last writes. No fair execution
// hides a write for ever (Lahav, Namakonov, Oberhauser, Podkopaev, Vafeiadis, "Making weak memory models fair", OOPSLA 2021).
// Iterations with writes or choices are not judged.
func (r *run) hang() {
	if !r.opts.Properties.Has(verdict.Termination) {
		return
	}
	var round []stepOf
	v := interp.Violation{Property: verdict.Termination}
	for _, t := range r.m.Threads() {
		own := r.events(t.ID())
		switch {
		case t.State() == interp.Finished:
			continue
		case t.Repeats():
			from, _, _ := t.SideEffectFree()
			steps := slices.DeleteFunc(slices.Clone(r.steps), func(s stepOf) bool { return s.thread != t.ID() })
			if from >= uint64(len(steps)) {
				return
			}
			own, round = own[steps[from].index:], append(round, steps[from:]...)
			if v.Message == "" {
				v.Message = t.Name() + " goes round for ever at " + t.Where().Pos.Text(r.code.Program().Files)
			}
		case t.State() != interp.Ready || t.AboutToEnd():
			return
		case r.view(t.ID()).blocked: // its last event is the section that waits
			own = own[max(0, len(own)-1):]
		default: // it waits for the end of another thread
			continue
		}
		if slices.ContainsFunc(own, func(id int32) bool {
			e := &r.g.events[id]
			return t.Repeats() && e.kind == write || e.kind == read && r.g.rank(e.loc, e.from) < len(r.g.writes(e.loc))
		}) {
			return
		}
	}
	if len(round) > 0 { // the first round brings the values that are read into the memory of a replay
		stem := slices.Concat(r.steps, round)
		r.record(&v, slices.Concat(stem, round, round), len(stem))
	}
}

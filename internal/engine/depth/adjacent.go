package depth

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// NotAdjacent returns a construct because of which races may be missed, with its place, if the property is
// race and there is one; else the empty string.
func NotAdjacent(p *engine.Problem, s *efsm.System) string {
	if p.Property == verdict.Race {
		if construct, at := notAdjacent(p.Program, s.FreesShared); construct != "" {
			return Construct(s, "a race of accesses that are not adjacent: "+construct, at)
		}
	}
	return ""
}

// RacesApart reports whether two accesses of a program may race that are never adjacent: something
// orders events and does not synchronise.
func RacesApart(p *ir.Program) bool {
	construct, _ := notAdjacent(p, false)
	return construct != ""
}

// notAdjacent returns a construct because of which two accesses can race that are never adjacent: an order
// of events without synchronisation (semantics 10). Races that are found stay valid, but the absence of
// races is not known then. It returns the empty string if there is no such construct. freesShared reports
// that memory is freed that several threads use.
//
// Without such constructs, each read of an execution without a race so far comes after the write that it sees in
// happens-before. Let a and b be the first two accesses that race. Let S be the events that happen before a or b. The
// events of S alone, in their order, are an execution: each read has its write in S, and no write in between that was
// not there before. Neither a nor b is in S, so a and b can follow it, one right after the other. Atomics therefore
// need not be seq_cst: it is enough that loads acquire and stores release.
func notAdjacent(p *ir.Program, freesShared bool) (construct string, at efsm.Origin) {
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if f.Model {
			switch v := f.Role.Verb; {
			case v == ir.VerbFree && !freesShared:
			case v == ir.VerbFree:
				return "free, which is an access", efsm.Origin{}
			case v.Tries(), v == ir.VerbTimedWait, v == ir.VerbPeek:
				return f.Name + ", which need not synchronise", efsm.Origin{}
			}
			continue
		}
		for _, in := range f.Instrs() {
			if in.Order != ir.NonAtomic && in.Order != ir.SeqCst && (p.WeakRaces || !synchronises(in)) || in.Op == ir.OpCmpXchg && in.Fail != ir.SeqCst && (p.WeakRaces || in.Fail != ir.Acquire) {
				return "an atomic operation weaker than seq_cst", efsm.Origin{Pos: in.Pos, Func: f.Name}
			}
			if in.Run.Size > 0 {
				return "a bit-field", efsm.Origin{Pos: in.Pos, Func: f.Name}
			}
		}
	}
	return "", efsm.Origin{}
}

// synchronises reports whether an atomic operation weaker than seq_cst acquires if it reads, and releases if it writes.
func synchronises(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad:
		return in.Order == ir.Acquire
	case ir.OpStore:
		return in.Order == ir.Release
	case ir.OpRMW, ir.OpCmpXchg:
		return in.Order == ir.AcqRel
	}
	return false
}

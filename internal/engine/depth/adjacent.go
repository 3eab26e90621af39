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
			if in.Order != ir.NonAtomic && in.Order != ir.SeqCst || in.Op == ir.OpCmpXchg && in.Fail != ir.SeqCst {
				return "an atomic operation weaker than seq_cst", efsm.Origin{Pos: in.Pos, Func: f.Name}
			}
			if in.Run.Size > 0 {
				return "a bit-field", efsm.Origin{Pos: in.Pos, Func: f.Name}
			}
		}
	}
	return "", efsm.Origin{}
}

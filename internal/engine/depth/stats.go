package depth

import (
	"cmp"
	"time"

	"github.com/heddle-mc/heddle/internal/cputime"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
)

// limit leaves the solver the memory that the terms do not need.
func (r *run) limit() {
	if l, ok := r.host.(solver.Limiter); ok && r.Memory > 0 {
		l.SetLimits(sat.Limits{Memory: max(1, r.Memory-r.terms.Bytes())})
	}
}

// level notes what the present depth took, once its violations are known.
func (r *run) level() {
	s, h := r.model.Stats(), r.host.Stats()
	r.out.Stats.Depths = append(r.out.Stats.Depths, engine.DepthStats{
		Depth: s.Depth, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: h.Memory + r.terms.Bytes(),
		Reachable: s.Reachable, Pairs: s.Pairs,
	})
	r.tell("solve", s.Depth)
}

// count fills in the counters when the search is over.
func (r *run) count() {
	s, h := r.model.Stats(), r.host.Stats()
	st := &r.out.Stats
	st.Depth, st.Threads, st.Reachable, st.Pairs, st.Copied = s.Depth, len(r.system.Threads)-1, s.Reachable, s.Pairs, s.Copied
	st.Pruned, st.Terms = s.Pruned, r.terms.Len()
	st.Variables, st.Clauses, st.Conflicts = h.Search.Vars, h.Search.Clauses, h.Search.Conflicts
	r.add("search", r.start, s.Checks)
}

// add adds a stage that began at start.
func (r *run) add(name string, start time.Time, size int) {
	r.out.Stats.Stages = append(r.out.Stats.Stages, engine.StageStats{Name: name, Time: time.Since(start), Size: size})
}

// tell reports progress.
func (r *run) tell(stage string, depth int) {
	if r.Progress == nil {
		return
	}
	p := engine.Progress{Stage: stage, Bound: depth}
	if r.host != nil {
		s := r.host.Stats()
		p.Clauses, p.Conflicts = s.Search.Clauses, s.Search.Conflicts
	}
	r.Progress(p)
}

// place returns " at …", or nothing for no place.
func place(s *efsm.System, o efsm.Origin) string {
	if l := o.Pos.In(s.Files, o.Func); l.Line > 0 {
		return " at " + l.String()
	}
	return ""
}

func comparePos(a, b *efsm.Mark) int {
	p, q := a.Origin.Pos, b.Origin.Pos
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col), cmp.Compare(a.Bound, b.Bound))
}

package depth

import (
	"cmp"
	"time"

	"github.com/heddle-mc/heddle/internal/cputime"
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// completed notes what the present depth took, once its violations are known.
func (r *run) completed() {
	s, h := r.model.Stats(), r.host.Stats()
	stats := &r.search.Found.Stats
	stats.Depths = append(stats.Depths, engine.DepthStats{
		Depth: s.Depth, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: h.Memory + r.terms.Bytes(),
		Reachable: s.Reachable, Pairs: s.Pairs,
	})
	r.search.Completed = true
	r.search.Now.Bound = s.Depth
	r.search.Tell("solve")
}

// notAdjacent returns a construct because of which a race may be missed, if races are
// looked for.
func (r *run) notAdjacent() (construct string, at efsm.Origin) {
	if r.Property == verdict.Race {
		return notAdjacent(r.Program)
	}
	return "", efsm.Origin{}
}

// count fills in the counters when the search is over.
func (r *run) count(st *engine.Stats) {
	s := r.model.Stats()
	st.Depth, st.Threads, st.Reachable, st.Pairs, st.Copied = s.Depth, len(r.system.Threads)-1, s.Reachable, s.Pairs, s.Copied
	st.Pruned, st.Terms = s.Pruned, r.terms.Len()
	*st.Stage("search") = engine.StageStats{Name: "search", Time: time.Since(r.start), Size: s.Checks}
}

// location returns a place in the program.
func (r *run) location(o efsm.Origin) verdict.Location { return o.Pos.In(r.system.Files, o.Func) }

// construct names a construct and its place.
func (r *run) construct(text string, at efsm.Origin) string {
	return search.Construct(text, r.location(at))
}

func comparePos(a, b *efsm.Mark) int {
	p, q := a.Origin.Pos, b.Origin.Pos
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col), cmp.Compare(a.Bound, b.Bound))
}

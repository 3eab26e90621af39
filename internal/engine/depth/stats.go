package depth

import (
	"cmp"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/host/cputime"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Size is the size of a model.
type Size struct {
	Depth     int `json:"depth,omitempty"`     // the last that was searched
	Reachable int `json:"reachable,omitempty"` // the sum of |R(d)| of all threads and depths (CSR)
	Pairs     int `json:"pairs,omitempty"`     // constraints between a read_sync and a write_sync
	Pruned    int `json:"pruned,omitempty"`    // pairs that locks rule out
	Copied    int `json:"copied,omitempty"`    // shared variables with a copy for each thread
	Checks    int `json:"-" text:"-"`          // calls of the solver
}

// Stats counts the work that is specific to engines over transition systems.
type Stats struct {
	Size
	Depths    []Level `json:"depths,omitempty" text:"-"` // the cost of each depth
	Witnesses []Found `json:"witnesses,omitempty"`       // in the order in which they were found
}

// Level records the cost of finding all violations up to a depth.
type Level struct {
	Depth     int           `json:"depth"`
	Time      time.Duration `json:"time_ns"`      // since the engine began
	CPU       time.Duration `json:"cpu_ns"`       // of the whole process since then; 0: not known
	Memory    int64         `json:"memory_bytes"` // of formula and search
	Reachable int           `json:"reachable"`    // as in Size, so far
	Pairs     int           `json:"pairs"`
}

// Found is one violation that was found.
type Found struct {
	Depth  int           `json:"depth"`
	Time   time.Duration `json:"time_ns"` // since the engine began
	CPU    time.Duration `json:"cpu_ns"`  // of the whole process since then; 0: not known
	Memory int64         `json:"memory_bytes"`
	Passes string        `json:"passes"` // how the token went; empty: the engine has none
	Place  string        `json:"place"`  // of the violation; of both accesses of a race
}

// completed records the cost of the present depth, once all its violations are known.
func (r *run) completed() {
	s, h := r.model.Stats(), r.host.Stats()
	r.stats.Depths = append(r.stats.Depths, Level{
		Depth: s.Depth, Time: time.Since(r.start), CPU: cputime.Used() - r.used, Memory: h.Memory + r.terms.Bytes(),
		Reachable: s.Reachable, Pairs: s.Pairs,
	})
	r.search.Completed = true
	r.search.Now.Depth, r.search.Now.States = s.Depth+1, s.Reachable
	r.search.Tell("solve")
}

// count fills in the counters when the search is over.
func (r *run) count(st *engine.Stats) {
	r.stats.Size = r.model.Stats()
	st.Own, st.Threads, st.Terms = r.stats, len(r.system.Threads)-1, r.terms.Len()
	*st.Stage("search") = engine.StageStats{Name: "search", Time: time.Since(r.start), Size: r.stats.Checks}
}

// Construct names a construct and its place.
func Construct(s *efsm.System, text string, at efsm.Origin) string {
	return search.Construct(text, at.Pos.In(s.Files, at.Func))
}

// Marks returns the marks that executions reached, in the order of their locations.
func Marks(met []*efsm.Mark) []verdict.Mark {
	slices.SortStableFunc(met, comparePos)
	var marks []verdict.Mark
	for _, m := range met {
		marks = append(marks, m.Mark)
	}
	return marks
}

func comparePos(a, b *efsm.Mark) int {
	p, q := a.Origin.Pos, b.Origin.Pos
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col), cmp.Compare(a.Bound, b.Bound))
}

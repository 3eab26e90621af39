package relax

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Answer is the answer of a Judge: a verdict about all properties together.
type Answer struct {
	Verdict verdict.Verdict // Safe and Bounded: there is no violation within the bounds; Unknown: there was no answer
	Detail  string          // of Unknown: the reason
	Marks   []verdict.Mark  // of Bounded
	// Of a violation, which was replayed.
	Why   string // one line
	Trace *trace.Trace
	Ran   []ir.Pos // the places of its operations with an order
}

// holds reports whether there is no violation within the bounds.
func (a *Answer) holds() bool { return a.Verdict == verdict.Safe || a.Verdict == verdict.Bounded }

// Judge judges a program. An error means that the judge failed, never that the program did, nor that time was up.
type Judge func(context.Context, *ir.Program) (*Answer, error)

// Step is a weaker order of a site that was tried in vain.
type Step struct {
	Order  ir.MemOrder
	Answer *Answer // a violation, or Unknown; nil: C excludes the order

	state int // search.state with which it was judged
}

// Row is the result for one site.
type Row struct {
	Site
	Needed ir.MemOrder // Removed: the fence is not needed
	Steps  []Step      // the next weaker orders; none of them is proved to be enough
}

// Result is the result of a search.
type Result struct {
	First    *Answer // for the orders of the program; if it has a violation and Rows is nil, there is no search
	Strong   *Answer // of Strengthen: for the strongest orders everywhere; nil: it was not needed
	Rows     []Row   // by place
	Fixed    []ir.Pos
	Program  *ir.Program // with the needed orders
	Last     *Answer     // for Program
	Smallest bool        // of Strengthen: no smaller set of sites is enough
	Asked    int         // how many programs were judged
}

// Done reports whether the search took place.
func (r *Result) Done() bool { return r.Last != nil }

// Minimal reports whether each further step has a violation, or is excluded by C.
func (r *Result) Minimal() bool {
	for i := range r.Rows {
		for _, s := range r.Rows[i].Steps {
			if s.Answer != nil && s.Answer.Verdict == verdict.Unknown {
				return false
			}
		}
	}
	return true
}

// search is the state of a search.
type search struct {
	program *ir.Program
	judge   Judge
	sites   []Site
	pairs   []int
	floor   []ir.MemOrder // by site: the weakest order that is tried
	orders  []ir.MemOrder // by site
	tried   [][]Step      // by site: the steps that were no success; one for each order
	state   int           // grows with each change of orders
	last    *Answer       // for orders
	result  *Result
}

func newSearch(p *ir.Program, judge Judge) *search {
	s := &search{program: p, judge: judge, result: &Result{}}
	s.sites, s.result.Fixed = Sites(p)
	s.pairs = pairs(s.sites)
	s.tried = make([][]Step, len(s.sites))
	for i := range s.sites {
		s.orders = append(s.orders, s.sites[i].Order)
		s.floor = append(s.floor, Removed)
	}
	return s
}

// ask judges the program with some orders.
func (s *search) ask(ctx context.Context, orders []ir.MemOrder) (*Answer, error) {
	s.result.Asked++
	return s.judge(ctx, with(s.program, s.sites, orders))
}

// Relax weakens the orders of a program one after the other while the judge finds no violation. A program with a
// violation is not searched.
//
// The result is minimal: each further step of one site leads to a violation, which the judge has replayed in the
// program with all the needed orders. For that the steps are tried again until no order changes. A step that was
// refuted is refuted for ever, as weaker orders elsewhere only add executions; an answer to the contrary would be
// one of a judge with less time or other bounds.
func Relax(ctx context.Context, p *ir.Program, judge Judge) (*Result, error) {
	s := newSearch(p, judge)
	var err error
	if s.result.First, err = s.ask(ctx, s.orders); err != nil || !s.result.First.holds() {
		return s.result, err
	}
	s.last = s.result.First
	if err := s.descend(ctx); err != nil {
		return nil, err
	}
	return s.finish(), nil
}

// descend weakens each site as far as possible, down to its floor.
func (s *search) descend(ctx context.Context) error {
	for before := -1; before != s.state; {
		before = s.state
		for i := range s.sites {
			if err := s.lower(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// lower weakens one site as far as possible.
func (s *search) lower(ctx context.Context, i int) error {
	for again := true; again; {
		again = false
		for _, o := range s.sites[i].Kind.weaker(s.orders[i]) {
			if o == s.orders[i] || !implies(o, s.floor[i]) {
				continue
			}
			ok, err := s.step(ctx, i, o)
			if err != nil {
				return err
			}
			if ok {
				again = true
				break
			}
		}
	}
	return nil
}

// step tries an order of a site and keeps it if there is no violation. A step that is not decided is not tried again.
func (s *search) step(ctx context.Context, i int, o ir.MemOrder) (ok bool, err error) {
	known := slices.IndexFunc(s.tried[i], func(t Step) bool { return t.Order == o })
	if known >= 0 {
		t := &s.tried[i][known]
		if t.state == s.state || t.Answer != nil && t.Answer.Verdict == verdict.Unknown {
			return false, nil
		}
	}
	orders := slices.Clone(s.orders)
	orders[i] = o
	t := Step{Order: o, state: s.state}
	if legal(s.pairs, orders, i) {
		if t.Answer, err = s.ask(ctx, orders); err != nil {
			return false, err
		}
		if t.Answer.holds() {
			s.orders, s.last = orders, t.Answer
			s.state++
			return true, nil
		}
	}
	switch {
	case known < 0:
		s.tried[i] = append(s.tried[i], t)
	case t.Answer == nil || t.Answer.Verdict == verdict.Violation:
		s.tried[i][known] = t
	default: // the execution that is known is one of this program as well
		s.tried[i][known].state = s.state
	}
	return false, nil
}

// finish completes the result with the orders that are needed.
func (s *search) finish() *Result {
	r := s.result
	r.Program, r.Last = with(s.program, s.sites, s.orders), s.last
	for i := range s.sites {
		row := Row{Site: s.sites[i], Needed: s.orders[i]}
		next := row.Kind.weaker(row.Needed)
		for _, t := range s.tried[i] {
			if slices.Contains(next, t.Order) {
				row.Steps = append(row.Steps, t)
			}
		}
		r.Rows = append(r.Rows, row)
	}
	slices.SortFunc(r.Rows, func(a, b Row) int { return a.compare(&b.Site) })
	return r
}

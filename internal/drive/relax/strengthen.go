package relax

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Strengthen finds the smallest set of sites whose orders must be stronger for a program with a violation, and the
// weakest orders of these sites. If the strongest order everywhere is not enough, the result has no rows.
//
// An execution with a violation stays possible unless one of its sites gets a stronger order. So each execution
// demands a site of a set. The next candidate is a smallest set with a site of each of these sets; hence the first
// candidate without a violation has the smallest size.
func Strengthen(ctx context.Context, p *ir.Program, judge Judge) (*Result, error) {
	s := newSearch(p, judge)
	var err error
	if s.result.First, err = s.ask(ctx, s.orders); err != nil || s.result.First.Verdict != verdict.Violation {
		return s.result, err
	}
	all := make([]int, len(s.sites))
	for i := range all {
		all[i] = i
	}
	if s.result.Strong, err = s.ask(ctx, s.strongest(all)); err != nil || !s.result.Strong.holds() {
		return s.result, err
	}
	s.result.Smallest = true
	demands := [][]int{s.demand(s.result.First, nil)}
	for {
		set := hittingSet(ctx, demands, len(s.sites))
		if set == nil {
			set, s.result.Smallest = all, false
		}
		answer := s.result.Strong
		orders := s.strongest(set)
		if len(set) < len(all) {
			if answer, err = s.ask(ctx, orders); err != nil {
				return nil, err
			}
		}
		if answer.holds() {
			s.raise(orders, answer)
			break
		}
		if answer.Verdict == verdict.Unknown {
			s.result.Smallest = false
		}
		demands = append(demands, s.demand(answer, set))
	}
	if err := s.descend(ctx); err != nil {
		return nil, err
	}
	return s.finish(), nil
}

// raise continues with stronger orders. The orders of the program are the weakest that are tried.
func (s *search) raise(orders []ir.MemOrder, answer *Answer) {
	for i := range s.sites {
		s.floor[i] = s.sites[i].Order
	}
	s.orders, s.last = orders, answer
}

// strongest returns the orders in which the sites of a set are seq_cst, and those of success as strong as C demands.
func (s *search) strongest(set []int) []ir.MemOrder {
	orders := make([]ir.MemOrder, len(s.sites))
	for i := range s.sites {
		orders[i] = s.sites[i].Order
	}
	for _, i := range set {
		orders[i] = ir.SeqCst
		if success := s.pairs[i]; success >= 0 {
			orders[success] = ir.SeqCst
		}
	}
	return orders
}

// demand returns the sites of an execution that has a violation although the sites of a set are strong. One of them
// must be stronger, so the sites of the set are left out. Without an execution it returns all other sites.
func (s *search) demand(a *Answer, set []int) (list []int) {
	for i := range s.sites {
		site := &s.sites[i]
		if slices.Contains(set, i) || site.Order == ir.SeqCst {
			continue
		}
		if a.Verdict == verdict.Unknown || slices.Contains(a.Ran, site.Pos) {
			list = append(list, i)
		}
	}
	return list
}

// hittingSet returns a smallest set with an element of each list: of several the first. Nil: there is none, or ctx has
// ended. The elements are numbers below n.
func hittingSet(ctx context.Context, lists [][]int, n int) []int {
	for size := 1; size <= n && ctx.Err() == nil; size++ {
		if set := hit(ctx, lists, nil, size); set != nil {
			slices.Sort(set)
			return set
		}
	}
	return nil
}

// hit adds up to some elements to a set until it has one of each list. It returns nil if they are not enough.
func hit(ctx context.Context, lists [][]int, set []int, more int) []int {
	missed := slices.IndexFunc(lists, func(list []int) bool {
		return !slices.ContainsFunc(list, func(i int) bool { return slices.Contains(set, i) })
	})
	if missed < 0 {
		return set
	}
	if more == 0 || ctx.Err() != nil {
		return nil
	}
	for _, i := range lists[missed] {
		if found := hit(ctx, lists, append(slices.Clone(set), i), more-1); found != nil {
			return found
		}
	}
	return nil
}

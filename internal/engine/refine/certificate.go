package refine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/prove/confirm/reduced"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// proof returns the written form of an exploration that has ended.
func (x *exploration) proof() *reduced.Proof {
	s := x.model.System
	all := x.all()
	index := make(map[*node]int, len(all))
	for i, n := range all {
		index[n] = i
	}
	out := &reduced.Proof{System: s, Of: x.of, Property: x.property, Thread: x.model.Thread}
	for _, n := range all {
		asked, enough := x.membrane(n)
		p := reduced.Place{At: make([]efsm.StateID, len(s.Threads)), Passing: !n.isRoot(), Sleep: members(n.sleep), Enough: members(enough)}
		if n.isRoot() {
			p.Holds = x.holds(n)
		}
		for t := 1; t < len(s.Threads); t++ {
			p.At[t] = x.model.At(n.control, efsm.ThreadID(t))
		}
		for i, t := range asked {
			turn := reduced.Turn{Thread: t}
			for _, end := range n.asked[i].ends {
				for _, path := range end.by.Paths {
					turn.Ends = append(turn.Ends, reduced.End{Path: path, At: x.model.At(end.by.To, t), To: index[end.to]})
				}
			}
			p.Turns = append(p.Turns, turn)
		}
		out.Places = append(out.Places, p)
	}
	return out
}

// all returns the nodes: those with assertions, and those on the ways between.
func (x *exploration) all() []*node {
	list := slices.Clone(x.list)
	for i := 0; i < len(list); i++ {
		for _, asked := range list[i].asked {
			for _, end := range asked.ends {
				if !end.to.isRoot() {
					list = append(list, end.to)
				}
			}
		}
	}
	return list
}

// holds returns the facts at a node, those about fixed variables included.
func (x *exploration) holds(n *node) []term.ID {
	var list []term.ID
	for _, u := range x.model.Fixed(n.control) {
		if x.model.IsLive(n.control, u.Var) {
			list = append(list, x.terms.Eq(x.model.System.Vars[u.Var].Term, u.Value))
		}
	}
	for i := range n.fact.words.groups {
		g := &n.fact.words.groups[i]
		for _, form := range n.fact.hulls[i].Forms() {
			if !g.isPlain(form) { // queries to the solver are without them
				list = append(list, n.fact.words.form(g, form))
			}
		}
	}
	return append(list, n.fact.conjuncts()...)
}

// members returns the threads of a set.
func members(set por.Set) (list []efsm.ThreadID) {
	for t := efsm.ThreadID(1); t < 64; t++ {
		if set.Has(t) {
			list = append(list, t)
		}
	}
	return list
}

// certifyShare is the percentage of the time left in which proofs are confirmed.
const certifyShare = 80

// certify confirms the proofs one by one. Each may use its share of the time left.
func (r *run) certify(ctx context.Context) error {
	end := r.Stage("certify")
	defer func() { end(r.stats.Places) }()
	for i, x := range r.proofs {
		within, cancel := ctx, context.CancelFunc(func() {})
		if deadline, limited := ctx.Deadline(); limited {
			within, cancel = context.WithTimeout(ctx, time.Until(deadline)*certifyShare/100/time.Duration(len(r.proofs)-i))
		}
		why, err := confirm(within, x)
		cancel()
		if err != nil {
			return err
		}
		r.confirmed[x.model.Thread] = why
	}
	return nil
}

// confirm confirms the result of an exploration. It returns the reason if that is not possible; empty: it
// is confirmed.
func confirm(ctx context.Context, x *exploration) (string, error) {
	err := reduced.Confirm(ctx, x.proof())
	switch {
	case err == nil:
		return "", nil
	case errors.As(err, new(*reduced.Refuted)):
		return "", err
	case errors.As(err, new(*reduced.Uncovered)):
		return uncertified + ": " + err.Error(), nil
	}
	return uncertified, nil
}

package circuit

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/model/efsm"
)

// mostGuessed is the number of clauses of one form, images apart, that are guessed. Of more the solver
// takes longer than pdr takes to find the few that matter.
const mostGuessed = 6000

// mostShared is the same of clauses about two threads, which are less likely to be needed.
const mostShared = 1000

// place is where a thread is, over the latches of a reduced circuit.
type place struct {
	thread efsm.ThreadID
	at     circuit.Clause   // it is elsewhere; empty: anywhere
	unborn circuit.Clause   // it was not created; empty: it was, or may do a step in any case
	about  []fromefsm.Known // over these latches
}

// guess seeds a checker with clauses that are likely to hold in all reachable states. There are three kinds,
// and two more if the system counts threads (unbegun, values):
//
//   - Two threads are not at two places at once.
//   - At a place of a thread, a fact holds of two words, or one of two facts about different words.
//   - While two threads are at two places, a fact holds of shared words.
//
// Clauses that random executions refute are left out. Of the others, the checker keeps the largest subset
// that is inductive as a whole (pdr.Seed). guess returns its size, and whether it excludes the bad signals
// already. The circuit is the composition's after Locate, called for comparisons, and Reduce.
//
// The kept clauses are a proof if the threads' facts about shared memory at their places agree, and there
// are no counters of threads. It is found without a search backwards from bad states. Flanagan, Leino,
// "Houdini, an annotation assistant for ESC/Java", FME 2001.
func guess(ctx context.Context, k *pdr.Checker, m *fromefsm.Composition, reduced *circuit.Reduced, bads []int) (kept int, enough bool) {
	places := placesOf(m, reduced)
	counts := len(m.System.Facts) > 0
	first := slices.Concat(meetings(places), singles(places))
	if counts {
		first = slices.Concat(first, unbegun(places), values(places[0]))
	}
	kept = k.Seed(ctx, first, mostGuessed)
	if k.Enough(ctx, bads) {
		return kept, true
	}
	known := make(map[string]bool)
	more := func(clauses func([]place, map[string]bool) []circuit.Clause, places []place, most int) (enough bool) {
		for _, c := range k.Seeds() {
			known[key(c)] = true
		}
		list := clauses(places, known)
		if len(list) > 10*most {
			return false
		}
		kept = k.Seed(ctx, list, most)
		return k.Enough(ctx, bads)
	}
	bare := withoutGhosts(m.System, places)
	return kept, more(pairs, bare, mostGuessed) || more(shared, bare, mostShared) ||
		counts && (more(pairs, places, mostGuessed) || more(shared, places, mostShared))
}

// withoutGhosts removes the facts about ghost variables from places, so that pairs with them do not
// displace other pairs.
func withoutGhosts(s *efsm.System, places []place) []place {
	out := slices.Clone(places)
	for i := range out {
		out[i].about = slices.DeleteFunc(slices.Clone(out[i].about), func(k fromefsm.Known) bool { return slices.ContainsFunc(k.Of, s.IsGhost) })
	}
	return out
}

// key returns a text that is equal for equal clauses.
func key(c circuit.Clause) string { return fmt.Sprint(slices.Sorted(slices.Values(c))) }

// placesOf lists the places of a composition, with the facts about them that are not constant in the
// reduced circuit.
func placesOf(m *fromefsm.Composition, reduced *circuit.Reduced) (out []place) {
	own, never := make(map[int]int), make(map[int]bool)
	for k, i := range reduced.Latches {
		own[i] = k
	}
	for _, l := range reduced.Constant {
		never[l.Latch()] = !l.Value()
	}
	for _, p := range m.Places() {
		q := place{thread: p.Thread}
		if at, is := own[p.At]; p.Thread != 0 && is {
			q.at = circuit.Clause{circuit.LatchIs(at, false)}
		} else if p.Thread != 0 && never[p.At] {
			continue
		}
		if at, is := own[p.Alive]; is {
			q.unborn = circuit.Clause{circuit.LatchIs(at, false)}
		}
		for _, known := range p.About {
			facts := known.Facts
			known.Facts = nil
			for _, f := range facts {
				if at, is := own[f]; is {
					known.Facts = append(known.Facts, at)
				}
			}
			if len(known.Facts) > 0 {
				q.about = append(q.about, known)
			}
		}
		out = append(out, q)
	}
	return out
}

// meetings proposes clauses that two threads are not at two places at once.
func meetings(places []place) (out []circuit.Clause) {
	for i := range places {
		for j := range places[:i] {
			if p, q := &places[i], &places[j]; p.thread != q.thread && len(p.at) > 0 && len(q.at) > 0 {
				out = append(out, slices.Concat(p.at, q.at))
			}
		}
	}
	return out
}

// unbegun proposes clauses that a created thread is not at its beginning while another thread is at a
// place.
func unbegun(places []place) (out []circuit.Clause) {
	for i := range places {
		for j := range places {
			if p, q := &places[i], &places[j]; p.thread != q.thread && len(p.unborn) > 0 && len(p.at) > 0 && len(q.at) > 0 {
				out = append(out, slices.Concat(p.unborn, p.at, q.at))
			}
		}
	}
	return out
}

// singles proposes clauses that one fact holds at a place.
func singles(places []place) (out []circuit.Clause) {
	for i := range places {
		for _, about := range places[i].about {
			for _, l := range bothOf(about.Facts) {
				out = append(out, append(slices.Clone(places[i].at), l))
			}
		}
	}
	return out
}

// values proposes one clause for each word that the program compares with at least two constants: the word
// equals one of them. The clauses hold at any place.
func values(anywhere place) (out []circuit.Clause) {
	is := make(map[efsm.VarID]circuit.Clause)
	var words []efsm.VarID
	for _, known := range anywhere.about {
		if len(known.Of) == 1 && len(known.Facts) == 1 {
			v := known.Of[0]
			if is[v] == nil {
				words = append(words, v)
			}
			is[v] = append(is[v], circuit.LatchIs(known.Facts[0], true))
		}
	}
	for _, v := range words {
		if len(is[v]) > 1 {
			out = append(out, is[v])
		}
	}
	return out
}

// pairs proposes clauses that one of two facts holds at a place. For neither fact it is known whether it
// holds there. The facts are about different variables: most such clauses about the same variables follow
// from arithmetic alone.
func pairs(places []place, known map[string]bool) (out []circuit.Clause) {
	for i := range places {
		p := &places[i]
		open := func(l circuit.Literal) bool {
			return !known[key(append(slices.Clone(p.at), l))] && !known[key(append(slices.Clone(p.at), l.Not()))]
		}
		about := slices.DeleteFunc(slices.Clone(p.about), func(k fromefsm.Known) bool { return k.Derived || k.Alive })
		var lists [][]circuit.Literal
		for _, k := range about {
			lists = append(lists, slices.DeleteFunc(bothOf(k.Facts), func(l circuit.Literal) bool { return !open(l) }))
		}
		for j := range lists {
			for k := range lists[:j] {
				if slices.ContainsFunc(about[j].Of, func(v efsm.VarID) bool { return slices.Contains(about[k].Of, v) }) {
					continue
				}
				for _, a := range lists[j] {
					for _, b := range lists[k] {
						out = append(out, append(slices.Clone(p.at), a, b))
					}
				}
			}
		}
	}
	return out
}

// shared proposes clauses that one fact about shared variables holds while two threads are at two places.
// It leaves out facts that hold already if one of the threads is at its place.
func shared(places []place, known map[string]bool) (out []circuit.Clause) {
	is := func(clauses ...circuit.Clause) bool {
		return slices.ContainsFunc(clauses, func(c circuit.Clause) bool { return known[key(c)] })
	}
	for i := range places {
		for j := range places[:i] {
			p, q := &places[i], &places[j]
			if p.thread == q.thread || len(p.at) == 0 || len(q.at) == 0 || is(slices.Concat(p.at, q.at)) {
				continue
			}
			for _, about := range places[0].about {
				if about.Alive {
					continue
				}
				for _, l := range bothOf(about.Facts) {
					one := circuit.Clause{l}
					if !is(one, slices.Concat(p.at, one), slices.Concat(q.at, one)) {
						out = append(out, slices.Concat(p.at, q.at, one))
					}
				}
			}
		}
	}
	return out
}

// bothOf lists facts and their negations.
func bothOf(facts []int) (out []circuit.Literal) {
	for _, f := range facts {
		out = append(out, circuit.LatchIs(f, true), circuit.LatchIs(f, false))
	}
	return out
}

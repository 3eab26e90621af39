package static

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// report returns the judged pairs of a program. The suspects are in the order of their locations. A pair that cannot race
// first is none.
func report(r *raceproof.Result) *engine.Races {
	out := &engine.Races{Shared: r.Shared, Assumed: append([]string{}, r.Beyond...), Proved: []engine.Proved{}, Suspects: []engine.Suspect{}}
	for reason := range raceproof.NumReasons {
		n := r.Excluded[reason]
		out.Pairs += n
		if reason != int(raceproof.None) && n > 0 {
			out.Proved = append(out.Proved, engine.Proved{Reason: raceproof.Reason(reason).Text(), Pairs: n})
		}
	}
	slices.SortStableFunc(out.Proved, func(a, b engine.Proved) int { return b.Pairs - a.Pairs })
	pairs := slices.DeleteFunc(slices.Clone(r.Pairs), func(p raceproof.Pair) bool { return p.Kind == raceproof.Following })
	slices.SortStableFunc(pairs, func(p, q raceproof.Pair) int {
		return cmp.Or(compareLocations(p.Location, q.Location), cmp.Compare(p.Kind, q.Kind), last(!p.Update)-last(!q.Update))
	})
	seen := make(map[engine.Suspect]bool)
	for _, p := range pairs {
		at := func(pos ir.Pos, f ir.FuncID) verdict.Location {
			return pos.In(r.Program.Files, r.Program.Funcs[f].Name)
		}
		l := p.Location
		s := engine.Suspect{
			Object: l.Object, Location: l.Name, First: at(p.PosA, p.A.Func), Second: at(p.PosB, p.B.Func), Kind: p.Kind.Text(),
			Locked: l.Locked, Open: l.Open, Guard: l.Guard, Guarded: l.Guarded, Places: l.Places, Atomic: l.Atomic, Waits: l.Waits, Update: p.Update,
		}
		place := s
		place.Update = false // one with an update comes first
		if !seen[place] {    // several instructions have one place
			seen[place] = true
			out.Suspects = append(out.Suspects, s)
		}
	}
	return out
}

// compareLocations orders locations by their distance from a proof. A small share of places without the protection of
// the others comes first, and before that one on which a wait for a condition depends.
func compareLocations(p, q *raceproof.Location) int {
	lack := func(l *raceproof.Location) int { return l.Places - max(l.Guarded, l.Atomic) }
	order := cmp.Compare(rankOf(p), rankOf(q))
	if order == 0 && rankOf(p) <= someWait {
		order = cmp.Or(lack(p)*q.Places-lack(q)*p.Places, last(!p.Single)-last(!q.Single), q.Places-p.Places)
	}
	return cmp.Or(order, p.Open-q.Open, cmp.Compare(p.Name, q.Name))
}

// last returns the rank of a property whose holders come last.
func last(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The ranks of locations, the most suspicious first.
const (
	mostlyWait      = iota // mostlyProtected, and a wait depends on it
	mostlyProtected        // at least half of the places are under one lock, or have atomic accesses only
	someWait               // fewer are under a lock, and a wait depends on it
	updated                // an update may be lost: that is an error whatever the values are for
	unguarded              // the reads and writes may be ordered by means that the proof does not know, such as initialisation
	vague                  // all accesses that may race may as well be to another part
	doubtful               // all places are under one lock, which may not exclude other threads
)

func rankOf(l *raceproof.Location) int {
	protected := max(l.Guarded, l.Atomic)
	switch most := protected > 0 && 2*protected >= l.Places; {
	case l.Open == l.Doubtful:
		return doubtful
	case l.Open == l.Doubtful+l.Vague:
		return vague
	case most && l.Waits:
		return mostlyWait
	case most:
		return mostlyProtected
	case l.Waits && l.Guarded > 0:
		return someWait
	case l.Update:
		return updated
	}
	return unguarded
}

package check

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// strategy says which engines judge a property when none is asked for by name, in which
// order, and in which part of the time that the property has left.
type strategy struct {
	// summary is what people read of it, in Markdown.
	summary string
	// prover proves without exploring, or says nothing. It hardly ever needs its part.
	prover      string
	proverShare float64
	// before says for which programs the first stage of the plan has a moment before the prover, to find a violated
	// assertion; nil: for none.
	before func(*analyze.Facts) bool
	// together run side by side if there are jobs. With a bound, which all of them obey, they
	// are asked one after another: what the first says within it is the answer, and the next
	// one is asked only if that says nothing.
	together []string
	// late look for a proof without a bound, beside them, one after the other: each begins when a part of the
	// time has passed, its after, or when they have ended, without an answer that is enough. Where every violation is
	// asked for they are not asked.
	late []turn
	// turns are taken when there is one job. The last may use all of the time.
	turns []turn
	// joint, one of them, judges several properties with one exploration, beside the others,
	// or before them if there is one job.
	joint      string
	jointShare float64
	// quick, one of them as well, judges what it can jointly, for a short time, before each
	// property has its part: of what all properties share nothing is done twice then.
	quick string
	// otherwise is asked what none of those can judge.
	otherwise string
	// lasting judge executions as a whole, side by side or in turns.
	lasting []turn
}

// turn is an engine's part of the time left.
type turn struct {
	engine string
	share  float64
	of     func(*analyze.Facts) bool // which programs it is asked about; nil: all
	after  float64                   // the part of the time after which it begins, of those that are late
}

// isLate reports whether an engine is one of those that look for a proof without a bound.
func (s *strategy) isLate(engine string) bool {
	return slices.ContainsFunc(s.late, func(t turn) bool { return t.engine == engine })
}

// place returns the place of an engine among those that run side by side; the others come behind them.
func (s *strategy) place(engine string) int {
	if at := slices.Index(s.together, engine); at >= 0 {
		return at
	}
	return len(s.together)
}

// openLoops reports whether a program has a loop whose number of rounds is not a matter of constants, outside of
// library models.
func openLoops(f *analyze.Facts) bool {
	loops := f.Loops()
	for id := 1; id < len(f.Program.Funcs); id++ {
		if f.Program.Funcs[id].Model || !f.Program.Funcs[id].HasBody() {
			continue
		}
		for i := range loops.Func(ir.FuncID(id)).Loops {
			if !loops.Func(ir.FuncID(id)).Loops[i].Concrete {
				return true
			}
		}
	}
	return false
}

// fewThreads reports whether there are such loops, but none of them creates threads.
func fewThreads(f *analyze.Facts) bool { return openLoops(f) && !endlessThreads(f) }

// closedLoops reports that the number of rounds of each is: order and explore have an end.
func closedLoops(f *analyze.Facts) bool { return !openLoops(f) }

// endlessThreads reports whether a loop of a program creates threads whose number of rounds is not a matter of
// constants: no bound on threads is large enough for all of its executions.
func endlessThreads(f *analyze.Facts) bool {
	creates := make([]bool, len(f.Program.Funcs)) // by function: it creates threads, or what it calls does
	is := func(in *ir.Instr) bool { return in.Op == ir.OpSpawn || in.Op == ir.OpCall && creates[in.Func] }
	for changes := true; changes; {
		changes = false
		for id := 1; id < len(f.Program.Funcs); id++ {
			for _, in := range f.Program.Funcs[id].Instrs() {
				if is(in) && !creates[id] {
					creates[id], changes = true, true
				}
			}
		}
	}
	loops := f.Loops()
	for id := 1; id < len(f.Program.Funcs); id++ {
		fn := &f.Program.Funcs[id]
		if fn.Model || !fn.HasBody() || !creates[id] {
			continue
		}
		for _, l := range loops.Func(ir.FuncID(id)).Loops {
			for at, in := range fn.Instrs() {
				if !l.Concrete && is(in) && slices.Contains(l.Blocks, at.Block) {
					return true
				}
			}
		}
	}
	return false
}

// automatic is the strategy. Symbolic engines decide all inputs at once; explorers find some
// violations sooner, and prove some small programs that have many reads. In turns each gets a
// short try first, since most programs are easy for one of the two and there is no telling
// for which. A loop without an end is what neither proves anything of, as their bounds have none: that is
// for refine and pdr, after the tries. Refine is quick about it or not at all, so that it comes first, but
// where threads are created without an end, of which it knows nothing: there pdr is the only one that can prove anything, and
// has most of the time, after a try of order, which finds most of the violations that are found; the others it finds in what is left, which
// nobody else has. Where all loops have an end that
// constants say, order and explore come to it, so that nobody else is asked, and explore, which begins anew each time, has a longer try;
// most assertions that are violated there order finds violated in less time than static takes, which proves nothing of them, so that it has
// a moment before.
var automatic = strategy{
	summary:     "`static`, then `order` and `explore`, and `refine` and `pdr` where bounds have no end",
	prover:      "static",
	proverShare: 0.15,
	before:      closedLoops,
	together:    []string{"order", "explore"},
	late: []turn{
		{"pdr", 0.75, endlessThreads, 0.03}, {"refine", 0.35, fewThreads, 0.15}, {"pdr", 0.4, nil, 0.15},
	},
	turns: []turn{
		{"order", 0.05, nil, 0}, {"pdr", 0.68, endlessThreads, 0}, {"explore", 0.1, openLoops, 0}, {"explore", 0.25, closedLoops, 0},
		{"refine", 0.35, fewThreads, 0}, {"pdr", 0.2, fewThreads, 0}, {"order", 0.8, nil, 0}, {"explore", 1, nil, 0},
	},
	joint:      "explore",
	jointShare: 0.15,
	quick:      "order",
	otherwise:  "token",
	lasting:    []turn{{"bmc", 0.05, nil, 0}, {"pdr", 0.6, nil, 0}, {"bdd", 1, nil, 0}},
}

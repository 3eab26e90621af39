package check

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// strategy defines which engines judge a property if the options name none, in which order, and with which
// parts of the property's time.
type strategy struct {
	// summary describes the strategy for the documentation, in Markdown.
	summary string
	// prover proves without exploring, or does not answer. It rarely uses its whole part, which is larger for large
	// programs: other engines see little of them.
	prover                  string
	proverShare, largeShare float64
	// before reports for which programs the first stage of the plan runs for a moment before the prover, to
	// find a violated assertion; nil: for none.
	before func(*analyze.Facts) bool
	// teams is the engine that runs for a moment before the prover, to find a race of a program that makes teams of
	// threads (OpenMP); empty: none.
	teams string
	// together run side by side if there is more than one job. With a bound, which all of them obey, they
	// run one after another: the first verdict within the bound is the answer, and the next engine runs
	// only if there is none.
	together []string
	// late engines look for a proof without a bound, beside the others and one after the other. Each begins
	// after a part of the time, its after, or when the others have ended without a sufficient answer. They
	// do not run if every violation is wanted.
	late []turn
	// turns are taken when there is one job. The last may use all of the time.
	turns []turn
	// joint, one of them, judges several properties with one exploration, beside the others,
	// or before them if there is one job.
	joint      string
	jointShare float64
	// quick, also one of them, judges its properties jointly for a short time, before each property has its
	// part. So work that all properties share is not repeated.
	quick string
	// otherwise judges the properties that none of those engines supports.
	otherwise string
	// lasting judge executions as a whole, side by side or in turns.
	lasting []turn
}

// turn is an engine's part of the time left.
type turn struct {
	engine string
	share  float64
	of     func(*analyze.Facts) bool // the programs for which it runs; nil: all
	after  float64                   // the part of the time after which it begins, of those that are late
}

// isLate reports whether an engine is one of the late ones.
func (s *strategy) isLate(engine string) bool {
	return slices.ContainsFunc(s.late, func(t turn) bool { return t.engine == engine })
}

// place returns the position of an engine in together; engines that are not in it come last.
func (s *strategy) place(engine string) int {
	if at := slices.Index(s.together, engine); at >= 0 {
		return at
	}
	return len(s.together)
}

// openLoops reports whether a program has a loop without a constant number of rounds, outside of library
// models.
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

// fewThreads reports whether a program has loops without a constant number of rounds, and none of them creates
// threads.
func fewThreads(f *analyze.Facts) bool { return openLoops(f) && !endlessThreads(f) }

// closedLoops reports whether all loops have a constant number of rounds. Then order and explore end.
func closedLoops(f *analyze.Facts) bool { return !openLoops(f) }

// makesTeams reports whether a program calls a function that makes a team of threads.
func makesTeams(f *analyze.Facts) bool {
	return slices.ContainsFunc(f.Program.Funcs, func(fn ir.Func) bool { return fn.Role.Verb == ir.VerbTeam && fn.HasBody() })
}

// endlessThreads reports whether a loop without a constant number of rounds creates threads: then no bound
// on threads is large enough for all executions.
func endlessThreads(f *analyze.Facts) bool {
	creates := make([]bool, len(f.Program.Funcs)) // by function: it, or a function that it calls, creates threads
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

// automatic is the default strategy. Its reasons:
//
//   - Symbolic engines decide all inputs at once. Explorers find some violations sooner, and prove some
//     small programs with many reads. Most programs are easy for one of the two, but it is unknown for
//     which. So in turns, each gets a short try first.
//   - Neither proves a program with an unbounded loop, since their bounds grow for ever. There refine and
//     pdr run after the tries. refine comes first: it is quick or fails.
//   - refine cannot prove programs that create threads in an unbounded loop; only pdr can. pdr gets most of
//     the time there, after a try of order. That try finds most violations. order finds others in the time
//     left, which no other engine gets.
//   - If all loops have constant bounds, order and explore reach the end of them, so no other engine runs.
//     explore has a longer try there, since it begins anew each time.
//   - In such programs, order finds most violated assertions in less time than static takes, and static
//     proves nothing about them. So the exploring engines have a moment before static.
//   - Most races of teams show up in the first random executions, while static needs the values of variables for most
//     proofs about teams. So explore has a moment before static there.
var automatic = strategy{
	summary:     "`static`, then `order` and `explore`, and `refine` and `pdr` where bounds have no end",
	prover:      "static",
	proverShare: 0.15,
	largeShare:  0.4,
	before:      closedLoops,
	teams:       "explore",
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

package check

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/ir"
)

// strategy says which engines judge a property when none is asked for by name, in which
// order, and in which part of the time that the property has left.
type strategy struct {
	// summary is what people read of it, in Markdown.
	summary string
	// prover proves without exploring, or says nothing. It hardly ever needs its part.
	prover      string
	proverShare float64
	// together run side by side if there are jobs. With a bound, which all of them obey, they
	// are asked one after another: what the first says within it is the answer, and the next
	// one is asked only if that says nothing.
	together []string
	// late look for a proof without a bound, beside them, one after the other: the first begins when a part of the
	// time has passed, after, or when they have ended, without an answer that is enough. Where every violation is
	// asked for they are not asked.
	late  []turn
	after float64
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
	of     func(*analysis.Facts) bool // which programs it is asked about; nil: all
}

// isLate reports whether an engine is one of those that look for a proof without a bound.
func (s *strategy) isLate(engine string) bool {
	return slices.ContainsFunc(s.late, func(t turn) bool { return t.engine == engine })
}

// openLoops reports whether a program has a loop whose number of rounds is not a matter of constants, outside of
// library models.
func openLoops(f *analysis.Facts) bool {
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

// automatic is the strategy. Symbolic engines decide all inputs at once; explorers find some
// violations sooner, and prove some small programs that have many reads. In turns each gets a
// short try first, since most programs are easy for one of the two and there is no telling
// for which. A loop without an end is what neither proves anything of, as their bounds have none: that is
// for refine and pdr, after the tries. Refine is quick about it or not at all, so that it comes first.
var automatic = strategy{
	summary:     "`static`, then `order` and `explore`, and `refine` and `pdr` where bounds have no end",
	prover:      "static",
	proverShare: 0.15,
	together:    []string{"order", "explore"},
	late:        []turn{{"refine", 0.35, openLoops}, {"pdr", 0.4, nil}},
	after:       0.15,
	turns: []turn{
		{"order", 0.05, nil}, {"explore", 0.1, nil}, {"refine", 0.35, openLoops}, {"pdr", 0.2, nil}, {"order", 0.8, nil}, {"explore", 1, nil},
	},
	joint:      "explore",
	jointShare: 0.15,
	quick:      "order",
	otherwise:  "token",
	lasting:    []turn{{"bmc", 0.05, nil}, {"pdr", 0.6, nil}, {"bdd", 1, nil}},
}

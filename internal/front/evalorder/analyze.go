package evalorder

import (
	"context"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the facts from outside the unit.
type Options struct {
	Context context.Context // ends the analysis (package halt); nil: the analysis is not interrupted
	Model   ir.DataModel
	Library Library                // of models; nil: none
	Defined func(name string) bool // by another unit of the program; nil: nothing is
	Whole   bool                   // there is no other unit
	Entry   string                 // the function that the program starts with
}

// analyzer holds the facts about a unit.
type analyzer struct {
	opts      Options
	escaped   map[*tree.Object]bool
	taken     map[*tree.Function]int // how often the address is taken: to be a thread, or called by the library
	params    map[*tree.Object]int   // parameters that are never assigned, from 1
	summaries map[*tree.Function]*effects
	models    map[string]*modelSummary
	needed    map[string]bool  // functions of the library that the unit needs
	consulted map[string]bool  // objects of models that are read
	beside    effects          // effects of threads in parallel with the current function
	met       map[meetKey]bool // answers of meets for that function
	out       *Places
}

// Analyze finds the places of a unit.
func Analyze(u *tree.Unit, opts Options) *Places {
	a := &analyzer{
		opts: opts, escaped: make(map[*tree.Object]bool), taken: make(map[*tree.Function]int),
		params: make(map[*tree.Object]int), summaries: make(map[*tree.Function]*effects),
		models: make(map[string]*modelSummary), needed: make(map[string]bool), consulted: make(map[string]bool), out: &Places{sites: make(map[any]*Site)},
	}
	a.escapes(u)
	a.findNeeded(u)
	a.summarise(u)
	a.findSites(u)
	return a.out
}

// summarise computes the least summaries that hold for all calls of the unit. They
// only grow, within the accesses that the unit has.
func (a *analyzer) summarise(u *tree.Unit) {
	for changed := true; changed; {
		changed = false
		for _, f := range u.Functions {
			if f.Body == nil {
				continue
			}
			halt.Poll(a.opts.Context)
			done := a.stmtEffects(f.Body)
			for x := range done.accesses {
				// Other functions access the automatic objects of a call only through an address that
				// escaped.
				if o := x.object; o != nil && isAutomatic(o) && !a.escaped[o] {
					delete(done.accesses, x)
				}
			}
			if f.NoReturn {
				done.stops = true
			}
			if a.summary(f).union(&done) {
				changed = true
			}
		}
	}
}

func isAutomatic(o *tree.Object) bool {
	return !o.Static && !o.Extern && !o.ThreadLocal && o.Linkage == tree.NoLinkage
}

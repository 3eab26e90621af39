package evalorder

import (
	"context"
	"slices"

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
	table
	opts      Options
	escaped   map[*tree.Object]bool
	taken     map[*tree.Function]int // how often the address is taken: to be a thread, or called by the library
	params    map[*tree.Object]int   // parameters that are never assigned, from 1
	summaries map[*tree.Function]*effects
	parsed    map[string]*model // of the library, by name; nil: it has none
	models    map[string]*modelSummary
	needed    map[string]bool  // functions of the library that the unit needs
	consulted map[string]bool  // objects of models that are read
	beside    *parallel        // effects of threads in parallel with the current function
	collect   func(*tree.Call) // if set, takes calls in place of their effects
	out       *Places
}

// Analyze finds the places of a unit.
func Analyze(u *tree.Unit, opts Options) *Places {
	a := &analyzer{
		table: table{ids: make(map[access]accessID)}, opts: opts, escaped: make(map[*tree.Object]bool), taken: make(map[*tree.Function]int),
		params: make(map[*tree.Object]int), summaries: make(map[*tree.Function]*effects),
		parsed: make(map[string]*model), models: make(map[string]*modelSummary), needed: make(map[string]bool), consulted: make(map[string]bool), out: &Places{sites: make(map[any]*Site)},
	}
	a.escapes(u)
	a.findNeeded(u)
	a.summarise(u)
	a.findSites(u)
	return a.out
}

// body holds the calls in the body of a function.
type body struct {
	f       *tree.Function
	calls   []*tree.Call
	callers []*body
	pending bool // a callee's summary grew since the calls were looked at
}

// summarise computes the least summaries that hold for all calls of the unit. They
// only grow, within the accesses that the unit has.
func (a *analyzer) summarise(u *tree.Unit) {
	bodies := make(map[*tree.Function]*body)
	var work []*body
	for _, f := range u.Functions {
		if f.Body == nil {
			continue
		}
		halt.Poll(a.opts.Context)
		b := &body{f: f, pending: true}
		a.collect = func(c *tree.Call) { b.calls = append(b.calls, c) }
		own := a.stmtEffects(f.Body)
		a.collect = nil
		own.stops = own.stops || f.NoReturn
		a.summary(f).union(a.lasting(&own))
		bodies[f] = b
		work = append(work, b)
	}
	for _, b := range work {
		for _, c := range b.calls {
			if callee := bodies[c.Callee()]; callee != nil {
				callee.callers = append(callee.callers, b)
			}
		}
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		b.pending = false
		halt.Poll(a.opts.Context)
		var called effects
		for _, c := range b.calls {
			of := a.callEffects(c)
			called.union(&of)
		}
		if !a.summary(b.f).union(a.lasting(&called)) {
			continue
		}
		for _, caller := range b.callers {
			if !caller.pending {
				caller.pending = true
				work = append(work, caller)
			}
		}
	}
}

// lasting leaves out the accesses to automatic objects of a call whose address did not escape: other functions have no
// access to them.
func (a *analyzer) lasting(e *effects) *effects {
	e.accesses = slices.DeleteFunc(e.accesses, func(id accessID) bool {
		o := a.get(id).object
		return o != nil && isAutomatic(o) && !a.escaped[o]
	})
	return e
}

func isAutomatic(o *tree.Object) bool {
	return !o.Static && !o.Extern && !o.ThreadLocal && o.Linkage == tree.NoLinkage
}

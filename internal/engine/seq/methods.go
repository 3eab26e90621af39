package seq

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/seqz/lalreps"
	"github.com/heddle-mc/heddle/internal/seqz/lazy"
	"github.com/heddle-mc/heddle/internal/seqz/lmp"
	"github.com/heddle-mc/heddle/internal/seqz/mu"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// measure is what a method bounds.
type measure uint8

const (
	bySwitches measure = iota // rounds of a round-robin schedule, or contexts
	byWrites                  // writes to shared memory
	byClusters                // clusters of them
)

// method is a way to make a sequential program of an inlined one. Limits.Number is in the
// method's measure.
type method struct {
	name    string
	measure measure
	make    seqz.Method
}

// methods lists the methods.
var methods = []method{
	{"epc", bySwitches, lazy.EPC},
	{"lazyseq", bySwitches, lazy.LazySeq},
	{"lr", bySwitches, lalreps.LalReps},
	{"lmp", bySwitches, lmp.LMP},
	{"mu", byWrites, mu.Method(mu.FineImplicit)},
	{"mu:fine-implicit", byWrites, mu.Method(mu.FineImplicit)},
	{"mu:fine-explicit", byWrites, mu.Method(mu.FineExplicit)},
	{"mu:mixed", byWrites, mu.Method(mu.Mixed)},
	{"mu:intra", byClusters, mu.Method(mu.Intra)},
	{"mu:inter", byClusters, mu.Method(mu.Inter)},
}

// first is the bound that a method begins with when none is given: a few writes say
// next to nothing, and more than it takes cost little.
func (m measure) first() int {
	if m == byWrites {
		return 16
	}
	return 1
}

// options returns the options of the inlined program, given those that do not depend on the
// method. Memory unwinding takes many threads that do little, which become less when what
// they are created with is known.
func (m *method) options(o seqz.Options) seqz.Options {
	if m.measure != bySwitches {
		o.Creating, o.Owned = true, true
	}
	return o
}

// Methods lists the names of the methods.
func Methods() []string {
	var out []string
	for _, m := range methods {
		out = append(out, m.name)
	}
	return out
}

// Seq is an engine.
type Seq struct {
	method *method
	done   limits // the last that were completed
}

var _ engine.Engine = (*Seq)(nil)

// New returns the engine of a method.
//
// requires: the method is one of Methods.
func New(name string) *Seq {
	for i := range methods {
		if methods[i].name == name {
			return &Seq{method: &methods[i]}
		}
	}
	panic("seq: no method " + name)
}

// Refuses says why the method cannot obey bounds, or nothing.
func (s *Seq) Refuses(b engine.Bounds) string {
	switches := b.Rounds != 0 || b.Contexts != 0 || b.Schedule != engine.AnySchedule
	switch m := s.method.measure; {
	case b.Preemptions != 0:
		return "this engine cannot bound preemptions"
	case m != bySwitches && b.Writes > mu.MaxWrites:
		return fmt.Sprintf("memory unwinding is for at most %d writes", mu.MaxWrites)
	case m != bySwitches && b.Threads > mu.MaxThreads:
		return fmt.Sprintf("memory unwinding is for at most %d threads", mu.MaxThreads)
	case m != bySwitches && switches:
		return "this engine bounds writes, not rounds or contexts"
	case m == bySwitches && b.Writes != 0:
		return "this engine bounds rounds or contexts, not writes"
	case b.Rounds != 0 && (b.Contexts != 0 || b.Schedule == engine.Arbitrary):
		return "an arbitrary schedule has contexts, no rounds"
	case b.Contexts != 0 && b.Schedule == engine.RoundRobin:
		return "a round-robin schedule has rounds, no bound on contexts"
	}
	return ""
}

// refuses says why the method cannot judge a problem, or nothing.
func (s *Seq) refuses(p *engine.Problem) string {
	if p.Property != verdict.Assert && p.Property != verdict.Reach {
		return "sequential programs are checked for assert and reach only"
	}
	return s.Refuses(p.Bounds)
}

// scheduleOf returns the schedule that bounds ask for; round-robin, if none.
func scheduleOf(b engine.Bounds) seqz.Schedule {
	if b.Contexts > 0 || b.Schedule == engine.Arbitrary {
		return seqz.Arbitrary
	}
	return seqz.RoundRobin
}

package sequentialized

import (
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/lalreps"
	"github.com/heddle-mc/heddle/internal/model/sequential/lazy"
	"github.com/heddle-mc/heddle/internal/model/sequential/lmp"
	"github.com/heddle-mc/heddle/internal/model/sequential/mu"
)

// measure is the unit of a method's bound.
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
	summary string // as in engine.Kind
	make    sequential.Method
}

// methods lists the methods.
var methods = []method{
	{"epc", bySwitches, "sequentialisation: threads take turns, with a choice to switch before every visible operation", lazy.EPC},
	{"lazyseq", bySwitches, "the same with a guess, at the beginning of a turn, where it ends", lazy.LazySeq},
	{"lr", bySwitches, "threads one after another, on a copy of the memory for each round; the memory at the beginning of a round is guessed (Lal and Reps)", lalreps.LalReps},
	{"lmp", bySwitches, "contexts in their order; a thread is run again from its beginning in each of its own (La Torre, Madhusudan, Parlato)", lmp.LMP},
	{"mu", byWrites, "a sequence of writes is guessed, and each thread runs once against it; a read guesses the write that it sees (Tomasco et al.)", mu.Method(mu.FineImplicit)},
	{"mu:fine-implicit", byWrites, "another name of `mu`", mu.Method(mu.FineImplicit)},
	{"mu:fine-explicit", byWrites, "the same with the values of all memory at each position", mu.Method(mu.FineExplicit)},
	{"mu:mixed", byWrites, "the same with the values of scalars at each position", mu.Method(mu.Mixed)},
	{"mu:intra", byClusters, "a position is a cluster of one thread's writes, of which only the last values are seen", mu.Method(mu.Intra)},
	{"mu:inter", byClusters, "the same with clusters of several threads' writes", mu.Method(mu.Inter)},
}

// first is the bound with which a method begins if none is given: with few writes an answer is almost
// useless, and more than necessary cost little.
func (m measure) first() int {
	if m == byWrites {
		return 16
	}
	return 1
}

// options returns the options of the inlined program. o has the options that do not depend on the method.
// In memory unwinding, Visible does not bound iterations that create threads: many threads that do little
// cost it little.
func (m *method) options(o sequential.Options) sequential.Options {
	o.Creating = m.measure != bySwitches
	return o
}

package seq

import (
	"context"

	"github.com/heddle-mc/heddle/internal/seqz"
)

// measure is what a method bounds.
type measure uint8

const (
	bySwitches measure = iota // rounds of a round-robin schedule, or contexts
	byWrites                  // writes to shared memory
	byClusters                // clusters of them
)

// method is a way to make a sequential program of a flat form, which is the
// method's to keep or to rewrite. Limits.Number is in the method's measure.
type method struct {
	name    string
	measure measure
	summary string // as engine.Kind has it
	make    func(context.Context, *seqz.Flat, seqz.Limits) (*seqz.Sequential, error)
}

// methods lists the methods.
var methods = []method{
	{"epc", bySwitches, "sequentialisation: threads take turns, with a choice to switch before every visible operation", sure(seqz.EPC)},
	{"lazyseq", bySwitches, "the same with a guess, at the beginning of a turn, where it ends", sure(seqz.LazySeq)},
	{"lr", bySwitches, "threads one after another, on a copy of the memory for each round; what a round begins with is guessed (Lal and Reps)", seqz.LalReps},
	{"lmp", bySwitches, "contexts in their order; a thread is run again from its beginning in each of its own (La Torre, Madhusudan, Parlato)", seqz.LMP},
	{"mu", byWrites, "a sequence of writes is guessed, and each thread runs once against it; a read guesses the write that it sees (Tomasco et al.)", unwinding(seqz.MuFineImplicit)},
	{"mu:fine-implicit", byWrites, "another name of `mu`", unwinding(seqz.MuFineImplicit)},
	{"mu:fine-explicit", byWrites, "the same with the values of all memory at each position", unwinding(seqz.MuFineExplicit)},
	{"mu:mixed", byWrites, "the same with the values of scalars at each position", unwinding(seqz.MuMixed)},
	{"mu:intra", byClusters, "a position is a cluster of one thread's writes, of which only the last values are seen", unwinding(seqz.MuIntra)},
	{"mu:inter", byClusters, "the same with clusters of several threads' writes", unwinding(seqz.MuInter)},
}

// sure adapts a method that cannot fail.
func sure(m func(*seqz.Flat, seqz.Limits) *seqz.Sequential) func(context.Context, *seqz.Flat, seqz.Limits) (*seqz.Sequential, error) {
	return func(_ context.Context, f *seqz.Flat, l seqz.Limits) (*seqz.Sequential, error) { return m(f, l), nil }
}

// first is the bound that a method begins with when none is given: a few writes say
// next to nothing, and more than it takes cost little.
func (m measure) first() int {
	if m == byWrites {
		return 16
	}
	return 1
}

// options returns the options of the flat form, given those that do not depend on the
// method. Memory unwinding takes many threads that do little, which become less when what
// they are created with is known.
func (m *method) options(o seqz.Options) seqz.Options {
	if m.measure != bySwitches {
		o.Creating, o.Owned = true, true
	}
	return o
}

// unwinding adapts a scheme of memory unwinding.
func unwinding(s seqz.MuScheme) func(context.Context, *seqz.Flat, seqz.Limits) (*seqz.Sequential, error) {
	return func(ctx context.Context, f *seqz.Flat, l seqz.Limits) (*seqz.Sequential, error) {
		return seqz.Mu(ctx, f, s, l.Number)
	}
}

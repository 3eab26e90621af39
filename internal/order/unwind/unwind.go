package unwind

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options holds the property, the environment and the bounds of an unwinding.
type Options struct {
	Property verdict.Property
	// Also lists further properties whose checks are obligations. It has none of race, deadlock and uninit,
	// whose graphs differ.
	Also        []verdict.Property
	Environment ir.Environment // choices of the environment that are on
	// Loop bounds the iterations of loops whose number depends on inputs or on
	// other threads, and nested calls of a function; at least 1. A loop's head
	// is reached at most so often, the first time included, as with the same
	// number in CBMC and ESBMC.
	Loop int
	// Concrete bounds the iterations of other loops; 0: DefaultConcrete. Those
	// with visible operations are bounded by a hundredth of it.
	Concrete int
	// Threads is the number of threads that begin, main included. Alike bounds the threads that begin, for
	// each set of threads that one thread creates by the same calls. The others are never scheduled and
	// leave a bound mark; 0: all begin.
	Threads, Alike int
	// MaxNodes bounds the visible operations of the graph; 0: DefaultMaxNodes.
	MaxNodes int
	// Trail records the paths of threads (event.Passage).
	Trail bool
	// Weak makes a graph for a memory model weaker than sequential consistency: it has points and touches as
	// a graph for races, and no read is left out because the thread holds a lock.
	Weak bool
	// Stats, if not nil, is filled in with counters.
	Stats *Stats
}

// The defaults of Options.
const (
	DefaultConcrete = 100_000
	DefaultMaxNodes = 200_000
)

// maxPasses bounds the passes over the program. The tables of the passes are finite, but may take more
// passes than are reasonable.
const maxPasses = 200

// Stats counts the work of an unwinding.
type Stats struct {
	Passes       int
	Instructions int64 // executed, in all passes
	Nodes        int   // of the result, as the following
	Events       int
	Threads      int
	Objects      int // that exist
}

// unwinder is one pass over the program.
type unwinder struct {
	w         *world
	ctx       context.Context
	terms     *term.Store
	opts      Options
	graph     *event.Graph
	nodes     []*node
	pass      int
	ptrBits   uint
	leafMemo  map[term.ID][]leaf
	resolved  map[term.ID]*pointer
	anchors   map[term.ID]target // addresses of unknown places in objects
	open      []*section
	finals    []*section // of threads that wait for ever
	waits     []*block
	sections  int32
	holdCount event.HoldID // see hold.go
	joins     []join
	waitedFor []*instance
	unbegun   term.ID // a thread is created that never begins
	guessed   []*object
	objs      []*object // of graph.Objects
	racing    racing
	stats     Stats
	stopped   error // why the pass is given up
	// reasons counts the events that end a state: a condition that cannot hold, a mark, the end of the
	// thread. A state that ends without one is lost, which is a bug (execFrom).
	reasons int
}

// Unwind returns the event graph of a program, unwound to the bounds. An error means that the context is
// done, or that the graph would exceed the limits. Faults of the program are in the graph.
func Unwind(ctx context.Context, facts *analyze.Facts, terms *term.Store, opts Options) (*event.Graph, error) {
	if opts.Loop < 1 {
		return nil, fmt.Errorf("unwind: loop bound %d is less than 1", opts.Loop)
	}
	w := newWorld(facts)
	var total Stats
	for pass := 1; pass <= maxPasses; pass++ {
		w.pass, w.changed = pass, false
		for _, o := range w.objects[1:] {
			if o.stale {
				u := &unwinder{w: w}
				u.layOut(o)
			}
		}
		u := &unwinder{
			w: w, ctx: ctx, terms: terms, opts: opts, pass: pass, ptrBits: uint(w.prog.Model.PtrBits()),
			leafMemo: make(map[term.ID][]leaf), resolved: make(map[term.ID]*pointer),
			anchors: make(map[term.ID]target),
		}
		u.run()
		total.Passes++
		total.Instructions += u.stats.Instructions
		if u.stopped != nil {
			return nil, fmt.Errorf("unwind: %w", u.stopped)
		}
		if !w.changed {
			total.Nodes, total.Events = len(u.graph.Nodes)-1, len(u.graph.Events)-1
			total.Threads, total.Objects = len(u.graph.Threads)-1, len(w.objects)-1
			if opts.Stats != nil {
				*opts.Stats = total
			}
			return u.graph, nil
		}
	}
	return nil, fmt.Errorf("unwind: what is shared is not known after %d passes", maxPasses)
}

func (u *unwinder) run() {
	u.graph = &event.Graph{
		Program: u.w.prog, Property: u.opts.Property, Terms: u.terms,
		Threads: make([]event.Thread, 1), Regions: make([]event.Region, 1), Objects: make([]event.Object, 1),
	}
	u.unbegun = term.False
	u.nodes = make([]*node, 1)
	u.objs = make([]*object, 1)
	inst := u.w.instanceOf(threadKey{parent: -1}, nil)
	t := u.newThread(inst, nil, u.w.prog.Start)
	t.number, t.numbered = 0, true
	st := &state{thread: inst, path: &path{cond: term.True, term: term.True}, mem: trie{mark: new(byte)}}
	t.run(st, u.w.prog.Start, value{})
	if u.stopped != nil {
		return
	}
	u.closeSections()
	u.closeWaits()
	u.noteReads()
	u.slice()
	u.finishGraph()
}

func (u *unwinder) poll() {
	if u.ctx.Err() != nil {
		u.stopped = context.Cause(u.ctx)
	}
}

// late polls at each 64th of many steps, given the index of a step. It reports whether the pass is
// abandoned.
func (u *unwinder) late(index int) bool {
	if index%64 == 63 {
		u.poll()
	}
	return u.stopped != nil
}

func (o *Options) concrete() int { return cmp.Or(o.Concrete, DefaultConcrete) }

// concreteVisible bounds the iterations of loops with visible operations.
func (o *Options) concreteVisible() int { return max(o.concrete()/100, o.Loop) }

// exhausted reports whether the graph is as large as it may be.
func (u *unwinder) exhausted() bool {
	return len(u.nodes) > cmp.Or(u.opts.MaxNodes, DefaultMaxNodes)
}

// checks reports whether the checks of a property are obligations.
func (o *Options) checks(p verdict.Property) bool {
	return p == o.Property || slices.Contains(o.Also, p)
}

// simple reports that no checked property can be violated inside a library model's section before it waits.
func (o *Options) simple() bool {
	return !o.checks(verdict.Memory) && !o.checks(verdict.Lock) && !o.checks(verdict.Uninit)
}

package raceproof

import (
	"context"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Parallel holds the results of the walk through the threads, without pairs of accesses. It knows the
// threads that may run in parallel, the objects that several threads can reach, and the objects and
// threads with only one instance.
type Parallel struct {
	a      *prover
	beside map[pointsto.At]Threads
	all    Threads
}

// Threads is a set of kinds of threads.
type Threads []uint64

// Has reports whether a kind of thread is in the set.
func (s Threads) Has(t pointsto.ThreadID) bool { return s[t/64]>>(t%64)&1 != 0 }

// Within reports whether all of s is in o.
func (s Threads) Within(o Threads) bool {
	for i := range s {
		if s[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// Add adds a kind of thread to the set.
func (s Threads) Add(t pointsto.ThreadID) { s[t/64] |= 1 << (t % 64) }

// FindParallel walks through the threads of a program that pointsto knows. If ctx ends, all threads may
// run in parallel.
func FindParallel(ctx context.Context, pts *pointsto.Result, env ir.Environment) *Parallel {
	a := newAnalysis(ctx, pts, env)
	a.flow()
	p := &Parallel{a: a, beside: make(map[pointsto.At]Threads), all: NewThreads(len(pts.Threads))}
	for t := 1; t < len(pts.Threads); t++ {
		p.all.Add(pointsto.ThreadID(t))
	}
	if a.lost != "" {
		return p
	}
	for at, s := range a.states {
		a.walk(at, s.list, p.visit)
	}
	return p
}

// NewThreads returns an empty set of kinds of threads below n.
func NewThreads(n int) Threads { return make(Threads, (n+63)/64) }

// visit records the threads that may run in parallel to an instruction, at joins of paths and after
// creations of threads.
func (p *Parallel) visit(at pointsto.At, list []*path) {
	a := p.a
	if a.states[at] == nil {
		if at.Instr == 0 || a.pts.View(at.Node).IR.Blocks[at.Block].Instrs[at.Instr-1].Op != ir.OpSpawn {
			return
		}
	}
	own := a.pts.Nodes[at.Node].Thread
	set := NewThreads(len(a.pts.Threads))
	for t := 1; t < len(a.pts.Threads); t++ {
		if t == int(own) {
			if !a.once.thread(own) {
				set.Add(pointsto.ThreadID(t))
			}
			continue
		}
		for _, q := range list {
			if q.status[t]&mayRun != 0 {
				set.Add(pointsto.ThreadID(t))
				break
			}
		}
	}
	p.beside[at] = set
}

// Beside returns the kinds of threads that may run in parallel to a thread before an instruction: the
// first of a block, the one behind a call, or the one behind a spawn. The thread's own kind is included
// if there may be several of it. For a place that the walk did not reach, it returns all kinds.
func (p *Parallel) Beside(at pointsto.At) Threads {
	if set, ok := p.beside[pointsto.At{Node: at.Node, Block: at.Block, Instr: at.Instr}]; ok {
		return set
	}
	return p.all
}

// Once reports whether at most one thread of a kind is created.
func (p *Parallel) Once(t pointsto.ThreadID) bool { return p.a.once.thread(t) }

// Single reports whether an object stands for at most one instance.
func (p *Parallel) Single(o pointsto.ObjID) bool { return p.a.single(o) }

// SingleInThread reports whether a place is passed at most once in each thread.
func (p *Parallel) SingleInThread(at pointsto.At) bool { return p.a.once.inThread(at) }

// MadeOnce reports whether each thread creates at most one instance of an object.
func (p *Parallel) MadeOnce(o pointsto.ObjID) bool { return p.a.once.madeOnce(&p.a.pts.Objects[o]) }

// Replaces reports whether a store to an object replaces its contents. This holds if the storing thread knows only one instance of
// it, or can reach only the last.
func (p *Parallel) Replaces(o pointsto.ObjID) bool {
	x := &p.a.pts.Objects[o]
	switch {
	case p.Single(o):
		return true
	case p.Escaped(o):
		return false
	case x.Kind == pointsto.ThreadLocal:
		return true
	case x.Kind == pointsto.Local:
		return !p.a.pts.Recursive(p.a.pts.Nodes[x.Node].Func)
	}
	return p.SingleInThread(pointsto.At{Node: x.Node, Block: x.Block, Instr: x.Instr})
}

// Escaped reports whether threads other than the creator of an object can reach it.
func (p *Parallel) Escaped(o pointsto.ObjID) bool { return p.a.escaped[o] }

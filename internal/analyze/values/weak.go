package values

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The analysis also holds for the executions of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017), without some of its
// parts. A set of values per cell, which any thread in parallel may have written, has no order of the writes. So it suits
// weaker memory as well (Miné, "Static analysis of run-time errors in embedded critical parallel C programs", ESOP 2011,
// section 4; Alglave, Kroening, Lugton, Nimal, Tautschnig, "Soundness of data flow analyses for weak memory models", APLAS
// 2011).
//
// The proof goes by induction along an order that extends program order and reads-from, which have no cycle in RC11. Let a
// read find the value of a write. There are three cases:
//
//   - The write is by the thread itself, or by another thread before something that happens before the read: the creation of
//     a thread, or a join. Then the state has its value. The state drops the value only if a later write of the thread, or of
//     such a thread, replaces it. That write hides the other by coherence.
//   - The cell has a lock that the thread holds, and each write in parallel is under this lock. The release of a lock happens
//     before its next acquisition, since the library models send and receive there. (A lock that is initialised again while
//     others run is no such lock.) So all these writes come before the acquisition by happens-before, or after the release.
//     Coherence hides all of them but the last one before, or the thread's own.
//   - The write is by a thread that may run in parallel. That thread has published the value.
//
// Other parts are left out, since they need more:
//
//   - The contents of an object when it becomes reachable (fresh.go). After a relaxed store of the pointer, other threads
//     may find older contents:
//
//     p->n = 1; store(&shared, p, relaxed);      q = load(&shared, relaxed); … q->n may be 0 …
//
//   - Words in memory as locks (memory.go). The operations on the word need not synchronise.
//   - Open sections keep the values of cells. Only objects whose accesses are all in sections are sequentially consistent.
//   - Locks of elements (own.go), nodes of lists, elements that an earlier loop has written, and sums of additions
//     (count.go).

// AnalyseRC11 is Analyse for the executions of RC11. The result has no Proof. It requires that no plain accesses race,
// and that accesses of different sizes to an atomic object do not race.
func AnalyseRC11(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Result {
	a := newSolver(ctx, facts, env, facts.PointsTo(ctx), true)
	a.refuseSections()
	if a.lost == "" {
		a.solve()
	}
	if a.lost == "" {
		a.solveProtected()
	}
	if a.lost != "" {
		return &Result{Program: facts.Program, Lost: a.lost}
	}
	return a.judgeAll()
}

// refuseSections loses a program with atomic sections of its own.
func (a *solver) refuseSections() {
	if a.lost != "" {
		return
	}
	for n := 1; n < len(a.pts.Nodes); n++ {
		for _, in := range a.pts.View(pointsto.NodeID(n)).Instrs() {
			if in.Op == ir.OpAtomicBegin && ir.SectionKind(in.Sub) == ir.UserSection {
				a.lose("an atomic section of the program")
			}
		}
	}
}

// sent reports whether a thread sends before a release in the same block, as library models do when they unlock.
func (w *walker) sent(at pointsto.At) bool {
	return slices.ContainsFunc(w.view.IR.Blocks[at.Block].Instrs[:at.Instr], func(in ir.Instr) bool { return in.Op == ir.OpSend })
}

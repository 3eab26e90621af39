package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// sharing holds the values that threads exchange through shared cells.
type sharing struct {
	// seen holds, by thread and cell, the values of the thread's stores that other threads may find:
	// the values after the store, or after the section around it.
	seen [][]value
	// settled holds, by thread and guard, the values of the cell when the thread released the lock.
	settled [][]value
	// born holds, by thread and cell, the contents of objects when the thread made them reachable for
	// others. That needs no lock, even if locks protect the cell.
	born    [][]value
	grown   map[shownKey]int
	readers map[cellID]*instrSet
	all     instrSet // the stretches that depend on every cell
	written []cellID // the cells that some thread wrote while others ran, in the order in which that was found

	locks   []lock
	lockIDs map[lock]int32
	at      [][]int32       // by cell: the locks that every thread holds that writes it while others run
	some    [][]int32       // by cell: the locks that some such thread holds
	isAt    []bool          // by cell: there is such a thread
	owners  [][]int64       // by cell: the distances of elements' own locks. A thread that writes an element while others run holds all of these
	isOwned []bool          // by cell: there is such a thread
	moves   []bool          // by cell: writes are to an element that is not fixed
	own     []value         // by cell: values left in elements when their locks are released
	spoiled map[int32]bool  // locks that a thread may release without holding them
	loose   map[target]bool // possible places of released locks
}

// instrSet is a set of instructions in the order of insertion. The order matters, because another one
// may widen to other values.
type instrSet struct {
	list []pointsto.At
	has  map[pointsto.At]bool
}

func (p *instrSet) add(at pointsto.At) {
	if !p.has[at] {
		p.has[at] = true
		p.list = append(p.list, at)
	}
}

// guard is a lock that protects a cell: every thread that writes the cell while others run holds it.
type guard struct {
	cell cellID
	lock int32
}

type guardID int32

// shownKey identifies values that a thread shows to others: of a cell without lock, or under a guard.
type shownKey struct {
	t     pointsto.ThreadID
	c     cellID
	under guardID // noGuard: without lock; newborn: when its object is exposed; ownLock: under a lock of its own
}

const (
	noGuard guardID = -1
	newborn guardID = -2
	ownLock guardID = -3
)

// lock is a place that can be locked: by the operations of the IR, or, if it is a word, by writing a
// nonzero value where it was zero.
type lock struct {
	obj  pointsto.ObjID
	off  int64
	word bool
}

// sharingPatience is the number of times that a cell's contents grow before its intervals take larger
// steps.
const sharingPatience = 4

func (s *sharing) reset(threads, cells, guards int) {
	known := s.lockIDs
	if known == nil {
		known = make(map[lock]int32)
	}
	*s = sharing{
		seen: make([][]value, threads), settled: make([][]value, threads), born: make([][]value, threads), grown: make(map[shownKey]int),
		readers: make(map[cellID]*instrSet), all: instrSet{has: make(map[pointsto.At]bool)},
		locks: s.locks, lockIDs: known, at: make([][]int32, cells), some: make([][]int32, cells), isAt: make([]bool, cells),
		owners: make([][]int64, cells), isOwned: make([]bool, cells), moves: make([]bool, cells), own: empty(cells),
		spoiled: make(map[int32]bool), loose: make(map[target]bool),
	}
	for t := range s.seen {
		s.seen[t], s.settled[t], s.born[t] = empty(cells), empty(guards), empty(cells)
	}
}

func empty(n int) []value {
	out := make([]value, n)
	for i := range out {
		out[i] = nothing
	}
	return out
}

func (s *sharing) lockID(l lock) int32 {
	id, ok := s.lockIDs[l]
	if !ok {
		id = int32(len(s.locks))
		s.locks = append(s.locks, l)
		s.lockIDs[l] = id
	}
	return id
}

// publish shows a value written by a thread to others.
func (a *solver) publish(t pointsto.ThreadID, c cellID, v value) {
	a.show(&a.shared.seen[t][c], shownKey{t, c, noGuard}, v)
}

// settle shows a value left by a thread at the release of a lock to the threads that acquire it.
func (a *solver) settle(t pointsto.ThreadID, g guardID, v value) {
	a.show(&a.shared.settled[t][g], shownKey{t, a.guards[g].cell, g}, v)
}

// appear shows the contents of a cell in an object that others can reach from now on. Threads
// without lock see them, threads that acquire any of its locks, and threads that already hold a
// lock.
func (a *solver) appear(t pointsto.ThreadID, c cellID, v value) {
	a.publish(t, c, v)
	for _, g := range a.protect[c] {
		a.settle(t, g, v)
	}
	a.show(&a.shared.born[t][c], shownKey{t, c, newborn}, v)
}

func (a *solver) show(where *value, key shownKey, v value) {
	if a.judge != nil || v.empty() {
		return
	}
	s, c := &a.shared, key.c
	old := *where
	j := old.join(v)
	if j.equal(old) {
		return
	}
	if s.grown[key]++; s.grown[key] > sharingPatience {
		j = a.wider.widen(old, v)
	}
	*where = j
	if !slices.Contains(s.written, c) {
		s.written = append(s.written, c)
	}
	a.enqueueReaders(c)
	for _, at := range s.all.list {
		a.enqueue(at)
	}
}

// company yields the kinds of threads that may run in parallel to the walker's.
func (w *walker) company(yield func(pointsto.ThreadID) bool) {
	for t := 1; t < len(w.a.pts.Threads); t++ {
		id := pointsto.ThreadID(t)
		if w.beside.Has(id) && (id != w.own || !w.a.par.Once(w.own)) && !yield(id) {
			return
		}
	}
}

// others adds to v the values that threads in parallel have shown, selected by of.
func (w *walker) others(v value, of func(pointsto.ThreadID) value) value {
	for id := range w.company {
		if shown := of(id); !shown.empty() {
			v = v.join(shown)
		}
	}
	return v
}

// seen adds to v the values that others have written to a cell, under any locks.
func (w *walker) seen(c cellID, v value) value {
	return w.others(v, func(t pointsto.ThreadID) value { return w.a.shared.seen[t][c] })
}

// left adds to v what others have left in a cell under a guard.
func (w *walker) left(g guardID, v value) value {
	return w.others(v, func(t pointsto.ThreadID) value { return w.a.shared.settled[t][g] })
}

// appeared adds to v the contents of a cell in objects that others have made reachable.
func (w *walker) appeared(c cellID, v value) value {
	return w.others(v, func(t pointsto.ThreadID) value { return w.a.shared.born[t][c] })
}

// protected reports whether a state holds a lock that every other thread holds when it writes a cell.
func (a *solver) protected(s *state, c cellID) bool {
	if l := a.words[c]; l >= 0 && s.holds(l) {
		return true
	}
	return slices.ContainsFunc(a.protect[c], func(g guardID) bool { return s.holds(a.guards[g].lock) })
}

// close adds to a cell the values that others may have written up to now: for a cell with locks, the
// values left under any of them.
func (w *walker) close(c cellID) {
	a := w.a
	if a.protected(&w.st, c) {
		w.replace(c, w.appeared(c, *w.st.mem.at(c)))
		return
	}
	guards, v := a.protect[c], *w.st.mem.at(c)
	for _, g := range guards {
		v = w.left(g, v)
	}
	if len(guards) == 0 {
		if w.st.depth > 0 {
			return // added when the section began
		}
		v = w.seen(c, v)
	}
	w.replace(c, v)
}

// replace changes the known contents of a cell.
func (w *walker) replace(c cellID, v value) {
	if !v.equal(*w.st.mem.at(c)) {
		w.setMem(c, v)
		w.unlink(c)
	}
}

// closeAll closes all cells, because the threads running so far do not interrupt the following code.
func (w *walker) closeAll() {
	w.a.shared.all.add(w.start)
	for _, c := range w.a.shared.written {
		w.close(c)
	}
}

// beginSection closes the cells without locks, since an open section finds their values from its
// beginning. Values left under a lock are found when it is acquired.
func (w *walker) beginSection() {
	w.a.shared.all.add(w.start)
	for _, c := range w.a.shared.written {
		if len(w.a.protect[c]) == 0 {
			w.close(c)
		}
	}
}

// stable reports whether no other thread can change a cell at this place.
func (w *walker) stable(c cellID) bool {
	a := w.a
	if !a.cells[c].shared {
		return true
	}
	if a.protected(&w.st, c) || len(a.protect[c]) == 0 && w.st.depth > 0 && !a.weak {
		return true
	}
	w.readsShared(c)
	return w.seen(c, nothing).empty()
}

// readsShared records that a stretch depends on other threads' writes to a cell.
func (w *walker) readsShared(c cellID) {
	readers := w.a.shared.readers[c]
	if readers == nil {
		readers = &instrSet{has: make(map[pointsto.At]bool)}
		w.a.shared.readers[c] = readers
	}
	readers.add(w.start)
}

// enqueueReaders makes these stretches be walked again.
func (a *solver) enqueueReaders(c cellID) {
	if readers := a.shared.readers[c]; readers != nil {
		for _, at := range readers.list {
			a.enqueue(at)
		}
	}
}

// read returns the values that an instruction may find in a cell.
func (w *walker) read(c cellID, at pointsto.At) value {
	return w.a.resolve(c, at, w.contents(c))
}

// contents returns the possible contents of a cell at this place.
func (w *walker) contents(c cellID) value {
	if w.stable(c) {
		if w.a.cells[c].shared && w.a.protected(&w.st, c) {
			w.readsShared(c)
			w.replace(c, w.appeared(c, *w.st.mem.at(c)))
		}
		return *w.st.mem.at(c)
	}
	guards := w.a.protect[c]
	if len(guards) == 0 {
		w.close(c)
	}
	v := w.seen(c, *w.st.mem.at(c))
	for _, g := range guards {
		v = w.left(g, v)
	}
	return v
}

// alone reports whether no other thread may run.
func (w *walker) alone() bool {
	for range w.company {
		return false
	}
	return true
}

// write records a store to a cell. replaces means that the store can be to no other place, so that the
// old contents are lost.
func (w *walker) write(c cellID, v value, replaces bool) {
	a := w.a
	cell := &a.cells[c]
	if cell.mixed {
		return
	}
	w.unlink(c)
	if replaces {
		w.setMem(c, v)
	} else {
		w.setMem(c, w.st.mem.at(c).join(v))
	}
	if !cell.shared {
		return
	}
	for _, g := range a.protect[c] {
		w.st.pending = insert(w.st.pending, g)
	}
	if w.st.depth > 0 {
		w.st.dirty = insert(w.st.dirty, c)
	}
	if w.alone() {
		return
	}
	w.noteLocks(c)
	if w.st.depth == 0 {
		a.publish(w.own, c, v)
	}
}

// noteLocks records the held locks at a write of a cell.
func (w *walker) noteLocks(c cellID) {
	s := &w.a.shared
	var held []int32
	for _, h := range w.st.locks {
		if k := &s.locks[h.lock]; k.word && k.obj == w.a.cells[c].Obj && k.off == w.a.cells[c].Off {
			continue // a word that is a lock does not protect itself
		}
		if h.shared {
			continue
		}
		s.some[c] = insert(s.some[c], h.lock)
		if !s.isAt[c] || slices.Contains(s.at[c], h.lock) {
			held = append(held, h.lock)
		}
	}
	s.at[c], s.isAt[c] = held, true
}

// publishSection shows the values written in the section that ends.
func (w *walker) publishSection() {
	if !w.alone() {
		for _, c := range w.st.dirty {
			w.a.publish(w.own, c, *w.st.mem.at(c))
		}
	}
	w.st.dirty = nil
}

// settleUnder shows the values written to the cells that a lock protects, or to all cells.
func (w *walker) settleUnder(l int32, all bool) {
	a := w.a
	alone := w.alone()
	for _, id := range w.st.pending {
		g := &a.guards[id]
		if !all && g.lock != l {
			continue
		}
		if !alone {
			a.settle(w.own, id, *w.st.mem.at(g.cell))
		}
		w.st.pending = remove(w.st.pending, id)
	}
}

// take records that a lock is held. After acquiring the lock, the cells it protects hold what their
// last writer left at its release.
func (w *walker) take(l int32, shared bool) {
	a := w.a
	if int(l) < len(a.guarded) {
		for _, g := range a.guarded[l] {
			a.shared.all.add(w.start)
			if c := a.guards[g].cell; !a.protected(&w.st, c) {
				w.replace(c, w.left(g, *w.st.mem.at(c)))
			}
		}
	}
	h := hold{l, shared}
	if i, found := slices.BinarySearchFunc(w.st.locks, h, compareHolds); !found {
		w.st.locks = slices.Insert(slices.Clone(w.st.locks), i, h)
	}
}

// give records that a lock is no longer held.
func (w *walker) give(l int32) {
	w.settleUnder(l, false)
	w.st.locks = slices.DeleteFunc(slices.Clone(w.st.locks), func(h hold) bool { return h.lock == l })
	w.unlinkUnstable()
}

// maxAssumed bounds the number of rounds that assume protection.
const maxAssumed = 3

// solveProtected finds, from the results of a round without locks, the locks that protect each cell,
// and computes the fixed point with them.
//
// A lock may protect a cell only because of the protection itself. Then a write without the lock is in
// a branch for a value of the cell that no thread writes with the lock. So all locks that some thread
// holds when it writes a cell are first assumed to protect it. The assumption is true if in the
// resulting fixed point every thread holds them at its writes while others run. For it holds up to the
// first write of an execution without one of them, so there is no such write. Otherwise the locks that
// are not held are dropped. In the end, only the locks remain that are held at each write found without
// any assumption.
func (a *solver) solveProtected() {
	found := a.shared
	a.findTrusted()
	guards, assumed := a.guardsBy(found.at), a.guardsBy(found.some)
	before := a.work
	for range maxAssumed {
		if len(assumed) <= len(guards) || before > a.maxWork/8 {
			break
		}
		a.protectBy(assumed)
		a.solve()
		if a.lost != "" {
			break
		}
		held := slices.DeleteFunc(slices.Clone(assumed), func(g guard) bool {
			return a.shared.isAt[g.cell] && !slices.Contains(a.shared.at[g.cell], g.lock)
		})
		if len(held) == len(assumed) {
			return
		}
		assumed = held
	}
	if a.ctx.Err() == nil {
		a.lost, a.work = "", before
	}
	a.protectBy(guards)
	a.solve()
}

// findTrusted finds the locks that give mutual exclusion.
func (a *solver) findTrusted() {
	s := &a.shared
	a.trusted = make([]bool, len(s.locks))
	for l := range s.locks {
		a.trusted[l] = !s.spoiled[int32(l)] && !(a.wordless && s.locks[l].word)
		for t := range s.loose {
			if k := &s.locks[l]; !k.word && t.obj == k.obj && t.lo <= k.off && k.off <= t.hi {
				a.trusted[l] = false
			}
		}
	}
	for c := 1; c < len(a.cells); c++ {
		cell := &a.cells[c]
		if l, ok := s.lockIDs[lock{obj: cell.Obj, off: cell.Off, word: true}]; ok && a.trusted[l] && cell.strong {
			a.words[c] = l
		}
	}
}

// guardsBy lists the trusted locks among the locks of cells.
func (a *solver) guardsBy(locks [][]int32) (list []guard) {
	for c, of := range locks {
		for _, l := range of {
			if a.trusted[l] {
				list = append(list, guard{cellID(c), l})
			}
		}
	}
	return list
}

// protectBy makes guards the protection of their cells.
func (a *solver) protectBy(guards []guard) {
	a.guards, a.guarded, a.protect = guards, make([][]guardID, len(a.trusted)), make([][]guardID, len(a.cells))
	for i, g := range guards {
		a.protect[g.cell] = append(a.protect[g.cell], guardID(i))
		a.guarded[g.lock] = append(a.guarded[g.lock], guardID(i))
	}
}

package values

import "github.com/heddle-mc/heddle/internal/analyze/pointsto"

// An object from the heap that the main thread makes once, and stores where others find it while no
// other thread runs, may have no value yet:
//
//	a = malloc(sizeof *a); a->n = 0; pthread_create(…);
//
// Other threads never read its initial bytes if main writes it before it creates a thread. So a counter
// in it starts with the value that main knows when it creates the first thread; earlier writes of main
// do not matter, since no other thread has reached the object. Later writes of any thread are
// additions, or are recorded. Main's own reads and writes are not bounded, since they may come earlier.

// exposedBy records the contents of a cell when its object is exposed. visible means that the thread
// shows it to others.
func (a *solver) exposedBy(own pointsto.ThreadID, visible bool, c cellID, v value) {
	if a.counts == nil || a.judge != nil || v.empty() {
		return
	}
	if visible || own != 1 || !v.uninit || !a.beginsLate(c) {
		a.countOther(c, v)
		return
	}
	if x := a.counts.of(c); !x.late {
		x.late = true
		a.enqueueReaders(c)
	}
}

// beginsLate reports whether a cell is in the only instance of an object that other threads may reach
// before it has a value.
func (a *solver) beginsLate(c cellID) bool {
	return a.countable(c) && a.cells[c].strong && a.object(a.cells[c].Obj).Kind != pointsto.Global && a.par.Single(a.cells[c].Obj)
}

// countBegun records the contents of cells when main creates a thread.
func (w *walker) countBegun() {
	a := w.a
	if a.counts == nil || w.own != 1 {
		return
	}
	for i := 1; i < len(a.cells); i++ {
		c := cellID(i)
		if !a.beginsLate(c) {
			continue
		}
		if w.readsShared(c); a.counts.of(c).late {
			a.countOther(c, *w.st.mem.at(c))
		}
	}
}

// isLate reports whether a thread may find the initial bytes of a cell. The stretch depends on the
// answer.
func (w *walker) isLate(c cellID) bool {
	if w.own != 1 || !w.a.beginsLate(c) {
		return false
	}
	w.readsShared(c)
	return w.a.counts.of(c).late
}

package values

import "github.com/heddle-mc/heddle/internal/analysis/pointsto"

// An object from the heap that the main thread makes once, and stores where others find it while no other thread runs, has no value yet:
//
//	a = malloc(sizeof *a); a->n = 0; pthread_create(…);
//
// What it is born with, others never read if main writes it before it creates a thread. So what main knows of it where it creates one is
// what a counter in it begins with, whatever main has written while no other thread ran: no other thread comes to the object before. Whoever writes it
// beside others adds to that or is taken note of. What main itself reads and writes is not bounded: it may come before.

// exposedBy takes note of what a cell holds when its object is exposed, for a thread that shows it to others if visible.
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

// beginsLate reports whether a cell is in the only instance of an object that others may reach before it has a value.
func (a *solver) beginsLate(c cellID) bool {
	return a.countable(c) && a.cells[c].strong && a.object(a.cells[c].Obj).Kind != pointsto.Global && a.par.Single(a.cells[c].Obj)
}

// countBegun takes note of what cells hold where main creates a thread.
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
			a.countOther(c, w.st.mem[c])
		}
	}
}

// isLate reports whether what a thread finds in a cell may be what that was born with. The stretch depends on it.
func (w *walker) isLate(c cellID) bool {
	if w.own != 1 || !w.a.beginsLate(c) {
		return false
	}
	w.readsShared(c)
	return w.a.counts.of(c).late
}

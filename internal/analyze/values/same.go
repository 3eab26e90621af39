package values

import "github.com/heddle-mc/heddle/internal/program/ir"

// Two pointers to the same place are equal if they can only point to one instance of the object:
//
//	static __thread int *p; … p = &y; if (p == &y) lock(m);
//
// A thread has pointers to only one instance in three cases. There is one instance in all; it is the
// recent object; or other threads cannot reach the instances of this thread, and the thread makes only
// one. A second instance would be another object, even after the end of the first. For example, a kept
// pointer to a local variable does not equal a pointer to the local of the next call.

// compared returns the possible results of a comparison of two values.
func (w *walker) compared(op ir.Op, x, y value, width int) truth {
	if op == ir.OpEq || op == ir.OpNe {
		if p, ok := w.a.onePlace(x); ok {
			if q, ok := w.a.onePlace(y); ok && p == q {
				return truth{yes: op == ir.OpEq, no: op == ir.OpNe}
			}
		}
	}
	return compare(op, w.a.pinned(x, width), w.a.pinned(y, width), width)
}

// onePlace returns the only place that a value points to; ok is false if there are several places or
// instances.
func (a *solver) onePlace(v value) (t target, ok bool) {
	if len(v.to) != 1 || v.hasNumber() || v.uninit || v.unwritten || v.to[0].lo != v.to[0].hi {
		return target{}, false
	}
	o := v.to[0].obj
	return v.to[0], a.isRecent(o) || a.par.Single(o) || !a.par.Escaped(o) && a.par.MadeOnce(o)
}

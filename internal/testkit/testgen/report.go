package testgen

import "fmt"

// Reported lists the values at the end of the program, as C expressions of type int: shared objects,
// and main's locals.
func (p Program) Reported() []string {
	var list []string
	for i := range p.Objects {
		switch o := &p.Objects[i]; o.Kind {
		case Int, StackInt, AtomicInt, ThreadInt:
			list = append(list, o.Name)
		case Array:
			for k := range o.Len {
				list = append(list, fmt.Sprintf("%s[%d]", o.Name, k))
			}
		case Pair, Union, Bits:
			for _, m := range members[o.Kind] {
				list = append(list, "(int)"+o.Name+m)
			}
		}
	}
	for _, id := range localsOf(p.Threads[0].Body, 0) {
		list = append(list, fmt.Sprintf("r%d", id))
	}
	return list
}

// report prints or asserts the values of the end.
func (w *printer) report() {
	for i, e := range w.p.Reported() {
		if w.p.Report {
			w.line("\tprintf(\"%s %%d\\n\", %s);", e, e)
		}
		if i < len(w.p.Claims) {
			w.line("\tassert(%s == %d);", e, w.p.Claims[i])
		}
	}
}

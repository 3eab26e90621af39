package testgen

import "fmt"

// globalHandles declares handles at file scope.
func (w *printer) globalHandles(first bool) {
	for t := range w.p.Threads {
		if !w.p.Threads[t].Global {
			continue
		}
		if first {
			w.line("")
			first = false
		}
		w.line("static pthread_t t%d%s;", t, either(w.p.Threads[t].Twice, "[2]", ""))
	}
}

// repeat prints a loop without a number.
func (w *printer) repeat(s *Stmt) {
	switch {
	case s.Try:
		w.block(s.Body, "while (__VERIFIER_nondet_bool())")
	case s.Dst != 0:
		w.line("r%d = 0;", s.Dst)
		w.block(s.Body, "for (int n = __VERIFIER_nondet_int(); r%d < n; r%d++)", s.Dst, s.Dst)
	default:
		w.block(s.Body, "for (;;)")
	}
}

// swarm prints the creation of as many threads as an input gives, with handles of their own, and their
// joins.
func (w *printer) swarm(s *Stmt) {
	t := s.Thread
	loop := fmt.Sprintf("for (r%d = 0; r%d < n%d; r%d++) {", s.Dst, s.Dst, t, s.Dst)
	w.line("n%d = __VERIFIER_nondet_int() & 1023;", t)
	w.line("t%d = malloc(n%d * sizeof *t%d);", t, t, t)
	w.line("%s", loop)
	w.line("\t%s", w.creation(fmt.Sprintf("t%d[r%d]", t, s.Dst), fmt.Sprintf("thread%d", t), w.passed(s)))
	w.body(s.Body)
	w.line("}")
	if s.Shared {
		w.line("%s", loop)
		w.line("\tpthread_join(t%d[r%d], NULL);", t, s.Dst)
		w.body(s.Else)
		w.line("}")
	}
}

// hasSwarm reports whether threads have handles in memory that is allocated.
func (p *Program) hasSwarm() bool {
	found := false
	p.walk(func(s *Stmt) { found = found || s.Kind == Swarm })
	return found
}

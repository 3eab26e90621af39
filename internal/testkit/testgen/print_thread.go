package testgen

import "fmt"

// each prints a statement about a thread's handle, or about both.
func (w *printer) each(t ThreadID, format string) {
	if !w.p.Threads[t].Twice {
		w.line(format, fmt.Sprintf("t%d", t))
		return
	}
	w.line("for (int k = 0; k < 2; k++)")
	w.line("\t"+format, fmt.Sprintf("t%d[k]", t))
}

// spawn prints the creation of a thread.
func (w *printer) spawn(s *Stmt) {
	w.each(s.Thread, w.creation("%s", fmt.Sprintf("thread%d", s.Thread), w.passed(s)))
}

// passed is the argument that a creation passes.
func (w *printer) passed(s *Stmt) string {
	t := &w.p.Threads[s.Thread]
	switch {
	case t.Number != 0:
		return fmt.Sprintf("(void *)(long)(%s)", w.expr(&s.Value))
	case t.Arg != 0:
		return w.address(t.Arg)
	}
	return "NULL"
}

// join prints a wait for the end of a thread; of two, the second's result counts.
func (w *printer) join(s *Stmt) {
	if s.Dst == 0 {
		w.each(s.Thread, "pthread_join(%s, NULL);")
		return
	}
	w.each(s.Thread, "pthread_join(%s, &result);")
	w.line("r%d = (int)(long)result;", s.Dst)
}

// detach prints the detaching of a thread, which is never joined.
func (w *printer) detach(s *Stmt) {
	if s.Thread == 0 {
		w.line("pthread_detach(pthread_self());")
		return
	}
	w.each(s.Thread, "pthread_detach(%s);")
}

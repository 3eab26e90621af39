package testgen

import (
	"fmt"
	"strings"
)

// stmt prints a statement.
func (w *printer) stmt(s *Stmt) {
	name := ""
	if s.Object != 0 {
		name = w.p.object(s.Object).Name
	}
	switch s.Kind {
	case Assign:
		to := w.dst(s)
		if s.Dst == 0 {
			to = w.place(&s.Place) + " = "
		}
		w.line("%s%s;", to, w.expr(&s.Value))
	case Load, Store, RMW, CompareSwap:
		w.atomic(s)
	case Fence:
		w.line("atomic_thread_fence(%s);", c11Orders[s.Order])
	case Lock:
		w.lock(s, name)
	case LockAt:
		w.line("r%d = (%s) & 1;", s.Dst, w.expr(&s.Value))
		w.line("pthread_mutex_lock(&%s[r%d]);", name, s.Dst)
		for i := range s.Body {
			w.stmt(&s.Body[i])
		}
		w.line("pthread_mutex_unlock(&%s[r%d]);", name, s.Dst)
	case Unlock:
		w.line("%s", unlockCall(w.p.object(s.Object), s))
	case Wait:
		w.wait(s, name)
	case Signal:
		w.line("%s(&%s);", either(s.Broadcast, "pthread_cond_broadcast", "pthread_cond_signal"), name)
	case Take:
		if !s.Try {
			w.line(either(w.p.Style&Piped != 0, "read(%s[0], (char[1]){0}, 1);", "sem_wait(&%s);"), name)
			return
		}
		w.block(s.Body, "if (sem_trywait(&%s) == 0)", name)
	case Post:
		w.line(either(w.p.Style&Piped != 0, "write(%s[1], \"\", 1);", "sem_post(&%s);"), name)
	case Arrive:
		w.line("pthread_barrier_wait(&%s);", name)
	case CallOnce:
		w.line("pthread_once(&%s, %s_routine);", name, name)
	case Allocate:
		w.line("%s = malloc(sizeof *%s);", name, name)
		w.line("*%s = %s;", name, w.expr(&s.Value))
	case Free:
		w.line("free(%s);", name)
	case Publish, Peek, Grab:
		w.published(s, name)
	case PointTo:
		w.line("%s = %s;", name, w.address(s.Target))
	case Section:
		w.line("__VERIFIER_atomic_begin();")
		for i := range s.Body {
			w.stmt(&s.Body[i])
		}
		w.line("__VERIFIER_atomic_end();")
	case Assume:
		w.line("__VERIFIER_assume(%s);", w.expr(&s.Cond))
	case Assert:
		if s.Reach {
			w.line("if (!(%s))", w.expr(&s.Cond))
			w.line("\treach_error();")
			return
		}
		w.line("assert(%s);", w.expr(&s.Cond))
	case Input:
		switch s.Domain {
		case Assumed:
			w.line("r%d = __VERIFIER_nondet_int();", s.Dst)
			w.line("__VERIFIER_assume(r%d >= 0 && r%d <= 2);", s.Dst, s.Dst)
		case Masked:
			w.line("r%d = __VERIFIER_nondet_int() & 1;", s.Dst)
		case Boolean:
			w.line("r%d = __VERIFIER_nondet_bool();", s.Dst)
		}
	case If:
		w.line("if (%s) {", w.expr(&s.Cond))
		w.body(s.Body)
		if len(s.Else) > 0 {
			w.line("} else {")
			w.body(s.Else)
		}
		w.line("}")
	case Repeat:
		w.repeat(s)
	case Swarm:
		w.swarm(s)
	case Same:
		w.line("r%d = pthread_equal(pthread_self(), t%d) != 0;", s.Dst, s.Thread)
	case Loop:
		w.block(s.Body, "for (r%d = 0; r%d < %d; r%d++)", s.Dst, s.Dst, s.Count, s.Dst)
	case Spawn:
		w.spawn(s)
	case Join:
		w.join(s)
	default:
		w.unusual(s, name)
	}
}

// unusual prints a statement of an unusual feature. name is the name of its object.
func (w *printer) unusual(s *Stmt, name string) {
	switch s.Kind {
	case Flow:
		w.flow(s)
	case SwitchInto:
		w.switchInto(s)
	case CopyPair:
		from := w.p.object(s.Target).Name
		w.line("%s", either(s.Try, fmt.Sprintf("memcpy(&%s, &%s, sizeof %s);", name, from, name), name+" = "+from+";"))
	case Move:
		up := name + " + 1"
		w.line("%s(%s, %s, %d * sizeof *%s);", either(s.Try, "memcpy", "memmove"), either(s.Shared, up, name), either(s.Shared, name, up), s.Count, name)
	case Realloc:
		w.realloc(s)
	case Compare:
		if o := w.p.object(s.Object); o.Kind == Array {
			w.line("r%d = &%s[(%s) & %d] < &%s[%d];", s.Dst, name, w.expr(&s.Value), o.Len-1, name, s.Count)
			return
		}
		w.line("r%d = %s == %s;", s.Dst, name, w.address(s.Target))
	case Leave:
		w.leave(s)
	case Detach:
		w.detach(s)
	case Renew:
		w.renew(w.p.object(s.Object))
	case SetData:
		w.line("pthread_setspecific(%s, (void *)(long)(%s));", name, w.expr(&s.Value))
	case GetData:
		w.line("r%d = (int)(long)pthread_getspecific(%s);", s.Dst, name)
	case AtExit:
		w.line("atexit(%s);", name)
	case Call:
		callee := name
		if s.Target != 0 {
			w.line("callee = %s ? %s : %s;", w.sub(&s.Cond), w.p.object(s.Target).Name, name)
			callee = "callee"
		}
		w.line("%s(%d);", callee, s.Count)
	case Resume:
		w.line("r%d = %s();", s.Dst, name)
	case Library:
		w.library(s)
	case Unset:
		w.line("q = malloc(sizeof *q);")
		w.line("r%d = *q;", s.Dst)
		w.line("free(q);")
	}
}

func either(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

// block prints a header and a braced body.
func (w *printer) block(body []Stmt, header string, args ...any) {
	w.line("%s {", fmt.Sprintf(header, args...))
	w.body(body)
	w.line("}")
}

// dst prints the left side of an assignment to a local, if there is one.
func (w *printer) dst(s *Stmt) string {
	if s.Dst == 0 {
		return ""
	}
	return fmt.Sprintf("r%d = ", s.Dst)
}

// address is the address of an int, the first one of an array.
func (w *printer) address(id ObjectID) string {
	if id == 0 {
		return "NULL"
	}
	o := w.p.object(id)
	switch o.Kind {
	case Array, HeapInt, Pointer:
		return o.Name
	}
	return "&" + o.Name
}

// lock prints a locked region. A lock operation that may fail guards the region by its result; an
// errorcheck mutex refuses to be taken twice.
func (w *printer) lock(s *Stmt, name string) {
	o := w.p.object(s.Object)
	call := ""
	switch o.Kind {
	case Flag:
		suffix, order := atomicSuffix(s.Order)
		w.block(append(s.Body[:len(s.Body):len(s.Body)], Stmt{Kind: Unlock, Object: s.Object, Order: s.Order}),
			"if (!atomic_flag_test_and_set%s(&%s%s))", suffix, name, order)
		return
	case RWLock:
		call = "pthread_rwlock_" + either(s.Try, "try", "") + either(s.Shared, "rdlock", "wrlock")
	case SpinLock:
		call = "pthread_spin_" + either(s.Try, "trylock", "lock")
	default:
		call = "pthread_mutex_" + either(s.Try, "trylock", "lock")
	}
	release := Stmt{Kind: Unlock, Object: s.Object}
	if s.Try || o.Kind == ErrorcheckMutex {
		w.block(append(s.Body[:len(s.Body):len(s.Body)], release), "if (%s(&%s) == 0)", call, name)
		return
	}
	w.line("%s(&%s);", call, name)
	for i := range s.Body {
		w.stmt(&s.Body[i])
	}
	w.stmt(&release)
}

// unlockCall gives a lock back; of a Flag with the counterpart of the order that took it.
func unlockCall(o *Object, s *Stmt) string {
	switch o.Kind {
	case Flag:
		order := s.Order
		if order == Acquire {
			order = Release
		}
		suffix, arg := atomicSuffix(order)
		return fmt.Sprintf("atomic_flag_clear%s(&%s%s);", suffix, o.Name, arg)
	case RWLock:
		return fmt.Sprintf("pthread_rwlock_unlock(&%s);", o.Name)
	case SpinLock:
		return fmt.Sprintf("pthread_spin_unlock(&%s);", o.Name)
	}
	return fmt.Sprintf("pthread_mutex_unlock(&%s);", o.Name)
}

// wait prints the ways to wait for a condition: always, if something does not
// hold yet, or again up to Count times.
func (w *printer) wait(s *Stmt, name string) {
	call := fmt.Sprintf("pthread_cond_wait(&%s, &%s);", name, w.p.object(w.p.object(s.Object).Target).Name)
	switch {
	case s.Cond.Op == Truth:
		w.line("%s", call)
	case s.Count == 0:
		w.line("if (%s)", w.expr(&s.Cond))
		w.line("\t%s", call)
	default:
		w.line("for (int again = 0; again < %d && (%s); again++)", s.Count, w.expr(&s.Cond))
		w.line("\t%s", call)
	}
}

// published prints the statements on a pointer that threads hand over.
func (w *printer) published(s *Stmt, name string) {
	suffix, order := atomicSuffix(s.Order)
	switch s.Kind {
	case Publish:
		w.line("q = malloc(sizeof *q);")
		w.line("*q = %s;", w.expr(&s.Value))
		w.line("atomic_store%s(&%s, q%s);", suffix, name, order)
		return
	case Peek:
		w.line("q = atomic_load%s(&%s%s);", suffix, name, order)
	case Grab:
		w.line("q = atomic_exchange%s(&%s, NULL%s);", suffix, name, order)
	}
	w.line("if (q) {")
	w.line("\t%s*q;", w.dst(s))
	if s.Kind == Grab || s.Freeing {
		w.line("\tfree(q);")
	}
	w.line("}")
}

var c11Orders = [...]string{
	Implicit: "memory_order_seq_cst", Relaxed: "memory_order_relaxed", Consume: "memory_order_consume",
	Acquire: "memory_order_acquire", Release: "memory_order_release", AcqRel: "memory_order_acq_rel",
	SeqCst: "memory_order_seq_cst",
}

// atomicSuffix returns the suffix of the name, and the additional arguments, that a memory order gives
// to a generic function of <stdatomic.h>.
func atomicSuffix(o Order) (suffix, argument string) {
	if o == Implicit {
		return "", ""
	}
	return "_explicit", ", " + c11Orders[o]
}

func builtinOrder(o Order) string {
	return "__ATOMIC_" + strings.ToUpper(strings.TrimPrefix(c11Orders[o], "memory_order_"))
}

var updateNames = [numUpdates]string{
	FetchAdd: "fetch_add", FetchSub: "fetch_sub", FetchAnd: "fetch_and", FetchOr: "fetch_or",
	FetchXor: "fetch_xor", Exchange: "exchange", AddFetch: "add_fetch",
}

var compoundNames = map[Update]string{FetchAdd: "+=", FetchSub: "-=", FetchAnd: "&=", FetchOr: "|=", FetchXor: "^="}

// atomic prints an atomic access: of an AtomicInt by C11, of others by builtins.
func (w *printer) atomic(s *Stmt) {
	place, dst := w.place(&s.Place), w.dst(s)
	if o := w.p.object(s.Place.Object); o.Kind != AtomicInt {
		w.builtin(s, place, dst)
		return
	}
	suffix, order := atomicSuffix(s.Order)
	switch s.Kind {
	case Load:
		w.line("%satomic_load%s(&%s%s);", dst, suffix, place, order)
	case Store:
		w.line("atomic_store%s(&%s, %s%s);", suffix, place, w.expr(&s.Value), order)
	case RMW:
		if op := compoundNames[s.Update]; op != "" && s.Order == Implicit && s.Dst == 0 {
			w.line("%s %s %s;", place, op, w.expr(&s.Value))
			return
		}
		w.line("%satomic_%s%s(&%s, %s%s);", dst, updateNames[s.Update], suffix, place, w.expr(&s.Value), order)
	case CompareSwap:
		if suffix != "" {
			order += ", " + c11Orders[s.Failure]
		}
		w.line("r%d = %s;", s.Expected, w.expr(&s.Value2))
		w.line("%satomic_compare_exchange_%s%s(&%s, &r%d, %s%s);", dst, either(s.Weak, "weak", "strong"), suffix,
			place, s.Expected, w.expr(&s.Value), order)
	}
}

func (w *printer) builtin(s *Stmt, place, dst string) {
	order := builtinOrder(s.Order)
	value := w.expr(&s.Value)
	switch s.Kind {
	case Load:
		w.line("%s__atomic_load_n(&%s, %s);", dst, place, order)
	case Store:
		w.line("__atomic_store_n(&%s, %s, %s);", place, value, order)
	case RMW:
		switch {
		case s.Update == Exchange:
			w.line("%s__atomic_exchange_n(&%s, %s, %s);", dst, place, value, order)
		case s.Order == Implicit && s.Update == AddFetch:
			w.line("%s__sync_add_and_fetch(&%s, %s);", dst, place, value)
		case s.Order == Implicit:
			w.line("%s__sync_%s(&%s, %s);", dst, strings.Replace(updateNames[s.Update], "_", "_and_", 1), place, value)
		default:
			w.line("%s__atomic_%s(&%s, %s, %s);", dst, updateNames[s.Update], place, value, order)
		}
	case CompareSwap:
		if !s.needsExpected(Int) {
			w.line("%s__sync_bool_compare_and_swap(&%s, %s, %s);", dst, place, w.expr(&s.Value2), value)
			return
		}
		w.line("r%d = %s;", s.Expected, w.expr(&s.Value2))
		w.line("%s__atomic_compare_exchange_n(&%s, &r%d, %s, %s, %s, %s);", dst, place, s.Expected, value,
			either(s.Weak, "1", "0"), order, builtinOrder(s.Failure))
	}
}

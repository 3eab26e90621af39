package testgen

var (
	loadOrders   = []Order{Relaxed, Consume, Acquire, SeqCst, Implicit}
	storeOrders  = []Order{Relaxed, Release, SeqCst, Implicit}
	updateOrders = []Order{Implicit, Relaxed, Consume, Acquire, Release, AcqRel, SeqCst}

	// failureOrders lists orders of failure that are not stronger than the order of success.
	failureOrders = map[Order][]Order{
		Relaxed: {Relaxed}, Release: {Relaxed}, Consume: {Relaxed, Consume}, Acquire: {Relaxed, Consume, Acquire},
		AcqRel: {Relaxed, Acquire}, SeqCst: {Relaxed, Consume, Acquire, SeqCst}, Implicit: {Implicit},
	}
)

func (g *conc) fence(*scope, int) (Stmt, bool) {
	orders := []Order{Acquire, Release, AcqRel, SeqCst}
	return Stmt{Kind: Fence, Order: orders[g.rng.IntN(len(orders))]}, true
}

// atomic is an atomic access to an AtomicInt, or by builtin to a plain object
// that nothing guards.
func (g *conc) atomic(s *scope, room int) (Stmt, bool) {
	ids := g.of(AtomicInt)
	if g.fs.Has(Builtins) && (len(ids) == 0 || g.discipline == byAtomics || g.chance(3)) {
		ids = append(ids, g.of(Int, Array)...)
	}
	if len(ids) == 0 {
		return Stmt{}, false
	}
	id := ids[g.rng.IntN(len(ids))]
	o := g.p.object(id)
	if o.Kind != AtomicInt && g.guard[id].kind != byAtomics && !g.free(id, s, true) {
		return Stmt{}, false
	}
	st := Stmt{Place: Place{Object: id}}
	if o.Kind == Array {
		st.Place.Kind, st.Place.Index = Element, &Expr{Op: Constant, Value: g.rng.IntN(o.Len)}
	}
	pick := func(orders []Order) Order { return orders[g.rng.IntN(len(orders))] }
	switch g.rng.IntN(8) {
	case 0, 1:
		st.Kind, st.Order, st.Dst = Load, pick(loadOrders), g.fresh(s)
	case 2, 3:
		st.Kind, st.Order, st.Value = Store, pick(storeOrders), g.value(s)
	case 4, 5:
		st.Kind, st.Order, st.Value = RMW, pick(updateOrders), Expr{Op: Constant, Value: 1 + g.rng.IntN(2)}
		if st.Update = Update(g.rng.IntN(int(numUpdates))); o.Kind == AtomicInt && st.Update == AddFetch {
			st.Update = FetchAdd
		}
		if g.chance(2) {
			st.Dst = g.fresh(s)
		}
	default:
		st.Kind, st.Order, st.Weak = CompareSwap, pick(updateOrders), g.chance(3)
		st.Failure = pick(failureOrders[st.Order])
		st.Value, st.Value2 = g.constant(), Expr{Op: Constant, Value: g.rng.IntN(2)}
		if st.Dst = g.fresh(s); st.needsExpected(o.Kind) {
			s.locals.next++
			st.Expected = s.locals.next
			s.locals.set = append(s.locals.set, st.Expected)
		}
	}
	return st, true
}

// needsExpected reports whether a CompareSwap of an object passes the address of the expected value;
// __sync_bool_compare_and_swap does not.
func (s *Stmt) needsExpected(k ObjectKind) bool { return k == AtomicInt || s.Order != Implicit }

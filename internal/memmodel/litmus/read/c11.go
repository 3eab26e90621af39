package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

var orders = map[string]string{
	"memory_order_relaxed": "RLX", "memory_order_consume": "CON", "memory_order_acquire": "ACQ", "memory_order_release": "REL",
	"memory_order_acq_rel": "ACQ_REL", "memory_order_seq_cst": "SC",
}

// order reads a memory order if the function has one.
func (f *function) order(explicit bool) string {
	if !explicit {
		return "SC"
	}
	f.expect(",")
	return f.orderHere()
}

func (f *function) orderHere() string {
	t := f.next()
	order, ok := orders[t.text]
	if !ok {
		f.fail(t.Position, "memory order expected, found %s", t)
	}
	return order
}

// readOrder and writeOrder return the orders of the halves of a read-modify-write.
func readOrder(order string) string {
	switch order {
	case "REL":
		return "RLX"
	case "ACQ_REL":
		return "ACQ"
	}
	return order
}

func writeOrder(order string) string {
	switch order {
	case "ACQ", "CON":
		return "RLX"
	case "ACQ_REL":
		return "REL"
	}
	return order
}

// c11Call reads a call of a function of stdatomic.h.
func (f *function) c11Call(t token) (value, bool) {
	name, explicit := strings.CutSuffix(t.text, "_explicit")
	switch name {
	case "atomic_thread_fence":
		f.fence(f.orderHere(), nil)
		return f.number(0), true
	case "atomic_load":
		address := f.argument(true)
		return value{Expr: f.load(address, "A", f.order(explicit))}, true
	case "atomic_signal_fence": // orders nothing between threads
		f.orderHere()
		return f.number(0), true
	case "atomic_flag_test_and_set":
		address := f.argument(true)
		return f.c11Update(address, f.order(explicit), func(*program.Expr) *program.Expr { return program.Number(1) }), true
	case "atomic_flag_clear":
		address := f.argument(true)
		f.store(address, program.Number(0), "A", f.order(explicit))
		return f.number(0), true
	case "atomic_init": // is no atomic access
		address := f.argument(true)
		f.store(address, f.argument(false), "NA")
		return f.number(0), !explicit
	case "atomic_store":
		address := f.argument(true)
		v := f.argument(false)
		f.store(address, v, "A", f.order(explicit))
		return f.number(0), true
	case "atomic_exchange":
		address := f.argument(true)
		v := f.argument(false)
		return f.c11Update(address, f.order(explicit), func(*program.Expr) *program.Expr { return v }), true
	case "atomic_compare_exchange_strong", "atomic_compare_exchange_weak":
		return f.c11Exchange(explicit, name == "atomic_compare_exchange_weak"), true
	}
	op, ok := strings.CutPrefix(name, "atomic_fetch_")
	update := map[string]program.Operator{"add": program.Add, "sub": program.Sub, "or": program.Or, "and": program.And, "xor": program.Xor}
	_, pointerFirst := f.pointers[f.peek(0).text] // functions of the kernel have the pointer last
	if operator, known := update[op]; ok && known && (explicit || pointerFirst) {
		address := f.argument(true)
		v := f.argument(false)
		return f.c11Update(address, f.order(explicit), func(old *program.Expr) *program.Expr { return program.Make(operator, old, v) }), true
	}
	return value{}, false
}

func (f *function) c11Update(address *program.Expr, order string, next func(old *program.Expr) *program.Expr) value {
	return value{Expr: f.update(address, []string{"A", "RMW", readOrder(order)}, []string{"A", "RMW", writeOrder(order)}, next)}
}

// c11Exchange reads a compare-and-exchange. The expected value is in memory or in a variable, which gets the value that was found. Success
// and failure are different reads, since their orders differ. The weak form may also fail if the values are equal.
func (f *function) c11Exchange(explicit, weak bool) value {
	address := f.argument(true)
	f.expect(",")
	where := f.expression()
	into := program.None
	if where.local {
		into = int(where.N)
		where = value{Expr: program.Register(into)}
	}
	pointer := f.value(where)
	desired := f.argument(false)
	success, failure := f.order(explicit), "SC"
	if explicit {
		failure = f.order(true)
	}
	expected := f.temporary()
	if into != program.None {
		f.set(expected, pointer)
	} else {
		f.set(expected, f.load(pointer, "NA"))
	}
	result := f.temporary()
	fork := f.emit(program.Op{Kind: program.Fork})
	old := f.load(address, "A", "RMW", readOrder(success))
	f.Code[len(f.Code)-1].Pair = program.Atomic
	equal := program.Make(program.Eq, old, program.Register(expected))
	differ := f.emit(program.Op{Kind: program.Branch, Value: program.Not(equal), At: f.at})
	f.store(address, desired, "A", "RMW", writeOrder(success))
	f.Code[len(f.Code)-1].Pair = program.Atomic
	f.set(result, equal)
	jump := f.emit(program.Op{Kind: program.Jump})

	f.Code[fork].Target = len(f.Code)
	old = f.load(address, "A", failure)
	f.set(result, program.Make(program.Eq, old, program.Register(expected)))
	branches := []int{differ}
	if weak {
		f.set(result, program.Number(0))
	} else {
		branches = append(branches, f.emit(program.Op{Kind: program.Branch, Value: program.Register(result), At: f.at}))
	}
	if into != program.None {
		f.set(into, f.narrow[into].convert(old))
	} else {
		f.store(pointer, old, "NA")
	}
	over := f.emit(program.Op{Kind: program.Jump})
	for _, b := range branches {
		f.Code[b].Target = len(f.Code)
	}
	f.emit(program.Op{Kind: program.Assume, Value: program.Number(0), At: f.at}) // the other read has this outcome
	for _, j := range []int{jump, over} {
		f.Code[j].Target = len(f.Code)
	}
	for _, b := range branches {
		f.Code[b].End = len(f.Code)
	}
	return value{Expr: program.Register(result)}
}

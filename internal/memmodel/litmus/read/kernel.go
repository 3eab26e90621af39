package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// kernelFences has the functions that are events without an access, and the base sets of the events.
var kernelFences = map[string]string{
	"smp_mb": "MB", "smp_rmb": "Rmb", "smp_wmb": "Wmb", "barrier": "Barrier",
	"smp_mb__before_atomic": "Before-atomic", "smp_mb__after_atomic": "After-atomic",
	"smp_mb__after_spinlock": "After-spinlock", "smp_mb__after_unlock_lock": "After-unlock-lock",
	"smp_mb__after_srcu_read_unlock": "After-srcu-read-unlock",
	"rcu_read_lock":                  "Rcu-lock", "rcu_read_unlock": "Rcu-unlock",
	"synchronize_rcu": "Sync-rcu", "synchronize_rcu_expedited": "Sync-rcu",
	"smp_read_barrier_depends": "Rb-dep", // of earlier kernels: a dependency suffices now
}

// kernelOrders has the suffixes of atomic functions, and the base sets of their events.
var kernelOrders = map[string]string{"_relaxed": "ONCE", "_acquire": "ACQUIRE", "_release": "RELEASE"}

func kernelOrder(name string) (string, string) {
	for _, suffix := range []string{"_relaxed", "_acquire", "_release"} {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			return base, kernelOrders[suffix]
		}
	}
	return name, "MB"
}

// kernelCall reads a call of a function of the Linux kernel.
func (f *function) kernelCall(t token) (value, bool) {
	if tag, ok := kernelFences[t.text]; ok {
		f.fence(tag, nil)
		return f.number(0), true
	}
	switch t.text {
	case "READ_ONCE", "rcu_dereference", "lockless_dereference":
		return value{Expr: f.load(f.pointed(!t.is("READ_ONCE")), "ONCE")}, true
	case "WRITE_ONCE", "rcu_assign_pointer":
		tag := "ONCE"
		if t.is("rcu_assign_pointer") {
			tag = "RELEASE"
		}
		address := f.pointed(t.is("rcu_assign_pointer"))
		f.store(address, f.argument(false), tag)
	case "atomic_read":
		return value{Expr: f.load(f.argument(true), "ONCE")}, true
	case "smp_load_acquire", "atomic_read_acquire":
		return value{Expr: f.load(f.argument(true), "ACQUIRE")}, true
	case "smp_store_release", "atomic_set_release":
		address := f.argument(true)
		f.store(address, f.argument(false), "RELEASE")
	case "atomic_set":
		address := f.argument(true)
		f.store(address, f.argument(false), "ONCE")
	case "smp_store_mb":
		address := f.pointed(true)
		f.store(address, f.argument(false), "ONCE")
		f.fence("MB", nil)
	case "spin_lock":
		address := f.argument(true)
		old := f.load(address, "LKR", "ACQUIRE")
		f.Code[len(f.Code)-1].Pair = program.Atomic
		f.emit(program.Op{Kind: program.Assume, Value: program.Not(old), At: f.at})
		f.store(address, program.Number(1), "LKW")
		f.Code[len(f.Code)-1].Pair = program.Atomic
	case "spin_trylock":
		return value{Expr: f.guessed([2]string{"LKR", "LF"}, true)}, true
	case "spin_is_locked":
		return value{Expr: program.Not(f.guessed([2]string{"RU", "RL"}, false))}, true
	case "spin_unlock":
		f.store(f.argument(true), program.Number(0), "UL", "RELEASE")
	case "srcu_read_lock", "srcu_down_read":
		return value{Expr: f.load(f.argument(true), "Srcu-lock")}, true
	case "srcu_read_unlock", "srcu_up_read":
		address := f.argument(true)
		f.store(address, f.argument(false), "Srcu-unlock")
	case "synchronize_srcu", "synchronize_srcu_expedited":
		f.fence("Sync-srcu", f.argument(true))
	default:
		return f.kernelAtomic(t.text)
	}
	return f.number(0), true
}

// guessed reads a lock word by an event whose tag depends on the value: the first one for an unlocked word, which is
// then locked if take is set. It returns whether the word was unlocked.
func (f *function) guessed(tags [2]string, take bool) *program.Expr {
	address := f.argument(true)
	word := f.temporary()
	load := program.Op{Kind: program.Load, Dst: word, Addr: address, Size: cell, Tags: tags[1:], At: f.at}
	unlocked := program.Not(program.Register(word))
	fork := f.emit(program.Op{Kind: program.Fork})
	f.emit(load)
	f.emit(program.Op{Kind: program.Assume, Value: program.Not(unlocked), At: f.at})
	jump := f.emit(program.Op{Kind: program.Jump})
	f.Code[fork].Target = len(f.Code)
	load.Tags = tags[:1]
	if take {
		load.Tags, load.Pair = []string{tags[0], "ACQUIRE"}, program.Atomic
	}
	f.emit(load)
	f.emit(program.Op{Kind: program.Assume, Value: unlocked, At: f.at})
	if take {
		f.store(address, program.Number(1), "LKW")
		f.Code[len(f.Code)-1].Pair = program.Atomic
	}
	f.Code[jump].Target = len(f.Code)
	return unlocked
}

// kernelUpdates has the operations of atomic functions.
var kernelUpdates = map[string]struct {
	op    program.Operator
	unary bool
}{
	"add": {program.Add, false}, "sub": {program.Sub, false}, "inc": {program.Add, true}, "dec": {program.Sub, true},
	"and": {program.And, false}, "or": {program.Or, false}, "xor": {program.Xor, false}, "andnot": {program.And, false},
}

// kernelAtomic reads a call of a read-modify-write.
func (f *function) kernelAtomic(text string) (value, bool) {
	name, tag := kernelOrder(text)
	for _, long := range []string{"atomic_long_", "atomic64_"} {
		if rest, ok := strings.CutPrefix(name, long); ok {
			name, text = "atomic_"+rest, "atomic_"+strings.TrimPrefix(text, long)
		}
	}
	tags := []string{"RMW", tag}
	switch name {
	case "xchg", "atomic_xchg":
		address := f.argument(true)
		v := f.argument(false)
		return value{Expr: f.update(address, tags, tags, func(*program.Expr) *program.Expr { return v })}, true
	case "cmpxchg", "atomic_cmpxchg":
		address := f.argument(true)
		expected := f.argument(false)
		return value{Expr: f.exchange(address, expected, f.argument(false), tags, tags)}, true
	case "atomic_add_unless":
		return value{Expr: f.addUnless(tags)}, name == text
	case "atomic_inc_not_zero", "atomic_inc_unless_zero":
		return value{Expr: f.addUnlessOf(f.argument(true), program.Number(1), program.Number(0), tags)}, name == text
	}
	operation, ok := strings.CutPrefix(name, "atomic_")
	if !ok {
		return value{}, false
	}
	operation, fetch := strings.CutPrefix(operation, "fetch_")
	operation, result := strings.CutSuffix(operation, "_return")
	operation, test := strings.CutSuffix(operation, "_and_test")
	negative := operation == "add_negative"
	if negative {
		operation = "add"
	}
	how, ok := kernelUpdates[operation]
	if !ok || test && name != text || (test || negative) && (fetch || result) || fetch && result {
		return value{}, false
	}
	noValue := !fetch && !result && !test && !negative
	reads := tags
	if noValue {
		if name != text {
			return value{}, false
		}
		tags = []string{"RMW", "ONCE"}
		reads = []string{"RMW", "ONCE", "NORETURN"}
	}
	by := program.Number(1)
	if !how.unary {
		by = f.argument(true)
		if operation == "andnot" {
			by = program.Make(program.Xor, by, program.Number(-1))
		}
	}
	address := f.argument(how.unary)
	next := func(old *program.Expr) *program.Expr { return program.Make(how.op, old, by) }
	old := f.update(address, reads, tags, next)
	switch {
	case noValue:
		return f.number(0), true
	case fetch:
		return value{Expr: old}, true
	case test:
		return value{Expr: program.Not(next(old))}, true
	case negative:
		return value{Expr: program.Make(program.Lt, next(old), program.Number(0))}, true
	}
	return value{Expr: next(old)}, true
}

// addUnless reads the arguments of atomic_add_unless: an addition unless the variable has the last value.
func (f *function) addUnless(tags []string) *program.Expr {
	address := f.argument(true)
	by := f.argument(false)
	return f.addUnlessOf(address, by, f.argument(false), tags)
}

func (f *function) addUnlessOf(address, by, unless *program.Expr, tags []string) *program.Expr {
	old := f.load(address, tags...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	equal := program.Make(program.Eq, old, unless)
	skip := f.emit(program.Op{Kind: program.Branch, Value: equal, At: f.at})
	f.store(address, program.Make(program.Add, old, by), tags...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	f.Code[skip].Target, f.Code[skip].End = len(f.Code), len(f.Code)
	return program.Not(equal)
}

package ir

import "github.com/heddle-mc/heddle/internal/program/verdict"

// The words of the text form for the enumerations of sub.go, op.go and
// program.go, by value.
var (
	sectionNames = []string{"user", "model"}
	lockNames    = []string{"exclusive", "shared"}
	blockNames   = []string{"condition", "semaphore", "barrier", "writer", "input"}
	allocNames   = []string{"heap", "stack", "model", "zero", "external"}
	rmwNames     = []string{"xchg", "add", "sub", "and", "or", "xor", "nand"}
	roundNames   = []string{"nearest_even", "nearest_away", "down", "up", "to_zero"}
	chooseNames  = []string{"nondet", "wake", "timeout", "uninit", "io", "order", "spurious", "alloc_fail", "spawn_fail", "weak_fail", "spurious_again", "signals", "output_fail", "io_fail"}
	outputNames  = []string{"values", "list"}
	orderNames   = []string{"", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}
	storageNames = []string{"static", "thread_local", "constant"}
	termNames    = []string{"invalid", "br", "condbr", "switch", "ret", "unreachable", "threadexit", "halt"}
	ckindNames   = []string{"void", "bool", "int", "float", "pointer", "array", "struct", "union", "func", "typedef"}
	evalNames    = []string{"left_to_right", "some_orders", "undefined", "racy"}
	verbNames    = []string{"", "init", "destroy", "overwrite", "lock", "rdlock", "trylock", "tryrdlock", "unlock", "wait", "timedwait", "signal", "broadcast", "create", "join", "detach", "cancel", "run", "alloc", "free", "peek", "sleep", "team", "take", "takeonce"}
	objectNames  = []string{"", "mutex", "rwlock", "spinlock", "semaphore", "condition", "barrier", "thread", "once", "heap", "stream", "loop", "team"}
	flagNames    = []string{"nsw", "volatile", "copying", "initialising"} // by bit

	propertyNames = verdict.AllChecks.Names()[:verdict.Leaks] // instructions state no others
)

func nameOf(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return "invalid"
}

// String returns the word of the text form.
func (k SectionKind) String() string { return nameOf(sectionNames, uint8(k)) }

// String returns the word of the text form.
func (k RMWKind) String() string { return nameOf(rmwNames, uint8(k)) }

// String returns the word of the text form, which traces use too.
func (r ChooseReason) String() string { return nameOf(chooseNames, uint8(r)) }

// ParseChooseReason is the inverse of ChooseReason.String.
func ParseChooseReason(s string) (ChooseReason, bool) {
	i, ok := indexOf(chooseNames, s)
	return ChooseReason(i), ok
}

// IsEnvironment reports whether r is an environment choice, which can be switched on
// and off (semantics 12).
func (r ChooseReason) IsEnvironment() bool { return r >= ChooseSpurious }

// IsSpurious reports whether r is that a wait returns without a signal.
func (r ChooseReason) IsSpurious() bool { return r == ChooseSpurious || r == ChooseSpuriousAgain }

// String returns the word of the text form.
func (k OrderKind) String() string { return nameOf(evalNames, uint8(k)) }

// String returns the word of the text form; NonAtomic is empty.
func (o MemOrder) String() string { return nameOf(orderNames, uint8(o)) }

// String returns the word of the text form.
func (v RoleVerb) String() string { return nameOf(verbNames, uint8(v)) }

// String returns the word of the text form.
func (o RoleObject) String() string { return nameOf(objectNames, uint8(o)) }

// String returns the word of the text form.
func (s Storage) String() string { return nameOf(storageNames, uint8(s)) }

// String returns the word of the text form.
func (t TermOp) String() string { return nameOf(termNames, uint8(t)) }

// String returns the word of the text form.
func (k CKind) String() string { return nameOf(ckindNames, uint8(k)) }

func indexOf(names []string, s string) (int, bool) {
	for i, n := range names {
		if n == s {
			return i, true
		}
	}
	return 0, false
}

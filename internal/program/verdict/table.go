package verdict

import (
	"slices"
	"strings"
)

// The properties. An instruction can state those before Leaks (ir.OpAssert).
const (
	Assert Property = iota
	Reach
	Race
	Deadlock
	Memory
	Lock
	Overflow
	Div
	Shift
	Uninit
	Resource
	Leaks
	Exclusion
	LTL
	Termination
	Progress
	NumProperties
)

// These are the kinds of violations whose names differ from the name of their property.
const (
	NullDereference  Kind = "null-dereference"
	OutOfBounds      Kind = "out-of-bounds"
	UseAfterFree     Kind = "use-after-free"
	UseAfterScope    Kind = "use-after-scope"
	DoubleFree       Kind = "double-free"
	InvalidFree      Kind = "invalid-free"
	Leak             Kind = "leak"
	ReadOnlyWrite    Kind = "read-only-write"
	Overlap          Kind = "overlap" // a copy between objects that overlap
	UnlockNotOwned   Kind = "unlock-not-owned"
	UnlockFree       Kind = "unlock-free"
	DestroyHeld      Kind = "destroy-held"
	InitHeld         Kind = "init-held"      // initialised again
	OverwriteHeld    Kind = "overwrite-held" // its bytes written by the program
	EndHeld          Kind = "end-held"       // its thread has ended
	UseAfterDestroy  Kind = "use-after-destroy"
	NeverInitialised Kind = "never-initialised" // a mutex whose bytes the program wrote, and which look destroyed; a barrier or semaphore of zeros
	TwoMutexes       Kind = "two-mutexes"       // of threads that wait at one condition variable
)

// Row declares a property. Packages that treat properties alike ask the row; TestProperties in
// internal/drive/check fails until the row, the documents and the programs of a property are complete.
type Row struct {
	Name     string // on the command line and in JSON
	Summary  string // its violations in Markdown, for docs/use/check.md
	Check    Checks // one kind
	Optional bool   // it is judged only if it is named
	// EndsProcess: where a check fails and the property is not judged, the process ends. Else the program goes on.
	EndsProcess bool
	// Undefined, if not empty, is the assumption of the verdicts on other properties that no check fails.
	Undefined string
	Excuses   Excuses // actions of undefined functions
	Kinds     []KindRow
	Meaning   string // for new users; if empty, the kinds have it
	Rule      Rule
	SVCOMP    SVCOMP
}

// KindRow declares a kind of violations.
type KindRow struct {
	Kind    Kind
	Meaning string // for new users; empty: as the property
	Formula string // the part of its property's formula in SV-COMP, also the name of the verdict; empty: the whole
}

// Rule describes the property for viewers of findings (SARIF 2.1.0).
type Rule struct {
	Name string   // in Pascal case, as required by 3.49.7
	Text string   // a sentence
	CWE  []string // numbers of MITRE's Common Weakness Enumeration; empty, not nil: it has none
}

// SVCOMP holds the names of a property in the competition on software verification; empty: it has none.
type SVCOMP struct {
	Formula string   // of linear-time logic
	Old     []string // further formulas with the same meaning
	Verdict string   // as in false(unreach-call)
	Witness bool     // Heddle reads and writes witnesses of violations
}

// rows has the properties, by number.
var rows = [NumProperties]Row{
	Assert: {
		Name: "assert", Summary: "a failing `assert`", Check: StatedCheck, EndsProcess: true, Excuses: Guessed,
		Meaning: "The program states that a condition holds here. In this execution it does not.",
		Rule:    Rule{"AssertionFails", "An assertion fails.", []string{"617"}},
		SVCOMP:  SVCOMP{Formula: "G assert", Verdict: "no-assertion-failure", Witness: true},
	},
	Reach: {
		Name: "reach", Summary: "a call of `reach_error` or `__VERIFIER_error`", Check: StatedCheck, EndsProcess: true, Excuses: Guessed,
		Meaning: "An execution comes to a place that none should come to.",
		Rule:    Rule{"ErrorReached", "A call of reach_error or __VERIFIER_error is reached.", []string{}},
		SVCOMP:  SVCOMP{Formula: "G ! call(reach_error())", Old: []string{"G ! call(__VERIFIER_error())"}, Verdict: "unreach-call", Witness: true},
	},
	Race: {
		Name: "race", Summary: "a data race (C11 5.1.2.4)", Check: PairCheck,
		Meaning: "Two threads access the same memory, one of them writes, and nothing says which comes first. C leaves open what happens then.",
		Rule:    Rule{"DataRace", "Two threads access one object at once, one of them writes, and nothing orders them.", []string{"362", "366"}},
		SVCOMP:  SVCOMP{Formula: "G ! data-race", Verdict: "no-data-race", Witness: true},
	},
	Deadlock: {
		Name: "deadlock", Summary: "threads that block one another for ever", Check: WaitCheck, Excuses: Lasts,
		Meaning: "Threads wait for what nobody can do any more: the program hangs.",
		Rule:    Rule{"Deadlock", "Threads block one another for ever.", []string{"833"}},
		SVCOMP:  SVCOMP{Formula: "G ! deadlock", Verdict: "no-deadlock"},
	},
	Memory: {
		Name: "memory", Summary: "null and out-of-bounds accesses, use after free or scope, double and invalid free, leaks",
		Check: AccessCheck, EndsProcess: true, Excuses: Leads | Guessed,
		Undefined: "no undefined behaviour of kind null-dereference, out-of-bounds, use-after-free, use-after-scope, double-free, invalid-free, read-only-write, overlap",
		Kinds: []KindRow{
			{DoubleFree, noFree, "valid-free"},
			{InvalidFree, noFree, "valid-free"},
			{NullDereference, noMemory, "valid-deref"},
			{OutOfBounds, noMemory, "valid-deref"},
			{UseAfterFree, overMemory, "valid-deref"},
			{UseAfterScope, overMemory, "valid-deref"},
			{Leak, lostMemory, "valid-memtrack"},
			{ReadOnlyWrite, noMemory, "valid-deref"},
			{Overlap, "What is copied overlaps the place it is copied to. The result depends on the way in which a compiler or library copies.", "valid-deref"},
		},
		Rule:   Rule{"MemoryMisused", "Memory is accessed or freed that is not there, or is never freed.", []string{"119", "416"}},
		SVCOMP: SVCOMP{Formula: "G valid-memsafety", Verdict: "valid-memsafety", Witness: true},
	},
	Lock: {
		Name: "lock", Summary: "misuse of a lock", Check: LockCheck,
		Kinds: []KindRow{
			{Kind: UnlockNotOwned}, {Kind: UnlockFree}, {Kind: DestroyHeld}, {Kind: InitHeld},
			{Kind: OverwriteHeld}, {Kind: EndHeld}, {Kind: UseAfterDestroy}, {Kind: NeverInitialised}, {Kind: TwoMutexes},
		},
		Meaning: "A lock is used in a way that POSIX does not define.",
		Rule:    Rule{"LockMisused", "A lock is used by a thread or at a time that its rules forbid.", []string{"667"}},
	},
	Overflow: {
		Name: "overflow", Summary: "signed overflow", Check: OperandCheck, Optional: true, Excuses: Guessed,
		Meaning: noResult,
		Rule:    Rule{"SignedOverflow", "A signed integer overflows.", []string{"190"}},
		SVCOMP:  SVCOMP{Formula: "G ! overflow", Verdict: "no-overflow", Witness: true},
	},
	Div: {
		Name: "div", Summary: "division by zero", Check: OperandCheck, EndsProcess: true, Excuses: Guessed, Undefined: "no division by zero",
		Meaning: noResult,
		Rule:    Rule{"DivisionByZero", "A divisor is zero.", []string{"369"}},
	},
	Shift: {
		Name: "shift", Summary: "a shift by a negative amount, or by the width or more; a left shift of a negative number", Check: OperandCheck, Excuses: Guessed,
		Meaning: noResult,
		Rule:    Rule{"InvalidShift", "A shift is by a negative amount, or by the width or more.", []string{"1335"}},
	},
	Uninit: {
		Name:     "uninit",
		Summary:  "a use of a value that was never written; a copy (of a structure, by `memcpy`, of characters) is no use, and has no value where the original has none",
		Check:    ValueCheck,
		Optional: true, Excuses: Writes,
		Meaning: "The program reads bytes that were never given a value.",
		Rule:    Rule{"UninitialisedValue", "A value is used that was never written.", []string{"457"}},
	},
	Resource: {
		Name: "resource", Summary: "a use of a descriptor that another thread has closed", Check: StatedCheck, Optional: true,
		Meaning: "A thread uses the number of a descriptor that another thread has closed. By then the number may belong to another file.",
		Rule:    Rule{"DescriptorClosed", "A thread uses a descriptor that another thread has closed.", []string{"910"}},
	},
	Leaks: {
		Name:     "leak",
		Summary:  "heap memory that, when the process ends, is neither freed nor reachable; `memory` reports it as well",
		Check:    HeapCheck,
		Optional: true, Excuses: Lasts,
		Kinds: []KindRow{{Leak, lostMemory, ""}},
		Rule:  Rule{"MemoryLeaked", "Allocated memory is lost before it is freed.", []string{"401"}},
	},
	Exclusion: {
		Name: "exclusion", Summary: "two threads at the two places of `--places` at the same time", Check: PlaceCheck, Optional: true,
		Meaning: "Two threads are at the two places at the same time.",
		Rule:    Rule{"NoExclusion", "Two threads are at the two places at once.", []string{"667"}},
	},
	LTL: {
		Name: "ltl", Summary: "a weakly fair execution for which the formula of `--ltl` does not hold (`ltl.md`)",
		Check: WholeCheck, Optional: true, Excuses: Lasts,
		Meaning: endless,
		Rule:    Rule{"FormulaFails", "The formula does not hold of an execution.", []string{}},
	},
	Termination: {
		Name: "termination", Summary: "a weakly fair execution that has no end (`ltl.md`)",
		Check: WholeCheck, Optional: true, Excuses: Lasts,
		Meaning: endless,
		Rule:    Rule{"NoEnd", "An execution has no end.", []string{"835"}},
		SVCOMP:  SVCOMP{Formula: "F end", Verdict: "termination"},
	},
	Progress: {
		Name:    "progress",
		Summary: "a weakly fair execution in which a thread is at the first place of `--places`, never afterwards at the second, and does not end (`ltl.md`)",
		Check:   WholeCheck, Optional: true, Excuses: Lasts,
		Meaning: endless,
		Rule:    Rule{"NoProgress", "A thread comes to the first place, and never to the second.", []string{"835"}},
	},
}

// These are meanings of several properties or kinds.
const (
	noMemory   = "An access goes where the program has no memory of its own to access."
	overMemory = "Memory is used after its life has ended. What is there by then is anything."
	noFree     = "What is freed is not, or not any more, memory that was allocated."
	lostMemory = "Memory is still allocated when the program ends."
	noResult   = "An operation has operands for which C does not define a result."
	endless    = "An execution goes on for ever: from some step on it does the same again and again."
)

// Kind returns the row of a kind; the zero value: the property has no such kind.
func (r *Row) Kind(k Kind) KindRow {
	for _, row := range r.Kinds {
		if row.Kind == k {
			return row
		}
	}
	return KindRow{}
}

// OfFormula returns the property of a formula of SV-COMP, and the part of the property that it states if
// that is not the whole. Spaces do not count. ok is false if no property has the formula.
func OfFormula(formula string) (p Property, part string, ok bool) {
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	formula = plain(formula)
	for p := range NumProperties {
		r := &rows[p]
		for _, f := range append([]string{r.SVCOMP.Formula}, r.SVCOMP.Old...) {
			if f != "" && plain(f) == formula {
				return p, "", true
			}
		}
		for _, part := range r.Parts() {
			if "G"+part == formula {
				return p, part, true
			}
		}
	}
	return 0, "", false
}

// Parts lists the parts that together are the property's formula, each once; none: it has no parts.
func (r *Row) Parts() []string {
	var out []string
	for _, k := range r.Kinds {
		if k.Formula != "" && !slices.Contains(out, k.Formula) {
			out = append(out, k.Formula)
		}
	}
	return out
}

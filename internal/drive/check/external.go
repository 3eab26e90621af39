package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/callbacks"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// CalledBack reports an undefined function that may call back into the program: which function it may call,
// and where it got the pointer (semantics 14.10). external lists the undefined functions that may do so.
// The message is empty if there are none.
func CalledBack(ctx context.Context, facts *analyze.Facts) (message string, external []string) {
	for i, c := range callbacks.Find(ctx, facts) {
		if i == 0 {
			what := c.Func
			if what == "" {
				what = "what pointers lead to"
			}
			message = fmt.Sprintf("%s may be called by %s, which gets it at %s", what, c.External, c.Pos.Text(facts.Program.Files))
		}
		external = append(external, c.External)
	}
	return message, sorted(external)
}

// Returning lists the assumptions that undefined functions call back into the program only as the engines
// execute it: what they are passed, before they return, in the thread of their caller (semantics 14.10).
func Returning(ctx context.Context, facts *analyze.Facts) (out []string) {
	_, external := CalledBack(ctx, facts)
	for _, name := range external {
		out = append(out, name+" calls no function of the program, except what it is passed, before it returns")
	}
	return out
}

// heedCallbacks makes verdicts unknown if undefined functions may call back into the program, and
// Options.StrictExternals is set: the engines do not execute these calls. A property that no instruction can
// violate stays safe, except for race: other code may run the threads.
func (r *runner) heedCallbacks(list []Judgement) {
	if !r.opts.StrictExternals {
		r.returning = Returning(r.budget.Context(), r.facts)
		return
	}
	message, external := CalledBack(r.budget.Context(), r.facts)
	for i := range list {
		if j := &list[i]; message != "" && j.Verdict <= verdict.Bounded && (j.Stats.Engine != "" || j.Property == verdict.Race.String()) {
			dependsOn(j, message, external)
		}
	}
}

// dependsOn makes a verdict unknown because it depends on the behaviour of undefined functions.
func dependsOn(j *Judgement, message string, external []string) {
	j.Verdict, j.Reason, j.Message, j.Bounds, j.Assumptions = verdict.Unknown, verdict.External, message, nil, nil
	j.External = external
}

// unmodelled is called by functions of the C library without a model.
const unmodelled = "__heddle_guessed"

// guesses lists the library models that return any value where the program determines it, with the
// reasons: an assertion that fails behind a call is unknown.
var guesses = map[string]string{
	unmodelled:                "a function of the C library without a model returns any value here",
	"__heddle_approximates":   "the result of a library function is any value here, although the program determines it",
	"__heddle_forgotten_byte": "a pipe or socket that holds more than 16 bytes has bytes of any value here",
}

// guessesValues reports whether a program may call one of these models.
func guessesValues(p *ir.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f ir.Func) bool { return guesses[f.Name] != "" })
}

// ExternalCalls is an observer that records the calls of undefined functions in an execution.
type ExternalCalls struct {
	Facts    *analyze.Facts // of the program
	Assumed  []string       // assumptions about those functions, sorted
	got      map[argument][]externalCall
	known    map[interp.ObjectID]*knownObject
	guess    string   // the reason of the last guess
	pointers []string // functions that have a pointer to an object from which the program read a pointer
}

// knownObject is an object that a function returned or got.
type knownObject struct {
	function string
	written  map[uint64]bool // offsets at which the program wrote a pointer since
}

// argument is an object to which two calls get a pointer, or null for two null pointers. Calls of a
// function that takes and returns nothing share the function.
type argument struct {
	object   interp.ObjectID
	function ir.FuncID
}

type externalCall struct{ thread, function string }

// Observe implements interp.Observer.
func (c *ExternalCalls) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedBlock:
		id, block, _ := t.Next()
		f := &c.Facts.Program.Funcs[id]
		term := &f.Blocks[block].Term
		switch {
		case guesses[f.Name] != "":
			c.guess = guesses[f.Name]
		case f.External == "":
		case block == 1:
			c.called(m, t, id)
		case f.Result.IsPtr() && term.Op == ir.TermRet && !term.Arg.IsConst():
			c.knows(f, t.Register(term.Arg.Reg()).Hi)
		}
	case interp.ObservedRead, interp.ObservedWrite:
		known := c.known[o.Object]
		switch {
		case known == nil || o.Instr == nil || !o.Instr.Type.IsPtr():
		case o.Kind == interp.ObservedWrite:
			known.written[o.Offset] = true
		case !known.written[o.Offset]:
			c.pointers = append(c.pointers, known.function)
		}
	}
}

// knows records that a function has a pointer to an object, and may have written to it.
func (c *ExternalCalls) knows(f *ir.Func, object interp.ObjectID) {
	if c.known == nil {
		c.known = make(map[interp.ObjectID]*knownObject)
	}
	if object != 0 {
		c.known[object] = &knownObject{f.Name, make(map[uint64]bool)}
	}
}

// called records a call that a thread begins.
func (c *ExternalCalls) called(m *interp.Machine, t *interp.Thread, id ir.FuncID) {
	p := c.Facts.Program
	f := &p.Funcs[id]
	if at, known := slices.BinarySearch(c.Assumed, f.External); !known {
		c.Assumed = slices.Insert(c.Assumed, at, f.External)
	}
	call := externalCall{t.Name(), f.Name}
	if len(f.Params) == 0 && f.Result == ir.NoType {
		c.note(argument{function: id}, call)
	}
	for i, r := range f.Params {
		if !f.Regs[r].Type.IsPtr() || f.Variadic && i == len(f.Params)-1 {
			continue
		}
		v := t.Register(r)
		info, ok := m.ObjectInfo(v.Hi)
		if ok && (info.Function || p.Globals[info.Global].Storage == ir.Constant) {
			continue
		}
		c.note(argument{object: v.Hi}, call)
		c.knows(f, v.Hi)
	}
}

func (c *ExternalCalls) note(a argument, call externalCall) {
	if c.got == nil {
		c.got = make(map[argument][]externalCall)
	}
	if !slices.Contains(c.got[a], call) {
		c.got[a] = append(c.got[a], call)
	}
}

// Doubt returns a reason why the violation to which the execution leads may not be one (semantics 14.9,
// 14.10), and the undefined functions on which that depends; empty: there is no reason.
func (c *ExternalCalls) Doubt(ctx context.Context, v *interp.Violation) (message string, external []string) {
	if external, threads := c.shared(); external != nil {
		return fmt.Sprintf("%s may synchronise %s", strings.Join(external, ", "), strings.Join(threads, ", ")), external
	}
	excuses := v.Property.Row().Excuses
	if v.Kind == verdict.Leak {
		excuses = verdict.Leaks.Row().Excuses
	}
	lasting := excuses&verdict.Lasts != 0
	if c.guess != "" && excuses&verdict.Guessed != 0 || c.guess == guesses[unmodelled] && lasting {
		return c.guess, nil
	}
	if lasting || excuses&verdict.Writes != 0 {
		for a, list := range c.got {
			for _, call := range list {
				if a.object != 0 {
					external = append(external, call.function)
				}
			}
		}
	}
	switch external = sorted(external); {
	case external != nil:
		message = strings.Join(external, ", ") + " may free, write or unblock what the program passes"
		for i := range external {
			if !lasting {
				external[i] += "=havoc"
			}
		}
		return message, external
	case lasting:
		return CalledBack(ctx, c.Facts)
	case excuses&verdict.Leads != 0 && c.pointers != nil:
		external = sorted(c.pointers)
		return strings.Join(external, ", ") + " may let pointers in what the program reads lead to objects", external
	}
	return "", nil
}

func (c *ExternalCalls) doubted(ctx context.Context, v *interp.Violation) bool {
	message, _ := c.Doubt(ctx, v)
	return message != ""
}

// shared returns the functions that several threads give one argument, and the threads.
func (c *ExternalCalls) shared() (external, threads []string) {
	for _, list := range c.got {
		if slices.ContainsFunc(list, func(call externalCall) bool { return call.thread != list[0].thread }) {
			for _, call := range list {
				external, threads = append(external, call.function), append(threads, call.thread)
			}
		}
	}
	return sorted(external), sorted(threads)
}

// sorted returns a list without repetitions.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

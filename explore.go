package heddle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/run/weak"
)

// ExploreOptions configure Explore. Of Options it uses those about the program, Properties, Environment,
// Model, Unwind, Timeout and Memory. Here a Timeout or Memory of 0 is no limit.
type ExploreOptions struct {
	NoReduction bool // every interleaving is executed, not one of each Mazurkiewicz trace
	Hash        bool // executions in known states are abandoned, instead of partial-order reduction
	NoRandom    bool // no random schedules come first
	First       bool // the exploration ends with the first violation
	// Bounds of switches. A negative number of Preemptions and 0 of the others is no bound.
	Preemptions, Contexts, Rounds int
}

// Exploration is the result of executing the interleavings of a program.
type Exploration struct {
	Verdict Verdict
	Trace   *Trace // to the first violation, for Replay and Run; nil: there is none

	report  *explore.Report
	model   string // Options.Model
	program *ir.Program
	allowed ir.Environment // the choices of the environment that are on
	took    time.Duration
}

// ExploredProperties lists the properties that Explore can judge.
func ExploredProperties() []string { return verdict.FiniteChecks.Names() }

// CheckedModels lists the values of Options.Model for Check.
func CheckedModels() []string { return check.Models() }

// ExploredModels lists the memory models under which Explore explores execution graphs.
func ExploredModels() []string { return weak.Models() }

// Explore executes the interleavings of a program at its visible operations: first random schedules, then
// every interleaving up to equivalence, under growing bounds on loops. Nondeterministic inputs have a few
// typical values. Options.Properties must name at least one property. Errors are as those of Check.
//
// With Options.Model, one of ExploredModels, it visits each consistent execution graph of this memory model
// instead. Those options that say how to explore interleavings do not count then. Without Properties it
// judges those of DefaultProperties that it can judge under the model.
func Explore(ctx context.Context, opts Options, how ExploreOptions) (*Exploration, error) {
	c, err := opts.program(ctx, func(*front.Options) {})
	if err != nil {
		return nil, err
	}
	task, err := opts.task(c, how)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	allowed := task.Environment
	task.Environment = allowed.In(c.Program)
	limited, cancel := ctx, context.CancelFunc(func() {})
	if opts.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, opts.Timeout)
	}
	defer cancel()
	began := time.Now()
	report, err := explore.Explore(limited, task)
	if err != nil {
		return nil, err
	}
	if err := confirmAll(ctx, c.Program, &task, report, opts.Externals == StrictExternals); err != nil {
		return nil, opts.misfit(err, c)
	}
	e := &Exploration{Verdict: report.Verdict, model: opts.Model, report: report, program: c.Program, allowed: allowed, took: time.Since(began)}
	if len(report.Found) > 0 {
		e.Trace = report.Found[0].Trace
	}
	return e, nil
}

// task translates the options of an exploration.
func (o *Options) task(c *compiled, how ExploreOptions) (explore.Task, error) {
	if o.Model != "" {
		return o.graphs(c, how)
	}
	t := explore.Task{Code: interp.Prepare(c.Program), Unwind: o.Unwind, Memory: max(0, o.Memory), All: !how.First, Reduction: smc.DPOR}
	for _, name := range o.Properties {
		property, err := verdict.ParseProperty(name)
		switch {
		case err != nil:
			return t, fmt.Errorf("--property: %w", err)
		case !property.Is(verdict.FiniteChecks):
			return t, fmt.Errorf("--property: %s is judged by heddle check only", property)
		}
		t.Properties |= interp.PropertySet(property)
	}
	var err error
	if t.Environment, err = ir.ParseEnvironment(o.Environment); err != nil {
		return t, fmt.Errorf("--environment: %w", err)
	}
	for _, n := range []struct {
		name        string
		value, none int // no bound
	}{{"unwind", o.Unwind, 0}, {"preemptions", how.Preemptions, -1}, {"contexts", how.Contexts, 0}, {"rounds", how.Rounds, 0}} {
		if n.value < n.none {
			return t, fmt.Errorf("--%s: found %d, expected at least %d", n.name, n.value, n.none+1)
		}
	}
	if t.Properties == 0 {
		return t, errors.New("--property: found none")
	}
	if how.Preemptions >= 0 {
		t.Bounds.Preemptions = smc.AtMost(how.Preemptions)
	}
	if how.Contexts > 0 {
		t.Bounds.Contexts = smc.AtMost(how.Contexts)
	}
	if how.Rounds > 0 {
		t.Bounds.Rounds = smc.AtMost(how.Rounds)
	}
	switch {
	case how.Hash:
		t.Reduction = smc.Hashing
	case how.NoReduction, t.Bounds != (smc.Bounds{}):
		t.Reduction = smc.NoReduction
	}
	t.Random = !how.NoRandom && t.Bounds == smc.Bounds{} && o.Unwind == 0
	return t, nil
}

// graphs translates the options of an exploration under a memory model.
func (o *Options) graphs(c *compiled, how ExploreOptions) (t explore.Task, err error) {
	t = explore.Task{Code: interp.Prepare(c.Program), Unwind: o.Unwind, Memory: max(0, o.Memory), All: !how.First, Cycles: true}
	if t.Model, err = explore.ModelOf(o.Model); err != nil {
		if memmodel.IsFile(o.Model) {
			return t, fmt.Errorf("--model: %w", err)
		}
		return t, fmt.Errorf("--model: %w; there are %s", err, strings.Join(weak.Models(), ", "))
	}
	names := o.Properties
	if len(names) == 0 {
		names = DefaultProperties()
	}
	for _, name := range names {
		property, err := verdict.ParseProperty(name)
		switch {
		case err != nil:
			return t, fmt.Errorf("--property: %w", err)
		case t.Model.Properties().Has(property):
			t.Properties |= interp.PropertySet(property)
		case len(o.Properties) > 0:
			return t, fmt.Errorf("--property: %s is not judged under a memory model (%s)", property, o.Model)
		}
	}
	if t.Environment, err = ir.ParseEnvironment(o.Environment); err != nil {
		return t, fmt.Errorf("--environment: %w", err)
	}
	if o.Unwind < 0 {
		return t, fmt.Errorf("--unwind: found %d, expected at least 1", o.Unwind)
	}
	return t, nil
}

// confirmAll replays every violation. A violation whose trace does not replay is a bug of Heddle, not a
// verdict (semantics 16). A violation that depends on undefined functions is unknown, and if strict is set
// every other verdict.
func confirmAll(ctx context.Context, p *ir.Program, task *explore.Task, report *explore.Report, strict bool) error {
	facts := analyze.Of(p)
	doubt := ""
	if strict {
		doubt, _ = check.CalledBack(ctx, facts)
	}
	found := report.Found
	report.Found = nil
	for i := range found {
		calls := check.ExternalCalls{Facts: facts}
		if _, err := interp.ReplayCode(ctx, task.Code, found[i].Trace, interp.ReplayOptions{Observer: &calls}); err != nil {
			return fmt.Errorf("a violation of %s was found, but its trace does not replay: %w", found[i].Violation.Property, err)
		}
		if message, _ := calls.Doubt(ctx, &found[i].Violation); message != "" {
			doubt = message
			continue
		}
		report.Found = append(report.Found, found[i])
	}
	if v := report.Race; v != nil && len(report.Found) == 0 && (report.Verdict == verdict.Safe || report.Verdict == verdict.Bounded) {
		report.Verdict, report.Reason, report.Marks = verdict.Unknown, check.UndefinedBehaviour, nil
		report.Detail = fmt.Sprintf("%s, at %s and %s", v.Message, place(p, v.First.Pos), place(p, v.Pos))
	}
	if doubt != "" && len(report.Found) == 0 {
		report.Verdict, report.Reason, report.Detail, report.Marks = verdict.Unknown, verdict.External, doubt, nil
	}
	return nil
}

// WriteText writes the result of an exploration as text.
func (e *Exploration) WriteText(w io.Writer) error {
	r, p := e.report, e.program
	for i := range r.Found {
		printViolation(w, p, &r.Found[i].Violation, fmt.Sprintf("%d switches in %d steps", r.Found[i].Trace.Switches(), r.Found[i].Trace.Steps()))
	}
	line := r.Verdict.String()
	switch r.Verdict {
	case verdict.Safe:
		line += ": every interleaving was executed"
		if e.model != "" {
			line = r.Verdict.String() + ": every execution under " + e.model + " was visited"
		}
	case verdict.Bounded:
		line += ": no violation within the bounds"
	}
	if r.Reason != verdict.NoReason {
		line += " (" + string(r.Reason) + ")"
	}
	if r.Detail != "" {
		line += ": " + r.Detail
	}
	fmt.Fprintln(w, line)
	for _, m := range r.Marks {
		switch {
		case m.Location.Line == 0:
			fmt.Fprintf(w, "  %s bound\n", m.Bound)
		default:
			fmt.Fprintf(w, "  %s bound %d at %s\n", m.Bound, m.Limit, m.Location)
		}
	}
	if r.Verdict == verdict.Safe || r.Verdict == verdict.Bounded {
		fmt.Fprintf(w, "  assuming %s and no undefined behaviour beyond what was looked for; off: %s\n", e.memory(), strings.Join(switchedOff(e.allowed), ", "))
		for _, a := range assumedOf(p) {
			fmt.Fprintf(w, "  assuming %s\n", a)
		}
	}
	s := &r.Counts
	if e.model != "" {
		if s.Cyclic > 0 {
			fmt.Fprintf(w, "  %d of the executions have a cycle of program order and reads-from\n", s.Cyclic)
		}
		_, err := fmt.Fprintf(w, "  %d executions, %d blocked, %d steps, depth %d\n", s.Executions, s.Blocked, s.Steps, r.Depth)
		return err
	}
	_, err := fmt.Fprintf(w, "  %d executions, %d traces, %d blocked, %d redundant, %d states, %d steps, depth %d\n",
		s.Executions, s.Traces, s.Blocked, s.Redundant, s.States, s.Steps, r.Depth)
	return err
}

// memory describes the memory of the explored executions.
func (e *Exploration) memory() string {
	if e.model != "" {
		return "the memory model " + e.model
	}
	return "sequential consistency"
}

// assumedOf lists the assumptions about a program, without those about the environment.
func assumedOf(p *ir.Program) []string {
	return slices.Concat(p.Assumed, p.Externals(), check.Returning(context.Background(), analyze.Of(p)), check.Evaluation(p, false))
}

// switchedOff lists the environment's choices that are off.
func switchedOff(on ir.Environment) []string {
	var names []string
	for _, name := range ir.EnvironmentSwitches() {
		if r, ok := ir.ParseChooseReason(name); ok && !on.Has(r) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = append(names, "nothing")
	}
	return names
}

// exploreJSON is the JSON form of an exploration.
type exploreJSON struct {
	Verdict    string             `json:"verdict"`
	Model      string             `json:"model,omitempty"` // the memory model whose execution graphs were explored
	Reason     verdict.Reason     `json:"reason,omitempty"`
	Detail     string             `json:"detail,omitempty"`
	Violations []exploreViolation `json:"violations"`
	Marks      []verdict.Mark     `json:"marks,omitempty"`
	Assumed    []string           `json:"assumptions,omitempty"` // the environment aside
	Seconds    float64            `json:"seconds"`
	Depth      int                `json:"depth"` // most visible operations of one execution
	Stats      engine.Stats       `json:"stats"`
}

type exploreViolation struct {
	Property string       `json:"property"`
	Kind     verdict.Kind `json:"kind,omitempty"`
	Message  string       `json:"message"`
	Place    string       `json:"place"` // file:line:column
	Trace    *Trace       `json:"trace"` // docs/understand/trace.md
}

// WriteJSON writes the result of an exploration as one JSON object.
func (e *Exploration) WriteJSON(w io.Writer) error {
	r := e.report
	out := exploreJSON{Verdict: r.Verdict.String(), Model: e.model, Reason: r.Reason, Detail: r.Detail, Marks: r.Marks, Assumed: assumedOf(e.program),
		Violations: []exploreViolation{}, Seconds: e.took.Seconds(), Depth: r.Depth, Stats: r.Stats}
	for i := range r.Found {
		v := &r.Found[i].Violation
		out.Violations = append(out.Violations, exploreViolation{Property: v.Property.String(), Kind: v.Kind,
			Message: v.Message, Place: place(e.program, v.Pos), Trace: r.Found[i].Trace})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// exploreOptions are the flags of `heddle explore`.
type exploreOptions struct {
	heddle.Options
	noReduction bool
	hash        bool
	noRandom    bool
	first       bool
	preemptions int
	record      string
	json        bool
}

func newExploreCommand() *cobra.Command {
	var opts exploreOptions
	cmd := &cobra.Command{
		Use:   "explore FILE…",
		Short: "Execute every interleaving of a small program",
		Long: `Execute the interleavings of a C program at its visible operations and report each
place where one violates a property. First come random schedules, then every
interleaving: one of each Mazurkiewicz trace (dynamic partial-order reduction),
under growing bounds on loops. Nondeterministic inputs have a few typical values.

A switch is two consecutive visible operations of different threads, thread
creation not; --preemptions, --contexts and --rounds bound them, and then nothing
is reduced but what --hash finds to be known.

Exit codes: 0 no violation (proved, or none within the bounds: the output says
which), 1 violation, 2 usage or input error, 3 inconclusive (time, memory,
unsupported construct), 4 internal error.`,
		Example: "  heddle explore --property assert,race examples/counter_bug.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.StringSliceVar(&opts.Properties, "property", heddle.DefaultProperties(), "what to look for: "+strings.Join(verdict.FiniteChecks.Names(), ", "))
	flags.StringSliceVar(&opts.Environment, "environment", nil, "what the environment may choose: "+switches())
	flags.BoolVar(&opts.noReduction, "no-reduction", false, "execute every interleaving")
	flags.BoolVar(&opts.hash, "hash", false, "abandon executions in states that are known, instead of partial-order reduction")
	flags.BoolVar(&opts.noRandom, "no-random", false, "no random schedules first")
	flags.BoolVar(&opts.first, "first", false, "stop at the first violation")
	flags.IntVar(&opts.Unwind, "unwind", 0, "work with this loop bound only (0: bounds grow)")
	flags.IntVar(&opts.preemptions, "preemptions", -1, "at most `N` switches away from a thread that could go on (-1: no bound)")
	flags.IntVar(&opts.Contexts, "contexts", 0, "at most `N` uninterrupted runs of one thread (0: no bound)")
	flags.IntVar(&opts.Rounds, "rounds", 0, "at most `N` round-robin rounds (0: no bound)")
	flags.StringVar(&opts.record, "record", "", "write the first violation's trace to `FILE`")
	flags.BoolVar(&opts.json, "json", false, "print the result as JSON")
	cmd.MarkFlagsMutuallyExclusive("no-reduction", "hash")
	return cmd
}

// switches lists the switches of the environment's choices, the default marked.
func switches() string {
	names := ir.EnvironmentSwitches()
	for i, name := range names {
		if r, ok := ir.ParseChooseReason(name); ok && ir.DefaultEnvironment.Has(r) {
			names[i] += " (default)"
		}
	}
	return strings.Join(names, ", ")
}

// task translates the flags.
func (o *exploreOptions) task(p *ir.Program) (explore.Task, error) {
	t := explore.Task{Code: interp.Prepare(p), Unwind: o.Unwind, Memory: o.Memory, All: !o.first, Reduction: smc.DPOR}
	for _, name := range o.Properties {
		property, err := verdict.ParseProperty(name)
		switch {
		case err != nil:
			return t, inputError("--property: %w", err)
		case !property.Is(verdict.FiniteChecks):
			return t, inputError("--property: %s is judged by heddle check only", property)
		}
		t.Properties |= interp.PropertySet(property)
	}
	var err error
	if t.Environment, err = ir.ParseEnvironment(o.Environment); err != nil {
		return t, inputError("--environment: %w", err)
	}
	switch {
	case t.Properties == 0:
		return t, inputError("--property: found none")
	case o.Unwind < 0:
		return t, inputError("--unwind: found %d, expected at least 1", o.Unwind)
	case o.preemptions < -1:
		return t, inputError("--preemptions: found %d, expected at least 0", o.preemptions)
	case o.Contexts < 0:
		return t, inputError("--contexts: found %d, expected at least 1", o.Contexts)
	case o.Rounds < 0:
		return t, inputError("--rounds: found %d, expected at least 1", o.Rounds)
	case o.Timeout < 0:
		return t, inputError("--timeout: found %s, expected no negative time", o.Timeout)
	}
	if o.preemptions >= 0 {
		t.Bounds.Preemptions = smc.AtMost(o.preemptions)
	}
	if o.Contexts > 0 {
		t.Bounds.Contexts = smc.AtMost(o.Contexts)
	}
	if o.Rounds > 0 {
		t.Bounds.Rounds = smc.AtMost(o.Rounds)
	}
	switch {
	case o.hash:
		t.Reduction = smc.Hashing
	case o.noReduction, t.Bounds != (smc.Bounds{}):
		t.Reduction = smc.NoReduction
	}
	t.Random = !o.noRandom && t.Bounds == smc.Bounds{} && o.Unwind == 0
	return t, nil
}

func (o *exploreOptions) run(cmd *cobra.Command, files []string) error {
	ctx := cmd.Context()
	p, err := compile(ctx, &o.Options, cmd.ErrOrStderr(), files)
	if err != nil {
		return err
	}
	task, err := o.task(p)
	if err != nil {
		return err
	}
	allowed := task.Environment
	task.Environment = allowed.In(p)
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, o.Timeout)
	}
	defer cancel()
	began := time.Now()
	report, err := explore.Explore(limited, task)
	if err != nil {
		return err
	}
	if err := o.confirm(ctx, p, &task, report); err != nil {
		return err
	}
	if o.record != "" && len(report.Found) > 0 {
		if err := writeTrace(o.record, report.Found[0].Trace); err != nil {
			return err
		}
	}
	if o.json {
		err = writeExploreJSON(cmd.OutOrStdout(), p, report, time.Since(began))
	} else {
		err = writeExploreText(cmd.OutOrStdout(), p, allowed, report)
	}
	switch {
	case err != nil:
		return fmt.Errorf("write result: %w", err)
	case report.Verdict == verdict.Violation:
		return silently(exitViolation)
	case report.Verdict == verdict.Unknown:
		return silently(exitInconclusive)
	}
	return nil
}

// confirm replays every violation. A violation whose trace does not replay is a bug of Heddle, not a
// verdict (semantics 16). A violation that depends on undefined functions is unknown.
func (o *exploreOptions) confirm(ctx context.Context, p *ir.Program, task *explore.Task, report *explore.Report) error {
	facts := analyze.Of(p)
	doubt, _ := check.CalledBack(ctx, facts)
	found := report.Found
	report.Found = nil
	for i := range found {
		calls := check.ExternalCalls{Facts: facts}
		_, err := interp.ReplayCode(ctx, task.Code, found[i].Trace, interp.ReplayOptions{Observer: &calls})
		var misfit *interp.MisfitError
		switch {
		case errors.As(err, &misfit):
			return &exitError{code: exitInternal, err: fmt.Errorf("a violation of %s was found, but its trace does not replay: %w", found[i].Violation.Property, err)}
		case err != nil:
			return &exitError{code: exitInconclusive, err: err}
		}
		if message, _ := calls.Doubt(ctx, &found[i].Violation); message != "" {
			doubt = message
			continue
		}
		report.Found = append(report.Found, found[i])
	}
	if doubt != "" && len(report.Found) == 0 {
		report.Verdict, report.Reason, report.Detail, report.Marks = verdict.Unknown, verdict.External, doubt, nil
	}
	return nil
}

// writeExploreText writes the result of an exploration as text.
func writeExploreText(w io.Writer, p *ir.Program, allowed ir.Environment, r *explore.Report) error {
	for i := range r.Found {
		printViolation(w, p, &r.Found[i].Violation, fmt.Sprintf("%d switches in %d steps", r.Found[i].Trace.Switches(), r.Found[i].Trace.Steps()))
	}
	line := r.Verdict.String()
	switch r.Verdict {
	case verdict.Safe:
		line += ": every interleaving was executed"
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
		fmt.Fprintf(w, "  assuming sequential consistency and no undefined behaviour beyond what was looked for; off: %s\n", strings.Join(switchedOff(allowed), ", "))
		for _, a := range assumedOf(p) {
			fmt.Fprintf(w, "  assuming %s\n", a)
		}
	}
	s := &r.Counts
	_, err := fmt.Fprintf(w, "  %d executions, %d traces, %d redundant, %d states, %d steps, depth %d\n",
		s.Executions, s.Traces, s.Redundant, s.States, s.Steps, r.Depth)
	return err
}

// assumedOf lists the assumptions about a program, without those about the environment.
func assumedOf(p *ir.Program) []string {
	return slices.Concat(p.Assumed, p.Externals(), check.Evaluation(p, false))
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

// exploreJSON is the form of --json.
type exploreJSON struct {
	Verdict    string             `json:"verdict"`
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
	Property string          `json:"property"`
	Kind     verdict.Kind    `json:"kind,omitempty"`
	Message  string          `json:"message"`
	Place    string          `json:"place"` // file:line:column
	Trace    json.RawMessage `json:"trace"` // docs/understand/trace.md
}

func writeExploreJSON(w io.Writer, p *ir.Program, r *explore.Report, took time.Duration) error {
	out := exploreJSON{Verdict: r.Verdict.String(), Reason: r.Reason, Detail: r.Detail, Marks: r.Marks, Assumed: assumedOf(p),
		Violations: []exploreViolation{}, Seconds: took.Seconds(), Depth: r.Depth, Stats: r.Stats}
	for i := range r.Found {
		v := &r.Found[i].Violation
		var text strings.Builder
		if err := trace.Write(&text, r.Found[i].Trace); err != nil {
			return err
		}
		out.Violations = append(out.Violations, exploreViolation{Property: v.Property.String(), Kind: v.Kind,
			Message: v.Message, Place: place(p, v.Pos), Trace: json.RawMessage(text.String())})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

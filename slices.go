package heddle

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/drive/slice"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// NoSlice is the Judgement.Reason of a property for which a slice has no valid result.
const NoSlice = slice.Missing

// These are the limits of cutting: how many slices a slice becomes that ran out of time, and how many times.
const (
	cutInto = 4
	cutMost = 2
)

// sliced is the part of a check's options that comes from a slice.
type sliced struct {
	plan *slice.Plan
	part *engine.Part
}

// read returns the text of a file that the plan has.
func (s *sliced) read(name string) ([]byte, error) {
	for i := range s.plan.Files {
		if s.plan.Files[i].Name == name {
			return s.plan.Files[i].Text, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Slice writes the slices of a check into a directory, which is new, empty, or has slices of the same check:
// one for each property or, if Options.Unwind is set, about count in all. Timeout and Memory are those of each slice.
// It returns how many slices were written. The error is an *InputError, an *InternalError, or the cause of the end of ctx.
func Slice(ctx context.Context, opts Options, dir string, count int) (n int, err error) {
	defer opts.recover(&err)
	if opts.Files, err = sources(opts.Files); err == nil {
		opts, err = opts.complete()
	}
	if err == nil {
		err = opts.sliceable()
	}
	if err != nil {
		return 0, &InputError{Err: err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	plan := &slice.Plan{Version: buildVersion()}
	c, err := opts.compileWith(budget, func(f *front.Options) { f.ReadFile = recordInto(plan) })
	if err != nil {
		return 0, err
	}
	if waits := c.Waits(); len(waits) > 0 && !opts.asked {
		opts.withoutDeadlock(c, waits)
	}
	plan.Properties, plan.Program = opts.Properties, certificate.Digest(c.Program)
	if plan.Question, err = opts.question(); err != nil {
		return 0, err
	}
	d, err := slice.Create(dir, plan)
	if err != nil {
		return 0, &InputError{Err: err}
	}
	for i, property := range opts.Properties {
		s := slice.Slice{Plan: d.Hash, Property: property, Timeout: opts.Timeout, Memory: opts.Memory, Again: cutMost}
		share := count / len(opts.Properties)
		if i < count%len(opts.Properties) {
			share++
		}
		added, err := opts.add(budget, c, d, s, share)
		if n += added; err != nil {
			return n, err
		}
	}
	return n, nil
}

// sliceable returns an error for options that slices do not have.
func (o *Options) sliceable() error {
	for _, refused := range []struct {
		is   bool
		what string
	}{
		{o.Accept != "", "--accept"}, {o.Baseline != "", "--baseline"}, {o.Paranoid, "--paranoid"}, {o.First, "--first"}, {o.All, "--all"},
		{memmodel.IsFile(o.Model), "--model with a file"},
	} {
		if refused.is {
			return fmt.Errorf("%s: a check in slices does not have it", refused.what)
		}
	}
	for _, name := range o.Properties {
		if p, err := verdict.ParseProperty(name); err == nil && p.IsTemporal() {
			return fmt.Errorf("--property %s: a check in slices judges no executions without an end", name)
		}
	}
	return nil
}

// question returns the options in the form of a plan: without budgets, which the slices have.
func (o Options) question() (json.RawMessage, error) {
	o.Timeout, o.Memory, o.Jobs, o.Properties = 0, 0, 0, nil
	return json.Marshal(o)
}

// buildVersion returns the version, with the revision of the sources if it is known.
func buildVersion() string {
	v := Version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				v += " " + s.Value
			}
		}
	}
	return v
}

// recordInto returns a function that reads files and adds them to a plan.
func recordInto(p *slice.Plan) func(string) ([]byte, error) {
	var mu sync.Mutex
	return func(name string) ([]byte, error) {
		text, err := load.ReadFile(name)
		if err != nil {
			return nil, err
		}
		mu.Lock()
		defer mu.Unlock()
		if !slices.ContainsFunc(p.Files, func(f slice.File) bool { return f.Name == name }) {
			p.Files = append(p.Files, slice.File{Name: name, Text: text})
		}
		return text, nil
	}
}

// add writes a slice, or up to n slices of its executions. Beside the latter one slice has the quick prover judge all of
// them, if the options leave the engine open.
func (o *Options) add(b *check.Budget, c *compiled, d *slice.Dir, s slice.Slice, n int) (added int, err error) {
	list := []slice.Slice{s}
	if cut := o.cut(b, c, s, n); len(cut) > 0 {
		if list = nil; o.Engine == check.Auto {
			s.Engine, s.Again = check.ProvingEngine, 0
			list = append(list, s)
		}
		list = append(list, cut...)
	}
	for i := range list {
		if _, err := d.Add(&list[i]); err != nil {
			return added, &InputError{Err: err}
		}
		added++
	}
	return added, nil
}

// cut divides the executions of a slice into n parts or fewer; none: it cannot be divided. A single engine judges
// parts, so a slice of a question to another engine, or of a memory model that it divides no executions of, stays whole.
func (o *Options) cut(b *check.Budget, c *compiled, s slice.Slice, n int) (list []slice.Slice) {
	if n < 2 || o.Unwind == 0 || o.Model != "" && o.Model != check.SC || o.Engine != check.Auto && o.Engine != check.DividingEngine {
		return nil
	}
	part := *o
	part.Properties, part.Engine, part.sliced = []string{s.Property}, check.DividingEngine, &sliced{part: s.Part}
	driver := part.driver()
	if driver.Valid() != nil || driver.Locate(c.Program, o.Files) != nil {
		return nil
	}
	parts, err := check.Divide(b, c.Program, driver, n)
	if err != nil {
		return nil // the whole slice has the reason
	}
	for i := range parts {
		s.Part, s.Engine = &parts[i], check.DividingEngine
		list = append(list, s)
	}
	return list
}

// fromPlan returns the options of a plan's question. The error is an *InputError.
func fromPlan(p *slice.Plan) (o Options, err error) {
	if found := buildVersion(); p.Version != found {
		return o, &InputError{Err: fmt.Errorf("the slices are of another version of Heddle: found %s, expected %s", p.Version, found)}
	}
	d := json.NewDecoder(bytes.NewReader(p.Question))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return o, &InputError{Err: fmt.Errorf("question: %w", err)}
	}
	o.Properties, o.sliced = p.Properties, &sliced{plan: p}
	return o, nil
}

// WorkSlice judges a slice, given by its hash, and writes its result. If it runs out of time, it is cut, and the new
// slices are written as well. The error is an *InputError, an *InternalError, or the cause of the end of ctx, after which there is no
// result.
func WorkSlice(ctx context.Context, dir, hash string) error {
	d, err := slice.Open(dir)
	if err != nil {
		return &InputError{Err: err}
	}
	s, err := d.Slice(hash)
	if err != nil {
		return &InputError{Err: fmt.Errorf("slice %s: %w", hash, err)}
	}
	o, err := fromPlan(d.Plan)
	if err != nil {
		return err
	}
	o.Properties, o.Timeout, o.Memory, o.Jobs, o.sliced.part = []string{s.Property}, s.Timeout, s.Memory, 1, s.Part
	defer d.Begin(hash)()
	part := o
	part.Engine = cmp.Or(s.Engine, o.Engine)
	result, err := Check(ctx, part)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if result == nil {
		return err
	}
	if j := &result.Judgement; j.Verdict == Unknown && (j.Reason == verdict.Timeout || j.Reason == verdict.OutOfMemory) && s.Again > 0 {
		if err := o.cutAgain(ctx, d, *s, hash); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := result.WriteJSON(&text); err != nil {
		return err
	}
	if failed := d.Finish(&slice.Result{Slice: hash, Version: d.Plan.Version, Machine: slice.Hostname(), Result: text.Bytes()}); failed != nil {
		return &InputError{Err: failed}
	}
	return err
}

// cutAgain cuts a slice that ran out of time, and writes its children.
func (o Options) cutAgain(ctx context.Context, d *slice.Dir, s slice.Slice, hash string) error {
	o, err := o.complete()
	if err != nil {
		return &InputError{Err: err}
	}
	b := check.NewBudget(ctx, max(0, o.Timeout), max(0, o.Memory))
	defer b.Stop()
	c, err := o.compile(b)
	if err != nil {
		return nil // the slice is unknown
	}
	s.Again--
	if s.Root == "" {
		s.Root = hash
	}
	for _, child := range o.cut(b, c, s, cutInto) {
		if _, err := d.Add(&child); err != nil {
			return &InputError{Err: err}
		}
	}
	return nil
}

// WorkOptions configure Work.
type WorkOptions struct {
	// Command judges a slice in a process of its own. Its last arguments are the directory and the hash of the slice.
	Command   []string
	Shard, Of int                                   // the slices of this worker, from 1, of so many; 0: all slices
	Jobs      int                                   // processes at once; 0: one
	Told      func(hash string, took time.Duration) // called when a slice has ended; calls may overlap; nil: nobody
}

// Work has the slices of a directory judged that have no result and still matter. It returns the errors of the slices that
// remain without a result. The other error is an *InputError: it is of the directory.
func Work(ctx context.Context, dir string, o WorkOptions) (failed []error, err error) {
	d, err := slice.Open(dir)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	if _, err := fromPlan(d.Plan); err != nil {
		return nil, err
	}
	run := func(ctx context.Context, hash string) error {
		began := time.Now()
		r := child.Run(ctx, slices.Concat(o.Command, []string{dir, hash}), child.Options{})
		err := r.Err
		if line := r.LastLine(); err != nil && line != "" {
			err = fmt.Errorf("%w: %s", err, line)
		}
		if o.Told != nil {
			o.Told(hash, time.Since(began))
		}
		return err
	}
	all, err := d.Work(ctx, slice.Shard{Number: o.Shard, Of: o.Of}, o.Jobs, run)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	for _, hash := range slices.Sorted(maps.Keys(all)) {
		failed = append(failed, all[hash])
	}
	return failed, nil
}

// SliceState is how far the work in a directory with slices is.
type SliceState = slice.State

// SlicesState returns how far the work in a directory is. The error is an *InputError.
func SlicesState(dir string) (*SliceState, error) {
	d, err := slice.Open(dir)
	if err == nil {
		var state *SliceState
		if state, err = d.State(time.Now()); err == nil {
			return state, nil
		}
	}
	return nil, &InputError{Err: err}
}

// SliceDemand holds the number of slices in a directory and the memory that a worker needs.
type SliceDemand = slice.Demand

// SlicesDemand returns the demand of a directory. The error is an *InputError.
func SlicesDemand(dir string) (*SliceDemand, error) {
	d, err := slice.Open(dir)
	if err == nil {
		var demand *SliceDemand
		if demand, err = d.Demand(); err == nil {
			return demand, nil
		}
	}
	return nil, &InputError{Err: err}
}

// Merge unites the results of slices. Its options are the budget and the listeners; all others are those of the
// directory. A property is unknown with the reason NoSlice if a slice has no valid result. Errors are as those of Check.
func Merge(ctx context.Context, opts Options, dir string) (result *Result, err error) {
	defer opts.recover(&err)
	d, err := slice.Open(dir)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	o, err := fromPlan(d.Plan)
	if err != nil {
		return nil, err
	}
	o.Timeout, o.Memory, o.Jobs, o.Diagnostics, o.Color, o.BugReports = opts.Timeout, opts.Memory, 1, opts.Diagnostics, opts.Color, opts.BugReports
	if o, err = o.complete(); err != nil {
		return nil, &InputError{Err: err}
	}
	return o.again(ctx, func(b *check.Budget, c *compiled) ([]Judgement, error) {
		return d.Merge(func(j *Judgement) (*Judgement, error) {
			if j.Trace == nil || j.Trace.Failure == nil || j.Trace.Failure.Property != j.Property {
				return nil, errors.New("its trace leads to no violation of the property")
			}
			found, err := check.Replay(b, c.Program, j.Trace, c.lines)
			switch {
			case err != nil:
				return nil, err
			case found.Verdict != Violation:
				return nil, errors.New("there was no time to replay it")
			}
			found.Stats, found.Key, found.Assumptions, found.MemoryOrder = j.Stats, j.Key, j.Assumptions, j.MemoryOrder
			return &found, nil
		})
	})
}

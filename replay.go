package heddle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Replay compiles a program and executes a trace of it. text is a result of Check in its JSON form, whose
// first trace is used, or a trace alone (docs/understand/trace.md). The result is the violation to which
// the trace leads. A trace that does not fit the program, or leads to no violation, is an *InputError.
func Replay(ctx context.Context, opts Options, text []byte) (result *Result, err error) {
	defer opts.recover(&err)
	opts, err = opts.complete()
	if err != nil {
		return nil, &InputError{Err: err}
	}
	t, err := traceIn(text)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	if t.Failure == nil {
		return nil, &InputError{Err: errors.New("the trace leads to no violation")}
	}
	opts.Properties = []string{t.Failure.Property}
	opts.Environment = t.Environment
	return opts.again(ctx, func(b *check.Budget, c *compiled) ([]Judgement, error) {
		j, err := check.Replay(b, c.Program, t, c.lines)
		return []Judgement{j}, err
	})
}

// ReplayWitness compiles a program and executes the witness of a hardware model checker for its circuit.
// Dump wrote the circuit with the same options, for the first property. The witness is in AIGER's format. A
// witness that does not fit the circuit, or shows no violation, is an *InputError.
func ReplayWitness(ctx context.Context, opts Options, text []byte) (result *Result, err error) {
	defer opts.recover(&err)
	opts, err = opts.complete()
	if err != nil {
		return nil, &InputError{Err: err}
	}
	opts.Properties = opts.Properties[:1]
	return opts.again(ctx, func(b *check.Budget, c *compiled) ([]Judgement, error) {
		driver := opts.driver()
		driver.Sources = c.lines
		if err := driver.Locate(c.Program, opts.Files); err != nil {
			return nil, &InputError{Err: err}
		}
		j, err := check.ReplayWitness(b, c.Program, driver, text)
		return []Judgement{j}, err
	})
}

// again compiles a program and executes an earlier finding.
//
// requires: the options are complete.
func (o Options) again(ctx context.Context, replay func(*check.Budget, *compiled) ([]Judgement, error)) (*Result, error) {
	budget := check.NewBudget(ctx, max(0, o.Timeout), max(0, o.Memory))
	defer budget.Stop()
	c, err := o.compile(budget)
	if check.Abandoned(err) || err != nil && budget.Reason() != "" && !isInternal(err) {
		return o.unfinished(budget), nil
	}
	if err != nil {
		return nil, err
	}
	list, err := replay(budget, c)
	var misfit *interp.MisfitError
	var input *InputError
	switch {
	case errors.As(err, &input):
		return nil, input
	case errors.As(err, &misfit):
		return nil, &InputError{Err: fmt.Errorf("the trace does not fit: %w", err)}
	case err != nil:
		return nil, o.report(err, c)
	}
	return o.result(budget, c, list), nil
}

// traceIn returns the trace in a result, or the text itself as a trace.
func traceIn(text []byte) (*trace.Trace, error) {
	type holder struct {
		Format string          `json:"format"`
		Trace  json.RawMessage `json:"trace"`
	}
	var result struct {
		holder
		Results []holder `json:"results"`
	}
	// A text that is no result goes to the parser of traces, whose errors have positions.
	if json.Unmarshal(text, &result) != nil || result.Format != "" {
		return trace.Parse(text)
	}
	for _, h := range append([]holder{result.holder}, result.Results...) {
		if len(h.Trace) > 0 && string(h.Trace) != "null" {
			return trace.Parse(h.Trace)
		}
	}
	return nil, errors.New("found no trace")
}

package order

import (
	"context"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
)

// The sample: before a verdict safe or bounded, a few random executions of the program are compared
// with the graph after all passes. An execution that the graph has not is an error of a pass.
const (
	sampleExecutions   = 8
	sampleInstructions = 3000                  // of one execution
	sampleShare        = 0.015                 // of the time that the engine took
	sampleTime         = 60 * time.Millisecond // at most, whatever the engine took
	// Preparing a graph takes about sampleStart, and sampleTerm more for each term.
	sampleTerm  = 200 * time.Nanosecond
	sampleStart = 100 * time.Microsecond
)

// sample compares random executions with the graph of the last bounds, as far as its time goes. Short
// runs and large graphs have no time for it. The seeds are always the same.
//
// There is no sample for several properties at once, none of a part of the executions, and none with signals: package inclusion does not
// know all places at which a signal may arrive.
func (r *run) sample(ctx context.Context, g *event.Graph) error {
	if r.joint != nil || r.Part != nil || r.Environment.Has(ir.ChooseSignal) || len(r.search.Found.Violations) > 0 || r.search.Unsupported != "" {
		return nil
	}
	start := time.Now()
	share := min(time.Duration(sampleShare*float64(start.Sub(r.began))), sampleTime)
	if sampleStart+sampleTerm*time.Duration(g.Terms.Len()) > share/2 {
		return nil
	}
	return r.compare(ctx, g, func(done int) bool {
		took := time.Since(start)
		return done < sampleExecutions && took+took/time.Duration(done+1) < share
	})
}

// compare compares random executions with a graph, as long as more, called with the number of finished
// ones, is true.
func (r *run) compare(ctx context.Context, g *event.Graph, more func(done int) bool) error {
	end := r.search.Stage("sample")
	code, model := r.Code(), inclusion.NewGraph(g)
	safe := len(r.search.Found.Marks) == 0
	n := 0
	defer func() { end(n) }()
	for ; more(n); n++ {
		opts := inclusion.Options{Property: r.Property, Environment: r.Environment, Seed: uint64(n), Instructions: sampleInstructions}
		e, err := inclusion.Random(ctx, code, opts)
		if err != nil || e == nil {
			return r.endOf(ctx, err)
		}
		if v := e.Violation; v != nil && safe {
			return &inclusion.LostError{Model: "event graph", Step: int(e.Found.Steps()), Place: v.Pos.Text(r.Program.Files), Msg: "it violates the property: " + v.Message, Execution: e}
		}
		out, err := model.Check(ctx, e)
		switch {
		case err != nil:
			return r.endOf(ctx, err)
		case out.Cut != nil && safe:
			return fmt.Errorf("a random execution (seed %d) reaches a bound of a graph without bounds: %s", n, out.Cut.Text())
		}
	}
	return nil
}

// endOf returns an error of an execution or comparison, unless it is the end of ctx.
func (r *run) endOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

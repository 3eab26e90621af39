package consistency

import (
	"context"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/intervals"
)

// Narrowed is a graph made smaller by the values that reads can see.
type Narrowed struct {
	*event.Graph
	Candidates []event.Candidates // of the reads
	Reads      int                // reads that were examined
	// Rejected is nil if the values are confirmed. Else it holds the reason, which is an internal fault,
	// and Graph is the graph as it was.
	Rejected error
}

// Narrow returns a graph with the executions of g and less to decide, by the values that reads
// can see (package intervals), after these were confirmed. An error is the cause of the context's end.
func Narrow(ctx context.Context, g *event.Graph) (*Narrowed, error) {
	candidates, err := ReadCandidates(ctx, g)
	if err != nil {
		return nil, err
	}
	values, err := intervals.Analyse(ctx, g, candidates, intervals.Options{})
	if err != nil {
		return nil, err
	}
	return &Narrowed{values.Narrow(), candidates, values.Stats().Reads, values.Rejected()}, nil
}

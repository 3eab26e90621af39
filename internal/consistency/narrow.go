package consistency

import (
	"context"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/intervals"
)

// Narrow returns a graph with the executions of g and less to decide, by the values that reads
// can see (package intervals), with the candidates of its reads and how many reads were looked at.
// An error is the cause of the context's end.
func Narrow(ctx context.Context, g *event.Graph) (narrow *event.Graph, candidates []event.Candidates, reads int, err error) {
	if candidates, err = ReadCandidates(ctx, g); err != nil {
		return nil, nil, 0, err
	}
	values, err := intervals.Analyse(ctx, g, candidates, intervals.Options{})
	if err != nil {
		return nil, nil, 0, err
	}
	return values.Narrow(), candidates, values.Stats().Reads, nil
}

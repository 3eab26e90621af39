package consistency

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
)

// ReadCandidates returns the candidates of the reads of a graph that may be
// executed, by region: in every execution, an executed read sees one of them. An
// error is the cause of the context's end.
func ReadCandidates(ctx context.Context, g *event.Graph) ([]event.Candidates, error) {
	known := newGuards(g.Terms)
	b := &builder{g: g, terms: g.Terms, known: known, must: newMust(g, known)}
	var list []event.Candidates
	for _, a := range b.areas() {
		for i := range a.reads {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("candidates of reads: %w", context.Cause(ctx))
			}
			r := &a.reads[i]
			b.visible(a, r)
			list = append(list, event.Candidates{Read: r.read, Writes: append(r.within, r.writes...), Initial: r.initial})
		}
	}
	return list, nil
}

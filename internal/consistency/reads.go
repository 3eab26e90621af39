package consistency

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/event"
)

// Candidates says where the value of a read may come from.
type Candidates struct {
	Read    event.ID
	Writes  []event.ID // of its node or others, that it may see
	Initial bool       // it may see the initial value
}

// ReadCandidates returns the candidates of the reads of a graph that may be
// executed, by region: in every execution, an executed read sees one of them. An
// error is the cause of the context's end.
func ReadCandidates(ctx context.Context, g *event.Graph) ([]Candidates, error) {
	known := newGuards(g.Terms)
	b := &builder{g: g, terms: g.Terms, known: known, must: newMust(g, known)}
	var list []Candidates
	for _, a := range b.areas() {
		for i := range a.reads {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("candidates of reads: %w", context.Cause(ctx))
			}
			r := &a.reads[i]
			b.visible(a, r)
			list = append(list, Candidates{r.read, append(r.within, r.writes...), r.initial})
		}
	}
	return list, nil
}

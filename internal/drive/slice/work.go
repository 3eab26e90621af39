package slice

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Shard selects the slices of one of several workers. The zero value selects all.
type Shard struct{ Number, Of int } // from 1; 0 is the last

// has reports whether a slice belongs to the shard, with all slices that it is cut into. The slices of the first cut
// are dealt in the order of their hashes.
func (s Shard) has(p *piece, list []piece) bool {
	if s.Of < 2 {
		return true
	}
	rank := 0
	for i := range list {
		if other := list[i]; other.slice != nil && other.slice.Root == "" && other.hash < cmp.Or(p.slice.Root, p.hash) {
			rank++
		}
	}
	return rank%s.Of == (s.Number+s.Of-1)%s.Of
}

// Work runs the slices of a shard that still matter: those without a valid result, except for slices that others
// cover, and for those of a property with a violation. It runs jobs at once, and looks for new slices after
// each. The context of run ends when the property of its slice is violated. Work returns the slices that have no result
// after run, with the errors.
func (d *Dir) Work(ctx context.Context, shard Shard, jobs int, run func(ctx context.Context, hash string) error) (failed map[string]error, err error) {
	w := &workers{dir: d, shard: shard, run: run, failed: make(map[string]error), begun: make(map[string]bool), stop: make(map[string][]context.CancelFunc)}
	w.changed = sync.NewCond(&w.mu)
	var all sync.WaitGroup
	for range max(1, jobs) {
		all.Go(func() { w.work(ctx) })
	}
	all.Wait()
	return w.failed, w.err
}

// workers share the slices of a directory.
type workers struct {
	dir   *Dir
	shard Shard
	run   func(context.Context, string) error

	mu      sync.Mutex
	changed *sync.Cond // a slice has ended
	running int
	begun   map[string]bool
	stop    map[string][]context.CancelFunc // by property
	failed  map[string]error
	err     error // of the directory
}

// work runs slices until none is left and no other worker may cut further ones.
func (w *workers) work(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ctx.Err() == nil && w.err == nil {
		next, err := w.next()
		switch {
		case err != nil:
			w.err = err
		case next != nil:
			w.one(ctx, next)
		case w.running == 0:
			return
		default:
			w.changed.Wait()
		}
	}
}

// next returns a slice to run; nil: there is none at present.
func (w *workers) next() (*piece, error) {
	list, err := w.dir.pieces()
	if err != nil {
		return nil, err
	}
	byProperty := make(map[string][]piece)
	for _, p := range list {
		if p.slice != nil {
			byProperty[p.slice.Property] = append(byProperty[p.slice.Property], p)
		}
	}
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Compare(a.size(), b.size()) })
	for i := range list {
		p := &list[i]
		if p.slice == nil || p.judgement != nil || w.begun[p.hash] || !w.shard.has(p, list) {
			continue
		}
		if own := byProperty[p.slice.Property]; !slices.ContainsFunc(own, violated) && !covered(p.slice, own) {
			return p, nil
		}
	}
	return nil, nil
}

// size is the number of branches: slices with many executions come first, since they may decide about others.
func (p *piece) size() int {
	if p.slice == nil {
		return 0
	}
	return len(p.slice.branches())
}

func violated(p piece) bool { return p.judgement != nil && p.judgement.Verdict == verdict.Violation }

// one runs a slice. It unlocks w meanwhile.
func (w *workers) one(ctx context.Context, p *piece) {
	property := p.slice.Property
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.begun[p.hash] = true
	w.stop[property] = append(w.stop[property], cancel)
	w.running++
	w.mu.Unlock()
	err := w.run(ctx, p.hash)
	after := piece{hash: p.hash, slice: p.slice}
	after.readResult(w.dir)
	w.mu.Lock()
	w.running--
	switch {
	case violated(after):
		for _, stop := range w.stop[property] {
			stop()
		}
	case after.err != nil && ctx.Err() == nil:
		if err == nil {
			err = after.err
		}
		w.failed[p.hash] = fmt.Errorf("slice %s: %w", p.hash, err)
	}
	w.changed.Broadcast()
}

package check

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// split divides the properties into two lists: one exploration of the quick engine can judge the
// first list together, and not the second.
func (r *runner) split(open []*question, company *company) (together, alone []*question) {
	var properties []verdict.Property
	for _, q := range open {
		if a, _ := company.of(q.property).answer(q.property); a == nil || !a.sound() {
			properties = append(properties, q.property)
		}
	}
	_, _, set := r.joins(r.table.auto.quick, properties)
	for _, q := range open {
		if set.Has(q.property) && !r.opts.Paranoid {
			together = append(together, q)
		} else {
			alone = append(alone, q)
		}
	}
	return together, alone
}

// askTogether runs the quick engine on properties that one exploration of it can judge.
func (r *runner) askTogether(asked []*question, d time.Duration) {
	if len(asked) == 0 {
		return
	}
	var properties []verdict.Property
	for _, q := range asked {
		properties = append(properties, q.property)
	}
	k, joint, set := r.joins(r.table.auto.quick, properties)
	start := time.Now()
	ctx, cancel := context.WithTimeoutCause(r.budget.Context(), d, errTimeout)
	defer cancel()
	problem := r.problem(asked[0].property, r.memoryFor(1))
	problem.Progress = func(p engine.Progress) {
		for _, q := range slices.Backward(asked) { // a display with one line shows the first property's
			r.progress(q.property)(k.Name, p)
		}
	}
	var mu sync.Mutex // of the following
	var judging sync.WaitGroup
	answers := make(map[verdict.Property]*answer)
	over := false
	_, err := put(ctx, r, problem, func(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
		return nil, joint.RunJointly(ctx, p, set, func(p verdict.Property, o *engine.Outcome) {
			mu.Lock()
			defer mu.Unlock()
			if over {
				return // it comes after it was given up
			}
			a := &answer{Outcome: *o, from: *k}
			a.becauseOf(ctx)
			r.limitToLayout(a)
			answers[p] = a
			if a.Verdict == verdict.Violation {
				i := slices.IndexFunc(asked, func(q *question) bool { return q.property == p })
				judging.Go(func() { asked[i].judge(r, a, nil) })
			}
		})
	})
	mu.Lock()
	over = true
	mu.Unlock()
	judging.Wait()
	took := time.Since(start) / time.Duration(len(asked))
	for _, q := range asked {
		q.asked += took
		q.best = r.better(q.best, answers[q.property])
		if q.decided = q.best != nil && r.enough(q.best); q.decided {
			q.judge(r, q.best, nil)
		}
	}
	if err != nil && !Abandoned(err) && !ended(ctx, err) && blamed(err) == nil {
		// A property that is judged keeps its verdict: the failure is one of a question that is open.
		q := asked[max(0, slices.IndexFunc(asked, func(q *question) bool { return !q.decided }))]
		q.decided = true
		q.judge(r, nil, internalError("engine "+k.Name, verdict.NumProperties, err))
	}
}

package check

import (
	"runtime/debug"
	"sync"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// knowledge holds the judgements so far, for an answer when a phase does not end in its time.
type knowledge struct {
	mu      sync.Mutex
	list    []Judgement
	settled bool // the list is the final one: the assumptions of proofs were tried
}

// note replaces one of the judgements.
func (k *knowledge) note(property string, j Judgement) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range k.list {
		if k.list[i].Property == property && !k.settled {
			k.list[i] = j
		}
	}
}

// settle replaces all judgements by those whose assumptions were tried.
func (k *knowledge) settle(list []Judgement) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list, k.settled = append([]Judgement(nil), list...), true
}

// begin lists the properties, without judgements.
func (k *knowledge) begin(properties []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range properties {
		k.list = append(k.list, Judgement{Property: p, Verdict: verdict.Unknown})
	}
}

// within calls run on its own goroutine and returns its results. If run does not end in its time, within
// abandons it and returns the judgements so far.
func (r *runner) within(run func() ([]Judgement, error)) ([]Judgement, error) {
	type result struct {
		list []Judgement
		err  error
	}
	done := make(chan result, 1)
	r.known.begin(r.opts.Properties)
	r.budget.partly.Store(r.partly)
	go func() {
		var out result
		defer func() {
			if v := recover(); v != nil {
				out.list = r.partly()
				out.err = &InternalError{Stage: "check", Err: &PanicError{v, string(debug.Stack())}, Stack: string(debug.Stack())}
			}
			done <- out
		}()
		out.list, out.err = run()
	}()
	select {
	case out := <-done:
		return out.list, out.err
	case <-r.budget.overrun:
	}
	select {
	case out := <-done: // just in time
		return out.list, out.err
	default:
	}
	return r.partly(), nil
}

// partly returns the judgements so far: replayed violations, and proofs that no later step can take back.
// All other verdicts are unknown, with the reason of the check's end.
func (r *runner) partly() []Judgement {
	r.known.mu.Lock()
	defer r.known.mu.Unlock()
	list := append([]Judgement(nil), r.known.list...)
	reason := r.budget.Reason()
	if reason == verdict.NoReason {
		reason = verdict.Timeout
	}
	if r.known.settled {
		for i := range list {
			r.reportSuspects(&list[i])
		}
		return list
	}
	var proved interp.Properties
	for i := range list {
		if p, err := verdict.ParseProperty(list[i].Property); err == nil && list[i].Verdict == verdict.Safe {
			proved |= interp.PropertySet(p)
		}
	}
	external := len(r.program.Externals()) > 0
	for i := range list {
		j := &list[i]
		p, err := verdict.ParseProperty(j.Property)
		r.underWeaker(j)
		switch {
		case j.Verdict == verdict.Violation, j.Verdict == verdict.Unknown && j.Reason != verdict.NoReason:
		case err == nil && j.Verdict == verdict.Safe && !external:
			r.stale(j, p)
			if j.Stats.Engine != "" {
				r.assume(j, p, proved)
			}
		default: // undefined functions may call back, and executions within bounds may reach no check
			*j = Judgement{Property: j.Property, Verdict: verdict.Unknown, Reason: reason, Message: "a phase of the check did not end in its time"}
			(&situation{Judgement: j, opts: &r.opts, timeout: r.budget.timeout, memory: r.budget.memory}).advise()
		}
		r.reportSuspects(j)
	}
	return list
}

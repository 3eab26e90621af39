package interp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// source answers from a trace as long as it has an answer, then from the
// fallback, or not at all if there is none.
type source struct {
	inputs   map[string][]trace.Input
	uninit   map[uninitKey]byte
	fallback Source
	steps    map[string]uint64 // that the schedule has for a thread; nil: unknown
	failure  *trace.Failure    // the end of the schedule
}

type uninitKey struct {
	object ObjectKey
	offset uint64
}

func (s *source) load(t *trace.Trace) error {
	s.inputs = make(map[string][]trace.Input)
	for _, th := range t.Threads {
		s.inputs[th.Thread] = th.Inputs
		for i, in := range th.Inputs {
			if _, ok := ir.ParseChooseReason(in.Reason); !ok {
				return fmt.Errorf("input %d of %s: unknown reason %q", i+1, th.Thread, in.Reason)
			}
		}
	}
	s.uninit = make(map[uninitKey]byte)
	for _, u := range t.Uninit {
		key := ObjectKey{u.Object.Global, ir.SiteID(u.Object.Site), u.Object.Thread, u.Object.Count, u.Object.Process}
		s.uninit[uninitKey{key, u.Offset}] = u.Value
	}
	return nil
}

// aheadSteps is how many instructions a thread may execute after the last step that a trace has for it.
// Without visible operations it could run for ever.
const aheadSteps = 1 << 22

// plan counts the steps that the trace's schedule has for each thread.
func (s *source) plan(t *trace.Trace) {
	s.failure = t.Failure
	s.steps = make(map[string]uint64)
	for _, seg := range t.Schedule {
		s.steps[seg.Thread] += seg.Steps
	}
}

// planned returns the machine's source if it knows the whole schedule, or nil.
func (m *Machine) planned() *source {
	if s, ok := m.conf.Source.(*source); ok && s.steps != nil {
		return s
	}
	return nil
}

// left reports whether a thread is after the last step that a trace has for it, up to its next one. The
// trace need not have the choices there: the exploration that found it may have stopped the thread before
// them.
func (m *Machine) left(t *Thread) bool {
	s := m.planned()
	return s != nil && t.steps >= s.steps[t.name] && m.attempt == nil
}

// fails reports whether the trace's failure is the next event of a thread. A race does not count: its
// thread has already done the access.
func (m *Machine) fails(t *Thread) bool {
	f := m.planned().failure
	return f != nil && f.Property != verdict.Race.String() && f.Thread == t.name
}

// ReplaySource returns a source that answers choices from a trace, up to the last step that its schedule
// has for a thread. After that, a thread stops where there is no answer.
func ReplaySource(t *trace.Trace) (Source, error) {
	s := &source{}
	if err := s.load(t); err != nil {
		return nil, err
	}
	s.plan(t)
	return s, nil
}

// Choose implements Source.
func (s *source) Choose(c Choice) (wide.Word, error) {
	list := s.inputs[c.Thread]
	if c.Index >= len(list) {
		if s.fallback == nil {
			return wide.Word{}, fmt.Errorf("%s makes choice %d (%s), but the trace has %d", c.Thread, c.Index+1, c.Reason, len(list))
		}
		return s.fallback.Choose(c)
	}
	in := list[c.Index]
	// Whether a loop only waits can differ once code of a witness is in it.
	reason, _ := ir.ParseChooseReason(in.Reason)
	if reason != c.Reason && !(reason.IsSpurious() && c.Reason.IsSpurious()) || in.Width != c.Width {
		return wide.Word{}, fmt.Errorf("choice %d of %s is a %s of %d bits, but in the trace a %s of %d",
			c.Index+1, c.Thread, c.Reason, c.Width, in.Reason, in.Width)
	}
	return in.Value, nil
}

// Uninit implements Source.
func (s *source) Uninit(key ObjectKey, offset uint64) (byte, error) {
	if b, ok := s.uninit[uninitKey{key, offset}]; ok {
		return b, nil
	}
	if s.fallback == nil {
		return 0, fmt.Errorf("byte %d of %s is read without a value, but the trace has none for it", offset, key)
	}
	return s.fallback.Uninit(key, offset)
}

// String names the object.
func (k ObjectKey) String() string {
	if k.Global != "" {
		return k.Global
	}
	return fmt.Sprintf("object %d of site %d by %s", k.Count+1, k.Site, k.Thread)
}

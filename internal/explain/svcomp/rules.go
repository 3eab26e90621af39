package svcomp

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
)

var (
	hashForm = pattern.Lazy(`^[0-9a-f]{64}$`)
	uuidForm = pattern.Lazy(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	nameForm = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)
	// resultForm is the form of a constraint of a function_return: \result, an operator, a constant.
	resultForm = pattern.Lazy(`^\s*\(?\s*\\result\s*(==|!=|<=|>=|<|>)\s*([-+]?\s*[0-9A-Za-z_.+']+)\s*\)?\s*$`)
)

// rules checks the rules beyond the syntax, and returns the first violation; nil: there is none.
func (w *Witness) rules(name string) *Error {
	if w.Kind == Correctness {
		return nil
	}
	r := ruleBook{name: name}
	if len(w.Segments) == 0 {
		return r.wrong(Place{}, "a violation witness has at least one segment")
	}
	threads := 0
	for i := range w.Segments {
		s := &w.Segments[i]
		last := i == len(w.Segments)-1
		if err := r.segment(s, last, threads); err != nil {
			return err
		}
		for k := range s.Follow {
			if s.Follow[k].Creates() {
				threads++
			}
		}
	}
	return nil
}

// ruleBook checks the parts of a witness.
type ruleBook struct{ name string }

func (r ruleBook) wrong(at Place, format string, args ...any) *Error {
	return &Error{r.name, at, fmt.Sprintf(format, args...)}
}

// segment checks a segment. threads is the number of threads numbered before it.
func (r ruleBook) segment(s *Segment, last bool, threads int) *Error {
	targets := 0
	for i := range s.Follow {
		if s.Follow[i].Type == Target {
			targets++
		}
	}
	switch {
	case len(s.Follow) == 0:
		return r.wrong(s.At, "a segment has no waypoint to be followed")
	case targets > 0 && !last:
		return r.wrong(s.At, "a target is in a segment before the last")
	case targets == 0 && last:
		return r.wrong(s.At, "the last segment has no target")
	case targets > 0 && len(s.Avoid) > 0:
		return r.wrong(s.At, "a segment with a target avoids nothing")
	case len(s.Follow) > 1 && targets != len(s.Follow):
		return r.wrong(s.At, "only targets can be followed in any order")
	case len(s.Follow) > 2:
		return r.wrong(s.At, "found %d targets, expected at most two", len(s.Follow))
	}
	for _, list := range [][]Waypoint{s.Avoid, s.Follow} {
		for i := range list {
			if err := r.waypoint(&list[i], threads); err != nil {
				return err
			}
		}
	}
	for i := range s.Avoid {
		if s.Avoid[i].Type == Target {
			return r.wrong(s.Avoid[i].At, "a target is to be followed")
		}
	}
	if len(s.Follow) == 2 && s.Follow[0].Thread == s.Follow[1].Thread && s.Follow[0].Thread != AnyThread {
		return r.wrong(s.Follow[1].At, "both targets are of thread %d", s.Follow[1].Thread)
	}
	return nil
}

// waypoint checks a waypoint. threads is the number of threads numbered before it.
func (r ruleBook) waypoint(w *Waypoint, threads int) *Error {
	has := w.Value != ""
	switch {
	case w.Thread > threads:
		return r.wrong(w.At, "thread_id is %d, but %d threads were created by waypoints before", w.Thread, threads)
	case w.Thread < AnyThread:
		return r.wrong(w.At, "found the thread_id %d, expected at least 0", w.Thread)
	case (w.Type == Target || w.Type == FunctionEnter) && has:
		return r.wrong(w.At, "a %s has no constraint", w.Type)
	case (w.Type == Assumption || w.Type == Branching || w.Type == FunctionReturn) && !has:
		return r.wrong(w.At, "a waypoint of type %s needs a constraint", w.Type)
	}
	switch w.Type {
	case Branching:
		if w.Value != "true" && w.Value != "false" && w.Value != "default" && !isInteger(w.Value) {
			return r.wrong(w.At, "found the value %q, expected true, false, or of a switch an integer or default", w.Value)
		}
	case FunctionReturn:
		if _, _, ok := w.Result(); !ok {
			return r.wrong(w.At, "found the value %q, expected \\result, an operator and a constant", w.Value)
		}
	}
	return nil
}

// Result splits the constraint of a function_return into operator and constant.
func (w *Waypoint) Result() (operator, constant string, ok bool) {
	m := resultForm().FindStringSubmatch(w.Value)
	if m == nil {
		return "", "", false
	}
	return m[1], strings.Join(strings.Fields(m[2]), ""), true
}

// isInteger reports whether a text is an integer constant.
func isInteger(s string) bool {
	return regexp.MustCompile(`^[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)$`).MatchString(s)
}

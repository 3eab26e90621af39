package report

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Remark is a further place that explains a failure, for formats that show places one by one.
type Remark struct {
	Place verdict.Location
	Text  string
}

// Remarks returns the places that explain the failure, without the failing place itself. These are the
// other access of a race, the waits and locks of a deadlock, the second place of an exclusion, and the
// places of an object's allocation and end. The callers of the failing function follow, innermost
// first.
func Remarks(s *story.Story) (list []Remark) {
	f := &s.Failure
	add := func(at *verdict.Location, format string, args ...any) {
		if at != nil && at.Line > 0 {
			list = append(list, Remark{*at, fmt.Sprintf(format, args...)})
		}
	}
	for i := range f.Race {
		a := &f.Race[i]
		if a.Thread == f.Thread {
			continue
		}
		add(&a.Place, "%s by %s", a.What, a.Thread)
	}
	for i := range f.Waits {
		w := &f.Waits[i]
		add(&w.Place, "%s", strings.TrimSpace(w.Thread+" waits here for "+w.For+" "+w.Object))
		for _, h := range w.Holds {
			add(h.Since, "%s holds %s since here", h.Thread, h.Lock)
		}
	}
	if f.Other != nil {
		add(&f.Other.Place, "%s is here at the same time", f.Other.Thread)
	}
	add(f.Created, "allocated here")
	if f.Freed != nil {
		add(&f.Freed.Place, "its life was ended here by %s", f.Freed.Thread)
	}
	for i := 1; i < len(f.Stack); i++ {
		add(&f.Stack[i], "called by %s here", f.Stack[i].Function)
	}
	return list
}

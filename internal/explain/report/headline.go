package report

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// headline describes the failure and its place.
func headline(s *story.Story) string {
	f := &s.Failure
	what := f.Property
	if f.Kind != "" {
		what = f.Kind
	}
	where := ""
	if f.Place.Line > 0 {
		where = f.Place.String() + ": "
	}
	switch {
	case len(f.Waits) > 0:
		return where + "deadlock of " + threadList(waiting(f))
	case len(f.Race) == 2:
		a, b := &f.Race[0], &f.Race[1]
		return fmt.Sprintf("%sdata race on %s: %s by %s, %s by %s", where,
			raceObject(f), a.What, a.Thread, b.What, b.Thread)
	}
	if f.Other != nil {
		return fmt.Sprintf("%s%s: %s is here while %s is at %s", where, what, f.Thread, f.Other.Thread, place(f.Other.Place))
	}
	if f.Message == what {
		return where + what
	}
	return where + what + ": " + f.Message
}

// maxConditions is the greatest number of conditions in the headline; the table has all.
const maxConditions = 4

// condition describes the results of undefined functions that the failure needs.
func condition(f *story.Failure) string {
	list := f.If
	if len(list) == 0 {
		return ""
	}
	more := ""
	if n := len(list) - maxConditions; n > 0 {
		list, more = list[:maxConditions], ", …"
	}
	return ", if " + strings.Join(list, ", ") + more
}

// waiting returns the threads of a deadlock.
func waiting(f *story.Failure) []string {
	var names []string
	for i := range f.Waits {
		names = append(names, f.Waits[i].Thread)
	}
	return names
}

func threadList(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "threads"
	case n == 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

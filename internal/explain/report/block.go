package report

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// minBlock is the least number of accesses of one call that are shown together.
const minBlock = 4

// block returns the number of actions, from the first on, that are accesses of one kind to parts of one
// object in one library call or one expression.
func block(list []*story.Action) int {
	first, n := list[0], 0
	object := func(a *story.Action) string { return a.Location[:max(0, strings.IndexByte(a.Location, '+'))] }
	for _, a := range list {
		access := a.Kind == story.Read || a.Kind == story.Write
		parts := a.Call != "" || a.Object == first.Object && (n == 0 || a.Location != list[n-1].Location)
		if !access || !parts || a.Kind != first.Kind || a.Thread != first.Thread || a.Place != first.Place || object(a) != object(first) {
			break
		}
		n++
	}
	return n
}

// blockPhrase describes a block, with the value if all are equal.
func blockPhrase(list []*story.Action) string {
	first, last := list[0], *list[len(list)-1]
	if first.Object == last.Object {
		last.Object += " (" + first.Memory + " … " + last.Memory + ")"
	} else {
		last.Object = first.Object + " … " + last.Object
	}
	text, value := strings.CutSuffix(phrase(&last), ": "+last.Value)
	for _, a := range list {
		value = value && a.Value == last.Value
	}
	if value {
		text += ": " + last.Value
	}
	if first.Step == last.Step {
		return fmt.Sprintf("%s (%d accesses)", text, len(list))
	}
	return fmt.Sprintf("%s (steps %d to %d)", text, first.Step, last.Step)
}

// repeats returns the number of equal actions from the first on.
func repeats(list []*story.Action) int {
	n := 1
	for n < len(list) && list[n].Thread == list[0].Thread && line(list[n].Place) == line(list[0].Place) && phraseOf(list[n]) == phraseOf(list[0]) {
		n++
	}
	return n
}

package report

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// ambiguous returns the names that do not identify a memory place: names of several places, several
// names of one place, and names with an index without its value.
func ambiguous(actions []*story.Action) map[string]bool {
	places, names := make(map[string]string), make(map[string]string)
	several := make(map[string]bool)
	for _, a := range actions {
		if chosen(a) {
			continue
		}
		place := cmp.Or(a.Memory, a.Object)
		if known, ok := places[a.Object]; ok && known != place || openIndex().MatchString(a.Object) {
			several[a.Object] = true
		}
		places[a.Object] = place
		if a.Memory == "" {
			continue
		}
		if known, ok := names[place]; ok && known != a.Object {
			several[known], several[a.Object] = true, true
		}
		names[place] = a.Object
	}
	return several
}

// openIndex matches an index that is not a number.
var openIndex = pattern.Lazy(`\[[^]]*[^]0-9-]`)

// phraseOf describes an action, with its memory.
func phraseOf(a *story.Action) string {
	b := *a
	b.Object = inMemory(a)
	return phrase(&b)
}

func inMemory(a *story.Action) string {
	if a.Memory == "" {
		return a.Object
	}
	return a.Object + " (" + a.Memory + ")"
}

// accessed names the object of an action in a sentence without a line of the program.
func accessed(a *story.Action) string {
	if openIndex().MatchString(a.Object) {
		return inMemory(a)
	}
	return a.Object
}

package report

import (
	"cmp"
	"regexp"

	"github.com/heddle-mc/heddle/internal/story"
)

// ambiguous returns what does not say by itself which memory is meant: names of several
// places, several names of one place, and an index without its value.
func ambiguous(actions []*story.Action) map[string]bool {
	places, names := make(map[string]string), make(map[string]string)
	several := make(map[string]bool)
	for _, a := range actions {
		if chosen(a) {
			continue
		}
		place := cmp.Or(a.Memory, a.Object)
		if known, ok := places[a.Object]; ok && known != place || openIndex.MatchString(a.Object) {
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

// openIndex is an index that is no number.
var openIndex = regexp.MustCompile(`\[[^]]*[^]0-9-]`)

// phraseOf says what an action is, with the memory that it is about.
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

// accessed names what an action is about in a sentence that shows no line of the program.
func accessed(a *story.Action) string {
	if openIndex.MatchString(a.Object) {
		return inMemory(a)
	}
	return a.Object
}

package result

import (
	"maps"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// The sizes of excerpts, in lines.
const (
	maxWhole = 1500 // of a file that is kept as a whole
	around   = 25   // that are kept of another on each side of a place
)

// excerpts returns the parts of source files that stories mention, by file and line: whole files, and for
// long ones the lines around the places.
func excerpts(sources map[string][]byte, list []Judgement) []story.Excerpt {
	places := make(map[string][]int) // by file: lines
	for i := range list {
		if s := list[i].Story; s != nil {
			s.Places(func(l verdict.Location) { places[l.File] = append(places[l.File], l.Line) })
		}
	}
	var out []story.Excerpt
	for _, file := range slices.Sorted(maps.Keys(places)) {
		text := strings.Split(string(sources[file]), "\n")
		if n := len(text); n > 0 && text[n-1] == "" {
			text = text[:n-1] // behind the last line
		}
		if len(text) <= maxWhole {
			if len(text) > 0 {
				out = append(out, story.Excerpt{File: file, First: 1, Lines: text})
			}
			continue
		}
		at := places[file]
		slices.Sort(at)
		end := 0 // of the kept lines
		for _, line := range slices.Compact(at) {
			from, to := max(line-around-1, end), min(line+around, len(text))
			switch {
			case line < 1 || line > len(text) || from >= to:
				continue
			case from == end && end > 0:
				last := &out[len(out)-1]
				last.Lines = text[last.First-1 : to]
			default:
				out = append(out, story.Excerpt{File: file, First: from + 1, Lines: text[from:to]})
			}
			end = to
		}
	}
	return out
}

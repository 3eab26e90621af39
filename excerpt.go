package heddle

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// The sizes of excerpts, in lines.
const (
	maxWhole = 1500 // of a file that is kept as a whole
	around   = 25   // that are kept of another on each side of a place
)

// Excerpt is a part of a source file.
type Excerpt = story.Excerpt

// excerpts returns the parts of source files that stories mention, by file and line: whole files, and for
// long ones the lines around the places.
func (c *compiled) excerpts(list []Judgement) []Excerpt {
	places := make(map[string][]int) // by file: lines
	for i := range list {
		if s := list[i].Story; s != nil {
			s.Places(func(l Location) { places[l.File] = append(places[l.File], l.Line) })
		}
	}
	var out []Excerpt
	for _, file := range slices.Sorted(maps.Keys(places)) {
		text := c.lines(file)
		if n := len(text); n > 0 && text[n-1] == "" {
			text = text[:n-1] // behind the last line
		}
		if len(text) <= maxWhole {
			if len(text) > 0 {
				out = append(out, Excerpt{File: file, First: 1, Lines: text})
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
				out = append(out, Excerpt{File: file, First: from + 1, Lines: text[from:to]})
			}
			end = to
		}
	}
	return out
}

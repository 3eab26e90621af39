package coverage

import (
	"cmp"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Line is a line of the program's own code that has instructions.
type Line struct {
	Pos     ir.Pos // without a column
	Reached bool   // an execution reached a block with some of them
}

// Lines lists the lines in the order of files and line numbers.
func (c *Coverage) Lines() []Line {
	reached := make(map[ir.Pos]bool)
	for id := range c.program.Funcs {
		f := &c.program.Funcs[id]
		if f.Model {
			continue
		}
		for at, in := range f.Instrs() {
			if in.Pos.IsValid() {
				line := ir.Pos{File: in.Pos.File, Line: in.Pos.Line}
				reached[line] = reached[line] || c.began[id][at.Block]
			}
		}
	}
	var out []Line
	for _, pos := range slices.SortedFunc(maps.Keys(reached), func(a, b ir.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	}) {
		out = append(out, Line{pos, reached[pos]})
	}
	return out
}

package values

import (
	"fmt"
	"strings"
)

// String writes the result as text.
func (r *Result) String() string {
	if r.Lost != "" {
		return "lost: " + r.Lost + "\n"
	}
	var b strings.Builder
	for _, o := range r.Left {
		file := "?"
		if o.Pos.IsValid() {
			file = r.Program.Files[o.Pos.File]
		}
		fmt.Fprintf(&b, "%s %s:%d:%d %s\n", o.Property, file, o.Pos.Line, o.Pos.Col, o.Why)
	}
	return b.String()
}

package loops

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// String writes the analysis as text: every function with loops, which are indented by nesting.
func (i *Info) String() string {
	var b strings.Builder
	for id := 1; id < len(i.funcs); id++ {
		if fn := &i.funcs[id]; len(fn.Loops) > 0 {
			fn.write1(&b, &i.prog.Funcs[id])
		}
	}
	return b.String()
}

func (fn *Func) write1(b *strings.Builder, f *ir.Func) {
	fmt.Fprintf(b, "func %s\n", f.Name)
	for n := range fn.Loops {
		l := &fn.Loops[n]
		fmt.Fprintf(b, "%sloop b%d", strings.Repeat("  ", l.Depth), l.Header)
		for _, word := range []struct {
			on   bool
			text string
		}{{l.Await, "await"}, {l.Concrete, "concrete"}} {
			if word.on {
				b.WriteString(" " + word.text)
			}
		}
		list(b, "blocks", l.Blocks, "b%d")
		list(b, "back", l.Back, "b%d")
		list(b, "live", l.Live, "%%%d")
		list(b, "carried", l.Carried, "%%%d")
		list(b, "locals", l.LiveLocals, "&%d")
		list(b, "carried", l.CarriedLocals, "&%d")
		b.WriteByte('\n')
	}
}

func list[E any](b *strings.Builder, name string, items []E, format string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, " %s", name)
	for _, x := range items {
		fmt.Fprintf(b, " "+format, x)
	}
}

package check

import (
	"context"
	"fmt"
	"io"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// writeFeatures writes measures of the event graph, a name and a number on each line:
//
//   - threads: instances, main among them;
//   - loops: in the program's own functions;
//   - open_loops: places where the bound cut iterations, since no constant bounds them;
//   - accesses: to data that several threads reach and the property depends on; for races, those that may race;
//   - writes: those that write;
//   - locks: operations on locks;
//   - atomics: operations with a memory order;
//   - terms: the nodes of the formula before it is blasted, without those of the order of accesses.
func writeFeatures(_ context.Context, made io.WriterTo, w io.Writer) error {
	g := made.(*event.Graph)
	accesses, writes, locks, atomics := 0, 0, 0, 0
	for i := 1; i < len(g.Nodes); i++ {
		n := &g.Nodes[i]
		lock, atomic := false, false
		for _, e := range g.Events[n.First:n.Last] {
			lock = lock || g.Regions[e.Region].Kind == event.Lock
			atomic = atomic || e.Order != ir.NonAtomic
			if g.Regions[e.Region].Kind == event.Data && g.Property != verdict.Race {
				accesses++
				if e.Kind == event.Write {
					writes++
				}
			}
		}
		if lock {
			locks++
		}
		if atomic {
			atomics++
		}
	}
	for i := range g.Touches { // of races alone
		accesses++
		if g.Touches[i].Kind&event.TouchWrite != 0 {
			writes++
		}
	}
	_, err := fmt.Fprintf(w, "threads %d\nloops %d\nopen_loops %d\naccesses %d\nwrites %d\nlocks %d\natomics %d\nterms %d\n",
		len(g.Threads)-1, ownLoops(g.Program), cutLoops(g), accesses, writes, locks, atomics, g.Terms.Len())
	return err
}

// ownLoops counts the loops of the functions that are no library models.
func ownLoops(p *ir.Program) (n int) {
	for id := 1; id < len(p.Funcs); id++ {
		if f := &p.Funcs[id]; f.HasBody() && !f.Model {
			n += len(f.Loops().Loops)
		}
	}
	return n
}

// cutLoops counts the places of loops that were cut.
func cutLoops(g *event.Graph) int {
	places := make(map[verdict.Location]bool)
	for i := range g.Marks {
		if m := &g.Marks[i]; m.Bound == verdict.LoopBound && m.Guard != term.False {
			places[m.Location] = true
		}
	}
	return len(places)
}

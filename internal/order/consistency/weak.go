package consistency

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/scheme"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A weaker memory model (Options.Model) judges complete executions. Regions that only library models access, locks
// and lives keep the axioms of the package comment. The others, which are weak, have RF and CO arcs that are no
// edges of from-read or coherence. So the theory keeps acyclic
//
//	po ∪ rf ∪ { ws, fr of regions that are not weak } ∪ sync
//
// When all literals are assigned, the events of weak regions become a candidate execution of package memmodel. If it
// violates an axiom, its explanation is a conflict clause (Haas, Meyer, Ponce de León: CAAT: consistency as a theory,
// OOPSLA 2022). A graph with fewer events or fewer edges has more executions, so an event whose place in program order
// is not known is left out, and only edges that each execution has are made:
//
//	atomic accesses     a read, a write, or a pair of both, at their point, with the order as tag
//	plain accesses      a read or write with the tag NA
//	fences              outside of sections
//	create, join        a release write to a location of its own, from which an acquire read in the other thread
//	channels, sections  reads: that is an edge of happens-before, and nothing else
//	races               two events without a tag, for the pair that the solver claims to race
//
// For a processor, package scheme turns operations into instructions. Full fences are around the events of create, join,
// channels and sections, and one stands for each section of a library model. Races are no undefined behaviour there, nor
// under IMM. But claims remain for accesses of different sizes, and for the initialisation of an object.

// Model is a memory model for Options.Model.
type Model struct {
	Axioms *memmodel.Model
	Scheme *scheme.Scheme
}

// These axioms are those of every model. claim has the two accesses that the solver claims to race: happens-before must
// not order them.
const (
	always  = "acyclic co as coherence-order\nempty claim & (hb | hb^-1) as unordered\n"
	ofOrder = "let hb = (po | rf)+\n" // a processor keeps the order of writes
	ofC     = `let ordered-sw = [REL | ACQ_REL | SC];([F];po)?;[W];po-loc?;[W \ NA];(rf;rmw)*;rf;[R \ NA];(po;[F])?;[ACQ | ACQ_REL | SC]
let hb = (po | ordered-sw)+
`
)

// ModelOf returns the built-in memory model of a name.
func ModelOf(name string) (*Model, error) {
	m := &Model{Scheme: scheme.Of(name)}
	happens := ""
	switch {
	case name == "tso":
		happens = ofOrder
	case m.Scheme.Processor():
		happens = ofC
	}
	var err error
	m.Axioms, err = memmodel.Parse(name+" for programs", "\""+name+"\"\ninclude \""+name+".cat\"\n"+happens+always)
	return m, err
}

// weak is the part of the theory for a weaker model.
type weak struct {
	model *Model
	rel   *Relations
	races []race
	lits  map[term.ID]sat.Lit // of the terms on which candidates depend
}

// findWeak finds the weak regions: events of the program, not only of library models, access them.
func (b *builder) findWeak() {
	b.weak = make([]bool, len(b.g.Regions))
	for i := 1; i < len(b.g.Events); i++ {
		e := &b.g.Events[i]
		if b.g.Regions[e.Region].Kind == event.Data && (e.Point != 0 || !b.g.Nodes[e.Node].Model) {
			b.weak[e.Region] = true
		}
	}
}

// isWeak reports whether a region is weak; without a model, no region is.
func (b *builder) isWeak(r event.RegionID) bool { return b.weak != nil && b.weak[r] }

// weakly makes the CO arcs between write i of a weak region and the writes of other nodes before it. Each two writes
// that may be executed at one index have an order.
func (b *builder) weakly(a *area, i int) {
	for j := range a.writes[:i] {
		x, y := a.writes[j], a.writes[i]
		n, m := b.g.Events[x].Node, b.g.Events[y].Node
		both := b.terms.And(b.g.Events[x].Guard, b.hit(y, x))
		if n == m || both == term.False || !b.together(x, y) {
			continue
		}
		first := term.True
		switch {
		case b.must.Before(n, m):
		case b.must.Before(m, n):
			first = term.False
		default:
			first = b.terms.Var("co", term.Bool)
		}
		for _, a := range [...]Arc{b.arc(CO, x, y, b.terms.And(both, first)), b.arc(CO, y, x, b.terms.And(both, b.terms.Not(first)))} {
			if a.Term != term.False {
				b.add(a)
			}
		}
	}
}

// claims returns the pairs of accesses that may race. At most one claim holds: the solver selects it.
func (h *happens) claims(ctx context.Context) ([]race, error) {
	var list []race
	err := h.conflicts(ctx, func(a, b int32, overlap term.ID) {
		list = append(list, race{a, b, h.terms.Conj(overlap, h.g.Touches[a].Guard, h.g.Touches[b].Guard)})
	})
	width := uint(bits.Len(uint(len(list) + 1)))
	chosen := h.terms.Var("claim", term.BV(width))
	for i := range list {
		list[i].holds = h.terms.And(list[i].holds, h.terms.Eq(chosen, h.terms.Uint(uint64(i+1), width)))
	}
	return list, err
}

// Named describes the first violation, or else the race, in the model of the last Check, under Options.Model.
//
// requires: the last check was Check, and satisfiable.
func (e *Encoding) Named() string {
	at := func(p ir.Pos) string { return p.Text(e.g.Program.Files) }
	for i, v := range e.violated {
		if o := &e.g.Obligations[i]; e.holds(v) {
			return fmt.Sprintf("one violates %s at %s", o.Property, at(o.Pos))
		}
	}
	for i := range e.races {
		if r := &e.races[i]; e.holds(r.holds) {
			return fmt.Sprintf("in one of them nothing orders the accesses at %s and %s", at(e.g.Touches[r.a].Pos), at(e.g.Touches[r.b].Pos))
		}
	}
	return ""
}

// newWeak collects the literals of a weaker model.
func newWeak(host solver.Host, model *Model, rel *Relations, races []race) *weak {
	w := &weak{model: model, rel: rel, races: races, lits: make(map[term.ID]sat.Lit)}
	need := func(list ...term.ID) {
		for _, t := range list {
			if _, ok := w.lits[t]; !ok && t != term.None {
				w.lits[t] = host.Literal(t)
			}
		}
	}
	g := rel.Graph
	indices := make([][]term.ID, len(g.Regions))
	for i := 1; i < len(g.Events); i++ {
		e := &g.Events[i]
		if !rel.weak[e.Region] {
			continue
		}
		need(e.Guard, rel.initial[event.ID(i)])
		for _, other := range indices[e.Region] {
			need(g.Terms.Eq(other, e.Index))
		}
		if e.Index != term.None {
			indices[e.Region] = append(indices[e.Region], e.Index)
		}
	}
	for i := 1; i < len(g.Points); i++ {
		need(g.Points[i].Guard, g.Points[i].Modifies)
	}
	for i := range rel.Arcs {
		need(rel.Arcs[i].Term)
	}
	for i := range races {
		need(races[i].holds)
	}
	if model.Scheme.Processor() {
		for i := 1; i < len(g.Nodes); i++ {
			if g.Nodes[i].Model {
				need(g.Nodes[i].Step)
			}
		}
	}
	return w
}

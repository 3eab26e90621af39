package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Cubes. A node of the tree of parts asks whether an arc of the event graph holds. An arc says that a read sees
// a write, that a write precedes another one, or a section of a lock another one. A part is a cube: the
// conjunction of the answers on its way.
//
// Why the parts have all executions: each query is F ∧ q, with the constraints F of the graph and the
// question q, a violation or a mark. A part asserts its cube c, so its query is F ∧ q ∧ c. The cubes of the
// leaves of a binary tree, where each node splits by a formula and its negation, cover every assignment. So
// F ∧ q has a model iff F ∧ q ∧ c has one for some leaf. No property of the arcs is used. It matters only
// that every part means the same F and the same formulas: hence the hash of the graph and of all arcs.

var _ engine.Divider = (*Order)(nil)

// maxLooked bounds the arcs that one choice looks at.
const maxLooked = 200

// restrict asserts the cube of the problem's part.
func (r *run) restrict(g *event.Graph, e *consistency.Encoding, host solver.Solver) error {
	if r.Part == nil {
		return nil
	}
	if form := formOf(g, e); form != r.Part.Form {
		return &search.LimitError{Reason: verdict.Refused, Detail: fmt.Sprintf("the part is one of another event graph: found %.16s…, expected %.16s…", form, r.Part.Form)}
	}
	cube, err := ask(g, e).cube(g.Terms, r.Part)
	if err != nil {
		return &search.LimitError{Reason: verdict.Refused, Detail: err.Error()}
	}
	for _, f := range cube {
		host.Assert(f)
	}
	return nil
}

// formOf returns the hash of a graph and its arcs.
func formOf(g *event.Graph, e *consistency.Encoding) string {
	h := sha256.New()
	g.WriteTo(h) // writing to a hash does not fail
	for _, a := range e.Relations().Arcs {
		fmt.Fprintln(h, a.Kind, a.From, a.To, a.First, a.Second, a.Term, a.Must)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// questions are the arcs that nodes of the tree may ask about, by name.
type questions struct {
	names []string // in the order of the arcs
	terms map[string]term.ID
}

// ask returns the questions about a graph. Arcs that share a name, or hold in any case, are none.
func ask(g *event.Graph, e *consistency.Encoding) *questions {
	q := &questions{terms: make(map[string]term.ID)}
	seen := make(map[string]bool)
	for _, a := range e.Relations().Arcs {
		if a.Kind != consistency.LO && a.Kind != consistency.RF && a.Kind != consistency.WS {
			continue
		}
		name := fmt.Sprintf("%s %d %d", a.Kind, a.First, a.Second)
		if !seen[name] && !a.Must && !g.Terms.IsConst(a.Term) {
			q.terms[name] = a.Term
		} else {
			delete(q.terms, name)
		}
		seen[name] = true
		q.names = append(q.names, name)
	}
	q.names = slices.DeleteFunc(q.names, func(name string) bool { return q.terms[name] == term.None })
	return q
}

// cube returns the formulas of a part's branches.
func (q *questions) cube(terms *term.Store, p *engine.Part) (cube []term.ID, err error) {
	for _, b := range p.Branches {
		f := q.terms[b.At]
		switch {
		case f == term.None:
			return nil, fmt.Errorf("the event graph has no arc %q", b.At)
		case b.Of != 2 || b.Took != 0 && b.Took != 1:
			return nil, fmt.Errorf("arc %s: found alternative %d of %d, expected 0 or 1 of 2", b.At, b.Took, b.Of)
		case b.Took == 1:
			f = terms.Not(f)
		}
		cube = append(cube, f)
	}
	return cube, nil
}

// lookahead is a solver that counts what literals imply.
type lookahead interface {
	LookAhead(list ...term.ID) (implied int, failed bool)
}

// Divide implements engine.Divider. It splits the leaf with the fewest branches first, at the arc for which the
// product of the literals that either answer implies is the largest.
func (o *Order) Divide(ctx context.Context, p *engine.Problem, n int) ([]engine.Part, error) {
	switch {
	case o.opts.Eager || p.Model != "":
		return nil, errors.New("only the engine order divides executions, and only sequentially consistent ones")
	case p.Bounds.Unwind == 0:
		return nil, errors.New("parts need a fixed bound on loops")
	}
	r := newRun(p, o.opts)
	defer r.search.Close()
	g, err := r.unwind(ctx, term.New(term.Options{}), search.FirstUnwinding(p.Bounds))
	if err != nil {
		return nil, err
	}
	g, candidates, err := r.narrow(ctx, g)
	if err != nil || g.Settled() {
		return nil, err
	}
	host := r.search.Open(g.Terms)
	e, err := r.encode(ctx, g, candidates, host)
	if err != nil {
		return nil, err
	}
	ahead, ok := host.(lookahead)
	if !ok {
		return nil, errors.New("the solver cannot look ahead")
	}
	whole := engine.Part{Form: formOf(g, e)}
	if p.Part != nil {
		whole = *p.Part
		if form := formOf(g, e); form != whole.Form {
			return nil, fmt.Errorf("the part is one of another event graph: found %.16s…, expected %.16s…", form, whole.Form)
		}
	}
	q := ask(g, e)
	leaves, final := []engine.Part{whole}, []engine.Part(nil)
	for len(leaves) > 0 && len(leaves)+len(final) < n {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		leaf := leaves[0]
		leaves = leaves[1:]
		at, err := q.best(g.Terms, ahead, &leaf)
		if err != nil {
			return nil, err
		}
		if at == "" {
			final = append(final, leaf)
			continue
		}
		for took := range 2 {
			branches := append(slices.Clone(leaf.Branches), engine.Branch{At: at, Of: 2, Took: took})
			leaves = append(leaves, engine.Part{Form: leaf.Form, Branches: branches})
		}
	}
	if all := append(leaves, final...); len(all) > 1 {
		return all, nil
	}
	return nil, nil
}

// best returns the question that divides a part best; empty: there is none.
func (q *questions) best(terms *term.Store, host lookahead, p *engine.Part) (at string, err error) {
	cube, err := q.cube(terms, p)
	if err != nil {
		return "", err
	}
	most, step := 0, max(1, (len(q.names)+maxLooked-1)/maxLooked)
	for i := 0; i < len(q.names); i += step {
		f := q.terms[q.names[i]]
		yes, failed := host.LookAhead(append(slices.Clone(cube), f)...)
		if failed || yes == 0 { // the branches before decide it
			continue
		}
		no, failed := host.LookAhead(append(slices.Clone(cube), terms.Not(f))...)
		if !failed && yes*no > most {
			at, most = q.names[i], yes*no
		}
	}
	return at, nil
}

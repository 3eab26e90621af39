package waypoint

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Proposals holds possible bounds of variables at the heads of loops: the extreme values of random
// executions, and rounder numbers beyond. Bounds are only guesses until package values has proved them
// (Prove).
type Proposals struct {
	sites  *Sites
	looked []look
}

// look is a variable observed at the head of a loop.
type look struct {
	site     probe.SiteID
	variable probe.Variable
	seen     bool
	low      number
	high     number
	bounds   [2][]string // by side: conditions, the strongest first
}

// number is the value of a variable, signed or unsigned.
type number struct {
	bits   int64
	signed bool
}

// less compares numbers of one variable.
func (n number) less(m number) bool {
	if n.signed {
		return n.bits < m.bits
	}
	return uint64(n.bits) < uint64(m.bits)
}

// text writes a number as C does, for a variable of that type.
func (n number) text() string {
	switch {
	case !n.signed && uint64(n.bits) > math.MaxUint32:
		return fmt.Sprintf("%dULL", uint64(n.bits))
	case !n.signed && uint64(n.bits) > math.MaxInt32:
		return fmt.Sprintf("%dU", uint64(n.bits))
	case n.signed && n.bits == math.MinInt64:
		return "(-9223372036854775807LL - 1)"
	case n.signed && n.bits == math.MinInt32:
		return "(-2147483647 - 1)"
	case n.signed && (n.bits < math.MinInt32 || n.bits > math.MaxInt32):
		return fmt.Sprintf("%dLL", n.bits)
	}
	return fmt.Sprintf("%d", n.bits)
}

// Propose returns proposals without bounds, and code that observes the variables.
func Propose(sites *Sites) (*Proposals, *probe.List) {
	p := &Proposals{sites: sites}
	l := &probe.List{Functions: functions, Codes: make(map[probe.SiteID]probe.Code)}
	for i := range sites.list {
		id := probe.SiteID(i)
		s := sites.At(id)
		if s.Kind != probe.Head || !sites.canonical(id) {
			continue
		}
		text := ""
		for _, v := range s.Variables {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("__heddle_waypoint_visit(%d, (long long)%s)", len(p.looked), v.Name)
			p.looked = append(p.looked, look{site: id, variable: v})
		}
		if text != "" {
			l.Codes[id] = probe.Code{Text: text, Section: true}
		}
	}
	return p, l
}

// The limits of the random executions that observe values.
const (
	lookExecutions   = 200
	lookInstructions = 20_000 // of one
	lookMemory       = 64 << 20
)

// Look runs the program with the observing code at random and proposes bounds. The error is the
// context's.
func (p *Proposals) Look(ctx context.Context, code *interp.Code, env ir.Environment) error {
	o := &looker{looked: p.looked, prog: code.Program()}
	for f := range o.prog.Funcs {
		if o.prog.Funcs[f].Name == "__heddle_waypoint_visit" {
			o.visitor = ir.FuncID(f)
		}
	}
	for seed := range uint64(lookExecutions) {
		opts := interp.Options{Seed: seed, Environment: env, MaxSteps: lookInstructions, MaxMemory: lookMemory, Observer: o, Blocks: true}
		if _, _, err := interp.RunCode(ctx, code, opts); err != nil {
			return err
		}
	}
	constants := constantsOf(o.prog)
	for i := range p.looked {
		p.looked[i].propose(constants)
	}
	return nil
}

// looker observes the values of variables.
type looker struct {
	looked  []look
	prog    *ir.Program
	visitor ir.FuncID
}

// Observe implements interp.Observer.
func (l *looker) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if o.Kind != interp.ObservedBlock {
		return
	}
	f, b, _ := t.Next()
	if f != l.visitor || f == 0 || b != 1 {
		return
	}
	params := l.prog.Funcs[f].Params
	k := &l.looked[t.Register(params[0]).Lo]
	n := number{int64(t.Register(params[1]).Lo), k.variable.Type.Signed}
	if !k.seen || n.less(k.low) {
		k.low = n
	}
	if !k.seen || k.high.less(n) {
		k.high = n
	}
	k.seen = true
}

// constantsOf lists the integer constants of the program's own code, signed.
func constantsOf(p *ir.Program) (list []int64) {
	for f := range p.Funcs {
		if p.Funcs[f].Model {
			continue
		}
		for _, c := range p.Funcs[f].Consts {
			if !c.Type.IsFloat() && !c.Type.IsPtr() && c.Hi == 0 {
				if w := c.Type.Bits(p.Model); w > 0 && w <= 64 {
					list = append(list, int64(c.Lo<<(64-w))>>(64-w))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// propose finds bounds for the observed values. Conditions that every value of the type satisfies are
// left out.
func (k *look) propose(constants []int64) {
	if !k.seen || k.variable.Type.Bits > 64 {
		return
	}
	lowest, highest := limits(k.variable.Type)
	for side := range k.bounds {
		seen, limit, op, step := k.low, lowest, ">=", int64(-1)
		if side == 1 {
			seen, limit, op, step = k.high, highest, "<=", 1
		}
		candidates := []number{seen}
		for _, c := range constants {
			for _, d := range []int64{0, step} {
				candidates = append(candidates, number{c + d, seen.signed})
			}
		}
		beyond := func(n number) bool { // n is at or beyond the observed value
			if side == 0 {
				return seen.less(n)
			}
			return n.less(seen)
		}
		candidates = slices.DeleteFunc(candidates, beyond)
		slices.SortFunc(candidates, func(a, b number) int {
			switch closer := a.less(b) == (side == 1); {
			case a == b:
				return 0
			case closer:
				return -1
			}
			return 1
		})
		candidates = slices.Compact(candidates)
		for _, n := range candidates[:min(len(candidates), maxProposals)] {
			if side == 0 && !limit.less(n) || side == 1 && !n.less(limit) {
				break
			}
			k.bounds[side] = append(k.bounds[side], fmt.Sprintf("%s %s %s", k.variable.Name, op, n.text()))
		}
	}
}

// limits returns the least and the greatest value of a type.
func limits(t probe.Type) (low, high number) {
	if t.Signed {
		return number{math.MinInt64 >> (64 - t.Bits), true}, number{math.MaxInt64 >> (64 - t.Bits), true}
	}
	return number{0, false}, number{int64(uint64(math.MaxUint64) >> (64 - t.Bits)), false}
}

// maxProposals limits the bounds that are tried for a variable on one side.
const maxProposals = 4

// goal is a bound to prove: conditions, the strongest first.
type goal []string

// Prove returns the proposals that package values proves, as invariants of a witness: at most one for
// each variable, place and side. All of them are proved together. In each round it compiles the program
// with one condition at every place, until ctx ends. Then it returns the result so far, if there is
// time for the final proof.
func (p *Proposals) Prove(ctx context.Context, env ir.Environment, compile func(*probe.List) (*ir.Program, error)) ([]svcomp.Invariant, error) {
	goals := make(map[probe.SiteID][]goal)
	for i := range p.looked {
		for _, bounds := range p.looked[i].bounds {
			if len(bounds) > 0 {
				goals[p.looked[i].site] = append(goals[p.looked[i].site], bounds)
			}
		}
	}
	kept := make(map[probe.SiteID][]string)
	rounds, cancel := context.WithTimeout(ctx, timeFor(ctx))
	defer cancel()
	for len(goals) > 0 && rounds.Err() == nil {
		asked := make(map[probe.SiteID][]string)
		for id, list := range goals {
			asked[id] = list[0][:1]
		}
		left, err := p.unproved(rounds, env, compile, asked)
		switch {
		case rounds.Err() != nil:
			continue
		case err != nil:
			return nil, err
		}
		for id, list := range goals {
			if !left[id] {
				kept[id] = append(kept[id], list[0][0])
				list = list[1:]
			} else if list[0] = list[0][1:]; len(list[0]) == 0 {
				list = list[1:]
			}
			if goals[id] = list; len(list) == 0 {
				delete(goals, id)
			}
		}
	}
	return p.together(ctx, env, compile, kept)
}

// timeFor returns the part of the remaining time that is for rounds; the rest is for the final proof.
func timeFor(ctx context.Context) time.Duration {
	if deadline, limited := ctx.Deadline(); limited {
		return time.Until(deadline) / 2
	}
	return time.Hour
}

// together drops conditions until the remaining ones are proved together. A condition may have been
// proved only after an unproved condition of another place.
func (p *Proposals) together(ctx context.Context, env ir.Environment, compile func(*probe.List) (*ir.Program, error), kept map[probe.SiteID][]string) (list []svcomp.Invariant, err error) {
	for len(kept) > 0 {
		left, err := p.unproved(ctx, env, compile, kept)
		if err != nil || ctx.Err() != nil {
			return nil, err
		}
		if len(left) == 0 {
			break
		}
		for id := range left {
			delete(kept, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(kept)) {
		s := p.sites.At(id)
		list = append(list, svcomp.Invariant{Type: svcomp.LoopInvariant, Value: strings.Join(equations(kept[id]), " && "), Format: svcomp.CExpression,
			Location: svcomp.Location{File: s.File, Function: s.Func, Place: svcomp.Place{Line: int(s.Pos.Line), Column: int(s.Pos.Col)}}})
	}
	return list, nil
}

// equations replaces two bounds that are the same number by an equation.
func equations(list []string) (out []string) {
	for _, c := range list {
		if n := len(out); n > 0 && strings.Replace(c, " <= ", " >= ", 1) == out[n-1] {
			out[n-1] = strings.Replace(c, " <= ", " == ", 1)
			continue
		}
		out = append(out, c)
	}
	return out
}

// unproved asserts conditions and returns the sites where they are not proved.
func (p *Proposals) unproved(ctx context.Context, env ir.Environment, compile func(*probe.List) (*ir.Program, error), conditions map[probe.SiteID][]string) (map[probe.SiteID]bool, error) {
	l := &probe.List{Functions: functions, Codes: make(map[probe.SiteID]probe.Code)}
	of := make(map[siteKey]probe.SiteID)
	left := make(map[probe.SiteID]bool)
	for id, list := range conditions {
		of[keyOf(p.sites.At(id))] = id
		l.Codes[id] = probe.Code{Text: asserted(list), Section: true}
	}
	prog, err := compile(l)
	if err != nil {
		return nil, err
	}
	r := values.Analyse(ctx, analyze.Of(prog), env)
	for id := range conditions {
		if l.Errors[id] != "" || r.Lost != "" {
			left[id] = true
		}
	}
	for _, o := range r.Left {
		if o.Property != Property || int(o.Pos.File) >= len(prog.Files) {
			continue
		}
		if id, ok := of[siteKey{probe.Head, prog.Files[o.Pos.File], ir.Pos{Line: o.Pos.Line, Col: o.Pos.Col}}]; ok {
			left[id] = true
		}
	}
	return left, nil
}

// asserted returns the code that asserts conditions.
func asserted(list []string) string {
	var calls []string
	for _, c := range list {
		calls = append(calls, fmt.Sprintf("__heddle_waypoint_invariant(!!(%s))", c))
	}
	return strings.Join(calls, ", ")
}

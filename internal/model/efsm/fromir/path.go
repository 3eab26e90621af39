package fromir

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// path is the execution of code since the state began, on one path or on several merged paths.
type path struct {
	cond  term.ID // where control came here
	vals  map[efsm.VarID]term.ID
	done  bool // the state's visible operation is behind it
	depth int  // of nested atomic sections
}

func (x *region) value(p *path, v efsm.VarID) term.ID {
	if id, ok := p.vals[v]; ok {
		return id
	}
	return x.b.sys.Vars[v].Term
}

// fork returns a copy of a path on which a condition holds, too; nil if that is impossible.
func (x *region) fork(p *path, cond term.ID) *path {
	both := x.b.terms.And(p.cond, cond)
	if both == term.False {
		return nil
	}
	q := *p
	q.cond = both
	q.vals = make(map[efsm.VarID]term.ID, len(p.vals))
	maps.Copy(q.vals, p.vals)
	return &q
}

// assume restricts a path to executions in which a condition holds; nil: there is none.
func (x *region) assume(p *path, cond term.ID) *path {
	if p.cond = x.b.terms.And(p.cond, cond); p.cond == term.False {
		return nil
	}
	return p
}

// merge returns one path for two paths that exclude each other; it may change them.
func (x *region) merge(p, q *path) *path {
	if p == nil {
		return q
	}
	if q == nil {
		return p
	}
	if p.done != q.done || p.depth != q.depth {
		x.refuse("paths that meet after different visible operations")
	}
	vars := make([]efsm.VarID, 0, len(p.vals)+len(q.vals))
	for v := range p.vals {
		vars = append(vars, v)
	}
	for v := range q.vals {
		if _, ok := p.vals[v]; !ok {
			vars = append(vars, v)
		}
	}
	slices.Sort(vars)
	for _, v := range vars {
		if a, c := x.value(p, v), x.value(q, v); a != c {
			p.vals[v] = x.b.terms.Ite(p.cond, a, c)
		}
	}
	p.cond = x.b.terms.Or(p.cond, q.cond)
	return p
}

// drop forgets the registers of a copy that are not live where a block begins.
func (x *region) drop(p *path, c *copied, to ir.BlockID) {
	for r, v := range c.regs {
		if v != 0 && !c.flow.live.Has(to, ir.Reg(r)) {
			delete(p.vals, v)
		}
	}
}

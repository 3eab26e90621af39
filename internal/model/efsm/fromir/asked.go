package fromir

import (
	"maps"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// asks reports whether a thread that reaches an instruction is at one of Options.Places and pauses
// there (ir.Func.Pauses). In a library model, the place is the line that calls it.
func (b *builder) asks(c *copied, at ir.At) bool {
	if len(b.opts.Places) == 0 || at.Index == len(c.fn.Blocks[at.Block].Instrs) {
		return false
	}
	user, from := c, at
	for user.fn.Model && len(user.callers) == 1 {
		user, from = user.callers[0].copied, user.callers[0].At
	}
	if user.fn.Model {
		return false
	}
	pos := user.fn.Blocks[from.Block].Instrs[from.Index].Pos
	for _, p := range b.opts.Places {
		if p.Has(pos) {
			return c.fn.Pauses(at.Block, at.Index)
		}
	}
	return false
}

// pause makes a state for a thread at one of Options.Places. It is a separate operation that does
// nothing. The operation of the place begins with the next state.
func (x *region) pause() {
	x.where(x.at.copied, x.at.At)
	x.state.Origin, x.state.Asked = x.origin, true
	p := &path{cond: term.True, vals: make(map[efsm.VarID]term.ID, len(x.known))}
	maps.Copy(p.vals, x.known)
	p = x.visible(p)
	x.enabled(term.True)
	x.leave(p, cut{copied: x.at.copied, At: x.at.At})
}

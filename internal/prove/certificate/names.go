package certificate

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// names returns the names of the parts of a thread-modular proof. A part that does not exist has an
// empty name.
type names struct {
	prog  *ir.Program
	proof *threadproof.Proof
	files []string
}

func newNames(p *ir.Program, a *threadproof.Proof) names { return names{p, a, baseNames(p.Files)} }

// separator stands before the number in a name.
const separator = "#"

// numbered returns a name with a number.
func numbered(name string, id int) string { return name + separator + strconv.Itoa(id) }

// plain returns a name without its number.
func plain(name string) string {
	if at := strings.LastIndex(name, separator); at >= 0 {
		return name[:at]
	}
	return name
}

func has[E any](list []E, id int) bool { return id > 0 && id < len(list) }

func (n *names) function(id threadproof.NodeID) *ir.Func {
	if !has(n.proof.Nodes, int(id)) {
		return nil
	}
	return &n.prog.Funcs[n.proof.Nodes[id].Func]
}

func (n *names) node(id threadproof.NodeID) string {
	if f := n.function(id); f != nil {
		return numbered(f.Name, int(id))
	}
	return ""
}

func (n *names) thread(id threadproof.ThreadID) string {
	if !has(n.proof.Threads, int(id)) {
		return ""
	}
	return numbered(plain(n.node(n.proof.Threads[id].Root)), int(id))
}

// place returns the place of an instruction in the source, or "-" if it is unknown.
func (n *names) place(at threadproof.At) string {
	f := n.function(at.Node)
	if f == nil || !has(f.Blocks, int(at.Block)) || at.Instr < 0 {
		return "-"
	}
	b := &f.Blocks[at.Block]
	pos := b.Term.Pos
	if at.Instr < len(b.Instrs) {
		pos = b.Instrs[at.Instr].Pos
	}
	if text := pos.Text(n.files); text != "" {
		return text
	}
	return "-"
}

func (n *names) at(at threadproof.At) string {
	return fmt.Sprintf("%s:%d.%d", n.node(at.Node), at.Block, at.Instr)
}

func (n *names) register(f *ir.Func, r ir.Reg) string {
	if !has(f.Regs, int(r)) {
		return ""
	}
	return numbered(cmp.Or(f.Regs[r].Name, "r"), int(r))
}

func (n *names) local(o *threadproof.Object) string {
	if f := n.function(o.At.Node); f != nil && has(f.Locals, int(o.Local)) {
		return numbered(cmp.Or(f.Locals[o.Local].Name, "t"), int(o.Local))
	}
	return ""
}

func (n *names) object(id threadproof.ObjectID) string {
	if !has(n.proof.Objects, int(id)) {
		return ""
	}
	o, name := &n.proof.Objects[id], ""
	switch {
	case o.Base != 0 && o.Base < id:
		name = "last:" + plain(n.object(o.Base))
	case o.Base != 0:
	case o.Kind == threadproof.Function:
		name = n.prog.Funcs[o.Func].Name
	case o.Kind == threadproof.Global:
		name = n.prog.Globals[o.Global].Name
	case o.Kind == threadproof.ThreadLocal:
		name = plain(n.thread(o.Thread)) + ":" + n.prog.Globals[o.Global].Name
	case o.Kind == threadproof.Local:
		name = plain(n.node(o.At.Node)) + ":" + plain(n.local(o))
	default:
		name = "new@" + n.place(o.At)
	}
	return numbered(name, int(id))
}

func (n *names) cell(id threadproof.CellID) string {
	if !has(n.proof.Cells, int(id)) {
		return ""
	}
	c := &n.proof.Cells[id]
	name := plain(n.object(c.Object))
	if c.Off != 0 || c.Step != 0 {
		name += fmt.Sprint("+", c.Off)
	}
	if c.Step != 0 {
		name += fmt.Sprint("%", c.Step)
	}
	return numbered(name, int(id))
}

func (n *names) lock(i int) string {
	if i < 0 || i >= len(n.proof.Locks) {
		return ""
	}
	l := &n.proof.Locks[i]
	name := plain(n.object(l.Object))
	if l.Off != 0 {
		name += fmt.Sprint("+", l.Off)
	}
	return numbered(name, i)
}

func (n *names) guard(i int) string {
	if i < 0 || i >= len(n.proof.Guards) {
		return ""
	}
	g := &n.proof.Guards[i]
	return numbered(plain(n.cell(g.Cell))+"/"+plain(n.lock(g.Lock)), i)
}

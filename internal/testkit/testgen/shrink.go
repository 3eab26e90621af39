package testgen

import (
	"math/bits"
	"slices"
)

// Shrink returns a smaller program for which stillFails holds, as it must for p. It drops threads,
// moves their work to their creators, and drops declarations, statements, branches, iterations and
// parts of expressions. It does so one at a time and greedily, until no step is possible. The result
// has no kind of undefined behaviour that p lacks, and follows the same rules. stillFails is called
// once per candidate.
func Shrink(p Program, stillFails func(Program) bool) Program {
	allowed := p.Features() & Undefined
	for {
		smaller, ok := p.step(func(q Program) bool {
			return q.checkUndefined(allowed) == nil && stillFails(q)
		})
		if !ok {
			return p
		}
		p = smaller
	}
}

// step returns the first of the candidates that is accepted. Every candidate
// is smaller by weight, so that shrinking ends.
func (p Program) step(accept func(Program) bool) (Program, bool) {
	var found Program
	weight := p.weight()
	p.candidates(func(q Program) bool {
		q = q.tidy()
		if q.weight() >= weight || !accept(q) {
			return true
		}
		found = q
		return false
	})
	return found, found.Threads != nil
}

// candidates calls yield for the programs that are one step smaller, larger
// steps first, until it returns false.
func (p Program) candidates(yield func(Program) bool) {
	for t := len(p.Threads) - 1; t > 0; t-- {
		if !yield(p.filter(func(s *Stmt) bool { return s.Thread != ThreadID(t) })) {
			return
		}
	}
	for t := len(p.Threads) - 1; t > 0; t-- {
		if !usesArgument(p.Threads[t].Body) && !yield(p.inlined(ThreadID(t))) {
			return
		}
	}
	for id := range p.Objects {
		if !yield(p.without(ObjectID(id + 1))) {
			return
		}
	}
	for t, th := range p.Threads {
		if !bodyVariants(th.Body, func(body []Stmt) bool { th.Body = body; return yield(p.withThread(t, th)) }) {
			return
		}
	}
	for i, o := range p.Objects {
		if !bodyVariants(o.Body, func(body []Stmt) bool { o.Body = body; return yield(p.withObject(i, o)) }) {
			return
		}
	}
	for i, o := range p.Objects {
		if o.Kind != Routine && o.Kind != RWLock || o.Value == 0 {
			continue
		}
		o.Value = 0
		if !yield(p.withObject(i, o)) {
			return
		}
	}
	for t, th := range p.Threads {
		th.Result, th.Twice, th.Number = 0, false, 0
		q := p.withThread(t, th)
		if q.weight() < p.weight() && !yield(q) {
			return
		}
	}
	for style := Helped; style <= Piped; style <<= 1 {
		q := p
		if q.Style &^= style; q.Style != p.Style && !yield(q) {
			return
		}
	}
	if p.Exit {
		p.Exit = false
		yield(p)
	}
}

func (p Program) withThread(i int, t Thread) Program {
	p.Threads = slices.Clone(p.Threads)
	p.Threads[i] = t
	return p
}

func (p Program) withObject(i int, o Object) Program {
	p.Objects = slices.Clone(p.Objects)
	p.Objects[i] = o
	return p
}

// weight orders programs: statements, iterations and expressions count.
func (p Program) weight() int {
	n := len(p.Objects) + len(p.Threads) + bits.OnesCount8(uint8(p.Style))
	if p.Exit {
		n++
	}
	count := func(s *Stmt) {
		n += 4 + s.Count
		if s.Kind == Swarm {
			n += 2
			if s.Shared {
				n++
			}
		}
		if s.Kind == Join && s.Dst != 0 || s.Kind == Call && s.Target != 0 {
			n++
		}
		for i := range s.Nodes {
			n += 2 + len(s.Nodes[i].Targets)
		}
		s.visit(func(e *Expr) { n += weights[e.Op] }, func(*Place) {})
	}
	for _, t := range p.Threads {
		if t.Result != 0 {
			n++
		}
		if t.Number != 0 {
			n++
		}
		n += 8 * (t.instances() - 1)
	}
	for i := range p.Objects {
		if p.Objects[i].Kind == Routine || p.Objects[i].Kind == RWLock {
			n += p.Objects[i].Value
		}
	}
	p.walk(count)
	return n
}

// weights holds the weights of expressions; an expression with two operands weighs one more.
var weights = map[ExprOp]int{
	Truth: 0, Constant: 1, Local: 2, Read: 3, Add: 1, Sub: 1, And: 1, Div: 1, Mul: 1, Mod: 1, Shl: 1, Eq: 1, Ne: 1, Lt: 1, Le: 1, Both: 1, Either: 1,
}

// bodyVariants calls yield for bodies that are smaller in one place and
// reports whether it always returned true. Runs of statements go first.
func bodyVariants(body []Stmt, yield func([]Stmt) bool) bool {
	splice := func(from, to int, by ...Stmt) bool {
		return yield(slices.Concat(body[:from], by, body[to:]))
	}
	for size := len(body); size > 0; size /= 2 {
		for i := 0; i+size <= len(body); i += size {
			if !splice(i, i+size) {
				return false
			}
		}
	}
	for i := range body {
		s := body[i]
		for _, part := range [][]Stmt{s.Body, s.Else, s.inNodes()} {
			if len(part) > 0 && !splice(i, i+1, part...) {
				return false
			}
		}
		if !stmtVariants(s, func(s Stmt) bool { return splice(i, i+1, s) }) {
			return false
		}
	}
	return true
}

func stmtVariants(s Stmt, yield func(Stmt) bool) bool {
	if s.Kind == Wait && s.Cond.Op != Truth {
		always, once := s, s
		always.Cond, always.Count, once.Count = Expr{}, 0, 0
		if !yield(always) || s.Count > 0 && !yield(once) {
			return false
		}
	}
	if s.Kind == Join && s.Dst != 0 || s.Kind == Call && s.Target != 0 {
		v := s
		if v.Dst, v.Target = 0, 0; s.Kind == Call {
			v.Cond = Expr{}
		}
		if !yield(v) {
			return false
		}
	}
	if s.Kind == Swarm {
		one, unjoined := s, s
		one.Kind, one.Dst, one.Body, one.Else, one.Shared = Spawn, 0, nil, nil, false
		unjoined.Shared, unjoined.Else = false, nil
		if !yield(one) || s.Shared && !yield(unjoined) {
			return false
		}
	}
	if !nodeVariants(s, yield) {
		return false
	}
	for _, count := range []int{1, s.Count - 1} {
		if s.Count > count && count > 0 {
			v := s
			v.Count = count
			if !yield(v) {
				return false
			}
		}
	}
	if !bodyVariants(s.Body, func(body []Stmt) bool { v := s; v.Body = body; return yield(v) }) ||
		!bodyVariants(s.Else, func(body []Stmt) bool { v := s; v.Else = body; return yield(v) }) {
		return false
	}
	for i, e := range s.expressions() {
		if e.Op == Truth {
			continue
		}
		more := exprVariants(*e, func(e Expr) bool {
			v := s
			*v.expressions()[i] = e
			return yield(v)
		})
		if !more {
			return false
		}
	}
	return true
}

// inNodes returns the statements of a statement's nodes.
func (s *Stmt) inNodes() []Stmt {
	var all []Stmt
	for i := range s.Nodes {
		all = append(all, s.Nodes[i].Body...)
	}
	return all
}

// nodeVariants drops nodes, and makes their bodies, conditions and targets smaller.
func nodeVariants(s Stmt, yield func(Stmt) bool) bool {
	with := func(i int, n Node) bool {
		v := s
		v.Nodes = slices.Clone(s.Nodes)
		v.Nodes[i] = n
		return yield(v)
	}
	for i := range s.Nodes {
		if len(s.Nodes) > 1 {
			v := s
			v.Nodes = slices.Delete(slices.Clone(s.Nodes), i, i+1)
			for k := range v.Nodes {
				targets := slices.Clone(v.Nodes[k].Targets)
				for j, t := range targets {
					if t > i {
						targets[j] = t - 1
					}
				}
				v.Nodes[k].Targets = targets
			}
			if !yield(v) {
				return false
			}
		}
		n := s.Nodes[i]
		for k := range n.Targets {
			m := n
			m.Targets = slices.Delete(slices.Clone(n.Targets), k, k+1)
			if !with(i, m) {
				return false
			}
		}
		if !bodyVariants(n.Body, func(body []Stmt) bool { m := n; m.Body = body; return with(i, m) }) {
			return false
		}
		if n.Cond.Op != Truth && !exprVariants(n.Cond, func(e Expr) bool { m := n; m.Cond = e; return with(i, m) }) {
			return false
		}
	}
	return true
}

func exprVariants(e Expr, yield func(Expr) bool) bool {
	if e.Op != Constant && (!yield(Expr{Op: Constant}) || !yield(Expr{Op: Constant, Value: 1})) {
		return false
	}
	if e.Op == Read && e.Place.Kind == Element && e.Place.Index.Op != Constant {
		return exprVariants(*e.Place.Index, func(index Expr) bool { v := e; v.Place.Index = &index; return yield(v) })
	}
	if e.L == nil {
		return true
	}
	return yield(*e.L) && yield(*e.R) &&
		exprVariants(*e.L, func(l Expr) bool { v := e; v.L = &l; return yield(v) }) &&
		exprVariants(*e.R, func(r Expr) bool { v := e; v.R = &r; return yield(v) })
}

// without returns the program without an object and the operations on it. Statements that the object
// guards stay.
func (p Program) without(id ObjectID) Program {
	q := p.filter(func(s *Stmt) bool {
		keep := s.Object != id && s.Target != id
		s.visit(func(*Expr) {}, func(pl *Place) { keep = keep && pl.Object != id })
		if s.Object != 0 {
			keep = keep && p.object(s.Object).Target != id
		}
		return keep
	})
	for t := range q.Threads {
		if q.Threads[t].Arg == id {
			q.Threads[t].Arg = 0
		}
	}
	return q
}

// inlined returns the program in which the creator of thread t does its work.
func (p Program) inlined(t ThreadID) Program {
	r := identity(p)
	for _, th := range p.Threads {
		walk(th.Body, func(s *Stmt) { r.locals = max(r.locals, s.Dst, s.Expected) })
	}
	work := r.body(p.Threads[t].Body)
	p.Threads = slices.Clone(p.Threads)
	for u := range p.Threads {
		body := p.Threads[u].Body
		i := slices.IndexFunc(body, func(s Stmt) bool { return s.Kind == Spawn && s.Thread == t })
		if i >= 0 {
			body = slices.Concat(body[:i], work, body[i+1:])
		}
		p.Threads[u].Body = filter(body, func(s *Stmt) bool { return s.Kind != Join || s.Thread != t })
	}
	return p
}

// filter returns the program with the statements that keep holds for; the
// bodies of the others take their places.
func (p Program) filter(keep func(*Stmt) bool) Program {
	p.Threads, p.Objects = slices.Clone(p.Threads), slices.Clone(p.Objects)
	for t := range p.Threads {
		p.Threads[t].Body = filter(p.Threads[t].Body, keep)
	}
	for i := range p.Objects {
		p.Objects[i].Body = filter(p.Objects[i].Body, keep)
	}
	return p
}

func filter(body []Stmt, keep func(*Stmt) bool) []Stmt {
	var out []Stmt
	for _, s := range body {
		s.Body, s.Else = filter(s.Body, keep), filter(s.Else, keep)
		s.Nodes = slices.Clone(s.Nodes)
		for i := range s.Nodes {
			s.Nodes[i].Body = filter(s.Nodes[i].Body, keep)
		}
		if keep(&s) {
			out = append(out, s)
		} else {
			out = slices.Concat(out, s.Body, s.Else, s.inNodes())
		}
	}
	return out
}

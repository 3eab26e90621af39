package testgen

// flow makes a graph of nodes that control goes through: half of them have a cycle
// with two entries, and some entries are never taken.
func (g *conc) flow(s *scope, room int) (Stmt, bool) {
	if s.depth >= 2 {
		return Stmt{}, false
	}
	st := g.counted(s, Flow, 1+g.rng.IntN(3))
	if g.fs.Has(Retries) && (!g.fs.Has(Gotos) || g.chance(2)) {
		st.Nodes = []Node{{Cond: g.branching(s), Targets: []int{0, 1}}}
		g.fill(&st, s, room)
		return st, true
	}
	st.Nodes = make([]Node, 3+g.rng.IntN(3))
	reducible := g.chance(2)
	for try := 0; try == 0 || st.reducible() != reducible && try < 30; try++ {
		g.wire(st.Nodes, !reducible)
	}
	for i := range st.Nodes {
		st.Nodes[i].Cond = g.branching(s)
	}
	g.fill(&st, s, room)
	return st, true
}

// wire draws edges between nodes, and perhaps a cycle that is entered at two nodes.
func (g *conc) wire(nodes []Node, twice bool) {
	n := len(nodes)
	for i := range nodes {
		nodes[i].Targets = make([]int, 1+g.rng.IntN(3))
		for k := range nodes[i].Targets {
			nodes[i].Targets[k] = g.rng.IntN(n + 1)
		}
	}
	if twice {
		a := 1 + g.rng.IntN(n-2)
		b := a + 1 + g.rng.IntN(n-a-1)
		nodes[0].Targets = []int{a, b}
		nodes[a].Targets = []int{b, n}[:1+g.rng.IntN(2)]
		nodes[b].Targets = []int{a, n}[:1+g.rng.IntN(2)]
	}
}

// switchInto makes a loop that is entered in its middle.
func (g *conc) switchInto(s *scope, room int) (Stmt, bool) {
	if s.depth >= 2 {
		return Stmt{}, false
	}
	value := g.value(s)
	st := g.counted(s, SwitchInto, 1+g.rng.IntN(3))
	st.Value = value
	if l, ok := g.local(s); ok && g.chance(2) {
		st.Value2 = l
	}
	st.Nodes = make([]Node, 2+g.rng.IntN(2))
	g.fill(&st, s, room)
	return st, true
}

// counted returns a statement with a local that counts to a bound.
func (g *conc) counted(s *scope, kind StmtKind, count int) Stmt {
	s.locals.next++
	return Stmt{Kind: kind, Dst: s.locals.next, Count: count}
}

// fill gives the nodes bodies: computations with locals in most nodes, and visible operations in as
// many nodes as room allows.
func (g *conc) fill(st *Stmt, s *scope, room int) {
	in := *s
	in.depth++
	s.locals.counts = append(s.locals.counts, st.Dst)
	room /= st.Count + 1
	for _, i := range g.rng.Perm(len(st.Nodes)) {
		node := &st.Nodes[i]
		if g.chance(2) || room == 0 {
			node.Body = []Stmt{g.compute(&in)}
		}
		if room > 0 {
			if x, ok := g.stmt(&in, room); ok {
				node.Body = append(node.Body, x)
				room -= g.p.cost(&x)
			}
		}
	}
	s.locals.counts = s.locals.counts[:len(s.locals.counts)-1]
}

// compute assigns a local a value computed from others.
func (g *conc) compute(s *scope) Stmt {
	dst := g.fresh(s)
	sum := Expr{Op: Add, L: &Expr{Op: Local, Local: dst}, R: &Expr{Op: Constant, Value: 1 + g.rng.IntN(2)}}
	if l, ok := g.local(s); ok && g.chance(3) {
		sum.R = &l
	}
	return Stmt{Kind: Assign, Dst: dst, Value: Expr{Op: And, L: &sum, R: &Expr{Op: Constant, Value: 7}}}
}

// branching returns the condition of a branch: a condition on a local, or a condition that never
// holds.
func (g *conc) branching(s *scope) Expr {
	l, ok := g.local(s)
	if !ok {
		l = Expr{Op: Local, Local: g.fresh(s)}
	}
	bound := Expr{Op: Constant, Value: 1 + g.rng.IntN(2)}
	switch g.rng.IntN(8) {
	case 0: // never
		more, less := Expr{Op: Lt, L: &bound, R: &l}, Expr{Op: Lt, L: &l, R: &bound}
		return Expr{Op: Both, L: &more, R: &less}
	case 1:
		return l
	case 2, 3:
		return Expr{Op: Eq, L: &l, R: &bound}
	}
	return Expr{Op: Lt, L: &l, R: &bound}
}

// reducible reports whether every cycle of a Flow has one entry, from node 0. This is so if one node
// remains after edges of nodes to themselves are removed and nodes are merged into their only
// predecessors (Hecht and Ullman, "Flow graph reducibility", SIAM J. Comput. 1972).
func (s *Stmt) reducible() bool {
	n := len(s.Nodes)
	pred := make([]map[int]bool, n) // of nodes that are left; nil: merged, or not reachable
	var reach func(i int)
	reach = func(i int) {
		pred[i] = map[int]bool{}
		for _, j := range s.Nodes[i].successors(i) {
			if j < n && pred[j] == nil {
				reach(j)
			}
		}
	}
	reach(0)
	left := 0
	for i := range s.Nodes {
		if pred[i] == nil {
			continue
		}
		left++
		for _, j := range s.Nodes[i].successors(i) {
			if j < n && j != i {
				pred[j][i] = true
			}
		}
	}
	for merged := true; merged; {
		merged = false
		for i := 1; i < n; i++ {
			if pred[i] == nil || len(pred[i]) != 1 {
				continue
			}
			for p := range pred[i] {
				for _, q := range pred {
					if q[i] {
						delete(q, i)
						q[p] = true
					}
				}
				if pred[p] != nil {
					delete(pred[p], p)
				}
			}
			pred[i], merged = nil, true
			left--
		}
	}
	return left == 1
}

// successors lists where control may go from a node: to its targets, and to the next
// node unless it is certain to go to a later one.
func (n *Node) successors(self int) []int {
	k := len(n.Targets)
	if (k == 1 || k == 2) && n.Targets[k-1] > self {
		return n.Targets
	}
	return append(n.Targets[:k:k], self+1)
}

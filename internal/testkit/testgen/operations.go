package testgen

// Operations returns how many visible operations an execution of the program
// does at most, over all threads. Not counted: creating, joining and ending
// threads, and initialisation by main, heap objects included.
func (p Program) Operations() int {
	n := 0
	for _, t := range p.Threads {
		n += p.operations(t.Body) * t.instances()
	}
	return n
}

// instances is how many threads each creation makes.
func (t *Thread) instances() int {
	if t.Twice {
		return 2
	}
	return 1
}

func (p *Program) operations(body []Stmt) int {
	n := 0
	for i := range body {
		n += p.cost(&body[i])
	}
	return n
}

// cost is the number of visible operations of a statement.
func (p *Program) cost(s *Stmt) int {
	values := p.reads(&s.Value) + p.reads(&s.Value2)
	switch s.Kind {
	case Assign:
		if s.Dst != 0 {
			return values
		}
		return values + p.reach(&s.Place)
	case Load, Store, RMW, CompareSwap:
		return values + p.reach(&s.Place)
	case Fence, Unlock, Signal, Post, PointTo:
		return 1
	case Free:
		return 2 // the pointer is read
	case Lock:
		return 2 + p.operations(s.Body)
	case LockAt:
		return 2 + values + p.operations(s.Body)
	case Take:
		return 1 + p.operations(s.Body)
	case Wait:
		return (2+p.reads(&s.Cond))*max(1, s.Count) + p.reads(&s.Cond)
	case Arrive:
		return 2
	case CallOnce:
		return 2 + p.operations(p.object(s.Object).Body)
	case Publish, Peek:
		n := 2 + values
		if s.Freeing {
			n++
		}
		return n
	case Grab:
		return 3
	case Section:
		return 1
	case Assume, Assert:
		return p.reads(&s.Cond)
	case If:
		return p.reads(&s.Cond) + max(p.operations(s.Body), p.operations(s.Else))
	case Loop:
		return s.Count * p.operations(s.Body)
	case Repeat, Swarm: // once
		return values + p.operations(s.Body) + p.operations(s.Else)
	case Same:
		return 1
	case Flow: // between two steps backwards control comes to a node once
		return max(1, (s.Count+1)*p.nodes(s))
	case SwitchInto:
		return max(1, max(s.Count, 2)*p.nodes(s))
	case CopyPair:
		return 4
	case Move:
		return 2 * s.Count
	case Compare, Detach, SetData, GetData, Leave, Realloc, Unset:
		return 1 + values
	case Renew:
		return 2
	case AtExit:
		return 1 + p.operations(p.object(s.Object).Body)
	case Call:
		n := p.operations(p.object(s.Object).Body)
		if s.Target != 0 {
			n = max(n, p.operations(p.object(s.Target).Body))
		}
		return p.reads(&s.Cond) + s.Count*n
	case Resume:
		return 1 + p.operations(p.object(s.Object).Body)
	case Library:
		return libraryCalls[s.Function].cost + values
	}
	return 0
}

// nodes counts the visible operations of a statement's nodes, each once.
func (p *Program) nodes(s *Stmt) int {
	n := 0
	for i := range s.Nodes {
		n += p.operations(s.Nodes[i].Body) + p.reads(&s.Nodes[i].Cond)
	}
	return n
}

// reads counts the visible reads of an expression.
func (p *Program) reads(e *Expr) int {
	n := 0
	e.visit(func(e *Expr) {
		if e.Op == Read {
			n += p.access(&e.Place)
		}
	})
	return n
}

// reach counts the visible operations of an access to a place, with the reads that choose the element.
func (p *Program) reach(pl *Place) int {
	if pl.Index == nil {
		return p.access(pl)
	}
	return p.access(pl) + p.reads(pl.Index)
}

// access counts the visible operations of reaching a place and accessing it.
func (p *Program) access(pl *Place) int {
	if pl.Kind == Deref {
		return 2
	}
	return 1
}

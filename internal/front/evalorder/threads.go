package evalorder

import "github.com/heddle-mc/heddle/internal/front/tree"

// threads holds the functions with which threads start, and the functions that they run.
type threads struct {
	*analyzer
	roots  []*tree.Function
	single map[*tree.Function]bool                    // one thread at most begins there
	reach  map[*tree.Function]map[*tree.Function]bool // by root: itself and its direct and indirect callees
	others map[*tree.Function]*parallel               // of all roots but one; nil: of all
}

// parallel holds the effects that may happen in parallel with a function.
type parallel struct {
	effects
	met map[meetKey]bool // answers of meets
}

// threadsOf finds the root functions of a unit: the entry, constructors, and functions that are called
// through a pointer. A root has a single thread in two cases. One is the entry, if it is never called.
// The other is a function whose address is given to a library function once, by an entry that executes
// this once.
func (a *analyzer) threadsOf(u *tree.Unit) *threads {
	t := &threads{analyzer: a, single: make(map[*tree.Function]bool), reach: make(map[*tree.Function]map[*tree.Function]bool),
		others: make(map[*tree.Function]*parallel)}
	called := make(map[*tree.Function]bool)
	for _, f := range u.Functions {
		eachCall(f, func(c *tree.Function) { called[c] = true })
	}
	once := make(map[*tree.Function]bool)
	for _, f := range u.Functions {
		if a.isEntry(f) && !called[f] && a.taken[f] == 0 {
			t.single[f] = true
			a.givenOnce(f.Body, once)
		}
	}
	for _, f := range u.Functions {
		if a.taken[f] == 0 && !a.isEntry(f) && !f.Constructor && !f.Destructor {
			continue
		}
		t.roots = append(t.roots, f)
		if once[f] && a.taken[f] == 1 && !called[f] {
			t.single[f] = true
		}
		reach := make(map[*tree.Function]bool)
		var mark func(*tree.Function)
		mark = func(g *tree.Function) {
			if !reach[g] {
				reach[g] = true
				eachCall(g, mark)
			}
		}
		mark(f)
		t.reach[f] = reach
	}
	return t
}

func (a *analyzer) isEntry(f *tree.Function) bool {
	return f.Body != nil && f.Name == a.opts.Entry
}

// besides returns the effects that may happen in parallel with a thread that is in f.
func (t *threads) besides(f *tree.Function) *parallel {
	var from []*tree.Function
	for _, r := range t.roots {
		if t.reach[r][f] {
			from = append(from, r)
		}
	}
	var own *tree.Function
	if len(from) == 1 && t.single[from[0]] {
		own = from[0]
	}
	if p := t.others[own]; p != nil {
		return p
	}
	p := &parallel{met: make(map[meetKey]bool)}
	if !t.opts.Whole {
		p.effects = everything()
	} else {
		for _, r := range t.roots {
			if r != own {
				p.union(t.summary(r))
			}
		}
	}
	t.others[own] = p
	return p
}

// givenOnce collects the functions whose address a statement passes to functions that
// are not defined here, outside loops; none if there are labels.
func (a *analyzer) givenOnce(s tree.Stmt, out map[*tree.Function]bool) {
	if stmtHoldsLabel(s) {
		return
	}
	var look func(e tree.Expr)
	look = func(e tree.Expr) {
		c, ok := e.(*tree.Call)
		if f := (*tree.Function)(nil); ok {
			if f = directCallee(c); f != nil && f.Body == nil {
				for _, x := range c.Args {
					if g := tree.Named(x); g != nil {
						out[g] = true
					}
				}
			}
		}
		for _, x := range tree.Operands(e) {
			look(x)
		}
	}
	straight(s, look)
}

// straight calls value with the full expressions of a statement that are in no loop.
func straight(s tree.Stmt, value func(tree.Expr)) {
	switch s := s.(type) {
	case nil, *tree.Loop:
	case *tree.Block:
		for _, t := range s.Stmts {
			straight(t, value)
		}
	case *tree.If:
		value(s.C)
		straight(s.Then, value)
		straight(s.Else, value)
	default:
		expressions(s, value, func(in *tree.Init) { eachItem(in, value) })
	}
}

// eachCall calls do for every function that f calls by name.
func eachCall(f *tree.Function, do func(*tree.Function)) {
	if f.Body == nil {
		return
	}
	var look func(e tree.Expr)
	look = func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.Call:
			if f := directCallee(e); f != nil {
				do(f)
			}
		case *tree.StmtExpr:
			expressions(e.Body, look, func(in *tree.Init) { eachItem(in, look) })
			if e.Value != nil {
				look(e.Value)
			}
		case *tree.CompoundLit:
			eachItem(e.Object.Init, look)
		}
		for _, x := range tree.Operands(e) {
			look(x)
		}
	}
	expressions(f.Body, look, func(in *tree.Init) { eachItem(in, look) })
}

func eachItem(in *tree.Init, do func(tree.Expr)) {
	if in != nil {
		for i := range in.Items {
			do(in.Items[i].Value)
		}
	}
}

package testgen

import "slices"

// tidy returns the program without threads that are never created and objects that are never used,
// renumbered.
func (p Program) tidy() Program {
	threads := make([]ThreadID, len(p.Threads)) // new numbers, by old ones
	objects := make([]ObjectID, len(p.Objects)+1)
	const used = -1
	var mark func(id ObjectID)
	var scan func(body []Stmt)
	var enter func(t ThreadID)
	mark = func(id ObjectID) {
		if id == 0 || objects[id] == used {
			return
		}
		objects[id] = used
		mark(p.object(id).Target)
		scan(p.object(id).Body)
	}
	scan = func(body []Stmt) {
		walk(body, func(s *Stmt) {
			mark(s.Object)
			mark(s.Target)
			s.visit(func(*Expr) {}, func(pl *Place) { mark(pl.Object) })
			if s.creates() {
				enter(s.Thread)
			}
		})
	}
	enter = func(t ThreadID) {
		if threads[t] == used {
			return
		}
		threads[t] = used
		if usesArgument(p.Threads[t].Body) {
			mark(p.Threads[t].Arg)
		}
		scan(p.Threads[t].Body)
	}
	enter(0)

	q := Program{Style: p.Style, Exit: p.Exit, Report: p.Report, Claims: p.Claims}
	for id := range p.Objects {
		if objects[id+1] == used {
			q.Objects = append(q.Objects, p.Objects[id])
			objects[id+1] = ObjectID(len(q.Objects))
		}
	}
	for t := range p.Threads {
		if threads[t] == used {
			q.Threads = append(q.Threads, p.Threads[t])
			threads[t] = ThreadID(len(q.Threads) - 1)
		}
	}
	r := renumbering{threads: threads, objects: objects}
	for i := range q.Objects {
		o := &q.Objects[i]
		o.Target, o.Body = objects[o.Target], r.body(o.Body)
	}
	for i := range q.Threads {
		t := &q.Threads[i]
		if !usesArgument(t.Body) {
			t.Arg = 0
		}
		t.Arg, t.Body = objects[t.Arg], r.body(t.Body)
	}
	return q
}

// renumbering copies statements with new numbers for threads and objects. Numbers of locals are
// shifted by a constant.
type renumbering struct {
	threads []ThreadID
	objects []ObjectID
	locals  LocalID
}

// identity is the renumbering that changes nothing.
func identity(p Program) renumbering {
	r := renumbering{threads: make([]ThreadID, len(p.Threads)), objects: make([]ObjectID, len(p.Objects)+1)}
	for i := range r.threads {
		r.threads[i] = ThreadID(i)
	}
	for i := range r.objects {
		r.objects[i] = ObjectID(i)
	}
	return r
}

func (r *renumbering) local(id LocalID) LocalID {
	if id == 0 {
		return 0
	}
	return id + r.locals
}

func (r *renumbering) body(body []Stmt) []Stmt {
	if len(body) == 0 {
		return nil
	}
	out := make([]Stmt, len(body))
	for i, s := range body {
		s.Object, s.Target, s.Thread = r.objects[s.Object], r.objects[s.Target], r.threads[s.Thread]
		s.Dst, s.Expected, s.Place = r.local(s.Dst), r.local(s.Expected), r.place(s.Place)
		for _, e := range s.expressions() {
			*e = *r.expr(e)
		}
		s.Body, s.Else = r.body(s.Body), r.body(s.Else)
		s.Nodes = slices.Clone(s.Nodes)
		for k := range s.Nodes {
			n := &s.Nodes[k]
			n.Body, n.Cond = r.body(n.Body), *r.expr(&n.Cond)
		}
		out[i] = s
	}
	return out
}

func (r *renumbering) place(pl Place) Place {
	pl.Object = r.objects[pl.Object]
	if pl.Index != nil {
		pl.Index = r.expr(pl.Index)
	}
	return pl
}

func (r *renumbering) expr(e *Expr) *Expr {
	out := *e
	out.Place, out.Local = r.place(e.Place), r.local(e.Local)
	if e.L != nil {
		out.L, out.R = r.expr(e.L), r.expr(e.R)
	}
	return &out
}

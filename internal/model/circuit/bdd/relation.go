package bdd

import (
	"slices"

	"github.com/dalzilio/rudd"
)

// maxCluster bounds the nodes of a cluster of several functions.
const maxCluster = 2000

// relation is the transition relation of a circuit.
type relation struct {
	*space
	clusters []cluster
	next     []rudd.Node // by latch
	unused   rudd.Node   // present values of latches that are in no cluster
	rename   rudd.Replacer
}

// cluster is a part of the transition relation.
type cluster struct {
	relation rudd.Node
	last     rudd.Node // variables that are in no later cluster
}

// newRelation makes clusters of the next-state functions in the order of the variables.
func newRelation(s *space) *relation {
	r := &relation{space: s}
	for i := range s.c.Latches {
		r.next = append(r.next, s.function(s.c.Latches[i].Next))
	}
	order := make([]int, len(s.c.Latches))
	var next, now []int
	for i := range order {
		order[i] = i
		now, next = append(now, s.now[i]), append(next, s.now[i]+1)
	}
	slices.SortFunc(order, func(i, j int) int { return s.now[i] - s.now[j] })
	var has []map[int]bool // by cluster: variables of the present state
	add := func(part rudd.Node, support map[int]bool) {
		if n := len(has); n > 0 {
			both := s.node(s.bdd.And(r.clusters[n-1].relation, part))
			if s.small(both) {
				r.clusters[n-1].relation = both
				for v := range support {
					has[n-1][v] = true
				}
				return
			}
		}
		r.clusters, has = append(r.clusters, cluster{relation: part}), append(has, support)
	}
	for _, x := range s.c.Constraints {
		f := s.function(x.Edge)
		add(f, s.support(f))
	}
	for _, i := range order {
		add(s.node(s.bdd.Equiv(s.bdd.Ithvar(s.now[i]+1), r.next[i])), s.support(r.next[i]))
	}
	done := make(map[int]bool)
	for k := len(has) - 1; k >= 0; k-- {
		var last []int
		for v := range has[k] {
			if !done[v] {
				done[v] = true
				last = append(last, v)
			}
		}
		r.clusters[k].last = s.bdd.Makeset(last)
	}
	var unused []int
	for _, v := range now {
		if !done[v] {
			unused = append(unused, v)
		}
	}
	r.unused = s.bdd.Makeset(unused)
	var err error
	if r.rename, err = s.bdd.NewReplacer(next, now); err != nil {
		panic("bdd: " + err.Error())
	}
	return r
}

// support returns the variables of a diagram.
func (s *space) support(n rudd.Node) map[int]bool {
	vars := make(map[int]bool)
	s.visit(n, func(level int) bool {
		vars[level] = true
		return true
	})
	return vars
}

// small reports whether a diagram has at most maxCluster nodes.
func (s *space) small(n rudd.Node) bool {
	count := 0
	s.visit(n, func(int) bool {
		count++
		return count <= maxCluster
	})
	return count <= maxCluster
}

// visit calls more with the levels of a diagram's nodes, except constants, until it returns false.
func (s *space) visit(n rudd.Node, more func(level int) bool) {
	seen := map[int]bool{0: true, 1: true}
	stack := []rudd.Node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[*n] {
			continue
		}
		seen[*n] = true
		if !more(s.bdd.Label(n)) {
			return
		}
		stack = append(stack, s.bdd.High(n), s.bdd.Low(n))
	}
}

// image returns the states after a step from some states.
func (r *relation) image(from rudd.Node) rudd.Node {
	n := from
	if !r.bdd.Equal(r.unused, r.bdd.True()) { // the library does not quantify over an empty set
		n = r.node(r.bdd.Exist(n, r.unused))
	}
	for _, c := range r.clusters {
		n = r.node(r.bdd.AndExist(c.last, n, c.relation))
	}
	return r.node(r.bdd.Replace(n, r.rename))
}

// before returns the states of a set, with inputs, from which a step leads to a given state.
func (r *relation) before(from rudd.Node, to []bool) rudd.Node {
	n := from
	for i, f := range r.next {
		if !to[i] {
			f = r.bdd.Not(f)
		}
		n = r.node(r.bdd.And(n, f))
	}
	for _, x := range r.c.Constraints {
		n = r.node(r.bdd.And(n, r.function(x.Edge)))
	}
	return n
}

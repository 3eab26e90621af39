package sat

// queue is the variable-move-to-front list (Biere, Fröhlich: Evaluating CDCL
// Variable Scoring Schemes, SAT 2015): all variables, the one bumped last at
// the end. Every variable behind next is assigned.
type queue struct {
	links []link   // by variable; links[0] joins the two ends
	stamp []uint64 // by variable: time of the last bump, growing along the list
	clock uint64   // the largest stamp
	next  Var      // where the search for an unassigned variable starts
}

type link struct{ prev, next Var }

func (q *queue) grow(n int) {
	q.links = extend(q.links, n)
	q.stamp = extend(q.stamp, n)
}

// enqueue adds the unassigned variable v at the end.
func (q *queue) enqueue(v Var) {
	q.append(v)
	q.next = v
}

func (q *queue) append(v Var) {
	last := q.links[0].prev
	q.links[v] = link{prev: last}
	q.links[last].next = v
	q.links[0].prev = v
	q.clock++
	q.stamp[v] = q.clock
}

// bump moves v to the end.
func (q *queue) bump(v Var, assigned bool) {
	l := q.links[v]
	if l.next == 0 {
		return
	}
	if q.next == v && assigned {
		q.next = l.prev
		if q.next == 0 {
			q.next = l.next
		}
	}
	q.links[l.prev].next = l.next
	q.links[l.next].prev = l.prev
	q.append(v)
	if !assigned {
		q.next = v
	}
}

// remove takes v out.
func (q *queue) remove(v Var) {
	l := q.links[v]
	q.links[l.prev].next = l.next
	q.links[l.next].prev = l.prev
	q.next = q.links[0].prev
}

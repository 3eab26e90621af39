package testgen

import "slices"

// once reports whether something is done once for each creation of a thread at most: on no
// condition, or in the loop without a number in which it is created.
func (c *checker) once(at place, t ThreadID) bool {
	return !at.routine && (!at.conditional || at.repeated && c.outside[t] == before)
}

// repeat checks a loop with any number of iterations. Threads that it creates and does not join are
// never known to have ended.
func (c *checker) repeat(s *Stmt, at place) {
	around := c.outside
	if at.repeated = !at.conditional; at.repeated {
		c.outside = slices.Clone(c.threads)
	}
	at.conditional = true
	c.body(s.Body, at)
	for t := range c.threads {
		if at.repeated && c.outside[t] == before && c.threads[t] == live {
			c.threads[t] = unknown
		}
	}
	c.outside = around
}

// swarm creates any number of threads, and perhaps joins all.
func (c *checker) swarm(s *Stmt, at place) {
	t := &c.p.Threads[s.Thread]
	if t.Twice || t.Global || at.conditional {
		c.need(0, "a swarm of pairs, with one handle, or in a loop")
	}
	c.spawn(s, at)
	at.conditional = true
	c.body(s.Body, at)
	c.body(s.Else, at)
	if c.threads[s.Thread] == live && s.Shared {
		c.threads[s.Thread] = over
	} else {
		c.threads[s.Thread] = unknown
	}
}

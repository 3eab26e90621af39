package minimize

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// The bounds of linearise: the number of prefixes that it keeps per switch, which is smaller for long
// executions and many threads. With fewer prefixes it is exact.
const (
	widest    = 2000
	narrowest = 4
	beamWork  = 40_000_000 // steps times prefixes times the square of the number of threads: each is tried and counted by all
)

// prefix is a set of steps closed under dependency: the number of steps of each thread.
type prefix struct {
	counts []int
	done   int
	last   int // thread
	from   *prefix
	ran    []int // the steps of the last segment
}

// linearise returns linear orders of the kept steps (nil: all) that respect their dependencies, with
// the fewest switches, one per thread that can be the last to run. A segment always runs as far as it
// can, which does not restrict the following segments.
func linearise(steps []step, kept []bool, threads int) [][]int {
	l := &lineariser{steps: steps, kept: kept, lines: make([][]int, threads), place: make([]int, len(steps))}
	total := 0
	for i := range steps {
		if kept != nil && !kept[i] {
			continue
		}
		t := steps[i].thread
		l.place[i] = len(l.lines[t])
		l.lines[t] = append(l.lines[t], i)
		total++
	}
	if total == 0 {
		return nil
	}
	beam := min(widest, max(narrowest, beamWork/(total*threads*threads)))
	level := []*prefix{{counts: make([]int, threads), last: noStep}}
	seen := make(map[string]bool)
	for len(level) > 0 {
		var next []*prefix
		var full [][]int
		for _, p := range level {
			for t := range threads {
				// The first segment is main's.
				if t == p.last || p.last == noStep && t != 0 {
					continue
				}
				q := l.run(p, t)
				if q == nil {
					continue
				}
				if q.done == total {
					full = append(full, q.order())
					continue
				}
				if key := q.key(); !seen[key] {
					seen[key] = true
					next = append(next, q)
				}
			}
		}
		if len(full) > 0 {
			return full[:min(len(full), threads)]
		}
		if len(next) > beam {
			slices.SortStableFunc(next, func(a, b *prefix) int { return cmp.Compare(b.done, a.done) })
			next = next[:beam]
		}
		level = next
	}
	return nil
}

// lineariser holds the steps by thread.
type lineariser struct {
	steps []step
	kept  []bool
	lines [][]int // by thread: its steps
	place []int   // by step: its place in its line
}

// run executes a thread as far as possible; nil: it cannot run.
func (l *lineariser) run(p *prefix, t int) *prefix {
	n := p.counts[t]
	for n < len(l.lines[t]) && l.enabled(p, l.lines[t][n], t) {
		n++
	}
	if n == p.counts[t] {
		return nil
	}
	q := &prefix{counts: slices.Clone(p.counts), done: p.done + n - p.counts[t], last: t, from: p, ran: l.lines[t][p.counts[t]:n]}
	q.counts[t] = n
	return q
}

// enabled reports whether all steps on which a step of t depends are done, except for steps of t
// itself.
func (l *lineariser) enabled(p *prefix, s, t int) bool {
	for _, list := range [...][]int{l.steps[s].needs, l.steps[s].after} {
		for _, d := range list {
			if d == noStep || l.kept != nil && !l.kept[d] || l.steps[d].thread == t {
				continue
			}
			if l.place[d] >= p.counts[l.steps[d].thread] {
				return false
			}
		}
	}
	return true
}

// key identifies a prefix and its last thread.
func (p *prefix) key() string {
	b := binary.AppendVarint(nil, int64(p.last))
	for _, c := range p.counts {
		b = binary.AppendUvarint(b, uint64(c))
	}
	return string(b)
}

// order returns the steps of a prefix in order.
func (p *prefix) order() []int {
	var segments [][]int
	for q := p; q != nil; q = q.from {
		segments = append(segments, q.ran)
	}
	slices.Reverse(segments)
	return slices.Concat(segments...)
}

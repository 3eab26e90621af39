package pdr

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// obligation is a cube that leads to a bad signal and must be blocked in a frame.
type obligation struct {
	cube   cube
	frame  int
	depth  int         // the number of steps to the bad signal
	inputs []bool      // of the first of these steps
	next   *obligation // the obligation that the step leads to; nil: a bad signal holds in the cube
}

// queue holds obligations, those of the earliest frame first.
type queue []*obligation

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].frame, q[j].frame), cmp.Compare(q[i].depth, q[j].depth)) < 0
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *queue) Push(x any) { *q = append(*q, x.(*obligation)) }

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	last := len(*q) - 1
	o := (*q)[last]
	*q = (*q)[:last]
	return o
}

func (q *queue) push(o *obligation) { heap.Push(q, o) }

// block blocks the obligations of the current frames. It returns an obligation whose cube contains an
// initial state, if there is one: it cannot be blocked.
func (k *Checker) block(ctx context.Context) (*obligation, error) {
	last := len(k.frames) - 1
	for len(k.queue) > 0 && k.queue[0].frame <= last {
		o := heap.Pop(&k.queue).(*obligation)
		if k.initial(o.cube) {
			return o, nil
		}
		if k.isBlocked(o.cube, o.frame) {
			o.frame++
			k.queue.push(o)
			continue
		}
		effort := maxEffort
		if done, err := k.blockFewer(ctx, o.cube, o.frame, &effort); err != nil {
			return nil, err
		} else if done {
			k.queue.push(o)
			continue
		}
		blocked, err := k.consecution(ctx, o.frame-1, o.cube)
		if err != nil {
			return nil, err
		}
		if blocked == nil {
			k.queue.push(k.obligation(k.lifted(o.cube), o.frame-1, o))
			k.queue.push(o)
			continue
		}
		frame, err := k.learn(ctx, blocked, o.frame, 0)
		if err != nil {
			return nil, err
		}
		o.frame = frame + 1
		k.queue.push(o)
	}
	return nil, nil
}

// isBlocked reports whether a clause of a frame excludes a cube.
func (k *Checker) isBlocked(c cube, frame int) bool {
	for _, list := range k.frames[frame:] {
		for _, d := range list {
			if d.within(c) {
				return true
			}
		}
	}
	return false
}

// learn generalizes a cube that the previous frame blocks. It adds the cube's clause to the last frame
// in which it holds, and returns that frame.
func (k *Checker) learn(ctx context.Context, c cube, frame, nested int) (int, error) {
	c, err := k.generalize(ctx, c, frame-1, nested)
	if err != nil {
		return 0, err
	}
	for frame < len(k.frames)-1 {
		further, err := k.consecution(ctx, frame, c)
		if err != nil {
			return 0, err
		}
		if further == nil {
			break
		}
		c = further
		frame++
	}
	k.add(c, frame)
	return frame, nil
}

// add adds the clause of a cube, with its images, to a frame.
func (k *Checker) add(c cube, frame int) {
	for _, c := range k.images(c) {
		k.addOne(c, frame)
	}
}

// images returns a cube, followed by its images under Options.Alike.
func (k *Checker) images(c cube) []cube {
	list := []cube{c}
	for i := 0; i < len(list); i++ {
		for _, to := range k.exchanges {
			image := slices.Clone(list[i])
			for j, l := range image {
				if at, moves := to[l.Latch()]; moves {
					image[j] = circuit.LatchIs(at, l.Value())
				}
			}
			slices.Sort(image)
			if !slices.ContainsFunc(list, func(d cube) bool { return slices.Equal(d, image) }) {
				list = append(list, image)
			}
		}
	}
	return list
}

// addOne adds the clause of a cube to a frame, and removes the clauses that it implies.
func (k *Checker) addOne(c cube, frame int) {
	for i := 1; i <= frame; i++ {
		k.frames[i] = slices.DeleteFunc(k.frames[i], func(d cube) bool { return c.within(d) })
	}
	k.frames[frame] = append(k.frames[frame], c)
	k.assert(c, frame)
	for _, l := range c {
		k.uses[l.Latch()]++
	}
}

// The limits of generalization.
const (
	maxNested   = 1 // counterexamples of counterexamples
	maxCounter  = 3 // blocked for one literal
	maxFailures = 3 // literals in a row that cannot be dropped, in a nested cube
)

// generalize drops literals of a cube, as long as no state of a frame outside the cube leads into it.
func (k *Checker) generalize(ctx context.Context, c cube, frame, nested int) (cube, error) {
	for _, parts := range k.opts.Alike {
		for _, part := range parts {
			rest := without(c, part)
			if len(rest) == len(c) || len(rest) == 0 {
				continue
			}
			smaller, err := k.down(ctx, rest, frame, nested)
			if err != nil {
				return nil, err
			}
			if smaller != nil {
				c = smaller
			}
		}
	}
	order := slices.Clone(c)
	// Of latches used equally rarely, the last ones come first: the high bits of a number do not change
	// because its low bits do not carry.
	slices.SortFunc(order, func(a, b circuit.Literal) int {
		return cmp.Or(cmp.Compare(k.uses[a.Latch()], k.uses[b.Latch()]), cmp.Compare(b, a))
	})
	failures := 0
	for _, l := range order {
		if len(c) == 1 {
			break
		}
		if !slices.Contains(c, l) {
			continue
		}
		if nested > 0 && failures == maxFailures {
			break
		}
		smaller, err := k.down(ctx, c.without(l), frame, nested)
		if err != nil {
			return nil, err
		}
		if smaller == nil {
			failures++
			continue
		}
		c, failures = smaller, 0
	}
	return c, nil
}

// down returns a part of a cube into which no state of a frame outside leads and which contains no
// initial state; nil: it finds none.
func (k *Checker) down(ctx context.Context, c cube, frame, nested int) (cube, error) {
	for blocked := 0; ; {
		if k.initial(c) {
			return nil, nil
		}
		smaller, err := k.consecution(ctx, frame, c)
		if err != nil || smaller != nil {
			return smaller, err
		}
		if nested == maxNested {
			return nil, nil
		}
		state := slices.Clone(k.state)
		if counter := k.lifted(c); blocked < maxCounter && frame > 0 && !k.initial(counter) {
			effort := maxEffort / 10
			if done, err := k.blockFewer(ctx, counter, frame, &effort); err != nil {
				return nil, err
			} else if done {
				blocked++
				continue
			}
			less, err := k.consecution(ctx, frame-1, counter)
			if err != nil {
				return nil, err
			}
			if less != nil {
				blocked++
				if _, err := k.learn(ctx, less, frame, nested+1); err != nil {
					return nil, err
				}
				continue
			}
		}
		blocked = 0
		joined := slices.DeleteFunc(slices.Clone(c), func(l circuit.Literal) bool { return state[l.Latch()] != l.Value() })
		if len(joined) == len(c) {
			return nil, nil
		}
		c = joined
	}
}

// propagate moves clauses to later frames. It returns a frame that is equal to the next one; 0: there
// is none.
func (k *Checker) propagate(ctx context.Context) (int, error) {
	for i := 1; i < len(k.frames)-1; i++ {
		for _, c := range slices.Clone(k.frames[i]) {
			if !slices.ContainsFunc(k.frames[i], func(d cube) bool { return &d[0] == &c[0] }) {
				continue // another clause replaced it
			}
			further, err := k.consecution(ctx, i, c)
			if err != nil {
				return 0, err
			}
			if further != nil {
				k.add(further, i+1)
			}
		}
		if len(k.frames[i]) == 0 {
			return i, nil
		}
	}
	return 0, nil
}

package engine

import "context"

// Part selects executions of a program within bounds. Parts are the leaves of a tree: each inner node has
// alternatives, and every execution fits exactly one of them. So a set of parts has all executions if, for
// each node on their ways, each alternative is on the way of some part (drive/slice.Uncovered).
type Part struct {
	// Form is the SHA-256, in hex, of the form of the program that the branches refer to. The engine refuses a
	// part of another form.
	Form     string   `json:"form"`
	Branches []Branch `json:"branches"` // from the root
}

// Branch is an alternative that a part takes at a node of the tree.
type Branch struct {
	At   string `json:"at"`   // the question of the node, in the words of the engine
	Of   int    `json:"of"`   // the number of its alternatives, at least 2
	Took int    `json:"took"` // the alternative, from 0
}

// Divider is an engine that can judge a part of the executions (Problem.Part).
type Divider interface {
	Engine
	// Divide divides the executions, or the part p.Part, into n parts or fewer: those of a tree that begins
	// with the part. None: there is nothing to divide. It needs a fixed bound on loops: parts of different
	// bounds are no parts of one whole.
	Divide(ctx context.Context, p *Problem, n int) ([]Part, error)
}

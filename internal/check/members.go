package check

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Member is an engine of the table, for tests that compare engines.
type Member struct {
	Name     string
	Supports func(verdict.Property) bool
	New      func() engine.Engine
}

// Members lists the engines that can be asked for by name, without Auto.
func Members() []Member {
	var out []Member
	for _, e := range table() {
		out = append(out, Member{e.name, e.supports, e.make})
	}
	return out
}

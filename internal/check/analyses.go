package check

import "github.com/heddle-mc/heddle/internal/engine"

// StaticAnalyses lists the static analyses of transition systems by name.
func StaticAnalyses() []string { return engine.StaticNames() }

// without returns the static analyses that are left out.
//
// requires: the options are valid.
func (o *Options) without() engine.Static {
	if o.Static == nil {
		return 0
	}
	with, err := engine.ParseStatic(o.Static)
	if err != nil {
		panic("check: " + err.Error())
	}
	return engine.AllStatic &^ with
}

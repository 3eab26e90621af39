package clib

// Assumption is an assumption of verdicts about a part of the library that a model leaves out.
type Assumption struct {
	User string // the library function whose programs need it
	Text string
}

// Assumptions are all of models.
var Assumptions = []Assumption{
	{"__heddle_child", "what a child of fork does is not looked at"},
}

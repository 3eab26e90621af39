package clib

// Assumption is an assumption of verdicts about a part of the library that a model leaves out.
type Assumption struct {
	User string // the library function whose programs need it
	Text string
}

// Assumptions are all of models.
var Assumptions = []Assumption{
	{"__VERIFIER_opt_begin", "code in __VERIFIER_optional makes no difference: it is not executed"},
	{"__heddle_make_child", "the processes have the numbers 1000, 1001, …"},
}

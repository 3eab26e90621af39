package sarif

import "github.com/heddle-mc/heddle/internal/program/verdict"

// rule describes a property for viewers of findings.
type rule struct {
	name string   // in Pascal case, as required by SARIF 2.1.0, 3.49.7
	text string   // a sentence
	cwe  []string // numbers of MITRE's Common Weakness Enumeration
}

// rules holds the rules of all properties.
var rules = [verdict.NumProperties]rule{
	verdict.Assert:      {"AssertionFails", "An assertion fails.", []string{"617"}},
	verdict.Reach:       {"ErrorReached", "A call of reach_error or __VERIFIER_error is reached.", nil},
	verdict.Race:        {"DataRace", "Two threads access one object at once, one of them writes, and nothing orders them.", []string{"362", "366"}},
	verdict.Deadlock:    {"Deadlock", "Threads block one another for ever.", []string{"833"}},
	verdict.Memory:      {"MemoryMisused", "Memory is accessed or freed that is not there, or is never freed.", []string{"119", "416"}},
	verdict.Lock:        {"LockMisused", "A lock is used by a thread or at a time that its rules forbid.", []string{"667"}},
	verdict.Overflow:    {"SignedOverflow", "A signed integer overflows.", []string{"190"}},
	verdict.Div:         {"DivisionByZero", "A divisor is zero.", []string{"369"}},
	verdict.Shift:       {"InvalidShift", "A shift is by a negative amount, or by the width or more.", []string{"1335"}},
	verdict.Uninit:      {"UninitialisedValue", "A value is used that was never written.", []string{"457"}},
	verdict.Exclusion:   {"NoExclusion", "Two threads are at the two places at once.", []string{"667"}},
	verdict.LTL:         {"FormulaFails", "The formula does not hold of an execution.", nil},
	verdict.Termination: {"NoEnd", "An execution has no end.", []string{"835"}},
	verdict.Progress:    {"NoProgress", "A thread comes to the first place, and never to the second.", []string{"835"}},
}

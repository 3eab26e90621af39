package sat

// Status is the answer of a call to [Solver.Solve].
type Status uint8

const (
	// Unknown means that a limit was reached first; see [Solver.Reason].
	Unknown Status = iota
	// Satisfiable means that [Solver.Value] describes a model.
	Satisfiable
	// Unsatisfiable means that [Solver.Core] names the assumptions to blame.
	Unsatisfiable
)

// String returns the status in the words of the SAT competition.
func (st Status) String() string {
	switch st {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	}
	return "UNKNOWN"
}

// Reason says why an answer is [Unknown].
type Reason uint8

const (
	// NoReason goes with every status but Unknown.
	NoReason Reason = iota
	// ReasonConflicts is the limit on conflicts.
	ReasonConflicts
	// ReasonTicks is the limit on ticks.
	ReasonTicks
	// ReasonMemory is the limit on memory.
	ReasonMemory
	// ReasonTime is a context whose deadline has passed.
	ReasonTime
	// ReasonCancelled is a context that was cancelled.
	ReasonCancelled
)

// String returns the reason as one word.
func (r Reason) String() string {
	switch r {
	case ReasonConflicts:
		return "conflicts"
	case ReasonTicks:
		return "ticks"
	case ReasonMemory:
		return "memory"
	case ReasonTime:
		return "time"
	case ReasonCancelled:
		return "cancelled"
	}
	return "none"
}

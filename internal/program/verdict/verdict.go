package verdict

import "fmt"

// Verdict is the answer to "does the program violate the property?". Later
// constants are worse: with several properties the worst counts (semantics 16).
type Verdict uint8

// The verdicts.
const (
	Safe      Verdict = iota // proved, under the printed conditions
	Bounded                  // no violation within the bounds that were hit
	Unknown                  // no result; the cause is a Reason
	Violation                // found, and replayed
)

var verdictNames = [...]string{"safe", "bounded", "unknown", "violation"}

// String returns the word that the command line and JSON use.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// ParseVerdict is the inverse of Verdict.String.
func ParseVerdict(s string) (Verdict, error) {
	for v, name := range verdictNames {
		if name == s {
			return Verdict(v), nil
		}
	}
	return 0, fmt.Errorf("unknown verdict %q", s)
}

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Verdict) UnmarshalText(text []byte) (err error) {
	*v, err = ParseVerdict(string(text))
	return err
}

// Reason is the cause of a Bounded or Unknown verdict, if it is not a Mark.
type Reason string

// The reasons.
const (
	NoReason    Reason = ""
	Timeout     Reason = "timeout"
	OutOfMemory Reason = "memory"
	Unsupported Reason = "unsupported" // a construct without meaning is reachable
	Interrupted Reason = "interrupted"
	Inputs      Reason = "inputs"     // not every value of the nondeterministic inputs was tried
	NotProved   Reason = "not-proved" // only a proof was looked for, and none was found
	Refused     Reason = "refused"    // a proof that was written down does not hold
	External    Reason = "external"   // it depends on the effects of an undefined function
	// WeakMemory: no sequentially consistent execution violates the property, but one of a weaker memory model may.
	WeakMemory Reason = "weak-memory"
)

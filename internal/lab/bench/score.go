package bench

// The verdicts that an index can expect.
const (
	expectSafe      = "safe"
	expectViolation = "violation"
)

// Score rates the answer for a row.
type Score string

// The scores.
const (
	Correct  Score = "correct"
	Wrong    Score = "WRONG"    // the opposite of the expected verdict
	InBounds Score = "bounded"  // no violation within bounds, where safe is expected
	Missed   Score = "missed"   // no violation within bounds, where there is one
	Unknown  Score = "unknown"  // no answer: time, memory, an unsupported construct
	Reserved Score = "reserved" // the engine does not judge the property
	Failed   Score = "error"    // bad input, an internal error, a crash
)

// scores lists the scores in the order of tables.
var scores = []Score{Correct, Wrong, InBounds, Missed, Unknown, Reserved, Failed}

// notBuilt is the reason of the verdict if the engine does not judge the property.
const notBuilt = "not-built"

// scoreOf compares an answer with the expected verdict. A verdict within the bound suffices for a row
// whose verdict is limited to that bound.
func scoreOf(row *Row, verdict, reason string) Score {
	switch verdict {
	case "safe", "violation":
		if verdict == row.Expected {
			return Correct
		}
		return Wrong
	case "bounded":
		switch {
		case row.Expected == expectViolation:
			return Missed
		case row.Claim && reason == "":
			return Correct
		}
		return InBounds
	case "unknown":
		if reason == notBuilt {
			return Reserved
		}
		return Unknown
	}
	return Failed
}

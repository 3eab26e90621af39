package result

import (
	"time"

	"github.com/heddle-mc/heddle/internal/analyze/lockorder"
	"github.com/heddle-mc/heddle/internal/analyze/wakeup"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// Judgement is the result for one property.
type Judgement struct {
	Property string          `json:"property"`
	Verdict  verdict.Verdict `json:"verdict"`
	// Kind distinguishes violations of a property that has several kinds.
	Kind verdict.Kind `json:"kind"`
	// Location is where the violation is; nil: at no place in the source.
	Location *verdict.Location `json:"location"`
	// Message describes the violation, or the construct or limit that made the verdict unknown.
	Message string `json:"message"`
	// Reason is the reason for a bounded or unknown verdict other than a bound: timeout, memory,
	// unsupported, interrupted, inputs, not-proved, refused, external, not-built, undefined-behaviour,
	// weak-memory, not-reached, solver, internal-error, slice.
	Reason verdict.Reason `json:"reason"`
	// Uncertified is, for a safe verdict, the reason why its proof was not confirmed for all executions of
	// the program. It is "reduction" or, for a proof for all bounds, the part that does not follow. It is
	// empty if the proof was confirmed, and for engines without proofs to confirm.
	Uncertified string `json:"uncertified,omitempty"`
	// Proof is why the property holds; nil: there is nothing to show.
	Proof *engine.Proof `json:"-"`
	// Certificate is the proof to write down; nil: there is none.
	Certificate *certificate.Claim `json:"-"`
	// Assumptions are the conditions under which a safe or bounded verdict holds. For a violation, they are
	// the assumptions about the undefined functions that its execution calls.
	Assumptions []string `json:"assumptions"`
	// MemoryOrder is why a safe or bounded verdict holds for RC11, or Options.Model, as well; empty: it
	// assumes sequential consistency. For a violation, it names the memory model of its execution, if that
	// is not sequentially consistent.
	MemoryOrder string `json:"memory_order,omitempty"`
	// Note describes a limit of a safe verdict: that main creates no thread, or that a thread waits for
	// ever; empty: there is none.
	Note string `json:"note,omitempty"`
	// Inversions are locks that threads take in both orders, though a safe verdict about deadlocks holds.
	Inversions []lockorder.Inversion `json:"inversions,omitempty"`
	// Bounds are the places where executions were cut, of a bounded or unknown verdict.
	Bounds []verdict.Mark `json:"bounds"`
	// Coverage reports, for a bounded or unknown verdict, which checks random executions reached. With
	// Options.Coverage it is set for every verdict.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Races reports, for a bounded or unknown verdict about races, which pairs of accesses were proved, and the
	// others as suspects, which are no violations; nil: nothing is known.
	Races *engine.Races `json:"races,omitempty"`
	// Waits are, for property lock, waits for a condition that no loop tests again: suspects, whatever the verdict.
	Waits []wakeup.Wait `json:"waits,omitempty"`
	// Next is a suggestion to get further than a bounded or unknown verdict: flags, which begin with a
	// dash, or a change of the program; empty: there is none. For a race on the state of rand, it leaves that state out.
	Next string `json:"next,omitempty"`
	// Trace leads to the violation: docs/understand/trace.md describes the format.
	Trace *trace.Trace `json:"trace"`
	Stats Stats        `json:"stats"`
	// Others are further violations, with Options.All.
	Others []Other `json:"others,omitempty"`
	// Key names the violation as Options.Accept does.
	Key string `json:"key,omitempty"`
	// Accepted are violations that were found and do not count for the verdict: each is a bound.
	Accepted []Other `json:"accepted,omitempty"`
	// Stale are the acceptances that no violation was found for, of safe and bounded verdicts.
	Stale []string `json:"stale,omitempty"`
	// Absent are, likewise, the violations of the baseline that were not found.
	Absent []Finding `json:"absent,omitempty"`
	// Story describes the trace's execution with the names of the program.
	Story *story.Story `json:"story,omitempty"`
	// External lists the functions on which an unknown verdict depends (verdict.External).
	External []string `json:"-"`
}

// Other is a further violation of a property. Its trace was replayed, and not minimised.
type Other struct {
	Key      string            `json:"key"`
	Kind     verdict.Kind      `json:"kind"`
	Location *verdict.Location `json:"location"`
	Message  string            `json:"message"`
	Cause    string            `json:"cause"` // the common cause of several: of races the object and the functions, else the kind and the function
	Trace    *trace.Trace      `json:"trace"`
	// By is the acceptance of the violation; nil: it is not accepted.
	By *accept.Acceptance `json:"by,omitempty"`
}

// Finding is a violation that an earlier check found.
type Finding struct {
	Property string            `json:"property"`
	Key      string            `json:"key"`
	Message  string            `json:"message"`
	Location *verdict.Location `json:"location"` // where it was then; nil: not known
}

// Stats holds the cost of a judgement. Counters that do not apply to an engine are zero.
type Stats struct {
	Cost
	engine.Stats
}

// Cost holds the part of a judgement's cost that is the same for all engines.
type Cost struct {
	Engine        string        `json:"engine,omitempty"`         // that answered
	Late          string        `json:"late,omitempty"`           // which engine joined others late, and its verdict
	Time          time.Duration `json:"time_ns"`                  // for this property, the front end not included
	Memory        int64         `json:"memory_bytes"`             // the process's peak so far
	Found         time.Duration `json:"found_ns,omitempty"`       // from the beginning until the violation was replayed
	SwitchesFound int           `json:"switches_found,omitempty"` // of the trace before it was minimised
	Switches      int           `json:"switches,omitempty"`       // of the trace
}

// MarshalJSON implements json.Marshaler: all fields are in one object.
func (s Stats) MarshalJSON() ([]byte, error) { return engine.JoinObjects(s.Cost, s.Stats) }

// Coverage holds the functions, checks and lines that random executions of the program reached.
type Coverage struct {
	Executions int                `json:"executions"`
	Threads    int                `json:"threads"` // the most that one had, main included
	Entered    []string           `json:"entered"` // functions of the program
	NotEntered []string           `json:"not_entered,omitempty"`
	Reached    []verdict.Location `json:"reached,omitempty"` // checks of assert and reach that were evaluated
	Holding    []verdict.Location `json:"holding,omitempty"` // others that hold of all executions, and count as reached
	NotReached []verdict.Location `json:"not_reached,omitempty"`
	Lines      []FileLines        `json:"lines,omitempty"` // with Options.Coverage
}

// FileLines are the lines of a file that have code of the program, in their order.
type FileLines struct {
	File  string `json:"file"`
	Lines []Line `json:"lines"`
}

// Line is one of them.
type Line struct {
	Line    int  `json:"line"`
	Reached bool `json:"reached"`
}

package heddle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// Verdict is the answer to "does the program violate the property?".
type Verdict string

// The verdicts, from best to worst.
const (
	Safe      Verdict = "safe"      // proved, under the assumptions
	Bounded   Verdict = "bounded"   // no violation within the bounds
	Unknown   Verdict = "unknown"   // nothing can be said: see the reason
	Violation Verdict = "violation" // found, and replayed
)

// Refused is the Judgement.Reason of a written-down proof that does not hold.
const Refused = string(verdict.Refused)

type (
	// Location is a place in the program; line and column count from 1.
	Location = verdict.Location
	// Mark is a place where executions were cut, with the bound.
	Mark = verdict.Mark
	// Story is an execution that leads to a violation, described for users.
	Story = story.Story
)

// Result is the result of a check. docs/use/result.schema.json describes its JSON form.
type Result struct {
	Tool      string   `json:"tool"`
	Version   string   `json:"version"`
	Files     []string `json:"files"`
	Judgement          // the worst, the first of equals
	// Results are all judgements, in the order of Options.Properties, if there are several.
	Results []Judgement `json:"results,omitempty"`
	// Sources are the parts of source files that stories are about, by file and line.
	Sources []Excerpt `json:"sources,omitempty"`
	// Externals are the assumptions about undefined functions.
	Externals []string `json:"-"`

	program *ir.Program       // nil: there is none
	options Options           // of the check
	known   known             // violations that do not count for the verdict
	sources map[string][]byte // the files of the program
}

// Judgement is the result for one property.
type Judgement struct {
	Property string  `json:"property"`
	Verdict  Verdict `json:"verdict"`
	// Kind distinguishes violations of a property that has several kinds.
	Kind string `json:"kind"`
	// Location is where the violation is; nil: at no place in the source.
	Location *Location `json:"location"`
	// Message describes the violation, or the construct or limit that made the verdict unknown.
	Message string `json:"message"`
	// Reason is the reason for a bounded or unknown verdict other than a bound: timeout, memory,
	// unsupported, interrupted, inputs, not-proved, refused, external, not-built, undefined-behaviour,
	// not-reached, solver, internal-error.
	Reason string `json:"reason"`
	// Uncertified is, for a safe verdict, the reason why its proof was not confirmed for all executions of
	// the program. It is "reduction" or, for a proof for all bounds, the part that does not follow. It is
	// empty if the proof was confirmed, and for engines without proofs to confirm.
	Uncertified string `json:"uncertified,omitempty"`
	// Proof is why the property holds; nil: there is nothing to show.
	Proof *Proof `json:"-"`
	// certificate is the proof to write down; nil: there is none.
	certificate *certificate.Claim
	// Assumptions are the conditions under which a safe or bounded verdict holds. For a violation, they are
	// the assumptions about the undefined functions that its execution calls.
	Assumptions []string `json:"assumptions"`
	// Note describes a limit of a safe verdict: that main creates no thread, or that a thread waits for
	// ever; empty: there is none.
	Note string `json:"note,omitempty"`
	// Coverage reports, for a bounded or unknown verdict, which checks random executions reached. With
	// Options.Coverage it is set for every verdict.
	Bounds []Mark `json:"bounds"`
	// Next is a suggestion to get further than a bounded or unknown verdict: flags, which begin with a
	// dash, or a change of the program; empty: there is none.
	Coverage *Coverage `json:"coverage,omitempty"`
	// Trace leads to the violation: docs/understand/trace.md describes the format.
	Next string `json:"next,omitempty"`
	// Trace leads to the violation: docs/understand/trace.md describes the format.
	Trace json.RawMessage `json:"trace"`
	Stats Stats           `json:"stats"`
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
	Story *Story `json:"story,omitempty"`
}

// Proof is the explanation of a proved property, for output.
type Proof = engine.Proof

// Coverage is the coverage of random executions with fixed seeds.
type Coverage = check.Coverage

// Other is a further violation of a property.
type Other struct {
	Key      string          `json:"key"`
	Kind     string          `json:"kind"`
	Location *Location       `json:"location"`
	Message  string          `json:"message"`
	Cause    string          `json:"cause"` // the common cause of several: of races the object and the functions
	Trace    json.RawMessage `json:"trace"` // not minimised
	// By is the acceptance of the violation; nil: it is not accepted.
	By *Acceptance `json:"by,omitempty"`
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

// unfinished is the result of a check that ended in the front end.
func (o *Options) unfinished(b *check.Budget) *Result {
	var list []check.Judgement
	for _, name := range o.Properties {
		list = append(list, check.Unread(b, name))
	}
	return o.result(b, &compiled{}, list)
}

// result puts judgements together.
func (o *Options) result(b *check.Budget, c *compiled, list []check.Judgement) *Result {
	all := make([]Judgement, len(list))
	for i := range list {
		all[i] = judgementOf(b, c, &list[i])
	}
	r := &Result{Tool: "heddle", Version: Version, Files: append([]string{}, o.Files...), Judgement: all[check.Worst(list)], known: c.known, options: *o}
	if len(all) > 1 {
		r.Results = all
	}
	if c.Result != nil && c.Program != nil {
		r.program = c.Program
		r.Externals, r.Sources, r.sources = c.Program.Externals(), c.excerpts(all), make(map[string][]byte)
		for _, file := range c.Program.Files {
			r.sources[file] = c.Presumed(file)
		}
	}
	return r
}

// Uncertified reports whether a property was found safe by a proof that was not confirmed.
func (r *Result) Uncertified() bool {
	return slices.ContainsFunc(r.Judgements(), func(j Judgement) bool { return j.Uncertified != "" })
}

func judgementOf(b *check.Budget, c *compiled, j *check.Judgement) Judgement {
	out := Judgement{
		Property: j.Property, Verdict: Verdict(j.Verdict.String()), Kind: string(j.Kind), Location: j.Location,
		Message: j.Message, Reason: string(j.Reason), Assumptions: append([]string{}, j.Assumptions...),
		Bounds: append([]Mark{}, j.Marks...), Coverage: j.Coverage, Note: j.Note, Next: j.Next, Story: j.Story, Key: j.Key,
		Proof: j.Proof, certificate: j.Certificate, Uncertified: j.Uncertified,
		Stats: Stats{Cost{Engine: j.Engine, Late: j.Late, Time: j.Time, Memory: b.Peak(), Found: j.After}, j.Stats},
	}
	out.Stats.Stages = append([]engine.StageStats{{Name: "compile", Time: c.time, Size: instructions(c)}}, j.Stats.Stages...)
	out.Others, out.Accepted = others(j.Others), others(j.Accepted)
	out.Absent, out.Stale = c.known.stale(j.Stale)
	if j.Trace != nil {
		out.Trace = traceText(j.Trace)
		out.Stats.SwitchesFound, out.Stats.Switches = j.Found, j.Trace.Switches()
	}
	return out
}

func others(list []check.Other) (out []Other) {
	for _, v := range list {
		o := Other{Key: v.Key, Kind: string(v.Kind), Location: v.Location, Message: v.Message, Cause: v.Cause, Trace: traceText(v.Trace)}
		if v.By != nil {
			o.By = &Acceptance{string(v.By.Origin), v.By.At}
		}
		out = append(out, o)
	}
	return out
}

// traceText returns a trace as JSON.
func traceText(t *trace.Trace) json.RawMessage {
	var text bytes.Buffer
	if err := trace.Write(&text, t); err != nil {
		return nil // a buffer does not fail
	}
	return text.Bytes()
}

// instructions counts the program's instructions.
func instructions(c *compiled) int {
	n := 0
	if c.Result != nil && c.Program != nil {
		for id := range c.Program.Funcs {
			for b := range c.Program.Funcs[id].Blocks {
				n += len(c.Program.Funcs[id].Blocks[b].Instrs)
			}
		}
	}
	return n
}

// Judgements returns the judgement of every property, in the order of Options.Properties.
func (r *Result) Judgements() []Judgement {
	if len(r.Results) > 0 {
		return r.Results
	}
	return []Judgement{r.Judgement}
}

// WriteInvariant writes, for each property, why it holds: a line with # that names the kind of proof, then
// the conjuncts of the invariant, one on each line (docs/use/check.md).
func (r *Result) WriteInvariant(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, j := range r.Judgements() {
		head := fmt.Sprintf("# %s: %s", j.Property, j.Verdict)
		if j.Uncertified != "" {
			head += " (uncertified: " + j.Uncertified + ")"
		}
		if j.Stats.Engine != "" {
			head += " by " + j.Stats.Engine
		}
		if j.Proof == nil {
			fmt.Fprintln(out, head+": no invariant")
			continue
		}
		fmt.Fprintln(out, head+": "+j.Proof.Summary)
		for _, c := range j.Proof.Conjuncts {
			fmt.Fprintln(out, c)
		}
	}
	return out.Flush()
}

// WriteJSON writes the result as one JSON object.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

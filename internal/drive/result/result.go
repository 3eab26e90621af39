// Package result holds the results of checks, and writes them: as text, JSON, SARIF, a JUnit report, lines of
// a compiler, a page, and the parts that have files of their own. Package check fills in the judgements; the
// public package publishes the types. No form asks a solver.
package result

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
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
	Sources []story.Excerpt `json:"sources,omitempty"`
	// Externals are the assumptions about undefined functions.
	Externals []string `json:"-"`

	origin Origin
}

// Origin holds the data of a check that its result needs to be written in some forms.
type Origin struct {
	Program  *ir.Program          // nil: there is none
	Options  []certificate.Option // that determine the program and the question
	Accepted []accept.Acceptance  // violations that do not count for the verdict
	Compared bool                 // some of them are those of a baseline, which may be empty
	Sources  map[string][]byte    // the files of the program
}

// New returns the result of judgements, which are not empty.
func New(version string, files []string, list []Judgement, o Origin) *Result {
	r := &Result{Tool: tool, Version: version, Files: append([]string{}, files...), Judgement: list[Worst(list)], origin: o}
	if len(list) > 1 {
		r.Results = list
	}
	if o.Program != nil {
		r.Externals = o.Program.Externals()
		r.Sources = excerpts(o.Sources, list)
	}
	return r
}

// tool is the value of Result.Tool.
const tool = "heddle"

// Worst returns the index of the worst judgement, the first of equals
// (semantics 16).
func Worst(list []Judgement) int {
	worst := slices.MaxFunc(list, func(a, b Judgement) int { return cmp.Compare(a.Verdict, b.Verdict) })
	return slices.IndexFunc(list, func(j Judgement) bool { return j.Verdict == worst.Verdict })
}

// Uncertified reports whether a property was found safe by a proof that was not confirmed.
func (r *Result) Uncertified() bool {
	return slices.ContainsFunc(r.Judgements(), func(j Judgement) bool { return j.Uncertified != "" })
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

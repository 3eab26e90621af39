// Package sarif writes findings as a log in the Static Analysis Results Interchange Format, OASIS
// Standard 2.1.0 with its errata 01. Package drive/result passes the findings; the package reads no files.
//
// A log has one run. Its rules are properties, its results violations and suspects. A violation has the
// level error, its place, the places that explain it, and its key as a partial fingerprint. If it has a
// story, a code flow has a thread flow for each thread, whose locations share one order of execution. A
// suspect has the level note and its two places, as have locks that threads take in both orders. Bounded and unknown verdicts are notifications of the
// invocation.
//
// # Consumers
//
// Paths are relative URIs. GitHub resolves them from the root of the repository, so run the command
// there. Columns count characters, where Heddle counts bytes. GitHub shows at most 10 000 locations of
// a thread flow, and no suppressions; accepted findings are in the log for other viewers.
package sarif

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/heddle-mc/heddle/internal/explain/accept/baseline"
	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Log is the content of a log.
type Log struct {
	Version    string // of Heddle
	Exit       int    // the exit code
	ExitText   string // the meaning of the exit code
	Failed     bool   // Heddle itself failed, so findings may be missing
	Properties []verdict.Property
	Findings   []Finding
	Notes      []Note
	Lines      func(file string) []string // the lines of a source file; nil: unknown
}

// Finding is a violation, or a suspect. Locks in two orders count as a suspect.
type Finding struct {
	Property verdict.Property
	Key      string // package accept
	Message  string
	Place    *verdict.Location // nil: it has no place in the source
	Suspect  bool              // it is no violation
	Other    *verdict.Location // of a suspect: the second place; nil: there is none
	Story    *story.Story      // nil: it has no story
	State    State
	Accepted *Acceptance // nil: it is not accepted
}

// State compares a finding with a baseline.
type State string

// The states.
const (
	NoBaseline State = ""
	New        State = "new"
	Unchanged  State = "unchanged"
	Absent     State = baseline.Absent
)

// Acceptance is the place where a finding is accepted.
type Acceptance struct {
	InSource bool // in a comment; else in a file of keys
	At       verdict.Location
}

// Note is a verdict other than a proof or a violation.
type Note struct {
	Property verdict.Property
	Level    Level
	Message  string
	Places   []verdict.Location
}

// Level is the severity of a note.
type Level string

// The levels.
const (
	Remark  Level = "note"    // for a bounded verdict
	Warning Level = "warning" // for an unknown verdict
	Failure Level = "error"   // for a bug of Heddle
)

// information is the address of documentation about the tool and its rules.
const information = "https://github.com/heddle-mc/heddle"

// Write writes a log.
func Write(w io.Writer, l *Log) error {
	out, err := sarif.New(sarif.Version210)
	if err != nil {
		return err
	}
	run := sarif.NewRunWithInformationURI(baseline.Tool, information)
	driver := run.Tool.Driver
	driver.Version, driver.Rules = &l.Version, []*sarif.ReportingDescriptor{}
	for _, p := range l.Properties {
		driver.Rules = append(driver.Rules, descriptor(p))
	}
	run.ColumnKind = "unicodeCodePoints"
	run.Invocations = []*sarif.Invocation{l.invocation()}
	for i := range l.Findings {
		run.AddResult(l.result(&l.Findings[i]))
	}
	out.AddRun(run)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(out)
}

// descriptor returns the rule of a property.
func descriptor(p verdict.Property) *sarif.ReportingDescriptor {
	r := &p.Row().Rule
	tags := []string{"correctness", "concurrency"}
	for _, n := range r.CWE {
		tags = append(tags, "external/cwe/cwe-"+n)
	}
	d := sarif.NewRule(p.String()).WithName(r.Name).WithDescription(r.Text).WithHelpURI(information + "/blob/main/docs/use/properties/" + p.String() + ".md")
	d.WithFullDescription(sarif.NewMultiformatMessageString(r.Text))
	d.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel("error"))
	d.Properties = sarif.Properties{"tags": tags, "precision": "very-high", "problem.severity": "error"}
	return d
}

// invocation describes the end of the run, with its bounded and unknown verdicts.
func (l *Log) invocation() *sarif.Invocation {
	in := sarif.NewInvocation().WithExecutionSuccess(!l.Failed).WithExitCode(l.Exit).WithExitCodeDescription(l.ExitText)
	for i := range l.Notes {
		n := &l.Notes[i]
		rule := sarif.NewReportingDescriptorReference().WithId(n.Property.String())
		if index := slices.Index(l.Properties, n.Property); index >= 0 {
			rule.WithIndex(index)
		}
		note := sarif.NewNotification().WithLevel(string(n.Level)).WithTextMessage(n.Message).WithAssociatedRule(rule)
		for _, at := range n.Places {
			note.Locations = append(note.Locations, l.location(at, ""))
		}
		in.ToolExecutionNotifications = append(in.ToolExecutionNotifications, note)
	}
	return in
}

// result returns a finding in SARIF's form.
func (l *Log) result(f *Finding) *sarif.Result {
	r := sarif.NewRuleResult(f.Property.String()).WithKind("fail").WithLevel("error").WithMessage(sarif.NewTextMessage(f.Message))
	if index := slices.Index(l.Properties, f.Property); index >= 0 {
		r.WithRuleIndex(index)
	}
	if f.Place != nil {
		r.Locations = []*sarif.Location{l.location(*f.Place, "")}
	}
	if f.Suspect {
		if r.WithLevel("note"); f.Other != nil {
			r.RelatedLocations = []*sarif.Location{l.location(*f.Other, "the other place").WithId(1)}
		}
		return r
	}
	r.PartialFingerprints = map[string]any{baseline.Fingerprint: f.Key}
	if f.State != NoBaseline {
		r.WithBaselineState(string(f.State))
	}
	if f.Accepted != nil {
		r.Suppressions = []*sarif.Suppression{l.suppression(f)}
	}
	if f.Story == nil {
		return r
	}
	for i, remark := range report.Remarks(f.Story) {
		r.RelatedLocations = append(r.RelatedLocations, l.location(remark.Place, remark.Text).WithId(i+1))
	}
	r.CodeFlows = []*sarif.CodeFlow{l.flow(f.Story)}
	return r
}

// suppression describes the acceptance of a finding. The library writes every field, so each one has a
// value.
func (l *Log) suppression(f *Finding) *sarif.Suppression {
	kind := "external"
	if f.Accepted.InSource {
		kind = "inSource"
	}
	sum := sha256.Sum256([]byte(f.Property.String() + " " + f.Key + " " + f.Accepted.At.String()))
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80 // version and variant of RFC 9562
	guid := fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	return sarif.NewSuppression(kind).WithStatus("accepted").WithGuid(guid).
		WithJustifcation("accepted at " + f.Accepted.At.String()).WithLocation(l.location(f.Accepted.At, ""))
}

// flow returns an execution: a thread flow for each thread with an action.
func (l *Log) flow(s *story.Story) *sarif.CodeFlow {
	out := sarif.NewCodeFlow().WithTextMessage(report.Headline(s))
	for _, t := range s.Threads {
		flow := sarif.NewThreadFlow().WithID(t.Name)
		if t.Function != "" {
			flow.WithTextMessage(t.Name + " runs " + t.Function)
		}
		for i := range s.Actions {
			if a := &s.Actions[i]; a.Thread == t.Name && a.Place.Line > 0 {
				flow.AddLocation(l.step(s, i))
			}
		}
		if len(flow.Locations) > 0 {
			out.AddThreadFlow(flow)
		}
	}
	if len(out.ThreadFlows) == 0 { // the format requires at least one
		flow := sarif.NewThreadFlow().WithID(s.Failure.Thread)
		at := sarif.NewThreadFlowLocation().WithImportance("essential")
		if s.Failure.Place.Line > 0 {
			at.WithLocation(l.location(s.Failure.Place, s.Failure.Message))
		} else {
			at.WithLocation(sarif.NewLocation().WithMessage(sarif.NewTextMessage(s.Failure.Message)))
		}
		flow.AddLocation(at)
		out.AddThreadFlow(flow)
	}
	return out
}

// step returns an action of a story.
func (l *Log) step(s *story.Story, i int) *sarif.ThreadFlowLocation {
	a := &s.Actions[i]
	importance := "important"
	switch f := &s.Failure; {
	case i == len(s.Actions)-1, a.Kind == story.Fault, slices.Contains(f.Reads, i):
		importance = "essential"
	case slices.ContainsFunc(f.Race, func(r story.RaceAccess) bool { return r.Step > 0 && r.Step == a.Step }):
		importance = "essential"
	case a.Minor:
		importance = "unimportant"
	}
	out := sarif.NewThreadFlowLocation().WithExecutionOrder(i + 1).WithImportance(importance).
		WithLocation(l.location(a.Place, report.Phrase(a)))
	out.WithNestingLevel(len(a.Stack))
	if k := kinds[a.Kind]; k != nil {
		out.WithKinds(k)
	}
	if len(a.Stack) > 0 {
		frames := []*sarif.StackFrame{sarif.NewStackFrame().WithLocation(l.location(a.Place, ""))}
		for _, at := range a.Stack {
			if at.Line > 0 {
				frames = append(frames, sarif.NewStackFrame().WithLocation(l.location(at, "")))
			}
		}
		out.WithStack(sarif.NewStack().WithFrames(frames))
	}
	return out
}

// kinds maps the kinds of actions to the words of SARIF 2.1.0, 3.38.8.
var kinds = map[story.Kind][]string{
	story.Read:     {"value", "memory"},
	story.Write:    {"value", "memory"},
	story.Update:   {"value", "memory"},
	story.Lock:     {"acquire", "lock"},
	story.Unlock:   {"release", "lock"},
	story.Free:     {"release", "memory"},
	story.Dies:     {"exit", "scope"},
	story.Enqueue:  {"release", "lock"},
	story.Woken:    {"acquire", "lock"},
	story.Spurious: {"acquire", "lock"},
	story.Input:    {"value"},
	story.Returned: {"return", "function"},
	story.Create:   {"call", "function"},
	story.Call:     {"call", "function"},
	story.Fault:    {"danger"},
}

// location returns a place in a file, with a message.
func (l *Log) location(at verdict.Location, text string) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(at.Line)
	if at.Column > 0 {
		region.WithStartColumn(l.column(at))
	}
	out := sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri(at.File))).WithRegion(region))
	if at.Function != "" {
		out.AddLogicalLocations(sarif.NewLogicalLocation().WithName(at.Function).WithKind("function"))
	}
	if text != "" {
		out.WithMessage(sarif.NewTextMessage(text))
	}
	return out
}

// column returns a column in characters.
func (l *Log) column(at verdict.Location) int {
	var lines []string
	if l.Lines != nil {
		lines = l.Lines(at.File)
	}
	if at.Line > len(lines) || at.Column > len(lines[at.Line-1]) {
		return at.Column
	}
	return utf8.RuneCountInString(lines[at.Line-1][:at.Column-1]) + 1
}

// uri returns the name of a file as a URI; relative names become relative references.
func uri(file string) string {
	name := filepath.ToSlash(filepath.Clean(file))
	u := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

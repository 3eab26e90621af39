package heddle

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/drive/check/validate"
	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/explain/waypoint"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// WitnessFormat is a format of verification witnesses.
type WitnessFormat uint8

// The formats of verification witnesses.
const (
	YAML    WitnessFormat = iota // 2.2, or 2.1 of one thread and of proofs
	GraphML                      // 1.0
)

// WitnessFormatOf returns the format that a file's name means: GraphML if it ends in .graphml
// or .xml, else YAML.
func WitnessFormatOf(name string) WitnessFormat {
	if ext := filepath.Ext(name); ext == ".graphml" || ext == ".xml" {
		return GraphML
	}
	return YAML
}

// WitnessAnswer is the result of checking a verification witness.
type WitnessAnswer struct {
	Kind     string          `json:"kind"` // violation or correctness
	Property string          `json:"property"`
	Status   validate.Status `json:"status"`
	Why      string          `json:"why"`
	Segments int             `json:"segments,omitempty"` // of a violation
	Passed   int             `json:"passed,omitempty"`   // of them, by an execution, at most
	Warnings []string        `json:"warnings,omitempty"` // the parts of the witness that were not understood
}

// The statuses of a WitnessAnswer.
const (
	Confirmed = validate.Confirmed
	Refuted   = validate.Refuted
	Undecided = validate.Unknown
)

// SVCOMPName returns the name that SV-COMP gives the violated property of a judgement.
func SVCOMPName(j *Judgement) string { return svcomp.VerdictName(j.Property, string(j.Kind)) }

// CheckWitness checks a verification witness, the text of a file, for the program. The property is the
// first one of the options or, without any, that of its specification. The error is an *InputError, with a
// place in the witness if it is malformed.
func CheckWitness(ctx context.Context, opts Options, name string, text []byte) (answer *WitnessAnswer, err error) {
	defer opts.recover(&err)
	w, err := svcomp.Read(name, text)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	property := svcomp.Property(w.Metadata.Specification)
	if len(opts.Properties) > 0 {
		property = opts.Properties[0]
	}
	if property == "" {
		return nil, &InputError{Err: &svcomp.Error{Name: name, Text: fmt.Sprintf("the specification %q is not known", w.Metadata.Specification)}}
	}
	opts.Properties = []string{property}
	if opts.Arch == "" {
		opts.Arch = map[string]string{"ILP32": "ilp32"}[w.Metadata.DataModel]
	}
	if opts, err = opts.complete(); err != nil {
		return nil, &InputError{Err: err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	got, err := opts.validate(budget, name, w, property)
	if err != nil {
		return nil, err
	}
	answer = &WitnessAnswer{Kind: w.Kind.String(), Property: property, Status: got.Status, Why: got.Why, Segments: got.Segments, Passed: got.Passed}
	for _, e := range append(w.Warnings, w.Dropped...) {
		answer.Warnings = append(answer.Warnings, e.Error())
	}
	return answer, nil
}

// validate checks a witness with package validate.
//
// requires: the options are complete.
func (o Options) validate(budget *check.Budget, name string, w *svcomp.Witness, property string) (*validate.Answer, error) {
	driver := o.driver()
	driver.Progress = o.progress(budget)
	got, err := validate.Check(budget, validate.Question{Name: name, Witness: w, Property: property, Driver: driver,
		Compile: func(l *probe.List) (*ir.Program, error) { return o.probed(budget, l) }})
	var wrong *svcomp.Error
	var input *InputError
	switch {
	case err == nil:
		return got, nil
	case check.Abandoned(err), budget.Reason() != "" && !isInternal(err):
		return &validate.Answer{Status: validate.Unknown, Why: string(budget.Reason())}, nil
	case errors.As(err, &wrong):
		return nil, &InputError{Err: wrong}
	case errors.As(err, &input):
		return nil, input
	case isInternal(err):
		return nil, err
	}
	return nil, o.report(err, &compiled{})
}

// probed compiles the program with code at places.
func (o *Options) probed(b *check.Budget, l *probe.List) (*ir.Program, error) {
	quiet := *o
	if len(l.Codes) > 0 {
		quiet.Diagnostics = nil // messages about the program alone were already written
	}
	c, err := quiet.compileWith(b, func(front *front.Options) { front.Probes = l })
	if err != nil {
		return nil, err
	}
	return c.Program, nil
}

// witnessTrial is how long a witness that was written is tried with our own validator before one
// with less detail is.
const witnessTrial = 3 * time.Second

// Witness returns a verification witness for the result: for its first violation, or for its proof. It
// tries witnesses of less and less detail, and returns the first that CheckWitness confirms, as far as time
// allows. The options are those of the check; PhysicalLines should be set, since other tools count lines in
// this way. The error is an *InputError if the format has no such witness.
func Witness(ctx context.Context, opts Options, r *Result, format WitnessFormat) (text []byte, err error) {
	defer opts.recover(&err)
	opts.Diagnostics = nil // the check wrote them
	property := r.Property
	kind := ""
	if r.Verdict == Violation {
		kind = string(r.Kind)
	}
	opts.Properties = []string{property}
	if opts, err = opts.complete(); err != nil {
		return nil, &InputError{Err: err}
	}
	spec, ok := svcomp.Specification(property, kind)
	if p, err := verdict.ParseProperty(property); !ok || err != nil || p.IsTemporal() || r.Verdict == Violation && !p.Row().SVCOMP.Witness {
		return nil, &InputError{Err: fmt.Errorf("there are no witnesses of %s", property)}
	}
	if r.Verdict == Violation && r.Trace != nil && r.Trace.Memory != "" {
		return nil, &InputError{Err: fmt.Errorf("there are no witnesses of executions under %s", r.Trace.Memory)}
	}
	w := &svcomp.Witness{Kind: svcomp.Correctness}
	if err := opts.metadata(&w.Metadata, spec); err != nil {
		return nil, &InputError{Err: err}
	}
	switch r.Verdict {
	case Safe:
		if format == YAML {
			if err := opts.invariants(ctx, w, property); err != nil {
				return nil, err
			}
		}
	case Violation:
		w.Kind = svcomp.Violation
		if err := opts.segments(ctx, r, w); err != nil {
			return nil, err
		}
	default:
		return nil, &InputError{Err: fmt.Errorf("there are no witnesses of the verdict %s", r.Verdict)}
	}
	w.Metadata.UUID = svcomp.NewUUID(fmt.Append(nil, w.Metadata, w.Segments, w.Invariants))
	var out bytes.Buffer
	if format == GraphML {
		err = w.WriteGraphML(&out)
	} else {
		err = w.WriteYAML(&out)
	}
	return out.Bytes(), err
}

// invariantsTime is how long invariants of a proof are looked for.
const invariantsTime = 3 * time.Second

// invariants adds bounds of variables at the heads of loops to a witness of a proof. They are proved by
// package values, no random execution violates them, and CheckWitness confirms them. The time for all of
// this is limited by invariantsTime and witnessTrial.
//
// requires: the options are complete.
func (o Options) invariants(ctx context.Context, w *svcomp.Witness, property string) error {
	budget := check.NewBudget(ctx, invariantsTime, max(0, o.Memory))
	defer budget.Stop()
	list, err := o.bounds(budget)
	switch {
	case isInternal(err):
		return err
	case err != nil || len(list) == 0: // the time is up, or a place has no code: the proof needs none
		return nil
	}
	tried := *w
	tried.Invariants = list
	trial := o
	trial.Timeout = witnessTrial
	limited := check.NewBudget(ctx, witnessTrial, max(0, o.Memory))
	defer limited.Stop()
	switch got, err := trial.validate(limited, "witness", &tried, property); {
	case isInternal(err):
		return err
	case err == nil && got.Status == validate.Confirmed:
		w.Invariants = list
	}
	return nil
}

// bounds returns the proved bounds of variables at the heads of loops.
func (o *Options) bounds(budget *check.Budget) ([]svcomp.Invariant, error) {
	empty := &probe.List{}
	prog, err := o.probed(budget, empty)
	if err != nil {
		return nil, err
	}
	allowed, err := ir.ParseEnvironment(o.Environment)
	if err != nil {
		return nil, err
	}
	env := allowed.In(prog)
	proposals, looks := waypoint.Propose(waypoint.NewSites(empty.Sites))
	if len(looks.Codes) == 0 {
		return nil, nil
	}
	if prog, err = o.probed(budget, looks); err != nil {
		return nil, err
	}
	return check.Within(budget.Context(), budget, func(ctx context.Context) ([]svcomp.Invariant, error) {
		if err := proposals.Look(ctx, interp.Prepare(prog), env); err != nil {
			return nil, err
		}
		return proposals.Prove(ctx, env, func(l *probe.List) (*ir.Program, error) { return o.probed(budget, l) })
	})
}

// metadata fills in the data of a witness about the program, the property and Heddle.
func (o *Options) metadata(m *svcomp.Metadata, specification string) error {
	m.FormatVersion, m.Producer, m.Version = "2.1", "Heddle", Version
	m.Created, m.Specification, m.DataModel = time.Now().UTC().Truncate(time.Second), specification, svcomp.DataModel(o.Arch)
	files, err := sources(o.Files)
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		m.Files, m.Hashes = append(m.Files, f), append(m.Hashes, hex.EncodeToString(sum[:]))
	}
	return nil
}

// spent makes the end of a budget an *InputError: there is no witness then.
func spent(b *check.Budget, err error) error {
	if b.Reason() != "" && !isInternal(err) {
		return &InputError{Err: err}
	}
	return err
}

// segments gives a witness of a violation its segments.
//
// requires: the options are complete.
func (opts Options) segments(ctx context.Context, r *Result, w *svcomp.Witness) error {
	t := r.Trace
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	empty := &probe.List{}
	if _, err := opts.probed(budget, empty); err != nil {
		return spent(budget, err)
	}
	sites := waypoint.NewSites(empty.Sites)
	prog, err := opts.probed(budget, waypoint.Marks(sites))
	if err != nil {
		return spent(budget, err)
	}
	code := interp.Prepare(prog)
	for detail := range waypoint.NumDetails {
		list, err := waypoint.Write(budget.Context(), sites, code, t, detail)
		switch {
		case err != nil && w.Segments == nil:
			return &InputError{Err: err}
		case err != nil:
			return nil // the time is spent: the result was not confirmed
		case w.Segments == nil:
			w.Metadata.FormatVersion = "2.1"
			if waypoint.Threads(list) {
				w.Metadata.FormatVersion = "2.2"
			}
			w.Segments = list
		}
		tried := *w
		tried.Segments = list
		trial := opts
		trial.Timeout = witnessTrial
		limited := check.NewBudget(budget.Context(), witnessTrial, max(0, opts.Memory))
		got, err := trial.validate(limited, "witness", &tried, r.Property)
		limited.Stop()
		switch {
		case err == nil && got.Status == validate.Confirmed:
			w.Segments = list
			return nil
		case isInternal(err):
			return err
		}
	}
	return nil
}

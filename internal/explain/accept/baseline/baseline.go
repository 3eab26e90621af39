// Package baseline reads the findings of an earlier check, so that a later check can distinguish new
// findings from known ones. It reads JSON results of `heddle check` or `heddle test`, and SARIF logs
// that Heddle wrote. A finding is recognised by its property and its key (package accept), never by its
// line. The package takes time linear in its input. The public package calls Read for --baseline.
// Package report/sarif writes logs with its constants.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Fingerprint is the name of a finding's key among the partial fingerprints of a SARIF result. The
// version changes when keys are computed differently.
const Fingerprint = "heddle/v1"

// Tool is the name of the driver of a SARIF log that Heddle wrote.
const Tool = "heddle"

// Absent is the baseline state of a SARIF result that is no longer found.
const Absent = "absent"

// Read returns the findings of a result or a log, each property and key once, in their order. Errors
// name FILE:LINE:COLUMN.
func Read(file string, text []byte) ([]accept.Acceptance, error) {
	r := &reader{file: file, text: text, decoder: json.NewDecoder(bytes.NewReader(text)), known: make(map[string]bool)}
	err := r.read()
	if err == nil && len(bytes.TrimSpace(text[r.decoder.InputOffset():])) > 0 {
		err = r.errorf(r.offset(), "found text behind the end")
	}
	if err != nil {
		return nil, r.placed(err)
	}
	return r.findings, nil
}

// reader reads a document value by value, so that it knows the offset of each.
type reader struct {
	file     string
	text     []byte
	decoder  *json.Decoder
	findings []accept.Acceptance
	known    map[string]bool // properties with keys
}

// read reads the document: a list of tests, a log or a result.
func (r *reader) read() error {
	at := r.offset()
	if at < len(r.text) && r.text[at] == '[' {
		return r.list(func() error { return r.object(fields{"result": r.result}) })
	}
	if at == len(r.text) || r.text[at] != '{' {
		return r.errorf(at, "expected a result of heddle in JSON or a SARIF log")
	}
	var head struct {
		Tool json.RawMessage `json:"tool"`
		Runs json.RawMessage `json:"runs"`
	}
	if err := json.Unmarshal(r.text, &head); err != nil {
		return err
	}
	switch {
	case head.Runs != nil:
		return r.object(fields{"runs": func() error { return r.list(r.run) }})
	case string(head.Tool) == `"`+Tool+`"`:
		return r.result()
	}
	return r.errorf(at, "found neither runs, as a SARIF log has, nor the tool heddle, as a result has")
}

// result reads a result of a check.
func (r *reader) result() error {
	at := r.offset()
	var result struct {
		judgement
		Results []judgement `json:"results"`
	}
	if err := r.decoder.Decode(&result); err != nil {
		return r.shifted(err, at)
	}
	for _, j := range append([]judgement{result.judgement}, result.Results...) {
		if err := r.judged(at, &j); err != nil {
			return err
		}
	}
	return nil
}

// judgement is the part of a result about one property that contains findings.
type judgement struct {
	violation
	Property string      `json:"property"`
	Verdict  string      `json:"verdict"`
	Others   []violation `json:"others"`
	Accepted []violation `json:"accepted"`
}

type violation struct {
	Key      string            `json:"key"`
	Message  string            `json:"message"`
	Location *verdict.Location `json:"location"`
}

// judged adds the violations of a judgement that begins at an offset. Accepted violations count, too,
// because they were found.
func (r *reader) judged(at int, j *judgement) error {
	p, err := verdict.ParseProperty(j.Property)
	if err != nil {
		return r.errorf(at, "%v", err)
	}
	all := append(j.Others, j.Accepted...)
	if j.Verdict == verdict.Violation.String() {
		all = append(all, j.violation)
	}
	for _, v := range all {
		if err := r.add(at, p, v); err != nil {
			return err
		}
	}
	return nil
}

// run reads a run of a log.
func (r *reader) run() error {
	var name string
	at := r.offset()
	err := r.object(fields{
		"tool": func() error {
			var tool struct {
				Driver struct {
					Name string `json:"name"`
				} `json:"driver"`
			}
			begin := r.offset()
			if err := r.decoder.Decode(&tool); err != nil {
				return r.shifted(err, begin)
			}
			name = tool.Driver.Name
			return nil
		},
		"results": func() error { return r.list(r.finding) },
	})
	if err == nil && name != Tool {
		err = r.errorf(at, "found a run of the tool %q, expected %s", name, Tool)
	}
	return err
}

// finding reads a result of a run.
func (r *reader) finding() error {
	at := r.offset()
	var result struct {
		Rule         string            `json:"ruleId"`
		State        string            `json:"baselineState"`
		Level        string            `json:"level"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Message      struct {
			Text string `json:"text"`
		} `json:"message"`
		Locations []struct {
			Physical struct {
				Artifact struct {
					URI string `json:"uri"`
				} `json:"artifactLocation"`
				Region struct {
					Line   int `json:"startLine"`
					Column int `json:"startColumn"`
				} `json:"region"`
			} `json:"physicalLocation"`
		} `json:"locations"`
	}
	if err := r.decoder.Decode(&result); err != nil {
		return r.shifted(err, at)
	}
	if result.State == Absent || result.Level == "note" { // a suspect has the level note
		return nil
	}
	p, err := verdict.ParseProperty(result.Rule)
	if err != nil {
		return r.errorf(at, "%v", err)
	}
	v := violation{Key: result.Fingerprints[Fingerprint], Message: result.Message.Text}
	if len(result.Locations) > 0 {
		at := result.Locations[0].Physical
		name, err := url.PathUnescape(strings.TrimPrefix(at.Artifact.URI, "file://"))
		if err == nil {
			v.Location = &verdict.Location{File: name, Line: at.Region.Line, Column: at.Region.Column}
		}
	}
	return r.add(at, p, v)
}

// add adds a violation of the value that begins at an offset.
func (r *reader) add(at int, p verdict.Property, v violation) error {
	if !accept.IsKey(v.Key) {
		return r.errorf(at, "found the key %q of a violation of %s, expected 10 hexadecimal digits", v.Key, p)
	}
	id := p.String() + " " + v.Key
	if r.known[id] {
		return nil
	}
	r.known[id] = true
	if at := v.Location; at != nil && (at.Line < 1 || at.File == "") {
		v.Location = nil
	} else if at != nil {
		at.Column = max(at.Column, 1)
	}
	r.findings = append(r.findings, accept.Acceptance{Origin: accept.InBaseline, At: r.place(at), Property: p, Key: v.Key, Message: v.Message, Place: v.Location})
	return nil
}

// fields maps the names of an object's fields to functions that read them. Other fields are skipped.
type fields map[string]func() error

// object reads an object.
func (r *reader) object(f fields) error {
	if err := r.open('{', "an object"); err != nil {
		return err
	}
	for r.decoder.More() {
		name, err := r.decoder.Token()
		if err != nil {
			return err
		}
		read := f[name.(string)]
		if read == nil {
			var skipped json.RawMessage
			read = func() error { return r.decoder.Decode(&skipped) }
		}
		if err := read(); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

// list reads a list; element reads each element.
func (r *reader) list(element func() error) error {
	if err := r.open('[', "a list"); err != nil {
		return err
	}
	for r.decoder.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

// open reads the beginning of a list or an object.
func (r *reader) open(want json.Delim, what string) error {
	at := r.offset()
	t, err := r.decoder.Token()
	if err == nil && t != want {
		err = r.errorf(at, "expected %s", what)
	}
	return err
}

// offset returns where the next value begins.
func (r *reader) offset() int {
	at := int(r.decoder.InputOffset())
	for at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[at]) >= 0 {
		at++
	}
	return at
}

// place returns the place of an offset.
func (r *reader) place(at int) verdict.Location {
	before := r.text[:min(at, len(r.text))]
	return verdict.Location{File: r.file, Line: bytes.Count(before, []byte("\n")) + 1, Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

// placedError is an error with its place.
type placedError struct{ text string }

// Error implements error.
func (e *placedError) Error() string { return e.text }

func (r *reader) errorf(at int, format string, args ...any) error {
	return &placedError{r.place(at).String() + ": " + fmt.Sprintf(format, args...)}
}

// shifted adds the place to a type error within a value that begins at an offset.
func (r *reader) shifted(err error, at int) error {
	var mistyped *json.UnmarshalTypeError
	if errors.As(err, &mistyped) {
		return r.errorf(at, "%s: found %s", mistyped.Field[strings.LastIndexByte(mistyped.Field, '.')+1:], mistyped.Value)
	}
	return err
}

// placed adds the place to an error of the JSON parser.
func (r *reader) placed(err error) error {
	var placed *placedError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &placed):
		return placed
	case errors.As(err, &syntax):
		return r.errorf(max(int(syntax.Offset)-1, 0), "%v", err)
	}
	return r.errorf(r.offset(), "%v", err)
}

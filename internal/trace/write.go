package trace

import (
	"encoding/json"
	"fmt"
	"io"
)

// The JSON form. Field order is that of these types, so that the text is
// stable; docs/trace.md describes it for people.
type (
	jsonTrace struct {
		Format      string        `json:"format"`
		Version     int           `json:"version"`
		Program     string        `json:"program,omitempty"`
		Model       string        `json:"model,omitempty"`
		Failure     *jsonFailure  `json:"failure,omitempty"`
		Environment []string      `json:"environment,omitempty"`
		Schedule    []jsonSegment `json:"schedule"`
		Inputs      []jsonInputs  `json:"inputs,omitempty"`
		Uninit      []jsonUninit  `json:"uninitialised,omitempty"`
	}
	jsonFailure struct {
		Property string        `json:"property"`
		Kind     string        `json:"kind,omitempty"`
		Message  string        `json:"message,omitempty"`
		Thread   string        `json:"thread,omitempty"`
		Function string        `json:"function,omitempty"`
		File     string        `json:"file,omitempty"`
		Line     int           `json:"line,omitempty"`
		Column   int           `json:"column,omitempty"`
		Threads  []string      `json:"threads,omitempty"`
		Other    *jsonStanding `json:"other,omitempty"`
	}
	jsonStanding struct {
		Thread   string `json:"thread"`
		Function string `json:"function,omitempty"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
	}
	jsonSegment struct {
		Thread string `json:"thread"`
		Steps  uint64 `json:"steps"`
	}
	jsonInputs struct {
		Thread string      `json:"thread"`
		Values []jsonInput `json:"values"`
	}
	jsonInput struct {
		Reason string `json:"reason"`
		Width  int    `json:"width"`
		Value  string `json:"value"`
		Place  string `json:"place,omitempty"`
	}
	jsonUninit struct {
		Global string `json:"global,omitempty"`
		Site   int    `json:"site,omitempty"`
		Thread string `json:"thread,omitempty"`
		Count  uint32 `json:"count,omitempty"`
		Offset uint64 `json:"offset"`
		Value  byte   `json:"value"`
	}
)

// formatName is the value of the field "format".
const formatName = "heddle-trace"

// Write writes t as indented JSON with a final newline.
func Write(w io.Writer, t *Trace) error {
	j := jsonTrace{Format: formatName, Version: Version, Program: t.Program, Model: t.Model,
		Environment: t.Environment, Schedule: []jsonSegment{}}
	if f := t.Failure; f != nil {
		j.Failure = &jsonFailure{f.Property, f.Kind, f.Message, f.Thread, f.Function, f.File, f.Line, f.Column, f.Threads, (*jsonStanding)(f.Other)}
	}
	for _, s := range t.Schedule {
		j.Schedule = append(j.Schedule, jsonSegment(s))
	}
	for _, th := range t.Threads {
		values := []jsonInput{}
		for _, in := range th.Inputs {
			values = append(values, jsonInput{in.Reason, in.Width, DecimalOrHex(in.Lo, in.Hi), in.Place})
		}
		j.Inputs = append(j.Inputs, jsonInputs{th.Thread, values})
	}
	for _, u := range t.Uninit {
		j.Uninit = append(j.Uninit, jsonUninit{u.Object.Global, u.Object.Site, u.Object.Thread, u.Object.Count, u.Offset, u.Value})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(&j); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

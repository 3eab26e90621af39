package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Read reads a result in the JSON form of WriteJSON. Its other forms are then the same as those of
// the check's result. name is the name of the file, for errors. The error is an *engine.InputError.
func Read(name string, text []byte) (*Result, error) {
	type judgement struct {
		Property string `json:"property"`
		Verdict  string `json:"verdict"`
	}
	var head struct {
		Tool string `json:"tool"`
		judgement
		Results []judgement `json:"results"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, &engine.InputError{Err: positioned(name, text, err)}
	}
	if head.Tool != tool {
		return nil, &engine.InputError{Err: fmt.Errorf("%s: found tool %q, expected a result of heddle check --json", name, head.Tool)}
	}
	for _, j := range append([]judgement{head.judgement}, head.Results...) { // one that is missing would be the zero verdict
		if _, err := verdict.ParseVerdict(j.Verdict); err != nil {
			return nil, &engine.InputError{Err: fmt.Errorf("%s: %s: found verdict %q, expected violation, safe, bounded or unknown", name, j.Property, j.Verdict)}
		}
	}
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, &engine.InputError{Err: positioned(name, text, err)}
	}
	list := append([]Judgement{r.Judgement}, r.Results...)
	for i := range list {
		if err := list[i].valid(); err != nil {
			return nil, &engine.InputError{Err: fmt.Errorf("%s: %w", name, err)}
		}
	}
	for _, s := range r.Sources {
		if s.First < 1 {
			return nil, &engine.InputError{Err: fmt.Errorf("%s: sources: %s: found first line %d, expected at least 1", name, s.File, s.First)}
		}
	}
	return r, nil
}

// valid returns an error if a judgement that was read is not possible.
func (j *Judgement) valid() error {
	if j.Story == nil {
		return nil
	}
	if err := j.Story.Check(); err != nil {
		return fmt.Errorf("story of %s: %w", j.Property, err)
	}
	return nil
}

// positioned returns an error of package json with its place in the text, if it has one.
func positioned(name string, text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var at int64
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
		err = fmt.Errorf("%s: found %s, expected %s", kind.Field, kind.Value, kind.Type.Kind())
	default:
		return fmt.Errorf("%s: %w", name, err)
	}
	before := text[:min(max(at-1, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%s:%d:%d: %w", name, line, column, err)
}

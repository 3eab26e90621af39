package slice

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Plan is the question that slices share.
type Plan struct {
	Version    string          `json:"version"`    // of Heddle; no other judges the slices or merges their results
	Question   json.RawMessage `json:"question"`   // the options, without budgets, as the public package writes them
	Properties []string        `json:"properties"` // each once
	Program    string          `json:"program"`    // certificate.Digest of the linked program
	Files      []File          `json:"files"`      // that the front end reads, headers included
}

// File is a source file as it was read.
type File struct {
	Name string `json:"name"`
	Text []byte `json:"text"`
}

func (p *Plan) check() error {
	seen := make(map[string]bool)
	for _, name := range p.Properties {
		if _, err := verdict.ParseProperty(name); err != nil {
			return fmt.Errorf("properties: %w", err)
		}
		if seen[name] {
			return fmt.Errorf("properties: found %s twice", name)
		}
		seen[name] = true
	}
	switch {
	case p.Version == "":
		return errors.New("version: found none")
	case len(p.Properties) == 0:
		return errors.New("properties: found none")
	case !isHash(p.Program):
		return fmt.Errorf("program: found %q, expected a SHA-256 in hex", p.Program)
	}
	return nil
}

// Slice is a part of the question, with a budget.
type Slice struct {
	Plan     string `json:"plan"` // its hash
	Property string `json:"property"`
	// Part has the executions that are judged; nil: all. Engine judges them; empty: the one of the options.
	Part   *engine.Part `json:"part,omitempty"`
	Engine string       `json:"engine,omitempty"`
	// Root is the hash of the slice that was cut, and cut again, into this one. All of them belong to one shard.
	// Empty: the slice is of the first cut.
	Root    string        `json:"root,omitempty"`
	Timeout time.Duration `json:"timeout_ns"`   // for everything; negative: no limit
	Memory  int64         `json:"memory_bytes"` // likewise
	Again   int           `json:"again"`        // how many more times it is cut if it runs out of time
}

// maxAgain bounds Slice.Again: each time there are several children.
const maxAgain = 16

func (s *Slice) check() error {
	switch {
	case !isHash(s.Plan):
		return fmt.Errorf("plan: found %q, expected a SHA-256 in hex", s.Plan)
	case s.Root != "" && !isHash(s.Root):
		return fmt.Errorf("root: found %q, expected a SHA-256 in hex", s.Root)
	case s.Part != nil && s.Engine == "":
		return errors.New("found a part without an engine")
	case s.Timeout == 0 || s.Memory == 0:
		return errors.New("found no timeout or no memory; negative: no limit")
	case s.Again < 0 || s.Again > maxAgain:
		return fmt.Errorf("again: found %d, expected 0 to %d", s.Again, maxAgain)
	}
	if _, err := verdict.ParseProperty(s.Property); err != nil {
		return fmt.Errorf("property: %w", err)
	}
	if s.Part == nil {
		return nil
	}
	if !isHash(s.Part.Form) {
		return fmt.Errorf("form: found %q, expected a SHA-256 in hex", s.Part.Form)
	}
	for _, b := range s.Part.Branches {
		if b.At == "" || b.Of < 2 || b.Took < 0 || b.Took >= b.Of {
			return fmt.Errorf("branch %q: found alternative %d of %d", b.At, b.Took, b.Of)
		}
	}
	return nil
}

// Result is the result of a slice.
type Result struct {
	Slice   string          `json:"slice"`   // its hash
	Version string          `json:"version"` // of Heddle that judged it
	Machine string          `json:"machine"` // its name
	Result  json.RawMessage `json:"result"`  // of one property, as heddle check --json writes it
}

func (r *Result) check() error {
	switch {
	case !isHash(r.Slice):
		return fmt.Errorf("slice: found %q, expected a SHA-256 in hex", r.Slice)
	case r.Version == "":
		return errors.New("version: found none")
	}
	return nil
}

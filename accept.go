package heddle

import (
	"bytes"
	"os"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/accept/baseline"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Finding is a violation that an earlier check found (Options.Baseline).
type Finding struct {
	Property string    `json:"property"`
	Key      string    `json:"key"`
	Message  string    `json:"message"`
	Location *Location `json:"location"` // where it was then; nil: not known
}

// Acceptance is the origin of the acceptance of a violation: a list (Options.Accept), a comment beside it,
// or an earlier result with the violation (Options.Baseline).
type Acceptance struct {
	Origin   string   `json:"origin"` // list, comment, baseline
	Location Location `json:"location"`
}

// known holds the violations that do not count for the verdict.
type known struct {
	accepted []accept.Acceptance
	baseline []baseline.Finding
	compared bool // there is a baseline, if an empty one
}

// known returns the acceptances of Options.Accept, the comments of the sources and Options.Baseline, in
// this order. The error is of a file that cannot be read or understood.
func (o *Options) known(c *compiled) (k known, err error) {
	if o.Accept != "" {
		file, err := os.Open(o.Accept)
		if err != nil {
			return k, err
		}
		defer file.Close()
		if k.accepted, err = accept.Read(o.Accept, file); err != nil {
			return k, err
		}
	}
	for _, file := range c.Program.Files {
		text := c.Presumed(file)
		if !bytes.Contains(text, []byte("heddle:")) {
			continue
		}
		more, err := accept.Comments(file, strings.Split(string(text), "\n"))
		if err != nil {
			return k, err
		}
		k.accepted = append(k.accepted, more...)
	}
	if o.Baseline != "" {
		text, err := os.ReadFile(o.Baseline)
		if err != nil {
			return k, err
		}
		if k.baseline, err = baseline.Read(o.Baseline, text); err != nil {
			return k, err
		}
		k.compared = true
	}
	for _, f := range k.baseline {
		k.accepted = append(k.accepted, accept.Acceptance{At: f.At, Property: f.Property, Key: f.Key, Origin: accept.InBaseline})
	}
	return k, nil
}

// has reports whether a violation is in the baseline.
func (k *known) has(p verdict.Property, key string) bool {
	return slices.ContainsFunc(k.baseline, func(f baseline.Finding) bool { return f.Property == p && f.Key == key })
}

// stale divides acceptances without a matching violation into those of the baseline, which are absent, and
// the others, as text.
func (k *known) stale(list []accept.Acceptance) (absent []Finding, others []string) {
	for _, a := range list {
		if a.Origin != accept.InBaseline {
			others = append(others, a.String())
			continue
		}
		for _, f := range k.baseline {
			if f.Property == a.Property && f.Key == a.Key {
				absent = append(absent, Finding{f.Property.String(), f.Key, f.Message, f.Place})
			}
		}
	}
	return absent, others
}

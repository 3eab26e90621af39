package heddle

import (
	"bytes"
	"os"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/accept/baseline"
)

// known holds the violations that do not count for the verdict.
type known struct {
	accepted []accept.Acceptance
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
		earlier, err := baseline.Read(o.Baseline, text)
		if err != nil {
			return k, err
		}
		k.accepted, k.compared = append(k.accepted, earlier...), true
	}
	return k, nil
}

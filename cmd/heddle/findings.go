package main

import (
	"fmt"
	"io"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// findings prints violations as they are found.
type findings struct {
	line    *cli.ProgressView
	out     io.Writer
	opts    *outputOptions
	current string      // the property whose violation was reported last
	late    *time.Timer // for its story
	told    []string    // properties whose violations have been printed
}

// patience is how long a violation that was found may wait for its story without a word: people take no
// notice of a tenth of a second.
const patience = time.Second / 10

// tell is called with a violation, and then with its story. It prints the text with the story. If the story
// takes long, it prints a line about the violation before that. Other forms are printed at the end.
func (f *findings) tell(j *heddle.Judgement) {
	if f.current != j.Property {
		f.current, f.late = j.Property, time.AfterFunc(patience, func() { f.line.Say(j.Headline()) })
		return
	}
	f.late.Stop()
	if !f.opts.form.page() {
		return
	}
	f.line.Hold(func() {
		if len(f.told) > 0 {
			fmt.Fprintln(f.out)
		}
		if j.WriteText(f.out, f.opts.text(f.out, nil)) == nil {
			f.told = append(f.told, j.Property)
		}
	})
}

package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// Answer is the answer of a method to a question that other methods answer, too.
type Answer struct {
	Kind     string   // of the question
	Question string   // within its experiment
	Program  string   // in the experiments: programs of other sizes count as the same
	Cell     []string // the key of a cell with the question
	Method   string
	Settled  bool // it gave the correct verdict
	Seconds  float64
	Features Features // of the question
}

// The kinds of questions.
const (
	failing  = "an assertion that fails"
	holding  = "an assertion that holds, within bounds"
	proving  = "an assertion that holds, without bounds"
	hasRace  = "a data race"
	raceFree = "no data race"
)

// Part is an experiment of a survey, with its results so far.
type Part struct {
	Name       string // of the experiment, and of its directory beside the survey's page
	Experiment *Experiment
	Results    []cell.Result
	Features   map[string]Features // by question
	Left       []cell.Cell         // without a result
	Took       time.Duration       // by the clock, in this run
}

// Survey returns one page about several experiments: a link to each, and a joint evaluation of which
// method suits which question.
func Survey(parts []Part) *page.Page {
	p := &page.Page{Title: "Encodings of concurrency compared", Intro: []string{
		"The published experiments that Heddle repeats, each with a page of its own. Times are processor seconds; a cell is one run of a method on a program."}}
	list := page.Section{Title: "Experiments"}
	t := page.Table{File: "experiments", Left: 1, Header: []string{"experiment", "cells", "answered", "dominated", "left", "wrong", "processor seconds", "minutes"}}
	var answers []Answer
	for i := range parts {
		part := &parts[i]
		list.Links = append(list.Links, page.Link{Text: part.Name + ": " + part.Experiment.Report(nil).Title, To: part.Name + "/index.html"})
		t.Rows = append(t.Rows, part.row())
		if len(part.Left) > 0 {
			list.Text = append(list.Text, part.left())
		}
		for _, a := range part.Experiment.Answers(part.Results) {
			a.Features = part.Features[a.Question]
			a.Question = part.Name + ": " + a.Question
			answers = append(answers, a)
		}
	}
	list.Tables = []page.Table{t}
	p.Sections = []page.Section{list, besideOrder(answers)}
	return p
}

// row counts the cells of an experiment.
func (p *Part) row() []string {
	answered, dominated, sum := 0, 0, 0.0
	for i := range p.Results {
		r := &p.Results[i]
		sum += r.CPU.Seconds()
		if r.Answered() {
			answered++
		} else if r.Reason == cell.Dominated {
			dominated++
		}
	}
	wrong := 0
	if p.Experiment.Wrong != nil {
		wrong = len(p.Experiment.Wrong(p.Results))
	}
	out := []string{p.Name}
	for _, n := range []int{len(p.Results), answered, dominated, len(p.Left), wrong} {
		out = append(out, strconv.Itoa(n))
	}
	return append(out, seconds(sum), seconds(p.Took.Minutes()))
}

// left describes the cells that an experiment had no time for: the number for each value of the first
// column, with the values of the last one. Cheap ladders run first, so these are the most expensive
// cells.
func (p *Part) left() string {
	keys := p.Experiment.Sheet.Keys
	var firsts []string
	counts := make(map[string]int)
	lasts := make(map[string][]string)
	for i := range p.Left {
		key := p.Left[i].Key
		first, last := key[0], key[len(key)-1]
		if counts[first]++; counts[first] == 1 {
			firsts = append(firsts, first)
		}
		if !slices.Contains(lasts[first], last) {
			lasts[first] = append(lasts[first], last)
		}
	}
	for i, first := range firsts {
		firsts[i] = fmt.Sprintf("%d of %s (%s %s)", counts[first], first, keys[len(keys)-1], strings.Join(lasts[first], ", "))
	}
	return fmt.Sprintf("Left for want of time, %d cells of %s, whose smaller sizes came first: %s.", len(p.Left), p.Name, strings.Join(firsts, "; "))
}

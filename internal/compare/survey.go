package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/compare/cell"
	"github.com/heddle-mc/heddle/internal/compare/page"
)

// Answer is what a method says of a question that other methods are asked as well.
type Answer struct {
	Kind     string // of the question
	Question string // of its experiment
	Threads  int    // of the program, main among them; 0: not known
	Method   string
	Settled  bool // it gave the verdict that there is
	Seconds  float64
}

// The kinds of questions.
const (
	failing  = "an assertion that fails"
	holding  = "an assertion that holds, within bounds"
	proving  = "an assertion that holds, without bounds"
	hasRace  = "a data race"
	raceFree = "no data race"
)

// Part is an experiment of a survey, with what there is of its results.
type Part struct {
	Name       string // of the experiment, and of its directory beside the survey's page
	Experiment *Experiment
	Results    []cell.Result
	Left       int           // cells without a result
	Took       time.Duration // by the clock, in this run
}

// Survey is one page about several experiments: a link to each, and what they say together of
// which method is for which question.
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
		for _, a := range part.Experiment.Answers(part.Results) {
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
	for _, n := range []int{len(p.Results), answered, dominated, p.Left, wrong} {
		out = append(out, strconv.Itoa(n))
	}
	return append(out, seconds(sum), seconds(p.Took.Minutes()))
}

// class is a class of questions: their kind, and how many threads there are.
type class struct{ kind, threads string }

// crowd names a number of threads.
func crowd(threads int) string {
	switch {
	case threads == 0:
		return none
	case threads <= 2:
		return "1–2"
	case threads <= 4:
		return "3–4"
	}
	return "5 and more"
}

// score is how a method does beside order on the questions of a class.
type score struct {
	class
	method                              string
	questions, both, alone, other, open int // open: neither settles them
	logs                                float64
}

// ratio is the geometric mean of the method's time over order's, where both settle a question; 0:
// there is none.
func (s *score) ratio() float64 {
	if s.both == 0 {
		return 0
	}
	return math.Exp(s.logs / float64(s.both))
}

// better reports whether the method settles more than order, or as much and faster.
func (s *score) better() bool {
	return s.alone > s.other || s.alone == s.other && s.both > 0 && s.ratio() < 1
}

// fastestSeconds is taken for times that are smaller: the start of a process is what they measure.
const fastestSeconds = 0.01

// scores holds each method against order, question by question: it is the only one that all
// experiments ask.
func scores(answers []Answer) []score {
	base := make(map[string]*Answer)
	for i := range answers {
		if a := &answers[i]; a.Method == noModel {
			base[a.Question] = a
		}
	}
	var out []score
	for i := range answers {
		a := &answers[i]
		b := base[a.Question]
		if a.Method == noModel || b == nil {
			continue
		}
		c := class{a.Kind, crowd(a.Threads)}
		at := slices.IndexFunc(out, func(s score) bool { return s.class == c && s.method == a.Method })
		if at < 0 {
			at = len(out)
			out = append(out, score{class: c, method: a.Method})
		}
		s := &out[at]
		s.questions++
		switch {
		case a.Settled && b.Settled:
			s.both++
			s.logs += math.Log(max(a.Seconds, fastestSeconds) / max(b.Seconds, fastestSeconds))
		case a.Settled:
			s.alone++
		case b.Settled:
			s.other++
		default:
			s.open++
		}
	}
	slices.SortStableFunc(out, func(a, b score) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.threads, b.threads),
			cmp.Compare(b.both+b.alone, a.both+a.alone), cmp.Compare(a.ratio(), b.ratio()))
	})
	return out
}

// besideOrder says which method is for which class of questions.
func besideOrder(answers []Answer) page.Section {
	s := page.Section{Title: "Which encoding for which program", Text: []string{
		"Each method is held against order, question by question: order is what every experiment asks. Questions are told apart by what is asked and how many threads there are. " +
			"Translations have K = 3 rounds, contexts or clusters, memory unwinding the smallest n that suffices (what it took to find that is not counted), so that a question is smaller for them than for order, which looks at all schedules. " +
			"time: the geometric mean of the method's over order's, where both settle the question."}}
	t := page.Table{File: "encodings", Left: 3, Header: []string{"what is asked", "threads", "method", "questions", "both", "only it", "only order", "neither", "time"}}
	better := make(map[class][]string)
	var classes []class
	all := scores(answers)
	for i := range all {
		c := &all[i]
		time := ""
		if c.both > 0 {
			time = seconds(c.ratio())
		}
		line := []string{c.kind, c.threads, c.method}
		for _, n := range []int{c.questions, c.both, c.alone, c.other, c.open} {
			line = append(line, strconv.Itoa(n))
		}
		t.Rows = append(t.Rows, append(line, time))
		if !slices.Contains(classes, c.class) {
			classes = append(classes, c.class)
		}
		if c.better() {
			better[c.class] = append(better[c.class], c.text())
		}
	}
	for _, c := range classes {
		who := "nothing does better than order"
		if len(better[c]) > 0 {
			who = strings.Join(better[c], "; ")
		}
		about := c.kind
		if c.threads != none {
			about += ", " + c.threads + " threads"
		}
		s.Text = append(s.Text, about+": "+who+".")
	}
	s.Tables = []page.Table{t}
	return s
}

// text says what is better about the method.
func (s *score) text() string {
	if s.alone > s.other {
		return fmt.Sprintf("%s settles %d of %d, order %d", s.method, s.both+s.alone, s.questions, s.both+s.other)
	}
	return fmt.Sprintf("%s settles as many of %d as order in %s of the time", s.method, s.questions, seconds(s.ratio()))
}

package result

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// junitSuites is the root of a report in the format of JUnit's Ant task. No standard defines it;
// Jenkins, GitLab and GitHub's actions read the elements here.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     string      `xml:"time,attr"` // seconds
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Output  *junitOutput  `xml:"system-out"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

type junitOutput struct {
	Text string `xml:",cdata"`
}

// JUnitOptions selects the errors of a JUnit report.
type JUnitOptions struct {
	RequireProof bool // a bounded or uncertified verdict is an error, as an unknown one is
	Suspects     bool // a verdict with suspects is a failure
}

// WriteJUnit writes results as a JUnit report: a suite for each test or program, a case for each property.
// A violation is a failure, with its trace. An unknown verdict is an error. The open part of a bounded
// verdict is the output of its case.
func WriteJUnit(w io.Writer, list []Tested, opts JUnitOptions) error {
	all := junitSuites{Name: "heddle"}
	for _, t := range list {
		s := t.suite(opts)
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// suite returns the cases of a test or program.
func (t *Tested) suite(opts JUnitOptions) junitSuite {
	name := cmp.Or(t.Test, strings.Join(t.Result.Files, " "), "heddle")
	s := junitSuite{Name: name}
	var spent time.Duration
	for _, j := range t.Result.Judgements() {
		c := junitCase{Name: j.Property, Class: name, Time: junitTime(j.Stats.Time)}
		if j.Location != nil {
			c.File, c.Line = j.Location.File, j.Location.Line
		}
		switch {
		case j.Verdict == verdict.Violation:
			f := j.violations()[0]
			c.Failure = j.problem(f.text())
			s.Failures++
		case opts.Suspects && len(j.suspicions()) > 0:
			c.Failure = j.problem("suspect: " + j.suspicions()[0])
			s.Failures++
		case j.Verdict == verdict.Unknown, (j.Verdict == verdict.Bounded || j.Uncertified != "") && opts.RequireProof:
			c.Error = j.problem(j.leftOpen())
			s.Errors++
		case j.Verdict == verdict.Bounded:
			c.Output = &junitOutput{j.page()}
		}
		spent += j.Stats.Time
		s.Tests++
		s.Cases = append(s.Cases, c)
	}
	s.Time = junitTime(spent)
	return s
}

// problem returns the reason why a case does not pass.
func (j *Judgement) problem(message string) *junitProblem {
	return &junitProblem{Message: message, Type: j.Verdict.String(), Text: j.page()}
}

// page returns the text that WriteText writes for the judgement, in the characters of XML 1.0.
func (j *Judgement) page() string {
	var b strings.Builder
	r := Result{Judgement: *j}
	_ = r.WriteText(&b, TextOptions{}) // a builder does not fail
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\t' && c != '\n' || c == 0xfffe || c == 0xffff {
			return utf8.RuneError
		}
		return c
	}, b.String())
}

func junitTime(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

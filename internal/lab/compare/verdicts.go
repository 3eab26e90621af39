package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// A method wins a question against another if only it settles the question, or if it is faster by both
// limits. Smaller differences occur between two runs of one method.
const (
	fasterTimes   = 1.2
	fasterSeconds = 0.1
)

// fewestQuestions is the least number of questions for a statement about a method.
const fewestQuestions = 8

// chance is the significance level of the sign test (two-sided): the greatest acceptable probability of
// so clear a difference between wins and losses if neither method is better.
const chance = 0.05

// few is the fraction of the long questions that may be won or lost between methods that are called
// alike.
const few = 0.1

// fewestLong is the least number of long questions for a sign test: 5 wins without a loss may be
// chance.
const fewestLong = 6

// fastestSeconds replaces smaller times, which measure mostly the start of a process.
const fastestSeconds = 0.01

// class is a set of questions of one kind in the same band of a feature.
type class struct {
	kind     string
	bands    []string // of several features if they contain the same questions; none: all questions of the kind
	asked    []string // the questions, in order
	programs []string
	order    int // number of questions that order settles
}

// text names the class.
func (c *class) text() string {
	if len(c.bands) == 0 {
		return c.kind
	}
	return c.kind + ", with " + strings.Join(c.bands, ", with ")
}

// classes returns the classes of some answers. For each kind they are all its questions, then each band
// of a feature that contains some questions but not all.
func classes(answers []Answer) []class {
	var out []class
	add := func(kind, band string, within func(*Answer) bool) {
		c := class{kind: kind}
		for i := range answers {
			a := &answers[i]
			if a.Kind != kind || !within(a) {
				continue
			}
			if !slices.Contains(c.asked, a.Question) {
				c.asked = append(c.asked, a.Question)
			}
			if !slices.Contains(c.programs, a.Program) {
				c.programs = append(c.programs, a.Program)
			}
			if a.Method == noModel && a.Settled {
				c.order++
			}
		}
		if i := slices.IndexFunc(out, func(o class) bool { return o.kind == kind && slices.Equal(o.asked, c.asked) }); i >= 0 {
			if len(out[i].bands) > 0 {
				out[i].bands = append(out[i].bands, band)
			}
			return
		}
		if band != "" {
			c.bands = []string{band}
		}
		if len(c.asked) > 0 {
			out = append(out, c)
		}
	}
	for _, kind := range []string{failing, holding, proving, hasRace, raceFree} {
		add(kind, "", func(*Answer) bool { return true })
		for i := range divisions {
			d := &divisions[i]
			for band := range len(d.limits) + 1 {
				add(kind, d.text(band), func(a *Answer) bool { return a.Features != nil && d.band(a.Features[d.feature]) == band })
			}
		}
	}
	return out
}

// standing is the result of comparing a method with order.
type standing string

// The standings. With quick, too few questions take long. With undecided, the data do not decide. With
// untried there are too few questions.
const (
	better    standing = "better"
	worse     standing = "worse"
	alike     standing = "alike"
	quick     standing = "quick"
	undecided standing = "undecided"
	untried   standing = "few questions"
)

// standings lists the standings in the order of the page.
var standings = []standing{better, alike, worse, quick, undecided, untried}

// tells reports whether the standing in a band is worth mentioning, given the standing in the whole
// kind.
func (at standing) tells(whole standing) bool {
	switch at {
	case better, worse, alike:
		return at != whole
	case quick:
		return whole == better || whole == worse
	}
	return false
}

// score compares a method with order on the questions of a class that both have answered or tried.
type score struct {
	method                                  string
	questions, settled, order, wins, losses int
	long                                    int       // questions that one of the two does not settle within fasterSeconds; only these can be won
	programs                                []string  // programs of the questions
	ratios                                  []float64 // of its time to order's, for questions that both settle
}

// median returns the median of the ratios; 0: there is none.
func (s *score) median() float64 {
	n := len(s.ratios)
	if n == 0 {
		return 0
	}
	list := slices.Sorted(slices.Values(s.ratios))
	return math.Sqrt(list[(n-1)/2] * list[n/2])
}

// standing derives the standing from the score.
func (s *score) standing() standing {
	switch {
	case s.questions < fewestQuestions:
		return untried
	case signTest(s.wins, s.losses) <= chance && s.wins > s.losses:
		return better
	case signTest(s.wins, s.losses) <= chance:
		return worse
	case s.long < fewestLong:
		return quick
	case s.long >= fewestQuestions && float64(s.wins+s.losses) <= few*float64(s.long):
		return alike
	}
	return undecided
}

// signTest returns the two-sided p-value of the sign test: twice the probability that, of a+b equally
// likely outcomes of two kinds, the rarer is at most as frequent as here.
func signTest(a, b int) float64 {
	term, sum := math.Pow(0.5, float64(a+b)), 0.0 // term: exactly i outcomes of a kind
	for i := range min(a, b) + 1 {
		sum += term
		term *= float64(a+b-i) / float64(i+1)
	}
	return min(1, 2*sum)
}

// text describes the score of the method.
func (s *score) text() string {
	out := fmt.Sprintf("%s (of %d questions, %d of %s s or more, it settles %d, order %d; it wins %d and loses %d", s.method, s.questions, s.long, seconds(fasterSeconds), s.settled, s.order, s.wins, s.losses)
	if len(s.ratios) > 0 {
		out += fmt.Sprintf("; median time %s of order's", seconds(s.median()))
	}
	return out + ")"
}

// wins reports whether a wins the question against b.
func (a *Answer) wins(b *Answer) bool {
	return a.Settled && (!b.Settled || b.Seconds >= fasterTimes*a.Seconds && b.Seconds-a.Seconds >= fasterSeconds)
}

// scores compares each method with order, question by question, since order is the only method in all
// experiments.
func scores(answers []Answer, c *class) []score {
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
		if a.Method == noModel || b == nil || a.Kind != c.kind || !slices.Contains(c.asked, a.Question) {
			continue
		}
		at := slices.IndexFunc(out, func(s score) bool { return s.method == a.Method })
		if at < 0 {
			at = len(out)
			out = append(out, score{method: a.Method})
		}
		s := &out[at]
		s.questions++
		if !slices.Contains(s.programs, a.Program) {
			s.programs = append(s.programs, a.Program)
		}
		if !a.Settled || !b.Settled || max(a.Seconds, b.Seconds) >= fasterSeconds {
			s.long++
		}
		if a.Settled {
			s.settled++
		}
		if b.Settled {
			s.order++
		}
		if a.wins(b) {
			s.wins++
		} else if b.wins(a) {
			s.losses++
		}
		if a.Settled && b.Settled {
			s.ratios = append(s.ratios, max(a.Seconds, fastestSeconds)/max(b.Seconds, fastestSeconds))
		}
	}
	slices.SortStableFunc(out, func(a, b score) int {
		return cmp.Or(cmp.Compare(b.wins-b.losses, a.wins-a.losses), cmp.Compare(a.median(), b.median()))
	})
	return out
}

// besideOrder describes which method suits which class of questions.
func besideOrder(answers []Answer) page.Section {
	s := page.Section{Title: "Which encoding for which program", Text: []string{
		fmt.Sprintf("Each method is held against order, question by question: order is what every experiment asks. A method wins a question that it alone settles, or settles at least %s times and %s s faster; "+
			"what neither wins counts for neither. It is better or worse than order if so many more wins, or losses, come about with a probability of at most %s where neither is better (sign test), "+
			"alike if at most %s of the questions that one of the two does not settle in %s s are won or lost; only these can be won, and where they are fewer than %d (quick), nothing tells the two apart. Otherwise the data do not decide. Nothing is said of fewer than %d questions. "+
			"Questions about one program in several sizes are not independent: where there are few programs, what is said is of these.", seconds(fasterTimes), seconds(fasterSeconds), seconds(chance), seconds(few), seconds(fasterSeconds), fewestLong, fewestQuestions),
		"Features are measured of each question by a pass up to the event graph, in which a loop without a constant bound is passed once (features.csv of each experiment): threads, loops, shared accesses and writes that matter to the question, " +
			"operations on locks and with a memory order, terms of the formula. All questions of a kind come first; a band of a feature follows where a method stands otherwise in it.",
		"Translations have K = 3 rounds, contexts or clusters, memory unwinding the smallest n that suffices (what it took to find that is not counted), so that a question is smaller for them than for order, which looks at all schedules. Order itself looks within bounds, and so proves little without."}}
	t := page.Table{File: "encodings", Left: 3, Header: []string{"questions", "method", "against order", "asked", "programs", "long", "settled", "by order", "wins", "losses", "median time"}}
	whole := make(map[string]standing) // of a kind and method
	for _, c := range classes(answers) {
		by := make(map[standing][]string)
		for _, m := range scores(answers, &c) {
			at := m.standing()
			if len(c.bands) == 0 {
				whole[c.kind+m.method] = at
			} else if !at.tells(whole[c.kind+m.method]) {
				continue
			}
			row := []string{c.text(), m.method, string(at)}
			for _, n := range []int{m.questions, len(m.programs), m.long, m.settled, m.order, m.wins, m.losses} {
				row = append(row, strconv.Itoa(n))
			}
			ratio := ""
			if len(m.ratios) > 0 {
				ratio = seconds(m.median())
			}
			t.Rows = append(t.Rows, append(row, ratio))
			switch at {
			case better, worse, alike:
				by[at] = append(by[at], m.text())
			default:
				by[at] = append(by[at], m.method)
			}
		}
		s.Text = append(s.Text, c.sentences(by)...)
	}
	s.Tables = []page.Table{t}
	return s
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// sentences describes the standings of the methods in the class, a paragraph for each standing.
func (c *class) sentences(by map[standing][]string) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, c.text()+": "+fmt.Sprintf(format, args...)) }
	if len(c.bands) == 0 {
		found := ""
		if len(by[better]) == 0 {
			found = " No method is known to be better."
		}
		say("%s about %s, of which order settles %d.%s", counted(len(c.asked), "question"), counted(len(c.programs), "program"), c.order, found)
	}
	for _, at := range standings {
		if len(by[at]) == 0 {
			continue
		}
		list := strings.Join(by[at], "; ")
		switch at {
		case better, worse:
			say("%s than order: %s.", at, list)
		case alike:
			say("like order: %s.", list)
		case quick:
			say("too few questions take long to tell from order: %s.", list)
		case undecided:
			say("the data do not decide between order and %s.", list)
		case untried:
			say("asked of fewer than %d questions: %s.", fewestQuestions, list)
		}
	}
	return out
}

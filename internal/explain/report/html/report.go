package html

import (
	_ "embed" // for the template, the styles and the script
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Report is the content of a page.
type Report struct {
	Version    string   // of Heddle
	Files      []string // that were checked
	Verdict    string   // the worst verdict
	Properties []Property
	Sources    []story.Excerpt // of the files that stories refer to
}

// Property is the result for one property.
type Property struct {
	Name        string
	Verdict     string
	Kind        string            // of the violation; may be empty
	Location    *verdict.Location // of the violation; nil: none
	Message     string            // the violated condition, or the reason for an unknown verdict
	Reason      string            // the reason for a bounded or unknown verdict, in words; may be empty
	Bounds      []string          // that cut executions
	Pairs       string            // how many pairs of accesses cannot race, of an open race verdict; may be empty
	Suspects    []string          // the other pairs, the best first
	Assumptions []string
	Note        string // the limits of a safe verdict; may be empty
	Next        string // suggests how to get further; may be empty
	Engine      string // the engine that answered; may be empty
	Time        time.Duration
	Key         string       // of the violation
	Story       *story.Story // nil: none
	Others      []Other      // further violations
	Accepted    []Other      // accepted violations, which do not affect the verdict
}

// Other is a violation without a story.
type Other struct {
	Location *verdict.Location // nil: it has no place in the source
	Message  string
	Key      string
}

var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	styleText string
	//go:embed script.js
	scriptText string
)

// pageTemplate returns the template of the page. It is parsed when the first page is written, which few commands do.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// page is the data for the template.
type page struct {
	*Report
	Style    template.CSS
	Script   template.JS
	Data     template.JS // for the script
	Groups   []group
	Findings []finding
}

// group is a row of the table of properties: properties with the same result.
type group struct {
	Names []string
	*Property
}

// groups lists the violations first, then the other properties, grouped by equal results.
func groups(list []Property) []group {
	var out []group
	for _, isViolation := range []bool{true, false} {
		for i := range list {
			p := &list[i]
			if isViolation != (p.Verdict == "violation") {
				continue
			}
			at := -1
			if !isViolation {
				at = slices.IndexFunc(out, func(g group) bool { return g.alike(p) })
			}
			if at < 0 {
				out = append(out, group{[]string{p.Name}, p})
			} else {
				out[at].Names = append(out[at].Names, p.Name)
			}
		}
	}
	return out
}

// alike reports whether two properties have the same result.
func (p *Property) alike(q *Property) bool {
	return p.Verdict == q.Verdict && p.Says() == q.Says() && p.Note == q.Note && p.Next == q.Next && p.Engine == q.Engine && p.Pairs == q.Pairs && len(p.Accepted)+len(q.Accepted) == 0 &&
		slices.Equal(p.Bounds, q.Bounds) && slices.Equal(p.Assumptions, q.Assumptions)
}

// data is the data for the script.
type data struct {
	Sources  []story.Excerpt `json:"sources"`
	Findings []timeline      `json:"findings"`
}

// Write writes the page. The stories must be consistent (story.Story.Check).
func Write(w io.Writer, r *Report) error {
	p := page{Report: r, Groups: groups(r.Properties), Style: template.CSS(styleText), Script: template.JS(scriptText)}
	d := data{Sources: append([]story.Excerpt{}, r.Sources...), Findings: []timeline{}} // no null for the script
	for i := range r.Properties {
		if property := &r.Properties[i]; property.Story != nil {
			p.Findings = append(p.Findings, newFinding(len(p.Findings)+1, property))
			d.Findings = append(d.Findings, newTimeline(property.Story))
		}
	}
	text, err := json.Marshal(d) // escapes all text that could end the element that contains it
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	p.Data = template.JS(text)
	if err := pageTemplate().Execute(w, p); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// Title names the page.
func (r *Report) Title() string {
	switch len(r.Files) {
	case 0:
		return "Heddle"
	case 1:
		return r.Files[0]
	}
	return fmt.Sprintf("%s and %d more", r.Files[0], len(r.Files)-1)
}

// Conclusion summarises the verdicts of all properties in a sentence.
func (r *Report) Conclusion() string {
	n, total := 0, len(r.Properties)
	for i := range r.Properties {
		if r.Properties[i].Verdict == r.Verdict {
			n++
		}
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	of := fmt.Sprintf("%d of %d properties %s ", n, total, are)
	switch r.Verdict {
	case "violation":
		return of + "violated. Each execution that is shown was executed again before it was reported."
	case "safe":
		return of + "proved, under the assumptions below: no execution violates them."
	case "bounded":
		return of + "not violated within bounds. What lies beyond these was not looked at."
	}
	return of + "undecided."
}

// Took returns the time for the property, if it is alone in its group.
func (g *group) Took() string {
	if g.Time <= 0 || len(g.Names) > 1 {
		return ""
	}
	return fmt.Sprintf("%.2f s", g.Time.Seconds())
}

// Says describes the result of a property in one line.
func (p *Property) Says() string {
	switch {
	case p.Story != nil:
		return p.headline()
	case p.Message != "" && p.Reason != "" && p.Message != p.Reason:
		return p.Reason + ": " + p.Message
	case p.Message != "" || p.Reason != "":
		return p.Message + p.Reason
	case p.Verdict == "safe":
		return "no execution violates it"
	}
	return ""
}

// headline describes the violation, without the property, which stands beside it.
func (p *Property) headline() string {
	return strings.TrimPrefix(report.Headline(p.Story), p.Name+": ")
}

package result

import (
	"cmp"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/report/html"
)

// WriteHTML writes the result as a page: one file that loads nothing (docs/use/report.md).
func (r *Result) WriteHTML(w io.Writer) error {
	page := html.Report{Version: r.Version, Files: r.Files, Verdict: r.Verdict.String(), Sources: r.Sources}
	for _, j := range r.Judgements() {
		p := html.Property{Name: j.Property, Verdict: j.Verdict.String(), Kind: string(j.Kind), Location: j.Location, Message: reasonText(j.Message),
			Reason: reasonText(string(j.Reason)), Assumptions: j.Assumptions, Note: strings.Join(notes([]Judgement{j}), "; "), Next: j.Next, Engine: j.Stats.Engine, Time: j.Stats.Time, Key: j.Key,
			Story: j.Story, Others: listed(j.Others), Accepted: listed(j.Accepted)}
		for _, m := range j.Bounds {
			p.Bounds = append(p.Bounds, markText(m))
		}
		if j.Uncertified != "" {
			p.Reason = cmp.Or(p.Reason, "uncertified: "+j.Uncertified)
		}
		if j.reportsRaces() {
			p.Pairs = covered(j.Races)
			for _, s := range j.Races.Suspects {
				p.Suspects = append(p.Suspects, suspect(s))
			}
		}
		page.Properties = append(page.Properties, p)
	}
	return html.Write(w, &page)
}

// listed returns violations as the page lists them.
func listed(list []Other) (out []html.Other) {
	for _, v := range list {
		out = append(out, html.Other{Location: v.Location, Message: v.Message, Key: v.Key})
	}
	return out
}

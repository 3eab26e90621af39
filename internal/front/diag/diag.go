// Package diag owns the messages of the front end about errors and oddities in the user's input, with
// their positions. Packages front, load, preprocess, sema and link make Diagnostics; the public package
// and cmd/clibgen render them. diag never prints and never decides whether to continue.
//
// A message is lower case without final punctuation. It states the found and the expected construct.
// Code names the kind of trouble; it is stable, so that tests and scripts may compare it.
package diag

import (
	"fmt"
	"sort"
	"strings"
)

// Severity distinguishes an error, which makes the program unusable, from a warning.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// String returns the word that precedes the message.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one message. Line 0 means the whole file; an empty File means
// the command as a whole. Columns count bytes from 1.
type Diagnostic struct {
	Severity Severity
	Code     string // stable, like "no-such-file"
	File     string
	Line     int
	Column   int
	Message  string
}

// String returns the diagnostic in one line: "file:line:column: error: message [code]".
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File + ":")
		if d.Line > 0 {
			fmt.Fprintf(&b, "%d:", d.Line)
			if d.Column > 0 {
				fmt.Fprintf(&b, "%d:", d.Column)
			}
		}
		b.WriteByte(' ')
	}
	fmt.Fprintf(&b, "%s: %s", d.Severity, d.Message)
	if d.Code != "" {
		fmt.Fprintf(&b, " [%s]", d.Code)
	}
	return b.String()
}

// HasErrors reports whether one of the diagnostics is an error.
func HasErrors(list []Diagnostic) bool {
	for _, d := range list {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Limit is how many diagnostics Tidy keeps of each severity.
const Limit = 20

// Tidy sorts diagnostics by file (in order of first mention) and position, drops duplicates and
// follow-ons (a second error in a line), and caps the number of each severity. If some are left out, a
// last diagnostic of their severity gives their number.
func Tidy(list []Diagnostic) []Diagnostic {
	order := map[string]int{}
	for _, d := range list {
		if _, ok := order[d.File]; !ok {
			order[d.File] = len(order)
		}
	}
	sorted := append([]Diagnostic(nil), list...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		switch {
		case a.File != b.File:
			return order[a.File] < order[b.File]
		case a.Line != b.Line:
			return a.Line < b.Line
		case a.Severity != b.Severity:
			return a.Severity < b.Severity
		}
		return a.Column < b.Column
	})
	var out []Diagnostic
	var kept, dropped [2]int
	for i, d := range sorted {
		if i > 0 && follows(sorted[i-1], d) {
			continue
		}
		if kept[d.Severity] == Limit {
			dropped[d.Severity]++
			continue
		}
		kept[d.Severity]++
		out = append(out, d)
	}
	for s, n := range dropped {
		if n > 0 {
			out = append(out, Diagnostic{
				Severity: Severity(s), Code: "too-many",
				Message: fmt.Sprintf("%d more diagnostics of this kind are not shown", n),
			})
		}
	}
	return out
}

// follows reports whether d has no information beyond that of prev, its predecessor in order.
func follows(prev, d Diagnostic) bool {
	if prev.File != d.File || prev.Line != d.Line || prev.Severity != d.Severity {
		return false
	}
	return d.Line > 0 && d.Severity == Error || prev.Code == d.Code && prev.Message == d.Message
}

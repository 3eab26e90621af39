package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// assumption is an assumption of verdicts.
type assumption struct {
	text       string
	properties []string // whose verdicts assume it
}

// assumed returns the assumptions of judgements, each once. Those about the program come first, since the
// short form may end before the last.
func assumed(list []Judgement) (all []assumption) {
	for i := range list {
		for _, text := range list[i].Assumptions {
			at := slices.IndexFunc(all, func(a assumption) bool { return a.text == text })
			if at < 0 {
				at = len(all)
				all = append(all, assumption{text: text})
			}
			all[at].properties = append(all[at].properties, list[i].Property)
		}
	}
	slices.SortStableFunc(all, func(a, b assumption) int { return rank(a.text) - rank(b.text) })
	return all
}

// rank orders assumptions.
func rank(text string) int {
	if IsUsual(text) {
		return 1
	}
	return 0
}

// writeAssumptions writes the assumptions of verdicts: as many as fit in a line, or all.
func writeAssumptions(out page, list []Judgement) {
	all := assumed(list)
	if len(all) == 0 {
		return
	}
	if out.opts.Assumptions {
		out.line("assuming:")
		for _, a := range all {
			out.line("  " + a.text + a.of(list))
		}
		return
	}
	fmt.Fprintln(out, inOneLine(all, out.opts.width()))
}

// inOneLine returns a line with as many assumptions as fit into a width.
func inOneLine(all []assumption, width int) string {
	rest := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("; and %d more (--assumptions)", n)
	}
	text, sep := "assuming: ", ""
	for i, a := range all {
		more := rest(len(all) - i - 1)
		switch room := width - utf8.RuneCountInString(text+sep+more); {
		case utf8.RuneCountInString(a.text) <= room:
			text += sep + a.text
			sep = "; "
		case i > 0:
			return text + rest(len(all)-i)
		default:
			more = cmp.Or(more, " (--assumptions)")
			room = width - utf8.RuneCountInString(text+"…"+more)
			return text + beginning(a.text, max(0, room)) + "…" + more
		}
	}
	return text
}

// beginning returns the words at the beginning of a text that fit into a width, or a part of the first word if
// it does not.
func beginning(text string, width int) string {
	r := []rune(text)
	if len(r) <= width {
		return text
	}
	for end := width; end > 0; end-- {
		if r[end] == ' ' {
			return strings.TrimRight(string(r[:end]), " ,;:")
		}
	}
	return string(r[:width])
}

// of returns the properties whose verdicts have an assumption, in parentheses. It is empty if all verdicts
// with assumptions have it.
func (a *assumption) of(list []Judgement) string {
	for i := range list {
		if len(list[i].Assumptions) > 0 && !slices.Contains(a.properties, list[i].Property) {
			return " (" + strings.Join(a.properties, ", ") + ")"
		}
	}
	return ""
}

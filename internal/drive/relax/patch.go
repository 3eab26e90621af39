package relax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

// Patch returns the changes of the sources that give each operation its needed order, as a unified diff for patch -p0.
// source returns the text of a file, or "" if it cannot be changed; path returns the name of a file in the diff. without has the
// changed rows that are not in the diff: macros and operators make their operations.
func (r *Result) Patch(files []string, source, path func(file string) string) (diff string, without []*Row) {
	edits := make(map[ir.FileID][]edit)
	var ids []ir.FileID
	for i := 0; i < len(r.Rows); {
		end := i + 1
		for end < len(r.Rows) && r.Rows[end].Pos == r.Rows[i].Pos {
			end++
		}
		rows := r.Rows[i:end]
		i = end
		if !slices.ContainsFunc(rows, func(row Row) bool { return row.Needed != row.Order }) {
			continue
		}
		file := rows[0].Pos.File
		list := change(source(files[file]), rows)
		if list == nil {
			for k := range rows {
				if rows[k].Needed != rows[k].Order {
					without = append(without, &rows[k])
				}
			}
			continue
		}
		if !slices.Contains(ids, file) {
			ids = append(ids, file)
		}
		edits[file] = append(edits[file], list...)
	}
	slices.Sort(ids)
	var out strings.Builder
	for _, id := range ids {
		name := path(files[id])
		fmt.Fprintf(&out, "--- %s\n+++ %s\n", name, name)
		writeHunks(&out, source(files[id]), edits[id])
	}
	return out.String(), without
}

// change returns the edits for the rows of one place; nil: the text there has no call for one of them. Two rows of a
// kind are operations of a macro. The calls of a kind at a place have one order, that of the row.
func change(text string, rows []Row) (edits []edit) {
	byKind := make(map[Kind]*Row)
	for i := range rows {
		if byKind[rows[i].Kind] != nil {
			return nil
		}
		byKind[rows[i].Kind] = &rows[i]
	}
	begin := offset(text, rows[0].Pos)
	if begin < 0 {
		return nil
	}
	edited := make(map[Kind]bool)
	for _, c := range operationsAt(text, begin) {
		needed := make([]string, len(c.kinds)) // by order of the operation; empty: it stays
		changes := false
		for i, k := range c.kinds {
			row := byKind[k]
			switch {
			case row == nil || c.gives && len(c.args) < len(c.kinds):
				return nil
			case row.Needed == row.Order:
			case row.Needed == Removed:
				return []edit{removal(text, c.call)}
			default:
				needed[i], changes = constant(cmp.Or(c.other, c.name), row.Needed), true
			}
			edited[k] = true
		}
		if changes {
			edits = append(edits, c.with(needed)...)
		}
	}
	for k, row := range byKind {
		if row.Needed != row.Order && !edited[k] {
			return nil
		}
	}
	return edits
}

// with returns the edits that give a call its needed orders.
func (c *found) with(needed []string) (edits []edit) {
	if c.gives {
		for k, name := range needed {
			if name != "" {
				a := c.args[len(c.args)-len(needed)+k]
				edits = append(edits, edit{a[0], a[1], name})
			}
		}
		return edits
	}
	for k := range needed {
		needed[k] = cmp.Or(needed[k], constant(c.other, ir.SeqCst))
	}
	separator := ", "
	if len(c.args) == 0 {
		separator = ""
	}
	return []edit{{c.begin, c.begin + len(c.name), c.other}, {c.end - 1, c.end - 1, separator + strings.Join(needed, ", ")}}
}

// offset returns the offset of a place in a text; -1: it is not there.
func offset(text string, pos ir.Pos) int {
	at := 0
	for range pos.Line - 1 {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return -1
		}
		at += n + 1
	}
	if at += int(pos.Col) - 1; at >= len(text) {
		return -1
	}
	return at
}

// removal removes a call: with its line if that has only this statement and the statement before has ended, else by an
// expression without an effect.
func removal(text string, c call) edit {
	nothing := edit{c.begin, c.end, "(void)0"}
	line := strings.LastIndexByte(text[:c.begin], '\n') + 1
	end := skip(text, c.end)
	if end >= len(text) || text[end] != ';' || strings.TrimSpace(text[line:c.begin]) != "" {
		return nothing
	}
	rest, _, _ := strings.Cut(text[end+1:], "\n")
	last, directive := before(text, line)
	if strings.TrimSpace(rest) != "" || directive || strings.IndexByte("{};", last) < 0 {
		return nothing
	}
	return edit{line, min(end+1+len(rest)+1, len(text)), ""}
}

// before returns the last character before an offset that is neither white space nor in a comment. directive is set if the last
// line that is not empty is a directive of the preprocessor.
func before(text string, end int) (last byte, directive bool) {
	for i := skip(text, 0); i < end; i = skip(text, next(text, i)) {
		if last = text[i]; last == '#' {
			directive = true
		} else if directive && strings.Contains(text[strings.LastIndexByte(text[:i], '#'):i], "\n") {
			directive = false
		}
	}
	return last, directive
}

// around is the number of unchanged lines around a change.
const around = 3

// writeHunks writes the hunks of a unified diff.
func writeHunks(out *strings.Builder, text string, edits []edit) {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	lines := slices.Collect(strings.Lines(text))
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + len(l)
	}
	lineOf := func(at int) int {
		i, found := slices.BinarySearch(starts, at)
		if !found {
			i--
		}
		return i
	}
	// region is a range of changed lines with its edits.
	type region struct {
		from, to int
		edits    []edit
	}
	var regions []region
	for _, e := range edits {
		from, to := lineOf(e.from), lineOf(max(e.from, e.to-1))+1
		if n := len(regions); n > 0 && from < regions[n-1].to {
			regions[n-1].to, regions[n-1].edits = max(to, regions[n-1].to), append(regions[n-1].edits, e)
		} else {
			regions = append(regions, region{from, to, []edit{e}})
		}
	}
	grown := 0 // lines that earlier hunks add
	for i := 0; i < len(regions); {
		end := i + 1
		for end < len(regions) && regions[end].from-regions[end-1].to <= 2*around {
			end++
		}
		from, to := max(0, regions[i].from-around), min(len(lines), regions[end-1].to+around)
		var body strings.Builder
		at, added := from, 0
		for _, r := range regions[i:end] {
			writeLines(&body, " ", lines[at:r.from])
			writeLines(&body, "-", lines[r.from:r.to])
			now := slices.Collect(strings.Lines(apply(text[starts[r.from]:starts[r.to]], starts[r.from], r.edits)))
			writeLines(&body, "+", now)
			at, added = r.to, added+len(now)-(r.to-r.from)
		}
		writeLines(&body, " ", lines[at:to])
		fmt.Fprintf(out, "@@ -%d,%d +%d,%d @@\n%s", from+1, to-from, from+1+grown, to-from+added, &body)
		grown += added
		i = end
	}
}

// writeLines writes lines with a sign.
func writeLines(out *strings.Builder, sign string, lines []string) {
	for _, l := range lines {
		out.WriteString(sign + l)
		if !strings.HasSuffix(l, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// apply applies edits to a part of a text that begins at an offset. They are sorted and do not overlap.
func apply(part string, begin int, edits []edit) string {
	var out strings.Builder
	at := begin
	for _, e := range edits {
		out.WriteString(part[at-begin : e.from-begin])
		out.WriteString(e.text)
		at = e.to
	}
	return out.String() + part[at-begin:]
}

package svcomp

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Validators differ in the witnesses that they accept. CPAchecker needs column and function, and the
// same format_version in all entries, and crashes if a line has no statement. Theta needs exact
// columns, in function_return those of the closing parenthesis, and rejects acsl_expression. Goblint
// needs format_version to be a string. So all fields are written, and all texts quoted.

// WriteYAML writes a witness in block style, deterministically.
func (w *Witness) WriteYAML(to io.Writer) error {
	y := &yamlWriter{out: bufio.NewWriter(to), threads: w.Metadata.FormatVersion == "2.2"}
	switch {
	case w.Kind == Violation:
		y.entry(w, "violation_sequence", 0)
		y.line(1, "content:")
		for i := range w.Segments {
			y.segment(&w.Segments[i])
		}
	default:
		if len(w.Ghosts) > 0 {
			y.entry(w, "ghost_instrumentation", 0)
			y.ghosts(w)
			y.entry(w, "invariant_set", 1)
		} else {
			y.entry(w, "invariant_set", 0)
		}
		y.invariants(w)
	}
	return y.out.Flush()
}

// yamlWriter writes indented lines.
type yamlWriter struct {
	out     *bufio.Writer
	threads bool // the format version has threads
}

func (y *yamlWriter) line(level int, format string, args ...any) {
	y.out.WriteString(strings.Repeat("  ", level))
	fmt.Fprintf(y.out, format, args...)
	y.out.WriteByte('\n')
}

// quoted returns a text as a YAML scalar: in single quotes, which leave \result alone.
func quoted(s string) string {
	for _, r := range s {
		if r < ' ' || r == 0x7f || r > 0xffff {
			return strconv.QuoteToASCII(s)
		}
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// entry writes the common part of the n-th entry; each has its own UUID.
func (y *yamlWriter) entry(w *Witness, kind string, n int) {
	m := &w.Metadata
	y.line(0, "- entry_type: %s", kind)
	y.line(1, "metadata:")
	y.line(2, "format_version: %s", quoted(m.FormatVersion))
	y.line(2, "uuid: %s", quoted(m.entryID(n)))
	y.line(2, "creation_time: %s", quoted(m.Created.UTC().Format(time.RFC3339)))
	y.line(2, "producer:")
	y.line(3, "name: %s", quoted(m.Producer))
	y.line(3, "version: %s", quoted(m.Version))
	y.line(2, "task:")
	y.line(3, "input_files:")
	for _, f := range m.Files {
		y.line(3, "- %s", quoted(f))
	}
	y.line(3, "input_file_hashes:")
	for i, f := range m.Files {
		y.line(4, "%s: %s", quoted(f), quoted(m.Hashes[i]))
	}
	y.line(3, "specification: %s", quoted(m.Specification))
	y.line(3, "data_model: %s", m.DataModel)
	y.line(3, "language: C")
}

// entryID returns the UUID of the n-th entry. The first has that of the witness.
func (m *Metadata) entryID(n int) string {
	if n == 0 {
		return m.UUID
	}
	return NewUUID([]byte(m.UUID + strconv.Itoa(n)))
}

// NewUUID makes a UUID from data that identifies a witness (RFC 4122, version 8: by hash).
func NewUUID(of []byte) string {
	h := sha256.Sum256(of)
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

// location writes a location; first is the start of its line.
func (y *yamlWriter) location(level int, l *Location) {
	y.line(level, "location:")
	y.line(level+1, "file_name: %s", quoted(l.File))
	y.line(level+1, "line: %d", l.Line)
	if l.Column > 0 {
		y.line(level+1, "column: %d", l.Column)
	}
	if l.Function != "" {
		y.line(level+1, "function: %s", quoted(l.Function))
	}
}

func (y *yamlWriter) segment(s *Segment) {
	y.line(1, "- segment:")
	for i := range s.Avoid {
		y.waypoint(&s.Avoid[i], "avoid")
	}
	for i := range s.Follow {
		y.waypoint(&s.Follow[i], "follow")
	}
}

func (y *yamlWriter) waypoint(w *Waypoint, action string) {
	y.line(2, "- waypoint:")
	y.line(4, "type: %s", w.Type)
	y.line(4, "action: %s", action)
	if w.Thread != AnyThread && y.threads {
		y.line(4, "thread_id: %d", w.Thread)
	}
	if w.Value != "" {
		y.line(4, "constraint:")
		y.line(5, "value: %s", quoted(w.Value))
		if w.Format != "" {
			y.line(5, "format: %s", w.Format)
		}
	}
	y.location(4, &w.Location)
}

func (y *yamlWriter) invariants(w *Witness) {
	if len(w.Invariants) == 0 {
		y.line(1, "content: []")
		return
	}
	y.line(1, "content:")
	for i := range w.Invariants {
		inv := &w.Invariants[i]
		y.line(1, "- invariant:")
		y.line(3, "type: %s", inv.Type)
		y.location(3, &inv.Location)
		y.line(3, "value: %s", quoted(inv.Value))
		y.line(3, "format: %s", inv.Format)
	}
}

func (y *yamlWriter) ghosts(w *Witness) {
	y.line(1, "content:")
	y.line(2, "ghost_variables:")
	for _, g := range w.Ghosts {
		y.line(2, "- name: %s", quoted(g.Name))
		y.line(3, "scope: global")
		y.line(3, "type: %s", quoted(g.CType))
		y.line(3, "initial:")
		y.line(4, "value: %s", quoted(g.Initial))
		y.line(4, "format: %s", CExpression)
	}
	y.line(2, "ghost_updates:")
	for i := range w.Updates {
		u := &w.Updates[i]
		y.line(2, "- updates:")
		for _, s := range u.Sets {
			y.line(3, "- variable: %s", quoted(s.Variable))
			y.line(4, "value: %s", quoted(s.Value))
			y.line(4, "format: %s", CExpression)
		}
		y.location(3, &u.Location)
	}
}

// Package accept handles findings that users have reviewed and accepted: by their keys in a file, or by
// a comment beside them.
//
// The public package reads acceptances with it, and package drive/check compares them with the
// violations that engines found. The package itself changes no verdict.
package accept

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Lines returns the lines of a source file, or nil if they are unknown.
type Lines func(file string) []string

// Finding is a violation with the data that acceptances need.
type Finding struct {
	Property verdict.Property
	Kind     verdict.Kind
	Places   []verdict.Location // its place; of a race: both accesses, in any order
}

// keyLength is the number of hexadecimal digits of a key.
const keyLength = 10

// IsKey reports whether a text has the form of a key.
func IsKey(text string) bool { return isKey().MatchString(text) }

// Key returns the key of a finding. The key depends on the text of its lines and on the functions that
// contain them, but not on their place in their files. Findings of one property and kind on one line
// have one key.
func (f *Finding) Key(lines Lines) string {
	parts := make([]string, len(f.Places))
	for i, at := range f.Places {
		parts[i] = at.Function + "\x00" + lineText(lines, at)
	}
	slices.Sort(parts)
	head := []string{f.Property.String(), string(f.Kind)}
	sum := sha256.Sum256([]byte(strings.Join(append(head, parts...), "\x01")))
	return hex.EncodeToString(sum[:])[:keyLength]
}

// lineText returns a line without blanks and acceptance comments, and its index among the equal lines
// of its file.
func lineText(lines Lines, at verdict.Location) string {
	all := lines(at.File)
	if at.Line < 1 || at.Line > len(all) {
		return fmt.Sprintf("line %d", at.Line)
	}
	text, same := bare(all[at.Line-1]), 0
	for _, other := range all[:at.Line-1] {
		if bare(other) == text {
			same++
		}
	}
	return fmt.Sprintf("%s\x00%d", text, same)
}

func bare(line string) string {
	return strings.Join(strings.Fields(comment().ReplaceAllString(line, "")), " ")
}

// Origin is the kind of source of an acceptance.
type Origin string

// The origins.
const (
	InList     Origin = "list"     // a file of keys
	InComment  Origin = "comment"  // beside the finding
	InBaseline Origin = "baseline" // an earlier result: known, but not reviewed
)

// Acceptance accepts findings.
type Acceptance struct {
	Origin   Origin           `json:"origin"`
	At       verdict.Location `json:"location"` // of the acceptance itself
	Property verdict.Property `json:"-"`
	Key      string           `json:"-"` // empty: any finding on the line At

	// The message and the place of a finding of a baseline, as they were then. The place is nil if it is not
	// known.
	Message string            `json:"-"`
	Place   *verdict.Location `json:"-"`
}

// Accepts reports whether it accepts a finding with a key.
func (a *Acceptance) Accepts(f *Finding, key string) bool {
	if a.Property != f.Property {
		return false
	}
	if a.Key != "" {
		return a.Key == key
	}
	return slices.ContainsFunc(f.Places, func(at verdict.Location) bool { return at.File == a.At.File && at.Line == a.At.Line })
}

// String names the accepted findings and the place of the acceptance.
func (a *Acceptance) String() string {
	if a.Key != "" {
		return fmt.Sprintf("%s %s at %s", a.Property, a.Key, a.At.String())
	}
	return fmt.Sprintf("%s at %s", a.Property, a.At.String())
}

// Read reads acceptances by key. A line has PROPERTY KEY, followed by any text. Lines that begin with #
// are ignored. Errors name FILE:LINE:COLUMN; errors of the reader name FILE only.
func Read(file string, from io.Reader) ([]Acceptance, error) {
	var list []Acceptance
	in := bufio.NewScanner(from)
	for n := 1; in.Scan(); n++ {
		fields := strings.Fields(in.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := verdict.ParseProperty(fields[0])
		column := strings.Index(in.Text(), fields[0]) + 1
		switch {
		case err != nil:
		case len(fields) == 1:
			err, column = fmt.Errorf("found no key behind %q", fields[0]), len(in.Text())+1
		case !isKey().MatchString(fields[1]):
			err = fmt.Errorf("found %q, expected a key of %d hexadecimal digits", fields[1], keyLength)
			column += len(fields[0]) + strings.Index(in.Text()[column-1+len(fields[0]):], fields[1])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d:%d: %w", file, n, column, err)
		}
		list = append(list, Acceptance{Origin: InList, At: verdict.Location{File: file, Line: n, Column: column}, Property: p, Key: fields[1]})
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

var isKey = pattern.Lazy(fmt.Sprintf("^[0-9a-f]{%d}$", keyLength))

// comment matches comments that accept findings on their line.
var comment = pattern.Lazy(`/[/*]\s*heddle:\s*accept\s+([a-z]+(?:\s*,\s*[a-z]+)*)\s*(?:\*/)?`)

// Comments returns the acceptances in a source file: comments that begin with `heddle: accept
// PROPERTY,…`. Errors name FILE:LINE:COLUMN.
func Comments(file string, lines []string) ([]Acceptance, error) {
	var list []Acceptance
	for i, line := range lines {
		at := comment().FindStringSubmatchIndex(line)
		if at == nil {
			continue
		}
		for _, name := range strings.Split(line[at[2]:at[3]], ",") {
			p, err := verdict.ParseProperty(strings.TrimSpace(name))
			if err != nil {
				return nil, fmt.Errorf("%s:%d:%d: %w", file, i+1, at[2]+1, err)
			}
			list = append(list, Acceptance{Origin: InComment, At: verdict.Location{File: file, Line: i + 1, Column: at[0] + 1}, Property: p})
		}
	}
	return list, nil
}

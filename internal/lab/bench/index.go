package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Row is a line of an index: a program with a property and the verdict stated in its source.
type Row struct {
	File     string // as in the index, relative to the index's directory
	Origin   string // the first directory of File; without one, the column of that name up to a colon
	Property string // Heddle's name
	Expected string // safe or violation
	Unwind   int    // the loop bound of the source's own test; 0: none
	Claim    bool   // the verdict holds for that bound only
	Defines  string // macros, -DNAME=VALUE …, separated by spaces
	Arch     string // lp64 or ilp32
	Flags    string // more arguments of heddle check, separated by spaces, that specify the question
}

// key identifies a row in a table of results.
func (r *Row) key() string {
	return strings.Join([]string{r.File, r.Property, strconv.Itoa(r.bound()), r.Defines, r.Arch, r.Flags}, "\x00")
}

// bound returns the loop bound with which the row runs; 0: bounds grow.
func (r *Row) bound() int {
	if r.Claim {
		return r.Unwind
	}
	return 0
}

// propertyNames maps the property names of indices to Heddle's. Other names are Heddle's own.
var propertyNames = map[string]string{
	"unreach-call": "reach",
	"no-data-race": "race",
	"no-deadlock":  "deadlock",
	"memsafety":    "memory",
	"no-overflow":  "overflow",
}

// rowFlags lists the flags of heddle check that a row can have. They specify the question; settings for
// the search are the same for all rows.
var rowFlags = []string{"--environment", "--model", "--places"}

// ReadIndex reads an index in CSV: a header that names the columns file, property and expected, and
// perhaps origin, unwind, defines, arch, flags and notes. `bounded claim` in the notes limits a row's
// verdict to its bound.
func ReadIndex(r io.Reader) ([]Row, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("read header: %w", err)
	}
	column := make(map[string]int)
	for i, name := range header {
		column[strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))] = i
	}
	for _, name := range []string{"file", "property", "expected"} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("the header %q has no column %s", strings.Join(header, ","), name)
		}
	}
	var rows []Row
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		row, err := parseRow(func(name string) string {
			if i, ok := column[name]; ok && i < len(record) {
				return strings.TrimSpace(record[i])
			}
			return ""
		})
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
}

func parseRow(field func(name string) string) (Row, error) {
	row := Row{File: field("file"), Property: field("property"), Expected: field("expected"),
		Defines: field("defines"), Arch: field("arch"), Flags: field("flags")}
	if name, ok := propertyNames[row.Property]; ok {
		row.Property = name
	}
	if row.Arch == "" {
		row.Arch = "lp64"
	}
	row.Origin, _, _ = strings.Cut(path.Clean(row.File), "/")
	if row.Origin == path.Clean(row.File) {
		row.Origin, _, _ = strings.Cut(field("origin"), ":")
	}
	switch {
	case row.File == "":
		return row, errors.New("no file")
	case row.Property == "":
		return row, errors.New("no property")
	case row.Expected != expectSafe && row.Expected != expectViolation:
		return row, fmt.Errorf("found the expected verdict %q, want %s or %s", row.Expected, expectSafe, expectViolation)
	}
	if text := field("unwind"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return row, fmt.Errorf("found the bound %q, want a number from 1", text)
		}
		row.Unwind = n
	}
	for flag := range strings.FieldsSeq(row.Flags) {
		name, _, _ := strings.Cut(flag, "=")
		if strings.HasPrefix(flag, "-") && !slices.Contains(rowFlags, name) {
			return row, fmt.Errorf("found the flag %s, want one of %s", name, strings.Join(rowFlags, ", "))
		}
	}
	row.Claim = row.Unwind > 0 && strings.Contains(field("notes"), "bounded claim")
	return row, nil
}

// Filter returns the rows that a filter selects: words separated by commas, each
// the name of a property (an index's or Heddle's) or a part of a file or
// origin. A row is selected if it has one of the properties, if there are any,
// and one of the parts, if there are any.
func Filter(rows []Row, filter string) []Row {
	var properties, parts []string
	for word := range strings.SplitSeq(filter, ",") {
		word = strings.TrimSpace(word)
		name, mapped := propertyNames[word]
		switch {
		case word == "":
		case mapped:
			properties = append(properties, name)
		case slices.ContainsFunc(rows, func(r Row) bool { return r.Property == word }):
			properties = append(properties, word)
		default:
			parts = append(parts, word)
		}
	}
	var out []Row
	for _, r := range rows {
		has := func(part string) bool { return strings.Contains(r.File, part) || strings.Contains(r.Origin, part) }
		if (len(properties) == 0 || slices.Contains(properties, r.Property)) &&
			(len(parts) == 0 || slices.ContainsFunc(parts, has)) {
			out = append(out, r)
		}
	}
	return out
}

// Package svcomptest checks verification witnesses in YAML for tests, by tables of the formats' rules.
// It shares no code with the reader, which is more lenient. The tests of explain/svcomp and of the
// public package call Lint.
package svcomptest

import (
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// field describes a key of a mapping: whether it is required, and the form of its value.
type field struct {
	needed bool
	form   *regexp.Regexp // of a text; nil: anything, which other rules look at
	number bool           // an integer, at least 0
}

var (
	anyText = regexp.MustCompile(`(?s)^.+$`)
	text    = field{needed: true, form: anyText}
	inner   = field{needed: true}
)

func oneOf(form string) field {
	return field{needed: true, form: regexp.MustCompile("^(" + form + ")$")}
}

var (
	entryFields    = map[string]field{"entry_type": oneOf("violation_sequence|invariant_set|ghost_instrumentation"), "metadata": inner, "content": inner}
	metadataFields = map[string]field{"format_version": oneOf(`2\.[012]`), "uuid": oneOf(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`),
		"creation_time": oneOf(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)`), "producer": inner, "task": inner}
	producerFields = map[string]field{"name": text, "version": text, "configuration": {form: anyText}, "command_line": {form: anyText}, "description": {form: anyText}}
	taskFields     = map[string]field{"input_files": inner, "input_file_hashes": inner, "specification": text, "data_model": oneOf("ILP32|LP64"), "language": oneOf("C")}
	waypointFields = map[string]field{"type": oneOf("assumption|branching|function_enter|function_return|target"), "action": oneOf("follow|avoid"),
		"location": inner, "constraint": {}, "thread_id": {number: true}}
	constraintFields = map[string]field{"value": text, "format": {form: regexp.MustCompile("^(c_expression|ext_c_expression)$")}}
	locationFields   = map[string]field{"file_name": text, "line": {needed: true, number: true}, "column": {number: true}, "function": {form: anyText}}
	invariantFields  = map[string]field{"type": oneOf("loop_invariant|location_invariant"), "location": inner, "value": text, "format": oneOf("c_expression|ext_c_expression")}
)

type node = map[string]any

// linter checks a witness. It reports an error by panicking.
type linter struct{}

func (linter) wrong(format string, args ...any) { panic(fmt.Errorf(format, args...)) }

// mapping returns a mapping that may have only the given fields.
func (l linter) mapping(v any, fields map[string]field, what string) node {
	m, ok := v.(node)
	if !ok {
		l.wrong("%s: %v is no mapping", what, v)
	}
	for key := range m {
		if _, known := fields[key]; !known {
			l.wrong("%s: the key %s is not in the format", what, key)
		}
	}
	for key, f := range fields {
		value, has := m[key]
		switch n, isNumber := value.(int); {
		case !has && f.needed:
			l.wrong("%s: the key %s is missing", what, key)
		case !has:
		case f.number && (!isNumber || n < 0):
			l.wrong("%s: %s is %v, no number", what, key, value)
		case f.form != nil:
			if s, ok := value.(string); !ok || !f.form.MatchString(s) {
				l.wrong("%s: %s is %v", what, key, value)
			}
		}
	}
	return m
}

func (l linter) list(v any, what string) []any {
	list, ok := v.([]any)
	if !ok {
		l.wrong("%s: %v is no list", what, v)
	}
	return list
}

// Lint returns an error that names the rule of the format that a witness breaks.
func Lint(file []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	var top any
	if err := yaml.Unmarshal(file, &top); err != nil {
		return err
	}
	l := linter{}
	var types, versions []string
	for _, e := range l.list(top, "witness") {
		m := l.mapping(e, entryFields, "entry")
		types = append(types, m["entry_type"].(string))
		versions = append(versions, l.metadata(m["metadata"]))
		if types[0] == "violation_sequence" {
			l.sequence(m["content"], versions[0])
			continue
		}
		for _, i := range l.list(m["content"], "content") {
			inv := l.mapping(l.mapping(i, map[string]field{"invariant": inner}, "item")["invariant"], invariantFields, "invariant")
			l.location(inv["location"])
		}
	}
	if slices.Contains(types, "violation_sequence") && len(types) > 1 {
		return fmt.Errorf("%d entries beside a violation", len(types)-1)
	}
	if len(slices.Compact(versions)) != 1 {
		return fmt.Errorf("several format versions: %v", versions)
	}
	return nil
}

func (l linter) metadata(v any) string {
	m := l.mapping(v, metadataFields, "metadata")
	l.mapping(m["producer"], producerFields, "producer")
	t := l.mapping(m["task"], taskFields, "task")
	hashes, ok := t["input_file_hashes"].(node)
	if !ok {
		l.wrong("the hashes are no mapping")
	}
	for _, f := range l.list(t["input_files"], "input_files") {
		hash, ok := hashes[fmt.Sprint(f)].(string)
		if !ok || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(hash) {
			l.wrong("the file %v has the hash %v", f, hashes[fmt.Sprint(f)])
		}
	}
	return m["format_version"].(string)
}

func (l linter) location(v any) {
	m := l.mapping(v, locationFields, "location")
	if m["line"] == 0 || m["column"] == 0 {
		l.wrong("a location counts from 0: %v", m)
	}
}

// sequence checks the rules about segments.
func (l linter) sequence(v any, version string) {
	segments := l.list(v, "content")
	created := 0
	for i, item := range segments {
		list := l.list(l.mapping(item, map[string]field{"segment": inner}, "item")["segment"], "segment")
		var follow, targets, avoid int
		var threads []any
		for _, x := range list {
			w := l.mapping(l.mapping(x, map[string]field{"waypoint": inner}, "segment")["waypoint"], waypointFields, "waypoint")
			l.location(w["location"])
			typ := w["type"].(string)
			constraint, has := w["constraint"]
			if has {
				l.mapping(constraint, constraintFields, "constraint")
			}
			if needs := typ == "assumption" || typ == "branching" || typ == "function_return"; needs != has {
				l.wrong("a %s with or without a constraint", typ)
			}
			if w["action"] == "avoid" {
				avoid++
				if follow > 0 {
					l.wrong("avoid behind follow")
				}
			} else {
				follow++
			}
			if typ == "target" {
				targets++
				threads = append(threads, w["thread_id"])
			}
			id, hasID := w["thread_id"]
			switch {
			case (hasID || typ == "function_enter") && version != "2.2":
				l.wrong("threads in version %s", version)
			case hasID && id.(int) > created:
				l.wrong("thread_id %v before so many threads were created", id)
			}
			if typ == "function_enter" && w["action"] == "follow" {
				created++
			}
		}
		last := i == len(segments)-1
		switch {
		case last && (targets == 0 || targets != follow || avoid > 0 || targets > 2):
			l.wrong("the last segment has %d targets of %d", targets, len(list))
		case !last && (targets > 0 || follow != 1):
			l.wrong("segment %d follows %d, with %d targets", i, follow, targets)
		case targets == 2 && (version != "2.2" || threads[0] == threads[1]):
			l.wrong("two targets of threads %v in version %s", threads, version)
		}
	}
	if len(segments) == 0 {
		l.wrong("no segments")
	}
}

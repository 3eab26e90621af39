package engine

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// Stats counts the work of an engine. Counters that do not apply to an engine are zero.
type Stats struct {
	Bound     int   `json:"bound,omitempty"` // the last loop bound completed
	Threads   int   `json:"threads,omitempty"`
	Terms     int   `json:"terms,omitempty"`
	Variables int   `json:"variables,omitempty"`
	Clauses   int   `json:"clauses,omitempty"`
	Conflicts int64 `json:"conflicts,omitempty"`
	// Rejected has a line for each result of a pass that its checker rejected. The engine went on without
	// the result. A line means that the pass has a fault, and fails tests.
	Rejected []string     `json:"rejected,omitempty"`
	Stages   []StageStats `json:"stages,omitempty" text:"-"`
	// Own is a structure with the counters of one engine only; nil: none. In JSON its fields stand beside
	// the others.
	Own any `json:"-" text:"-"`
}

// StageStats is the cost of one stage, summed over bounds.
type StageStats struct {
	Name string        `json:"name"`
	Time time.Duration `json:"time_ns"`
	Size int           `json:"size"` // in the stage's unit: events, terms, clauses
}

// Reject records the reason for which a checker rejected the result of a pass. It does nothing if the
// reason is nil.
func (s *Stats) Reject(pass string, reason error) {
	if reason != nil {
		s.Rejected = append(s.Rejected, pass+": "+reason.Error())
	}
}

// Stage returns the cost of a stage, to be added to.
func (s *Stats) Stage(name string) *StageStats {
	for i := range s.Stages {
		if s.Stages[i].Name == name {
			return &s.Stages[i]
		}
	}
	s.Stages = append(s.Stages, StageStats{Name: name})
	return &s.Stages[len(s.Stages)-1]
}

// MarshalJSON implements json.Marshaler.
func (s Stats) MarshalJSON() ([]byte, error) {
	type plain Stats
	return JoinObjects(plain(s), s.Own)
}

// JoinObjects returns one JSON object with the members of several; nil has none.
func JoinObjects(parts ...any) ([]byte, error) {
	out := []byte("{")
	for _, p := range parts {
		text, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		if p != nil && len(text) > len("{}") {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, text[1:len(text)-1]...)
		}
	}
	return append(out, '}'), nil
}

// Count is a counter with its name.
type Count struct {
	Name  string
	Value int64
}

// Counts lists the counters that are not zero, and the lengths of lists, by their names in JSON. A field
// with the tag `text:"-"` is not in it.
func (s *Stats) Counts() []Count { return append(countsOf(*s), countsOf(s.Own)...) }

func countsOf(fields any) []Count {
	var out []Count
	if fields == nil {
		return nil
	}
	v := reflect.ValueOf(fields)
	for i := range v.NumField() {
		f, field := v.Field(i), v.Type().Field(i)
		n := int64(0)
		switch {
		case field.Tag.Get("text") == "-":
		case field.Anonymous:
			out = append(out, countsOf(f.Interface())...)
		case f.CanInt():
			n = f.Int()
		case f.CanUint():
			n = int64(f.Uint())
		default:
			n = int64(f.Len())
		}
		if n != 0 {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			out = append(out, Count{name, n})
		}
	}
	return out
}

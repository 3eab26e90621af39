package engine

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestStats checks that the counters in Own appear beside the common ones.
func TestStats(t *testing.T) {
	type Size struct {
		Pairs  uint64 `json:"pairs,omitempty"`
		Checks int    `json:"-" text:"-"`
	}
	type own struct {
		Size
		Found []string `json:"found,omitempty"`
	}
	for _, c := range []struct {
		stats  Stats
		json   string
		counts []Count
	}{
		{Stats{}, `{}`, nil},
		{Stats{Own: own{}}, `{}`, nil},
		{Stats{Own: own{Size: Size{Pairs: 3}}}, `{"pairs":3}`, []Count{{"pairs", 3}}},
		{Stats{Bound: 2, Stages: []StageStats{{Name: "solve"}}, Own: own{Size{3, 4}, []string{"x", "y"}}},
			`{"bound":2,"stages":[{"name":"solve","time_ns":0,"size":0}],"pairs":3,"found":["x","y"]}`,
			[]Count{{"bound", 2}, {"pairs", 3}, {"found", 2}}},
	} {
		text, err := json.Marshal(c.stats)
		if err != nil || string(text) != c.json {
			t.Errorf("found %s, %v, want %s", text, err, c.json)
		}
		if got := c.stats.Counts(); !reflect.DeepEqual(got, c.counts) {
			t.Errorf("found %v, want %v", got, c.counts)
		}
	}
}

package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// sample is a figure with everything that can be drawn.
func sample() *Grid {
	return &Grid{
		Title: "A <figure> & more", Columns: 2, Names: []string{"one", "two"}, Limit: 5,
		X: Axis{Label: "length"}, Y: Axis{Label: "seconds", Log: true},
		Charts: []Chart{
			{Title: "left", Series: []Series{
				{Name: "one", Line: true, Points: []Point{{X: 5, Y: 0.02, Size: 1}, {X: 10, Y: 0.5, Low: 0.1, High: 2, Size: 1}, {X: 20, Y: 5, Size: 1, Open: true}}},
				{Name: "two", Points: []Point{{X: 5, Y: 0.1, Size: 2}, {X: 10, Y: 0, Size: 1}, {X: 10, Y: 1}}},
			}},
			{Title: "right"},
			{Title: "below", Series: []Series{{Name: "two", Line: true, Points: []Point{{X: 7, Y: 3, Size: 1}}}}},
		},
	}
}

func TestSVG(t *testing.T) {
	var got bytes.Buffer
	if err := sample().WriteSVG(&got); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(got.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("no XML: %v", err)
		}
	}
	golden.File(t, filepath.Join("testdata", "sample.svg"), got.String())
}

func TestEmpty(t *testing.T) {
	for _, g := range []*Grid{{}, {Charts: []Chart{{}}}, {Charts: []Chart{{Series: []Series{{Name: "x", Points: []Point{{}}}}}}, Y: Axis{Log: true}}} {
		if err := g.WriteSVG(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
		want   []float64
	}{
		{[]float64{5, 40}, false, []float64{0, 10, 20, 30, 40}},
		{[]float64{1, 4}, false, []float64{0, 1, 2, 3, 4}},
		{[]float64{100, 95}, false, []float64{0, 20, 40, 60, 80, 100}},
		{[]float64{0.3, -0.2}, false, []float64{-0.2, -0.1, 0, 0.1, 0.2, 0.3}},
		{[]float64{3}, false, []float64{0, 1, 2, 3}},
		{nil, false, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{[]float64{0.02, 5}, true, []float64{0.01, 0.1, 1, 10}},
		{[]float64{0, -1, 10}, true, []float64{10, 100}},
		{[]float64{1, 1e12}, true, []float64{1, 100, 1e4, 1e6, 1e8, 1e10, 1e12}},
	} {
		s := newScale(c.values, c.log)
		got := s.ticks()
		for i := range got { // rounded as they are written
			if len(got) == len(c.want) && tick(got[i]) == tick(c.want[i]) {
				got[i] = c.want[i]
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
	}
}

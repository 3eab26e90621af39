package interp

import (
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// TestFill checks that the bytes of a word without a value are often zeros, often ones, and often
// arbitrary.
func TestFill(t *testing.T) {
	var zeros, ones, others int
	for seed := range uint64(400) {
		r := newRandom(nil, seed, 1)
		var word [fillBytes]byte
		for i := range word {
			var err error
			if word[i], err = r.Uninit(ObjectKey{}, uint64(i)); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case !slices.ContainsFunc(word[:], func(b byte) bool { return b != 0 }):
			zeros++
		case !slices.ContainsFunc(word[:], func(b byte) bool { return b != 0xff }):
			ones++
		default:
			others++
		}
	}
	if min(zeros, ones, others) < 50 {
		t.Errorf("found %d of zeros, %d of ones, %d others, want 50 of each", zeros, ones, others)
	}
}

// TestTexts checks the program's arguments: often a small number or one of the program's own options, and
// sometimes arbitrary bytes.
func TestTexts(t *testing.T) {
	text := "global @argv_1 size 16 align 1 external\n" +
		"global @o size 3 align 1 { 0: \"-q\\x00\" }\n" + irtext.Main("b1:\n  %1 = globaladdr ptr @argv_1\n  %2 = load i8 %1")
	c := Prepare(irtext.Parse(t, text))
	var numbers, options, others int
	for seed := range uint64(400) {
		r := newRandom(c, seed, 1)
		var got []byte
		for i := range uint64(3) {
			b, err := r.Uninit(ObjectKey{Global: "argv_1"}, i)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, b)
		}
		switch {
		case string(got) == "2\x00\x00":
			numbers++
		case string(got) == "-q\x00":
			options++
		case slices.ContainsFunc(got, func(b byte) bool { return b > 0x7f && b < 0xff }):
			others++
		}
	}
	if min(numbers, options, others) < 10 {
		t.Errorf("2 %d times, -q %d times, other characters %d times", numbers, options, others)
	}
}

package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestPauses: where a thread pauses at a line, by block and instruction.
func TestPauses(t *testing.T) {
	p, err := Parse(`program lp64 start @f
file 0 "t.c"
file 1 "model.c"
global @x size 4 align 4
func @f() {
b1:
  %1 = globaladdr ptr @x @0:1:1
  %2 = load i32 %1 align 4 @0:1:2
  %3 = add i32 %2, 1:i32 @0:1:2
  store i32 %1, %3 align 4 @0:1:2
  %4 = copy i32 %3 @0:1:4
  %5 = copy i32 1:i32 @0:2:1
  call @model() @0:2:2
  %6 = add i32 %5, %4 @0:1:9
  condbr 1:i1, b2, b3 @0:1:9
b2:
  %7 = copy i32 %6 @0:1:3
  br b3 @0:3:1
b3:
  ret
}
func @model() model {
b1:
  atomicbegin model @1:1:1
  atomicend model @1:2:1
  atomicbegin model @1:3:1
  atomicend model @1:4:1
  br b2
b2:
  %1 = globaladdr ptr @x @1:5:1
  acquire exclusive %1 @1:5:1
  store i32 %1, 1:i32 align 4 @1:6:1
  ret
}
`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"1.0 1.3 1.5 1.7 2.0", "1.2 2.1"} {
		f := &p.Funcs[i+1]
		var got []string
		for b := range f.Blocks {
			for k := range f.Blocks[b].Instrs {
				if f.Pauses(BlockID(b), k) {
					got = append(got, fmt.Sprintf("%d.%d", b, k))
				}
			}
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s pauses at %v, want %s", f.Name, got, want)
		}
	}
}

// TestPlace: a place is a line of one file.
func TestPlace(t *testing.T) {
	place := Place{File: 1, Line: 7}
	for pos, want := range map[Pos]bool{
		{File: 1, Line: 7, Col: 3}: true, {File: 1, Line: 8, Col: 3}: false, {File: 0, Line: 7, Col: 3}: false, {}: false,
	} {
		if place.Has(pos) != want {
			t.Errorf("%v: %t", pos, !want)
		}
	}
	if (Place{}).Has(Pos{}) {
		t.Error("no position is at no place")
	}
}

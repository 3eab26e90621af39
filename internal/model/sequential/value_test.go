package sequential

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestFoldUnknown checks operations with an unknown operand: a known result holds for every value of
// that operand.
func TestFoldUnknown(t *testing.T) {
	const width = 4
	known := 0
	for op := ir.OpAdd; op <= ir.OpAShr; op++ {
		in := &ir.Instr{Op: op, Type: ir.Int(width)}
		for lo := range uint64(1 << width) {
			for which := range 2 {
				args := make([]value, 2)
				args[which] = numberOf(lo)
				v := fold(in, ir.LP64, in.Type, args)
				kept, isNeutral := neutral(op, args)
				if v.kind == unknown && !isNeutral {
					continue
				}
				known++
				for other := range uint64(1 << width) {
					x := [2]uint64{other, other}
					x[which] = lo
					want, ok := ir.Fold(op, width, width, x[0], x[1])
					if ok && (v.kind == number && v.lo != want || isNeutral && x[kept] != want) {
						t.Errorf("%s %d, %d: found %v, or operand %d, expected %d", op, x[0], x[1], v, kept, want)
					}
				}
			}
		}
	}
	if known < 8 {
		t.Errorf("%d operations are known, expected 8", known)
	}
}

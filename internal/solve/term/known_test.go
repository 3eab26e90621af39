package term

import (
	"fmt"
	"testing"
)

// knowns lists all sets of known bits of a width.
func knowns(w uint) []Known {
	var list []Known
	for zeros := range uint64(1) << w {
		for ones := range uint64(1) << w {
			if zeros&ones == 0 {
				list = append(list, Known{WordOf(zeros), WordOf(ones)})
			}
		}
	}
	return list
}

// values lists the words of a width that agree with known bits.
func (k Known) values(w uint) []Word {
	var list []Word
	for v := range uint64(1) << w {
		if k.admits(WordOf(v)) {
			list = append(list, WordOf(v))
		}
	}
	return list
}

func (k Known) admits(v Word) bool {
	return v.And(k.Zeros).IsZero() && k.Ones.AndNot(v).IsZero()
}

// TestTransferIsSound checks every transfer function on all known bits of small
// widths against all values that agree with them. For the exact ones it also
// checks that no known bit is missed.
func TestTransferIsSound(t *testing.T) {
	exact := map[Op]bool{
		OpBvNot: true, OpBvAnd: true, OpBvOr: true, OpBvXor: true, OpConcat: true, OpExtract: true,
		OpZext: true, OpSext: true, OpAdd: true, OpSub: true, OpNeg: true,
	}
	for op := OpVar + 1; op < OpCount; op++ {
		if op.Arity() > 2 || op == OpSelect || op == OpStore || op == OpConstArray {
			continue
		}
		t.Run(op.String(), func(t *testing.T) {
			for w := uint(1); w <= 3; w++ {
				for param := range uint32(1 << 10) {
					if opTable[op].param == paramNone && param > 0 {
						break
					}
					checkTransfer(t, op, param, w, exact[op])
				}
			}
		})
	}
}

func checkTransfer(t *testing.T, op Op, param uint32, w uint, exact bool) {
	sorts := [3]Sort{BV(w)}
	if op.Arity() == 2 {
		sorts[1] = BV(w)
	}
	sort, err := opTable[op].rule(param, sorts)
	if err != nil || !sort.IsBV() {
		return
	}
	second := []Known{{}}
	if op.Arity() == 2 {
		second = knowns(w)
	}
	for _, x := range knowns(w) {
		for _, y := range second {
			got := transfer(op, param, w, w, sort.Width(), [3]Known{x, y})
			zeros, ones := Ones(sort.Width()), Ones(sort.Width())
			for _, vx := range x.values(w) {
				for _, vy := range y.values(w) {
					v := fold(op, param, w, w, [3]Word{vx, vy})
					zeros, ones = zeros.AndNot(v), ones.And(v)
				}
			}
			where := fmt.Sprintf("width %d, parameter %d, %v and %v", w, param, x, y)
			if !got.Zeros.AndNot(zeros).IsZero() || !got.Ones.AndNot(ones).IsZero() {
				t.Fatalf("%s: claims %v, true are %s and %s", where, got, zeros, ones)
			}
			if exact && (got.Zeros != zeros || got.Ones != ones) {
				t.Fatalf("%s: claims only %v, true are %s and %s", where, got, zeros, ones)
			}
		}
	}
}

func TestKnownOfTerms(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Known
	}{
		{"a", Known{}},
		{"0x5:8", Known{WordOf(0xfa), WordOf(0x05)}},
		{"zext[8] f", Known{WordOf(0xf0), Word{}}},
		{"concat 0x5:4 f", Known{WordOf(0xa0), WordOf(0x50)}},
		{"ite p (concat 0x5:4 f) (concat 0x7:4 f)", Known{WordOf(0x80), WordOf(0x50)}},
		{"bvshl (concat f 0x0:4) a", Known{WordOf(0x0f), Word{}}},
		{"bvlshr (zext[8] f) a", Known{WordOf(0xf0), Word{}}},
		{"bvurem a (zext[8] f)", Known{}},
		{"bvurem (zext[8] f) b", Known{WordOf(0xf0), Word{}}},
		{"bvmul (zext[8] (extract[1:0] f)) (zext[8] (extract[1:0] g))", Known{WordOf(0xf0), Word{}}},
	} {
		s, vars := ruleStore(t, Simplified)
		if got := s.Known(mustTerm(t, s, tt.in, vars)); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.in, got, tt.want)
		}
	}
	s, vars := ruleStore(t, Raw)
	if got := s.Known(mustTerm(t, s, "zext[8] f", vars)); got != (Known{}) {
		t.Errorf("raw store knows %v", got)
	}
}

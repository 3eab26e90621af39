package interp

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

var errOutside = errors.New("the value is outside what can be chosen here")

// random makes values up: corner values often, for they break programs.
type random struct {
	*rand.Rand
	texts *texts
	word  *fill
}

// fill is how the bytes of a word without a value are made up: like each other, often, or those
// of a text.
type fill struct {
	known  bool // there is such a word
	object ObjectKey
	word   uint64 // of the object: in fillBytes
	equal  bool   // all its bytes have the value
	value  byte
	text   *string // which the word is a part of, with zeros behind; nil: of none
}

const fillBytes = 8

func newRandom(c *Code, seed uint64, stream uint64) random {
	r := rand.New(rand.NewPCG(seed, stream))
	return random{r, &texts{rand: r, code: c}, new(fill)}
}

// Choose implements Source.
func (r random) Choose(c Choice) (Value, error) {
	switch {
	case c.Bits != 0:
		n := r.IntN(bits.OnesCount64(c.Bits))
		set := c.Bits
		for range n {
			set &= set - 1
		}
		return Value{Lo: uint64(bits.TrailingZeros64(set))}, nil
	case c.Range:
		span := c.Hi - c.Lo
		if span == ^uint64(0) {
			return Value{Lo: r.Uint64()}, nil
		}
		if span > 100 {
			span = r.span(span)
		}
		return Value{Lo: c.Lo + r.Uint64N(span+1)}, nil
	case c.Reason == ir.ChooseSignal: // one may arrive nearly everywhere
		return Value{Lo: bit(r.IntN(16) == 0)}, nil
	case c.Reason == ir.ChooseTimeout || c.Reason.IsEnvironment():
		return Value{Lo: bit(r.IntN(4) == 0)}, nil
	}
	if c.Type.IsFloat() && r.IntN(2) == 0 {
		return Value{Lo: fromFloat(c.Type, cornerFloats[r.IntN(len(cornerFloats))]).lo}, nil
	}
	return r.value(c.Width), nil
}

var cornerFloats = [...]float64{0, 1, -1, 0.5, 2, 10, -0.5, 1e10, -1e30, math.MaxFloat64,
	math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()}

// value returns a value of a width in bits: a small number, a corner of the
// type, or anything.
func (r random) value(width int) Value {
	if width == 1 {
		return Value{Lo: uint64(r.IntN(2))}
	}
	switch r.IntN(8) {
	case 0, 1, 2:
		return Value{Lo: uint64(r.IntN(3))}
	case 3:
		return Value{Lo: uint64(r.IntN(17))}
	case 4:
		return Value{^uint64(0), ^uint64(0)} // -1, the largest unsigned
	case 5: // the smallest signed, the largest signed
		w := wide.SignBit(uint(width))
		if r.IntN(2) == 0 {
			w = w.Sub(wide.WordOf(1))
		}
		return Value{w.Lo, w.Hi}
	}
	return Value{r.Uint64(), r.Uint64()}
}

// span shortens a range half of the time: small numbers lead further than large ones.
func (r random) span(whole uint64) uint64 {
	switch r.IntN(8) {
	case 0, 1, 2:
		return 2
	case 3:
		return 16
	}
	return whole
}

// Uninit implements Source. Words of zeros are frequent, and of ones, by which a mutex that was
// never initialised looks destroyed.
func (r random) Uninit(object ObjectKey, offset uint64) (byte, error) {
	w := r.word
	if !w.known || w.object != object || w.word != offset/fillBytes {
		n := r.IntN(4)
		*w = fill{known: true, object: object, word: offset / fillBytes, equal: n < 3, text: r.texts.of(object)}
		if n == 2 {
			w.value = 0xff
		}
	}
	switch {
	case w.text != nil && offset < uint64(len(*w.text)):
		return (*w.text)[offset], nil
	case w.text != nil:
		return 0, nil
	case w.equal:
		return w.value, nil
	}
	return byte(r.Uint32()), nil
}

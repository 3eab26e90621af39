package term

import "github.com/heddle-mc/heddle/internal/program/wide"

// Word is the value of a bit-vector constant, or 0 and 1 for the Bool constants.
type Word = wide.Word

// WordOf returns the word with value v.
func WordOf(v uint64) Word { return Word{Lo: v} }

// WordOfBool returns 1 for true and 0 for false.
func WordOfBool(b bool) Word { return wide.WordOfBool(b) }

// Ones returns the word whose lower width bits are set. requires: width ≤ 128.
func Ones(width uint) Word { return wide.Ones(width) }

// SignBit returns the word with only bit width-1 set: the least signed value.
func SignBit(width uint) Word { return wide.SignBit(width) }

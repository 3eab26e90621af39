package inclusion

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// numberOf returns the number that the program knows a thread by, given its name.
func numberOf(name string) uint64 {
	n := ir.ThreadNumber(0)
	for _, part := range strings.Split(name, ".")[1:] {
		k, _ := strconv.ParseUint(part, 10, 64) // a thread name, which package trace checks
		n = n.Child(k)
	}
	return uint64(n)
}

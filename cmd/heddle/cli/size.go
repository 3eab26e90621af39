package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is a flag value: a number of bytes with an optional unit, from B to TB. A KB has 1024 bytes. A
// negative number is an error.
type Size int64

var byteUnits = []struct {
	suffix string
	bytes  int64
}{
	{"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"TB", 1 << 40},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1},
}

func (b *Size) Set(text string) error {
	upper := strings.ToUpper(strings.TrimSpace(text))
	for _, unit := range byteUnits {
		number, ok := strings.CutSuffix(upper, unit.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 || n > (1<<62)/unit.bytes {
			return fmt.Errorf("found %q, expected a size such as 512MB", text)
		}
		*b = Size(n * unit.bytes)
		return nil
	}
	return nil // not reached: every text ends with the empty suffix
}

func (b *Size) String() string {
	for i := len(byteUnits) - 1; i >= 0; i-- {
		u := byteUnits[i]
		if strings.HasSuffix(u.suffix, "B") && u.bytes > 1 && int64(*b) >= u.bytes && int64(*b)%u.bytes == 0 {
			return fmt.Sprintf("%d%s", int64(*b)/u.bytes, u.suffix)
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *Size) Type() string { return "size" }

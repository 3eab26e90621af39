package probe

import (
	"strings"
	"testing"
)

func TestIsExpression(t *testing.T) {
	for text, want := range map[string]bool{
		"1": true, "n == 3": true, "a[i + 1].x->y != 'c'": true, "x ? y : z": true, "(unsigned)x < 4": true, `c == '\n'`: true, `c == '\''`: true, `c == '"'`: true,
		"": false, " ": false, "1) + (2": false, "(1": false, "1;": false, "{1}": false, `"text"[0]`: false, "#define x": false, "1 /* */": false, "1 // x": false,
		`'`: false, `'ab'`: false, `''`: false, "x\x00": false, "é": false, "__heddle_waypoint_follow(1, 1)": false, "a\\b": false,
		strings.Repeat("(", maxOpen) + "1" + strings.Repeat(")", maxOpen): true, strings.Repeat("(", maxOpen+1) + "1" + strings.Repeat(")", maxOpen+1): false,
		strings.Repeat("1+", maxCode) + "1": false,
	} {
		if got := IsExpression(text); got != want {
			t.Errorf("%.40q: found %v", text, got)
		}
	}
}

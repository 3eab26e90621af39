package lower

import (
	"strings"
	"testing"
)

// FuzzConversions: a format that is understood has a percent sign for each conversion, and the
// text around them.
func FuzzConversions(f *testing.F) {
	for _, s := range []string{"", "plain", "%d", "a%-5.3lldb%%c", "%*.*s", "%", "%.", "%5%", "%m: %hhx", "%99999999999d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		list, rest, ok := conversions(s)
		if !ok {
			return
		}
		text := rest
		for i := range list {
			text += list[i].before
		}
		signs := strings.Count(s, "%")
		if literal := strings.Count(text, "%"); signs != len(list)+2*literal {
			t.Errorf("%q: %d conversions and %d signs in the text, of %d signs", s, len(list), literal, signs)
		}
	})
}

package testprog

import (
	"strings"
	"testing"
)

// AtLeast fails the test unless at least that many percent of its comparisons compared definite
// results. A test whose engines never give a result checks nothing.
func AtLeast(t testing.TB, decided, all, percent int) {
	t.Helper()
	t.Logf("%d of %d decided", decided, all)
	if all == 0 || 100*decided < percent*all {
		t.Errorf("%d of %d decided, expected %d %%", decided, all, percent)
	}
}

// Decided is AtLeast for verdicts counted by texts such as "order safe, false": the engine's verdict,
// and whether there is a violation. Unknown verdicts are not decided, nor are bounds that leave out
// the violation.
func Decided(t testing.TB, count Tally, percent int) {
	t.Helper()
	decided, all := 0, 0
	for what, n := range count {
		all += n
		if !strings.Contains(what, " unknown") && !strings.Contains(what, " bounded, true") {
			decided += n
		}
	}
	t.Log(count)
	AtLeast(t, decided, all, percent)
}

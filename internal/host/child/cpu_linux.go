package child

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ticksPerSecond is the unit of processor time in /proc, the same on every Linux
// that Go runs on.
const ticksPerSecond = 100

// processorTime returns the processor time used by a process, its descendants, and the processes that
// they waited for. known is false if the process does not exist any more.
func processorTime(pid int) (spent time.Duration, known bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The name of the program, in parentheses, may contain anything.
	fields := strings.Fields(string(text[max(0, strings.LastIndexByte(string(text), ')')):]))
	const first, last = 12, 15 // after the name: utime, stime, cutime, cstime of proc(5)
	if len(fields) <= last {
		return 0, false
	}
	for _, f := range fields[first : last+1] {
		var ticks int64
		fmt.Sscan(f, &ticks)
		spent += time.Duration(ticks) * time.Second / ticksPerSecond
	}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is well formed
	for _, name := range tasks {
		children, _ := os.ReadFile(name) // the task may have ended
		for field := range strings.FieldsSeq(string(children)) {
			var id int
			fmt.Sscan(field, &id)
			below, _ := processorTime(id)
			spent += below
		}
	}
	return spent, true
}

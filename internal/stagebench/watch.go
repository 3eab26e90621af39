package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// ticksPerSecond is the unit of processor time in /proc, the same on every Linux
// that Go runs on.
const ticksPerSecond = 100

// watch samples the peak resident size of a process until done, and ends the
// process when it has used up its processor time: first as Ctrl-C does, so that
// it prints what it knows, and some time later for good. (The peak that the
// kernel reports with the exit status includes what this process holds.)
func watch(p *os.Process, limit time.Duration, done <-chan struct{}) int64 {
	peak, pause, asked := int64(0), 2*time.Millisecond, false
	for {
		peak = max(peak, residentPeak(p.Pid))
		switch spent := processorTime(p.Pid); {
		case spent > limit+limit/2+5*time.Second:
			p.Kill()
		case spent > limit && !asked:
			asked = true
			p.Signal(os.Interrupt)
		}
		select {
		case <-done:
			return peak
		case <-time.After(pause):
			pause = min(pause+pause/8+1, 100*time.Millisecond)
		}
	}
}

// residentPeak returns the peak resident size of a process in bytes, 0 if it is
// gone.
func residentPeak(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	var kilobytes int64
	if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
		fmt.Sscan(rest, &kilobytes)
	}
	return kilobytes << 10
}

// processorTime returns what a process has used, 0 if it is gone.
func processorTime(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name of the program, in parentheses, may contain anything.
	fields := strings.Fields(string(text[max(0, strings.LastIndexByte(string(text), ')')):]))
	const user, system = 12, 13 // after the name: proc(5) counts them 14 and 15
	if len(fields) <= system {
		return 0
	}
	var u, s int64
	fmt.Sscan(fields[user], &u)
	fmt.Sscan(fields[system], &s)
	return time.Duration(u+s) * time.Second / ticksPerSecond
}

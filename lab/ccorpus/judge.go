package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// result is the end of a command.
type result struct {
	out, err string
	exit     int // -1: a signal, or out of time
	late     bool
}

// command runs a command in the directory of a program.
func command(p *program, limit time.Duration, name string, args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = filepath.Dir(p.file)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limited{b: &out}, &limited{b: &problems}
	cmd.Run()
	r := result{out.String(), problems.String(), -1, ctx.Err() != nil}
	if cmd.ProcessState != nil {
		r.exit = cmd.ProcessState.ExitCode()
	}
	return r
}

// limited keeps the first 64 MB that are written: a trace can be long.
type limited struct{ b *bytes.Buffer }

// Write implements io.Writer.
func (l *limited) Write(text []byte) (int, error) {
	if l.b.Len() < 1<<26 {
		l.b.Write(text)
	}
	return len(text), nil
}

// answer is the part of heddle's JSON that counts.
type answer struct {
	Property, Verdict, Kind, Message, Reason string
	Diagnostics                              []struct{ Message string }
}

// question asks heddle check.
func question(p *program, properties string, flags ...string) ([]answer, result) {
	args := append([]string{"check", "--json", "-j", "1", "--args", "none", "--timeout", timeout.String(), "--property", properties}, flags...)
	for _, flag := range options(p) {
		if strings.HasPrefix(flag, "-f") {
			args = append(args, "--compiler-flag="+flag)
		}
	}
	r := command(p, 4**timeout+5*time.Second, *heddle, append(args, p.file)...)
	var list []answer
	if strings.HasPrefix(strings.TrimSpace(r.out), "[") {
		json.Unmarshal([]byte(r.out), &list)
	} else {
		d := json.NewDecoder(strings.NewReader(r.out))
		for d.More() {
			var a struct {
				answer
				Properties []answer
			}
			if d.Decode(&a) != nil {
				break
			}
			if len(a.Properties) > 0 {
				list = append(list, a.Properties...)
			} else {
				list = append(list, a.answer)
			}
		}
	}
	return list, r
}

// place matches what differs between two programs with one reason.
var place = regexp.MustCompile(`\S*\.[ch]:\d+(:\d+)?:? ?(error: )?|/\S+/`)

// quoted matches a name.
var quoted = regexp.MustCompile(`"[^"]*"`)

// short returns the first line of a reason without places and names.
func short(reason string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(reason), "\n")
	line = quoted.ReplaceAllString(place.ReplaceAllString(line, ""), "…")
	if len(line) > 90 {
		line = line[:90]
	}
	return strings.TrimSpace(line)
}

// options returns the flags that the comments of a program of c-torture ask of a compiler.
func options(p *program) (flags []string) {
	for _, m := range regexp.MustCompile(`dg-(?:additional-)?options "([^"]*)"`).FindAllStringSubmatch(p.text, -1) {
		flags = append(flags, strings.Fields(m[1])...)
	}
	return flags
}

// native makes a program with gcc and runs it.
func native(p *program, flags ...string) (r result, made bool) {
	binary := p.file + ".out"
	args := append([]string{"-w", "-O0", "-std=gnu17", "-o", binary, p.file}, flags...)
	args = append(append(args, options(p)...), "-lm", "-lpthread")
	if c := command(p, time.Minute, "gcc", args...); c.exit != 0 {
		args[2] = "-std=gnu89"
		if c := command(p, time.Minute, "gcc", args...); c.exit != 0 {
			return c, false
		}
	}
	return command(p, 20*time.Second, binary), true
}

// check judges a program of c-torture: it does not reach abort.
func check(p *program) *outcome {
	answers, r := question(p, "reach", "-D", "abort=reach_error")
	o := &outcome{detail: r.err}
	if len(answers) == 0 && r.late {
		o.class = "timeout"
		return o
	}
	if len(answers) == 0 || r.exit == 2 || r.exit == 4 {
		o.class = "error: " + short(r.err)
		if r.exit == 4 {
			o.class, o.wrong = "internal", true
		}
		return o
	}
	a := answers[0]
	o.detail = a.Message + a.Reason
	switch a.Verdict {
	case "violation":
		if o.class = "violation"; open[path.Base(p.name)] != "" {
			o.class += ": " + open[path.Base(p.name)]
			break
		}
		n, made := native(p)
		o.wrong = made && n.exit == 0
		o.detail += fmt.Sprintf("; gcc's program: %d", n.exit)
	case "safe", "bounded":
		o.class = a.Verdict
	default:
		o.class = "unknown: " + short(a.Reason)
		if strings.Contains(a.Reason, "time") && !strings.Contains(a.Reason, "unsupported") {
			o.class = "timeout"
		}
	}
	return o
}

// confirms has, by property, the pattern of sanitizer reports that confirm a violation. None reports values that
// no statement stores.
var confirms = map[string]*regexp.Regexp{
	"memory":   regexp.MustCompile(`Sanitizer|null pointer|out of bounds|insufficient space`),
	"overflow": regexp.MustCompile(`runtime error: (signed integer overflow|left shift|negation|division)`),
	"div":      regexp.MustCompile(`runtime error: division by zero`),
	"shift":    regexp.MustCompile(`runtime error: (left shift|shift exponent)`),
}

// faults judges a program of c-torture: for a report of undefined behaviour, the sanitizers have the same, or the table of
// reports has its reason.
func faults(p *program) *outcome {
	answers, r := question(p, "memory,uninit,overflow,div,shift")
	switch {
	case len(answers) == 0 && r.late:
		return &outcome{class: "timeout"}
	case len(answers) == 0:
		return &outcome{class: "error: " + short(r.err), detail: r.err}
	}
	o := &outcome{class: "none"}
	wraps := slices.Contains(options(p), "-fwrapv") || slices.Contains(options(p), "-fno-strict-overflow")
	var unread []string
	for _, a := range answers {
		switch {
		case a.Verdict != "violation" || a.Property == "overflow" && wraps: // the program wants it
		case reports[path.Base(p.name)+" "+a.Property]:
			o.class = "read"
		default:
			unread = append(unread, a.Property)
			o.detail += a.Property + ": " + a.Message + "; "
		}
	}
	if unread == nil {
		return o
	}
	o.class = "reported"
	n, made := native(p, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
	for _, property := range unread {
		if c := confirms[property]; !made || c == nil || !c.MatchString(n.err) {
			o.class, o.wrong = "violation: "+strings.Join(unread, " "), true
		}
	}
	return o
}

// open has the reasons why programs may have another outcome than with gcc, by name.
var open = map[string]string{
	"20021127-1.c":          "it defines llabs, a name that C reserves (C11 7.1.3)",
	"long-double-load.c":    "long double has the precision of double",
	"long-double-compare.c": "operands are evaluated in any order",
	"40_stdio.c":            "files have any contents",
	"stringify.c":           "the result of puts is any number",
	"79_vla_continue.c":     "whether a later array gets the address of an earlier one",
}

// execute judges a unit test: heddle run prints what gcc's program prints.
func execute(p *program) *outcome {
	n, made := native(p)
	r := command(p, 2**timeout+5*time.Second, *heddle, "run", "--steps", "200000000", p.file)
	o := &outcome{detail: r.err}
	switch {
	case !made || n.late:
		o.class = "none" // nothing to compare with
	case r.late:
		o.class = "timeout"
	case r.exit == 2 || r.exit == 3:
		o.class = "refused: " + short(r.err)
		if r.exit == 3 && strings.TrimSpace(r.err) == "" {
			o.class = "refused: " + short(strings.TrimPrefix(r.out, n.out))
		}
	case r.exit == 0 && (r.out == n.out || r.out == n.err+n.out || r.out == n.out+n.err):
		o.class = "equal"
	case r.exit == 1:
		o.class = "violation: " + short(strings.TrimPrefix(r.out, n.out))
		o.detail = r.out
	default:
		o.class, o.wrong = "differs", true
		if why := open[path.Base(p.name)]; why != "" {
			o.class, o.wrong = "differs: "+why, false
		}
		o.detail = fmt.Sprintf("got %.300q, gcc's program prints %.300q", r.out, n.out)
	}
	return o
}

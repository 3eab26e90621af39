// Command ccorpus gives the sequential programs of modernc.org/ccorpus2 to heddle check and heddle run, and compares the
// answers with programs that gcc makes. The table outcome.csv has the expected outcome of each program by name; the programs
// themselves are in the module. A module of its own keeps them out of Heddle's dependencies.
//
//	go run . -heddle PATH                     check and run, compared with outcome.csv
//	go run . -heddle PATH -update             rewrites outcome.csv
//	go run . -heddle PATH -suites check,run   some suites
//	go run . -heddle PATH -only REGEXP        some programs
//
// The suites:
//
//	check   c-torture with the property reach, where abort is a call of reach_error: gcc's programs end without it
//	faults  c-torture with memory, uninit, overflow, div and shift: for a violation, gcc's sanitizers have the same report, or
//	        read.csv has its reason; the table lists the programs with a report
//	run     the unit tests of tcc, MIR, lacc and ccgo: what they print
//
// The exit code is 1 if an outcome differs from the table, or contradicts gcc.
package main

import (
	"cmp"
	"encoding/csv"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"modernc.org/ccorpus2"
)

// The tables.
const (
	table     = "outcome.csv" // the expected outcomes
	readTable = "read.csv"    // the true reports of undefined behaviour that no sanitizer has, with the clause and the reason
)

// reports holds the programs and properties of readTable.
var reports = make(map[string]bool)

// The flags.
var (
	heddle  = flag.String("heddle", "heddle", "the command to judge")
	suites  = flag.String("suites", "check,run", "suites, with commas")
	only    = flag.String("only", "", "only programs whose names match this regular expression")
	jobs    = flag.Int("jobs", 1, "programs at once")
	timeout = flag.Duration("timeout", 5*time.Second, "time for one question")
	update  = flag.Bool("update", false, "rewrite the table of outcomes")
	outFile = flag.String("out", "", "write the outcomes, with their details, into this file")
)

// outcome is the answer about a program.
type outcome struct {
	suite, name, class string
	detail             string // not part of the table
	wrong              bool   // gcc contradicts it
}

// key identifies a program of a suite.
func (o *outcome) key() string { return o.suite + "," + o.name }

func main() {
	flag.Parse()
	bad, err := judge()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ccorpus:", err)
		os.Exit(2)
	}
	if bad {
		os.Exit(1)
	}
}

// judge runs the suites and reports whether something is unexpected.
func judge() (bad bool, err error) {
	dir, err := os.MkdirTemp("", "ccorpus")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	expected, err := read()
	if err != nil && !*update {
		return false, err
	}
	if err := readReports(); err != nil {
		return false, err
	}
	var details *csv.Writer
	if *outFile != "" {
		f, err := os.Create(*outFile)
		if err != nil {
			return false, err
		}
		defer f.Close()
		details = csv.NewWriter(f)
	}
	var all []*outcome
	for _, name := range strings.Split(*suites, ",") {
		s := suiteNamed(name)
		if s == nil {
			return false, fmt.Errorf("no suite %s", name)
		}
		list, err := s.programs()
		if err != nil {
			return false, err
		}
		all = append(all, s.run(dir, list, details)...)
	}
	for _, o := range all {
		want, listed := expected[o.key()]
		switch {
		case o.wrong:
			fmt.Printf("WRONG %s %s: %s: %s\n", o.suite, o.name, o.class, o.detail)
			bad = true
		case !listed && o.suite == "faults" && o.class == "none":
			continue
		case !listed:
			fmt.Printf("new %s %s: %s\n", o.suite, o.name, o.class)
			bad = bad || !*update
		case worse(want, o.class):
			fmt.Printf("worse %s %s: %s, expected %s: %s\n", o.suite, o.name, o.class, want, o.detail)
			bad = true
		case want != o.class:
			fmt.Printf("other %s %s: %s, expected %s\n", o.suite, o.name, o.class, want)
		}
		expected[o.key()] = o.class
	}
	summary(all)
	if *update {
		return bad, write(expected)
	}
	return bad, nil
}

// good lists the classes of decided programs.
var good = []string{"safe", "equal", "none", "reported", "read"}

// worse reports whether an outcome is worse than the expected one. Time depends on the machine.
func worse(want, got string) bool {
	return slices.Contains(good, want) && !slices.Contains(good, got) && got != "timeout"
}

// summary prints how many programs have each class.
func summary(all []*outcome) {
	counts := make(map[string]int)
	for _, o := range all {
		class, _, _ := strings.Cut(o.class, ":")
		counts[o.suite+" "+class]++
		if o.wrong {
			counts[o.suite+" WRONG"]++
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Printf("%6d %s\n", counts[k], k)
	}
}

// read returns the expected outcomes.
func read() (map[string]string, error) {
	expected := make(map[string]string)
	f, err := os.Open(table)
	if err != nil {
		return expected, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	for _, row := range rows {
		if len(row) == 3 && row[0] != "suite" {
			expected[row[0]+","+row[1]] = row[2]
		}
	}
	return expected, err
}

// readReports reads the table of true reports.
func readReports() error {
	f, err := os.Open(readTable)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	for _, row := range rows {
		reports[row[0]+" "+row[1]] = true
	}
	return err
}

// write writes the table.
func write(expected map[string]string) error {
	var rows [][]string
	for key, class := range expected {
		suite, name, _ := strings.Cut(key, ",")
		rows = append(rows, []string{suite, name, class})
	}
	slices.SortFunc(rows, slices.Compare)
	f, err := os.Create(table)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	w.Write([]string{"suite", "program", "outcome"})
	w.WriteAll(rows)
	return cmp.Or(w.Error(), f.Close())
}

// suite is a set of programs and a question about each.
type suite struct {
	name  string
	dirs  []string // below the module's assets
	judge func(p *program) *outcome
}

// torture lists the directories of gcc's c-torture.
var torture = []string{"gcc-9.1.0/gcc/testsuite/gcc.c-torture/execute", "gcc-9.1.0/gcc/testsuite/gcc.c-torture/execute/ieee"}

// allSuites lists the suites.
var allSuites = []*suite{
	{"check", torture, check},
	{"faults", torture, faults},
	{"run", []string{
		"tcc-0.9.27/tests/tests2", "ccgo/bug",
		"github.com/vnmakarov/mir/c-tests/andrewchambers_c", "github.com/vnmakarov/mir/c-tests/lacc", "github.com/vnmakarov/mir/c-tests/new",
	}, execute},
}

func suiteNamed(name string) *suite {
	for _, s := range allSuites {
		if s.name == name {
			return s
		}
	}
	return nil
}

// program is a program of the module, written into a directory.
type program struct {
	suite, name, file string
	text              string
}

// programs lists the programs of a suite.
func (s *suite) programs() (list []*program, err error) {
	match, err := regexp.Compile(*only)
	if err != nil {
		return nil, err
	}
	for _, dir := range s.dirs {
		files, err := fs.Glob(ccorpus2.FS, path.Join("assets", dir, "*.c"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name := strings.TrimPrefix(file, "assets/")
			if !match.MatchString(name) {
				continue
			}
			text, err := ccorpus2.FS.ReadFile(file)
			if err != nil {
				return nil, err
			}
			list = append(list, &program{suite: s.name, name: name, file: file, text: string(text)})
		}
	}
	return list, nil
}

// run judges the programs. The headers beside them are written as well. Each outcome goes to details when it is known.
func (s *suite) run(dir string, list []*program, details *csv.Writer) []*outcome {
	out := make([]*outcome, len(list))
	for _, d := range s.dirs {
		headers, _ := fs.Glob(ccorpus2.FS, path.Join("assets", d, "*"))
		for _, h := range headers {
			if text, err := ccorpus2.FS.ReadFile(h); err == nil {
				file := filepath.Join(dir, strings.TrimPrefix(h, "assets/"))
				os.MkdirAll(filepath.Dir(file), 0o777)
				os.WriteFile(file, text, 0o666)
			}
		}
	}
	var mu sync.Mutex // guards details
	next := make(chan int)
	var wg sync.WaitGroup
	for range *jobs {
		wg.Go(func() {
			for i := range next {
				list[i].file = filepath.Join(dir, list[i].name)
				out[i] = s.judge(list[i])
				out[i].suite, out[i].name = s.name, list[i].name
				if details != nil {
					mu.Lock()
					details.Write([]string{s.name, list[i].name, out[i].class, fmt.Sprint(out[i].wrong), out[i].detail})
					details.Flush()
					mu.Unlock()
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

package stored_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/stored"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/prove/pathproof"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	long     = testflag.Long()
	every    = testflag.Every(3)
	show     = testflag.Show()
	patience = testflag.Patience(20 * time.Second)
)

// text returns a certificate with some proofs.
func text(t testing.TB, p *ir.Program, claims ...certificate.Claim) string {
	t.Helper()
	var out bytes.Buffer
	if err := certificate.Write(&out, p, &certificate.Header{Program: certificate.Digest(p)}, nil, claims); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// judge confirms the proofs in a text.
func judge(t testing.TB, text string, p *engine.Problem) (*engine.Outcome, error) {
	t.Helper()
	c, err := certificate.Read("a.cert", text)
	if err != nil {
		return nil, &engine.InputError{Err: err}
	}
	if c.Of(p.Property) == nil {
		return nil, &engine.InputError{Err: errors.New("it is of other properties")}
	}
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	out, err := stored.New(c).Run(ctx, p)
	if err != nil && !errors.As(err, new(*engine.InputError)) {
		t.Fatalf("%v in\n%s", err, text)
	}
	return out, err
}

// byValues returns the thread-modular proof of a program as a claim about properties, and the properties
// for which it is confirmed.
func byValues(t testing.TB, p *ir.Program, env ir.Environment) (claim certificate.Claim, confirmed []verdict.Property) {
	t.Helper()
	r := values.Analyse(context.Background(), analyze.Of(p), env)
	if r.Lost != "" {
		return claim, nil
	}
	claim.Values = r.Proof(context.Background())
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	report, err := threads.Confirm(ctx, p, claim.Values)
	if err != nil {
		return claim, nil
	}
	for _, property := range values.Checks.Properties() {
		proved, _ := r.Proves(property)
		if ok, _ := report.Confirms(property); ok && proved {
			confirmed = append(confirmed, property)
			claim.Properties = append(claim.Properties, property.String())
		}
	}
	return claim, confirmed
}

// TestPrograms writes and reads the proofs by values of the programs that state their verdicts. The proof
// read must print as the same text, and be confirmed for the same properties. Without -long a sample of the
// programs runs.
func TestPrograms(t *testing.T) {
	programs, proofs, size := 0, 0, 0
	for _, file := range testprog.Some(t, 10*every.Step(), *long) {
		p, env := testprog.Compile(t, file, ir.LP64), testprog.Environment(t, file)
		claim, confirmed := byValues(t, p, env)
		if confirmed == nil {
			continue
		}
		programs++
		written := text(t, p, claim)
		size += len(written)
		c, err := certificate.Read("a.cert", written)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		proof, err := c.Sections[0].Values(p, env)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		again := strings.Split(text(t, p, certificate.Claim{Properties: claim.Properties, Values: proof}), "\n")
		for k, line := range strings.Split(written, "\n") {
			if k >= len(again) || again[k] != line {
				t.Errorf("%s: line %d is written %q, and %q when it was read", file, k+1, line, again[min(k, len(again)-1)])
				break
			}
		}
		for _, property := range confirmed {
			out, err := judge(t, written, &engine.Problem{Program: p, Property: property, Environment: env})
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if proofs++; out.Verdict != verdict.Safe {
				t.Errorf("%s: %s: %s", file, property, out.Detail)
			}
		}
	}
	t.Logf("%d proofs of %d programs confirmed, %d bytes a program", proofs, programs, size/max(1, programs))
	if proofs < 100/every.Step() {
		t.Errorf("only %d proofs were written down", proofs)
	}
}

const exclusion = `
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char x, y;
static void *f(void *a) { for (;;) { LOCK x = 1; assert(x == 1); x = 0; UNLOCK } return a; }
int main(void) { pthread_t t; MAIN return 0; }
`

// source returns the program of a text in which words in capitals are replaced.
func source(t testing.TB, text string, pairs ...string) *ir.Program {
	t.Helper()
	return testprog.Source(t, strings.NewReplacer(pairs...).Replace(text), ir.LP64)
}

// excluded returns the program with a lock or without one, of two threads or of any number.
func excluded(t testing.TB, locked, replicas bool) *ir.Program {
	t.Helper()
	pairs := []string{"UNLOCK", "", "LOCK", ""}
	if locked {
		pairs = []string{"UNLOCK", "pthread_mutex_unlock(&m);", "LOCK", "pthread_mutex_lock(&m);"}
	}
	if replicas {
		return source(t, exclusion, append(pairs, "MAIN", "for (;;) pthread_create(&t, 0, f, 0);")...)
	}
	return source(t, exclusion, append(pairs, "MAIN", "pthread_create(&t, 0, f, 0); f(0);")...)
}

const once = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uchar x;
static void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); assert(x == WANT); }
`

const inALoop = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uchar x;
static void *f(void *a) { x++; return a; }
int main(void) {
	pthread_t t;
	for (int i = 0; i < 4; i++) {
		pthread_create(&t, 0, f, 0);
		pthread_join(t, 0);
	}
	assert(x == WANT);
}
`

// byCircuit returns the certificate of an engine.
func byCircuit(t testing.TB, name string, p *engine.Problem) (*certificate.Claim, string) {
	t.Helper()
	all := circuit.Kinds()
	k := all[slices.IndexFunc(all, func(k engine.Kind) bool { return k.Name == name })]
	settings := engine.Settings{}
	if name == "bmc" {
		settings["reduce"] = "none"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3**patience)
	defer cancel()
	out, err := k.New(settings).Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if out.Certificate == nil {
		t.Fatalf("%s: %s %s: no certificate", name, out.Verdict, out.Detail)
	}
	claim := *out.Certificate
	claim.Properties = []string{p.Property.String()}
	return &claim, text(t, p.Program, claim)
}

// example returns the program of an example.
func example(t testing.TB, name string) *ir.Program {
	t.Helper()
	files := testprog.Files(t)
	at := slices.IndexFunc(files, func(f string) bool { return filepath.Base(f) == name })
	return testprog.Compile(t, files[at], ir.LP64)
}

// TestCircuits confirms proofs by circuits for their programs, and checks that they are refused for
// programs that violate the property.
func TestCircuits(t *testing.T) {
	for _, c := range []struct {
		engine       string
		kind         certificate.Kind
		right, wrong *ir.Program
	}{
		{"pdr", certificate.Invariant, excluded(t, true, false), excluded(t, false, false)},
		{"kind", certificate.Induction, example(t, "two_stage_ok.c"), example(t, "two_stage_bug.c")},
		{"bdd", certificate.Invariant, excluded(t, true, false), excluded(t, false, false)},
		{"pdr", certificate.Replicas, excluded(t, true, true), excluded(t, false, true)},
		{"bmc", certificate.Exhaustion, source(t, once, "WANT", "2"), source(t, once, "WANT", "1")},
		{"bdd", certificate.Invariant, source(t, inALoop, "WANT", "4"), source(t, inALoop, "WANT", "3")},
	} {
		claim, written := byCircuit(t, c.engine, &engine.Problem{Program: c.right, Property: verdict.Assert})
		if claim.Circuit.Kind != c.kind {
			t.Errorf("%s: found a proof by %s, expected %s", c.engine, claim.Circuit.Kind, c.kind)
		}
		out, err := judge(t, written, &engine.Problem{Program: c.right, Property: verdict.Assert})
		if err != nil || out.Verdict != verdict.Safe {
			t.Errorf("%s: %v %v\n%s", c.kind, out, err, written)
		}
		out, err = judge(t, written, &engine.Problem{Program: c.wrong, Property: verdict.Assert})
		if err == nil && out.Reason != verdict.Refused {
			t.Errorf("%s: of another program: %+v", c.kind, out)
		}
	}
}

// TestAnother checks that the certificate of an example is refused for its variant with a defect.
func TestAnother(t *testing.T) {
	right, wrong := example(t, "two_stage_ok.c"), example(t, "two_stage_bug.c")
	_, written := byCircuit(t, "pdr", &engine.Problem{Program: right, Property: verdict.Assert})
	out, err := judge(t, written, &engine.Problem{Program: wrong, Property: verdict.Assert})
	if err == nil && out.Reason != verdict.Refused {
		t.Errorf("found %+v", out)
	}
	if certificate.Digest(right) == certificate.Digest(wrong) {
		t.Error("the programs have one digest")
	}
}

// TestOtherProperties checks proofs by values with false claims: properties that the states of the proof do
// not imply, and race or deadlock freedom of programs with races and deadlocks.
func TestOtherProperties(t *testing.T) {
	p := testprog.Source(t, `
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *p, pthread_mutex_t *q) {
	pthread_mutex_lock(p); pthread_mutex_lock(q); pthread_mutex_unlock(q); pthread_mutex_unlock(p);
}
static void *f(void *a) { x = 1; both(&m, &n); for (;;) ; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; both(&n, &m); pthread_join(t, 0); return 0; }
`, ir.LP64)
	claim, _ := byValues(t, p, 0)
	for _, property := range []verdict.Property{verdict.Race, verdict.Deadlock, verdict.Lock, verdict.Termination, verdict.Progress} {
		claim.Properties = []string{property.String()}
		out, err := judge(t, text(t, p, claim), &engine.Problem{Program: p, Property: property})
		if err != nil || out.Reason != verdict.Refused {
			t.Errorf("%s: found %+v, %v", property, out, err)
		}
	}
}

// tally counts the results of mutants.
type tally struct{ unreadable, refused, accepted int }

func (n *tally) add(t *testing.T, name, written string, p *engine.Problem, violated bool) {
	t.Helper()
	out, err := judge(t, written, p)
	switch {
	case err != nil:
		n.unreadable++
	case out.Verdict == verdict.Safe && violated:
		t.Errorf("%s: a violation is confirmed to be none", name)
	case out.Verdict == verdict.Safe, strings.HasPrefix(out.Detail, "does not follow"):
		if n.accepted++; *show {
			t.Logf("accepted: %s", name)
		}
	case out.Reason == verdict.Refused:
		n.refused++
	default:
		t.Errorf("%s: found %+v", name, out)
	}
}

// TestMutants changes certificates. None may be confirmed for a program with a violation. For other
// programs most are refused; a proof may state more than it needs. Without -long some of the changes are
// made.
func TestMutants(t *testing.T) {
	var n tally
	step := 1
	if !*long {
		step = 13 * every.Step()
	}
	for i, body := range []string{
		"pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); assert(y != 2); pthread_mutex_unlock(&m);",
		"assert(k <= 5 && k >= 0);",
		"assert(k != 3);",
	} {
		p := source(t, modular, "MAIN", body)
		claim, confirmed := byValues(t, p, 0)
		violated := i%2 == 1
		if violated == slices.Contains(confirmed, verdict.Assert) {
			t.Fatalf("%s: confirmed is %v", body, confirmed)
		}
		claim.Properties = []string{verdict.Assert.String()}
		for k, m := range mutants(text(t, p, claim)) {
			if k%step == i {
				n.add(t, fmt.Sprintf("%s: %q", body, m.name), m.text(), &engine.Problem{Program: p, Property: verdict.Assert}, violated)
			}
		}
	}
	t.Logf("by values: %+v", n)
	if n.refused < 300/every.Step() || n.accepted > n.refused/4 {
		t.Errorf("%d mutants are refused and %d accepted", n.refused, n.accepted)
	}
	n = tally{}
	p := &engine.Problem{Program: example(t, "two_stage_ok.c"), Property: verdict.Assert}
	for i, name := range []string{"pdr", "kind", "bdd"} {
		_, written := byCircuit(t, name, p)
		for k, m := range mutants(written) {
			if k%step == i {
				n.add(t, fmt.Sprintf("%s: %q", name, m.name), m.text(), p, false)
			}
		}
	}
	t.Logf("by circuits: %+v", n)
	if n.refused < 20/every.Step() {
		t.Errorf("%d mutants are refused and %d accepted", n.refused, n.accepted)
	}
}

// TestMutantsAlongPaths changes the facts stated for paths, about counters and the heap, in the proof of a
// safe program. It also tries the proof of one in which a loop or a counter goes one too far. Without -long
// some of the changes are made.
func TestMutantsAlongPaths(t *testing.T) {
	var n tally
	for _, c := range []struct {
		last, most string
		property   verdict.Property
		violated   bool
	}{
		{"<", "7", verdict.Memory, false}, {"<=", "7", verdict.Memory, true}, {"<", "7", verdict.Assert, false}, {"<", "5", verdict.Assert, true},
	} {
		p := source(t, relations, "LAST", c.last, "MOST", c.most)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		left, bounds := pathproof.Prove(context.Background(), r, c.property)
		if (left != nil) != c.violated && c.property == verdict.Memory {
			t.Fatalf("%s: left is %v", c.property, left)
		}
		proof := *r.Proof(context.Background())
		proof.Paths, proof.Bounds = []verdict.Property{c.property}, bounds
		claim := certificate.Claim{Properties: []string{c.property.String()}, Values: &proof}
		problem := &engine.Problem{Program: p, Property: c.property}
		written := text(t, p, claim)
		if out, err := judge(t, written, problem); err != nil || (out.Verdict == verdict.Safe) == c.violated {
			t.Errorf("%s %s %s: found %+v, %v", c.last, c.most, c.property, out, err)
		}
		for k, m := range mutants(written) {
			if !*long && k%every.Step() > every.Step()/3 {
				continue
			}
			switch word, _, _ := strings.Cut(m.name, " "); word {
			case "paths", "bound", "counter", "adds", "trips", "kept", "loose":
				n.add(t, fmt.Sprintf("%s %s %s: %q", c.last, c.most, c.property, m.name), m.text(), problem, c.violated)
			}
		}
	}
	t.Logf("%+v", n)
	if n.refused < 40 {
		t.Errorf("%d mutants are refused and %d accepted", n.refused, n.accepted)
	}
}

const relations = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static int *a, n, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *arg) {
	for (int i = 0; i LAST n; i++) a[i] = i;
	for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); assert(count < MOST); count++; pthread_mutex_unlock(&m); }
	return arg;
}
int main(void) {
	pthread_t t;
	n = any();
	if (n < 1 || n > 1000) return 0;
	a = malloc(sizeof *a * n);
	pthread_create(&t, 0, f, 0);
	f(0);
	return 0;
}
`

const modular = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int x, y; static atomic_int k;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	x = 1; y = 2; x = 0;
	pthread_mutex_unlock(&m);
	k = 3;
	return a;
}
static void *g(void *a) { int j = k; if (j) k = 5; return a; }
int main(void) {
	pthread_t c, d;
	pthread_create(&c, 0, f, 0);
	pthread_create(&d, 0, g, 0);
	MAIN
	return 0;
}
`

// mutant is a certificate with a change in one line.
type mutant struct{ name, head, line, tail string }

func (m *mutant) text() string { return m.head + m.line + m.tail }

// mutants changes the proof in a certificate. A mutant lacks a line or a word, has another number, negates
// a fact, or adds one.
func mutants(text string) (out []mutant) {
	lines := strings.SplitAfter(text, "\n")
	done := 0
	add := func(i int, line string) {
		name := strings.TrimSpace(lines[i]) + " becomes " + strings.TrimSpace(line)
		out = append(out, mutant{name, text[:done], line, text[done+len(lines[i]):]})
	}
	said := map[string]string{"object": " single\n", "cell": " strong\n", "thread": " once\n", "lock": " excludes\n"}
	begins := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "proof ") })
	for i, l := range lines {
		if i > 0 {
			done += len(lines[i-1])
		}
		words := strings.Split(strings.TrimSuffix(l, "\n"), " ")
		if i <= begins || words[0] == "end" || words[0] == "#" || words[0] == "" {
			continue
		}
		add(i, "")
		if more := said[words[0]]; more != "" && !strings.Contains(l, strings.TrimSpace(more)) {
			add(i, strings.TrimSuffix(l, "\n")+more)
		}
		for k := 1; k < len(words); k++ {
			add(i, strings.Join(slices.Delete(slices.Clone(words), k, k+1), " ")+"\n")
			for _, other := range changes(words[k]) {
				changed := slices.Clone(words)
				changed[k] = other
				add(i, strings.Join(changed, " ")+"\n")
			}
		}
	}
	return out
}

// changes returns alternatives for a word: another number, or the negated fact.
func changes(word string) (out []string) {
	digit := func(c rune) bool { return c >= '0' && c <= '9' }
	if at := strings.IndexFunc(word, digit); at >= 0 {
		end := at
		for end < len(word) && digit(rune(word[end])) {
			end++
		}
		var n int64
		fmt.Sscan(word[at:end], &n)
		out = append(out, fmt.Sprint(word[:at], n+1, word[end:]))
		if n > 0 {
			out = append(out, fmt.Sprint(word[:at], n-1, word[end:]))
		}
	}
	if strings.HasSuffix(word, "]") {
		if is, not := strings.CutPrefix(word, "!"); not {
			return append(out, is)
		}
		return append(out, "!"+word)
	}
	return out
}

// FuzzRun changes words of a certificate: for every input, there is an answer or an error of the input.
func FuzzRun(f *testing.F) {
	type question struct {
		lines []string
		*engine.Problem
	}
	p := source(f, modular, "MAIN", "assert(k <= 5);")
	claim, _ := byValues(f, p, 0)
	claim.Properties = []string{verdict.Assert.String()}
	all := []question{{strings.SplitAfter(text(f, p, claim), "\n"), &engine.Problem{Program: p, Property: verdict.Assert}}}
	for i, name := range []string{"pdr", "kind", "bdd"} {
		p := &engine.Problem{Program: example(f, "two_stage_ok.c"), Property: verdict.Assert}
		_, written := byCircuit(f, name, p)
		all = append(all, question{strings.SplitAfter(written, "\n"), p})
		f.Add(uint8(i), uint16(1000*i), uint8(3), "!true")
	}
	for i, word := range []string{"", "end", "0", "-1..9", "&x#1+0", "gate:1", "x#4294967296", "9999999999999999999", "\"", "state"} {
		f.Add(uint8(0), uint16(6000*i), uint8(i), word)
		f.Add(uint8(i), uint16(3000*i+77), uint8(2*i), word)
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint16, word uint8, by string) {
		q := all[int(which)%len(all)]
		lines := slices.Clone(q.lines)
		i := int(at) * len(lines) >> 16
		words := strings.Split(lines[i], " ")
		words[int(word)%len(words)] = by
		lines[i] = strings.Join(words, " ")
		if out, err := judge(t, strings.Join(lines, ""), q.Problem); err == nil && out.Verdict != verdict.Safe && out.Verdict != verdict.Unknown {
			t.Errorf("found %+v", out)
		}
	})
}

package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

var (
	declaredFunc = regexp.MustCompile(`(?m)^[a-z][\w ]*[ *](\w+)\(([^;{}]*)\);`)
	descriptor   = regexp.MustCompile(`\bint (\w*fd|dir)$`)
)

// TestDescriptors calls each function of the headers that has a descriptor parameter and a model. The
// descriptor is that of a closed pipe: the function fails with EBADF or EINVAL, in errno or as its result, or is unsupported. A
// function that does not ask channel.c returns any value instead (semantics 14.11).
func TestDescriptors(t *testing.T) {
	lib, n := clib.Load("lp64"), 0
	for _, name := range header.Names() {
		text, _ := header.Open(name)
		for _, m := range declaredFunc.FindAllStringSubmatch(string(text), -1) {
			params := strings.Split(strings.Join(strings.Fields(m[2]), " "), ", ")
			if !slices.ContainsFunc(params, descriptor.MatchString) {
				continue
			}
			if _, ok := lib.Func(m[1]); !ok {
				continue
			}
			n++
			t.Run(m[1], func(t *testing.T) { callWithClosedPipe(t, name, m[1], strings.HasPrefix(m[0], "void "+m[1]), params) })
		}
	}
	if n < 30 {
		t.Errorf("%d functions with a descriptor, expected at least 30", n)
	}
}

// callWithClosedPipe runs a program that calls a function with a closed descriptor, pointers to an array and
// small numbers.
func callWithClosedPipe(t *testing.T, include, function string, void bool, params []string) {
	var args []string
	for _, p := range params {
		switch {
		case descriptor.MatchString(p):
			args = append(args, "p[0]")
		case strings.Contains(p, "*"):
			args = append(args, "(void *)room")
		case p == "va_list args":
			args = append(args, "list")
		case p != "...":
			args = append(args, "1")
		}
	}
	prog := program{name: function + ".c", text: fmt.Sprintf(`#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>
#include <%s>
static long room[100];
static int p[2];
static void calls(int n, ...)
{
	va_list list;
	va_start(list, n);
	errno = 0;
	long got = (long)%s(%s);
	assert(got <= 0 && (errno == EBADF || errno == EINVAL));
	va_end(list);
}
int main(void)
{
	if (pipe(p) == 0) {
		close(p[0]);
		calls(0);
	}
	return 0;
}
`, include, function, strings.Join(args, ", "))}
	if strings.HasSuffix(function, "_r") { // the error number is the result
		prog.text = strings.Replace(prog.text, "assert(got <= 0 &&", "assert(got == errno &&", 1)
	}
	if void {
		prog.text = strings.Replace(prog.text, "(long)"+function, "-1L; "+function, 1)
	}
	compiled, err := compileProgram(prog, ir.LP64, expectation{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	code := interp.Prepare(compiled)
	for seed := range uint64(10) {
		result, _, err := interp.RunCode(context.Background(), code, interp.Options{
			Seed: seed, Properties: interp.PropertySet(verdict.Assert), MaxSteps: 100_000,
		})
		if err != nil {
			t.Fatal(err)
		}
		switch end := describe(result); {
		case strings.HasPrefix(end, "unsupported"):
			return
		case end != "exited 0":
			t.Fatalf("seed %d: %s\n%s", seed, end, prog.text)
		}
	}
}

package sema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// benchSource writes a program of about the given number of lines.
func benchSource(lines int) string {
	var b strings.Builder
	b.WriteString("struct node { struct node *next; int key, val[4]; } *head;\nint printf(const char *, ...);\n")
	for i := 0; i*12 < lines; i++ {
		fmt.Fprintf(&b, `static int table%[1]d[4] = { 1, [2] = %[1]d };
int f%[1]d(struct node *n, unsigned k)
{
	int sum = 0;
	for (int i = 0; i < 4; i++) {
		sum += n->val[i] * table%[1]d[i & 3] + (k >> i);
		if (n->next && n->next->key != sum)
			n = n->next;
	}
	switch (sum) { case 1: sum--; break; default: printf("%%d\n", sum ? sum : -1); }
	return sum + f%[1]d(n, k - 1u);
}
`, i)
	}
	return b.String()
}

func BenchmarkAnalyze(b *testing.B) {
	for _, lines := range []int{1500, 3000, 6000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			ast := parse(b, "bench.c", benchSource(lines), ir.LP64)
			b.ReportAllocs()
			for b.Loop() {
				if _, diags := Analyze(ast, Options{File: "bench.c"}); len(diags) > 0 {
					b.Fatal(diags[0])
				}
			}
		})
	}
}

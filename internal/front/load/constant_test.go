package load

import (
	"fmt"
	"strings"
	"testing"
)

// TestConstants lists the places that give a name its value, and gives one another.
func TestConstants(t *testing.T) {
	const text = `/* #define NO 1
#define NO 2 */
#define A 10 // ten
# define B ( A \
	* 4 )	/* forty */
#define CALL(x) x = 1
#define EMPTY
// int c = 1;
static const long first = 1L, second = (2, 3);
enum kind { RED = 1, GREEN, BLUE = 'b' };
enum kind k = BLUE;
int list[] = { 1 }, *p = &list[0];
_Static_assert(A == 10, "A = 11");
int f(int x) { int y = 5; x = 6; enum { LOCAL = 7 }; struct s { int z; } s = { .z = 8 }; return x == y; }
char *text = "z = 9", last = ';';
#if A == 10
#define A 12
#endif
`
	const want = "A=10@3 B=( A \\\n\t* 4 )@4 first=1L@9 second=(2, 3)@9 RED=1@10 BLUE='b'@10 k=BLUE@11 p=&list[0]@12 LOCAL=7@14 " +
		"text=\"z = 9\"@15 last=';'@15 A=12@17"
	var got []string
	for _, c := range Constants([]byte(text)) {
		got = append(got, fmt.Sprintf("%s=%s@%d", c.Name, c.Value, c.Line))
	}
	if got := strings.Join(got, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	f := newFiles(Options{Set: []string{"A=3", "BLUE=1", "NO=7", "B=8"}})
	out := string(f.setConstants("a.c", []byte(text)))
	for _, part := range []string{"#define A 3 // ten", "#define A 3\n#endif", "define B 8\\\n\t/* forty", "BLUE = 1 }"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in %s", part, out)
		}
	}
	if f.assumed[0] != "A is 3 in place of 10 at a.c:3" || f.found["NO"] || !f.found["A"] || len(f.assumed) != 4 {
		t.Errorf("got %v", f.assumed)
	}
}

// TestNumbers sets numbers by their places.
func TestNumbers(t *testing.T) {
	f := newFiles(Options{Set: []string{"a.c:1:9=2", "a.c:2:11=3", "a.c:2:1=4", "b.c:1:9=5", "A=6"}})
	got := string(f.setConstants("a.c", []byte("#define A 10\n  int x = 0x1f + 1; /* 7 */ int A = 8;\n")))
	if want := "#define A 6\n  int x = 3 + 1; /* 7 */ int A = 6;\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := "the number at a.c:2:11 is 3 in place of 0x1f"; f.assumed[1] != want || f.found["a.c:2:1"] || f.found["b.c:1:9"] {
		t.Errorf("got %q", f.assumed)
	}
}

// FuzzConstants checks for any text that the listed constants occur in it, in their order.
func FuzzConstants(f *testing.F) {
	f.Add([]byte("#define A 1\nint b = 2;"))
	f.Add([]byte("#define"))
	f.Add([]byte("enum { A ="))
	f.Fuzz(func(t *testing.T, text []byte) {
		at := 0
		for _, c := range Constants(text) {
			if c.from < at || c.to < c.from || string(text[c.from:c.to]) != c.Value {
				t.Fatalf("%+v after %d", c, at)
			}
			at = c.to
		}
	})
}

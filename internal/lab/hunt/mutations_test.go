package hunt

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var mutants = flag.Int("mutants", 2, "mutants of examples and of the programs of testdata/semantics")

const account = `// A comment; with a lock(&m);
#define N 3
static int x;
void f(void)
{
	int r = 0, *p;
	foo_t q;
	foo_t *z = &q;
	pthread_mutex_lock(&m);
	x = x + 1;
	if (x < 10)
		x--;
	for (int i = 0; i < N; i++) {
		*p = 1;
	}
again: ;
	atomic_store_explicit(&u, 1, memory_order_release);
	return;
}
`

func TestMutations(t *testing.T) {
	var got []string
	for _, m := range Mutations(account) {
		got = append(got, m.What)
		if m.Text == account {
			t.Errorf("%s: nothing changed", m.What)
		}
	}
	want := []string{
		"left out pthread_mutex_lock(&m); on line 9",
		"swapped pthread_mutex_lock(&m);\n\tx = x + 1; on line 9",
		"left out x = x + 1; on line 10",
		"left out *p = 1; on line 14",
		"left out atomic_store_explicit(&u, 1, memory_order_release); on line 17",
		"changed 0 to 1 on line 6",
		"turned + to - on line 10",
		"changed 1 to 2 on line 10",
		"changed 1 to 0 on line 10",
		"negated the condition of if on line 11",
		"turned < to <= on line 11",
		"turned < to > on line 11",
		"changed 10 to 11 on line 11",
		"changed 10 to 9 on line 11",
		"changed 0 to 1 on line 13",
		"turned < to <= on line 13",
		"turned < to > on line 13",
		"turned ++ to -- on line 13",
		"changed 1 to 2 on line 14",
		"changed 1 to 0 on line 14",
		"changed 1 to 2 on line 17",
		"changed 1 to 0 on line 17",
		"relaxed memory_order_release on line 17",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReduce(t *testing.T) {
	small := Reduce(account, func(text string) bool { return strings.Contains(text, "x = x + 1;") })
	if strings.Contains(small, "pthread_mutex_lock") || strings.Contains(small, "*p = 1") || !strings.Contains(small, "x = x + 1;") {
		t.Error(small)
	}
}

// TestMutants compares engines with each other and with the explorer, on variants with a mistake of
// the programs that state their verdicts.
func TestMutants(t *testing.T) {
	files := testprog.Files(t)
	var tally Tally
	started := time.Now()
	judged, broken := 0, 0
	for seed := generated.First(); judged < *mutants; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0x307))
		file := draw(files, seed)
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list := Mutations(string(source))
		m := list[rng.IntN(len(list))]
		model := ir.LP64
		if seed%4 == 3 {
			model = ir.ILP32
		}
		s, err := NewSubject(m.Text, model, 0)
		if err != nil {
			broken++
			continue
		}
		judged++
		answers := judge(s, members(seed), properties(), *patience)
		tally.Add(answers)
		for _, f := range Findings(answers) {
			small := reduced(m.Text, f, model)
			t.Errorf("seed %d, %s, %s, %s: %s\n%s\n%s", seed, filepath.Base(file), m.What, model, &f, f.Text, small)
			keepProgram(t, fmt.Sprintf("mutant-%d-%s.c", seed, f.Property), f, small)
		}
	}
	t.Logf("%d do not compile, %.0f mutants a minute\n%s%s", broken, float64(judged)/time.Since(started).Minutes(), tally.String(), tally.Reasons(20))
	demand(t, &tally)
}

// draw chooses a file by a seed. A further file changes few choices.
func draw(files []string, seed uint64) string {
	return slices.MinFunc(files, func(a, b string) int { return cmp.Compare(rank(a, seed), rank(b, seed)) })
}

func rank(file string, seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, filepath.Base(file))
	return h.Sum64()
}

// reduced leaves out statements as long as the same engines are wrong in the same way.
func reduced(text string, f Finding, model ir.DataModel) string {
	deadline := time.Now().Add(*shrinking)
	return Reduce(text, func(text string) bool {
		if time.Now().After(deadline) {
			return false
		}
		s, err := NewSubject(text, model, 0)
		return err == nil && shows(s, f)
	})
}

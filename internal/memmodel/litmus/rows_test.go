package litmus

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	every = testflag.Every(50)
	only  = testflag.Only()
)

// shared has tests with published verdicts, and the models for which these hold.
const shared = "../../../../shared/litmus"

// published has the files and our names of the models in the index.
var published = map[string][2]string{
	"TSO": {"tso.cat", "tso"}, "C11": {"c11.cat", "c11"}, "RC11": {"rc11.cat", "rc11"}, "ARM8": {"aarch64.cat", "aarch64"},
	"RISCV": {"riscv.cat", "riscv"}, "LKMM": {"linux-kernel.cat", "lkmm"},
}

// TestRows judges tests with published verdicts under the published models and under the built-in ones.
func TestRows(t *testing.T) {
	f, err := os.Open(filepath.Join(shared, "index.csv"))
	if err != nil {
		t.Skipf("no litmus tests: %v", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	work := make(chan []string)
	counts := make(map[string]int)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for row := range work {
				right := judge(t, row[0], row[1], row[2])
				mu.Lock()
				counts[row[1]] += right
				mu.Unlock()
			}
		})
	}
	asked := 0
	for i, row := range rows[1:] {
		if every.Has(i) && only.Has(row[0]) {
			work <- row
			asked++
		}
	}
	close(work)
	wg.Wait()
	t.Logf("%d rows; right twice: %v", asked, counts)
	if asked == 0 {
		t.Error("no row is judged")
	}
}

// judge returns 1 if a test has the expected verdict under both models.
func judge(t *testing.T, file, model, expected string) int {
	test, err := Read(filepath.Join(shared, file))
	if err != nil {
		t.Error(err)
		return 0
	}
	right := 1
	for _, name := range []string{filepath.Join(shared, "cat", published[model][0]), published[model][1]} {
		m, err := memmodel.Named(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return 0
		}
		r, err := Run(context.Background(), test, m, false)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			return 0
		}
		if r.Holds != (expected == "1") {
			t.Errorf("%s under %s: holds is %v, expected %s", file, name, r.Holds, expected)
			right = 0
		}
	}
	return right
}

package ledger

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	name, columns := filepath.Join(t.TempDir(), "t.csv"), []string{"a", "b"}
	write := func(mode Mode, records ...[]string) (former [][]string) {
		t.Helper()
		table, former, err := Open(name, columns, mode)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if err := table.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
		return former
	}
	odd := []string{"a \"comma\", quoted", "two\nlines"}
	if former := write(Resume, []string{"1", "2"}, odd); former != nil {
		t.Errorf("a new table has %q", former)
	}
	// A kill left an incomplete last line.
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("3,"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	want := [][]string{{"1", "2"}, {odd[0], "two lines"}}
	if former := write(Resume, []string{"5", "6"}); !reflect.DeepEqual(former, want) {
		t.Errorf("resumed: got %q, want %q", former, want)
	}
	if former := write(Resume); !reflect.DeepEqual(former, append(want, []string{"5", "6"})) {
		t.Errorf("resumed again: got %q", former)
	}
	if former := write(Anew); former != nil {
		t.Errorf("anew: got %q", former)
	}
	if former := write(Resume); len(former) != 0 {
		t.Errorf("after anew: got %q", former)
	}
	if _, _, err := Open(name, []string{"other"}, Resume); err == nil || !strings.Contains(err.Error(), "the header is another") {
		t.Errorf("another header: %v", err)
	}
}

func TestNothingIsKept(t *testing.T) {
	table, former, err := Open("", []string{"a"}, Resume)
	if err != nil || former != nil {
		t.Fatal(former, err)
	}
	if err := table.Write([]string{"1"}); err != nil {
		t.Error(err)
	}
	if err := table.Close(); err != nil {
		t.Error(err)
	}
}

package diag

import (
	"fmt"
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	d := Diagnostic{Error, "syntax", "a.c", 2, 6, "unexpected ';'"}
	src := []byte("int x;\n\tint ;\n")
	want := "a.c:2:6: error: unexpected ';' [syntax]\n    2 | \tint ;\n      | \t    ^\n"
	if got := Render(d, src, Plain); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Render(d, src, Colored); !strings.Contains(got, ansiRed+"error:"+ansiReset) {
		t.Errorf("no colour in %q", got)
	}
	for _, d := range []Diagnostic{
		{Line: 99, Column: 3}, {Line: 2, Column: 4000}, {Line: 2}, {}, {Line: 1, Column: -5},
	} {
		Render(d, src, Plain) // must not panic
		Render(d, []byte("\xff\xfe\x00\n\xc3"), Plain)
		Render(d, []byte(strings.Repeat("é", 5000)+"\n"+strings.Repeat("é", 5000)), Plain)
	}
}

func TestTidy(t *testing.T) {
	list := []Diagnostic{
		{Error, "b", "a.c", 5, 1, "second"},
		{Error, "a", "a.c", 2, 9, "follow-on"},
		{Error, "a", "a.c", 2, 3, "first"},
		{Warning, "w", "a.c", 2, 3, "same"},
		{Warning, "w", "a.c", 2, 3, "same"},
	}
	var got []string
	for _, d := range Tidy(list) {
		got = append(got, d.Message)
	}
	if s := fmt.Sprint(got); s != "[first same second]" {
		t.Errorf("got %s", s)
	}
	list = nil
	for i := range 3 * Limit {
		list = append(list, Diagnostic{Error, "x", "a.c", i + 1, 1, "m"})
	}
	if got := Tidy(list); len(got) != Limit+1 || got[Limit].Code != "too-many" {
		t.Errorf("got %d diagnostics", len(got))
	}
}

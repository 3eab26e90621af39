package front

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/probe"
)

const probed = `typedef unsigned char byte;
struct s { int x; };
int g, f(int);
int h(int p)
{
	struct s v = {1};
	byte b = 2;
	for (int i = 0; i < 3; i++)
		g += f(p);
	if (g)
		return 1;
	do
		g--;
	while (g > 2);
	return v.x ? b : f(g);
}
int main(void) { return h(1); }
`

func compileProbed(t *testing.T, l *probe.List) *Result {
	t.Helper()
	r, err := Compile(context.Background(), Options{Files: []string{"p.c"}, Probes: l, ReadFile: func(string) ([]byte, error) { return []byte(probed), nil }})
	if err != nil || r.Program == nil {
		t.Fatalf("%v %v", err, r.Diagnostics)
	}
	return r
}

// TestSites checks that the sites are those of the source, in its order, with and without code.
func TestSites(t *testing.T) {
	l := &probe.List{}
	compileProbed(t, l)
	var got []string
	for _, s := range l.Sites {
		if s.Func == "h" {
			got = append(got, fmt.Sprintf("%s %d:%d-%d:%d", s.Kind, s.Pos.Line, s.Pos.Col, s.End.Line, s.End.Col))
		}
	}
	want := []string{"statement 6:2-6:18", "after 6:2-6:2", "statement 7:2-7:12", "after 7:2-7:2", "statement 8:2-9:12", "condition 8:2-8:2", "head 8:2-8:2", "statement 9:3-9:12",
		"enter 9:9-9:9", "return 9:11-9:11", "after 9:3-9:3", "statement 10:2-11:11", "condition 10:2-10:2", "statement 11:3-11:11", "statement 12:2-14:15",
		"statement 13:3-13:6", "after 13:3-13:3", "condition 12:2-12:2", "head 12:2-12:2", "statement 15:2-15:23", "condition 15:13-15:13", "enter 15:20-15:20", "return 15:22-15:22"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
	codes := make(map[probe.SiteID]probe.Code)
	for id := range l.Sites {
		codes[probe.SiteID(id)] = probe.Code{Text: "g", Section: id%2 == 0}
	}
	with := &probe.List{Codes: codes}
	compileProbed(t, with)
	if !reflect.DeepEqual(with.Sites, l.Sites) || len(with.Errors) > 0 {
		t.Errorf("with code the sites are %v, %v", with.Sites, with.Errors)
	}
}

// TestCode checks that code is analysed in the scope of its site, and that diagnostics about the code
// are returned with it.
func TestCode(t *testing.T) {
	sites := &probe.List{}
	compileProbed(t, sites)
	at := func(kind probe.Kind, line int32) probe.SiteID {
		id := slices.IndexFunc(sites.Sites, func(s probe.Site) bool { return s.Kind == kind && s.Pos.Line == line })
		return probe.SiteID(id)
	}
	for _, c := range []struct {
		kind probe.Kind
		line int32
		text string
		want string // in the error; empty: none
	}{
		{probe.Statement, 7, "v.x == 1 && p", ""},
		{probe.Statement, 7, "b == 2", `"b" undeclared`},
		{probe.Statement, 9, "i < 3 && (byte)p", ""},
		{probe.Statement, 10, "i < 3", `"i" undeclared`},
		{probe.Statement, 10, "v", "no scalar value"},
		{probe.Statement, 10, "g = 1", "an assignment"},
		{probe.Statement, 10, "g++", "an increment"},
		{probe.Statement, 10, "f(1)", "a call"},
		{probe.Statement, 10, "nobody(1)", `"nobody" is not declared`},
		{probe.Statement, 10, "1 +", "no C expression"},
		{probe.Statement, 10, "v.y", "no member"},
		{probe.Return, 9, probe.Value + " > 1", ""},
		{probe.Condition, 8, probe.Value + " != 0", ""},
		{probe.Enter, 9, probe.Value + " != 0", "undeclared"},
		{probe.Head, 12, "g > 2", ""},
		{probe.After, 7, "b == 2", ""},
	} {
		id := at(c.kind, c.line)
		if id < 0 {
			t.Fatalf("no %s in line %d", c.kind, c.line)
		}
		l := &probe.List{Codes: map[probe.SiteID]probe.Code{id: {Text: c.text, Section: true}}}
		compileProbed(t, l)
		if got := l.Errors[id]; (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %d: %q: found %q, expected %q", c.kind, c.line, c.text, got, c.want)
		}
	}
}

package heddle

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestReasons checks that the schema of results has the reasons and the kinds that the sources declare, all
// of them and no others, and the page about verdicts has the reasons.
func TestReasons(t *testing.T) {
	reasons, kinds := declared(t, "Reason"), append([]string{""}, declared(t, "Kind")...)
	text, err := os.ReadFile(filepath.Join("docs/use", "result.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct{ Reason, Kind struct{ Enum []string } } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	if enum := slices.Sorted(slices.Values(schema.Defs.Reason.Enum)); !slices.Equal(enum, reasons) {
		t.Errorf("the schema has the reasons\n%q, the sources\n%q", enum, reasons)
	}
	if enum := slices.Sorted(slices.Values(schema.Defs.Kind.Enum)); !slices.Equal(enum, kinds) {
		t.Errorf("the schema has the kinds\n%q, the sources\n%q", enum, kinds)
	}

	page, err := os.ReadFile(filepath.Join("docs/use", "check.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "**Reasons**")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, reason := range reasons {
		if reason != "" && !strings.Contains(list, "`"+reason+"`") {
			t.Errorf("docs/use/check.md does not list the reason %s", reason)
		}
	}
}

// declared returns the values of the constants of a type of results, sorted.
func declared(t *testing.T, name string) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{"program/verdict", "drive/check", "drive/slice"} {
		files, err := filepath.Glob(filepath.Join("internal", filepath.FromSlash(dir), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			out = append(out, constants(t, file, name)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// constants returns the values of the constants of a type in a file.
func constants(t *testing.T, file, of string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range parsed.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			name := ""
			switch typ := spec.Type.(type) {
			case *ast.Ident:
				name = typ.Name
			case *ast.SelectorExpr:
				name = typ.Sel.Name
			}
			if name != of {
				continue
			}
			for _, v := range spec.Values {
				value, err := strconv.Unquote(v.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, value)
			}
		}
	}
	return out
}

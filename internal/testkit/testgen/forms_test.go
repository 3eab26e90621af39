package testgen

import (
	"bufio"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// base has the features of sequential programs beside the forms, with text that only they write.
var base = map[string]*regexp.Regexp{
	"booleans":              regexp.MustCompile(`_Bool `),
	"integer-types":         regexp.MustCompile(`unsigned long long [gl]\d`),
	"floats":                regexp.MustCompile(`float [gl]\d`),
	"casts":                 regexp.MustCompile(`\(unsigned char\)\(`),
	"float-conversions":     regexp.MustCompile(`\(float\)\(`),
	"constants":             regexp.MustCompile(`0x[0-9a-f]+ull`),
	"sizeof":                regexp.MustCompile(`\(int\)sizeof\(`),
	"structures":            regexp.MustCompile(`struct S\d+ \{`),
	"unions":                regexp.MustCompile(`union S\d+ \{`),
	"bit-fields-of-widths":  regexp.MustCompile(`m\d : \d+;`),
	"bit-fields-of-none":    regexp.MustCompile(` : 0;`),
	"packed-structures":     regexp.MustCompile(`\}.*packed`),
	"designators":           regexp.MustCompile(`\.m\d = `),
	"structure-literals":    regexp.MustCompile(`\(struct S\d+\)\{`),
	"structures-by-value":   regexp.MustCompile(`static (struct|union) S\d+ f\d`),
	"masked-indices":        regexp.MustCompile(`\[\(.*\) & \d\]`),
	"pointers-to-variables": regexp.MustCompile(`\*q\d+ = &`),
	"arithmetic-operators":  regexp.MustCompile(` \* `),
	"quotients":             regexp.MustCompile(` / \(\(\(`),
	"shift-operators":       regexp.MustCompile(` << \(\(`),
	"bit-operators":         regexp.MustCompile(`~\(`),
	"comparisons":           regexp.MustCompile(` <= `),
	"logical-operators":     regexp.MustCompile(` && \w`),
	"conditional-operators": regexp.MustCompile(` \? .* : `),
	"comma-operators":       regexp.MustCompile(`\(\(void\)0, `),
	"compound-assignments":  regexp.MustCompile(` [-+*^&|]= `),
	"increments":            regexp.MustCompile(`(\+\+|--)[gl]\d`),
	"uninitialised-globals": regexp.MustCompile(`(?m)^(static )?\w+ g\d+;$`),
	"ifs":                   regexp.MustCompile(`\} else \{`),
	"for-loops":             regexp.MustCompile(`for \(int`),
	"while-loops":           regexp.MustCompile(`while \(i\d+-- `),
	"do-loops":              regexp.MustCompile(`\} while \(--i`),
	"switch-statements":     regexp.MustCompile(`case \d: \{`),
	"loops-entered-inside":  regexp.MustCompile(`case 1:;`),
	"jumps":                 regexp.MustCompile(`break;\n\tmix|continue;`),
	"goto-graphs":           regexp.MustCompile(`goto n\d`),
	"vectors":               regexp.MustCompile(`vector_size`),
	"complex-numbers":       regexp.MustCompile(`_Complex`),
}

// others lists the generators outside this package, with their files.
var others = map[string]string{
	"macro-programs":       "../../front/preprocess/generator_test.go",
	"record-layouts":       "../../front/ctype/layout_test.go",
	"constant-expressions": "../../front/sema/constant_test.go",
	"evaluation-orders":    "../../front/difftest/order_test.go",
}

// TestFormsOccur checks that programs have every feature of the table of clauses.
func TestFormsOccur(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(60) {
		all.WriteString(Sequential(seed, 5))
	}
	for name, text := range base {
		if !text.MatchString(all.String()) {
			t.Errorf("no program has %s", name)
		}
	}
	for _, f := range forms {
		if mark, _, _ := strings.Cut(regexp.MustCompile(`@\S*|\t`).ReplaceAllString(f.text, "\n"), "\n"); !strings.Contains(all.String(), mark) {
			t.Errorf("no program has %s", f.name)
		}
	}
}

// TestClauses checks that the table of clauses names exactly the features that the generators have, and each form beside its
// clauses.
func TestClauses(t *testing.T) {
	page, err := os.Open("../../../docs/develop/clauses.md")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	names := make(map[string][]string) // the clauses beside a name
	row, name := regexp.MustCompile(`^\| (6\.[\d.]+) [^|]*\| (.*) \|$`), regexp.MustCompile("`([a-z-]+)`")
	var clauses []string
	for lines := bufio.NewScanner(page); lines.Scan(); {
		m := row.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		clauses = append(clauses, m[1])
		found := name.FindAllStringSubmatch(m[2], -1)
		for _, n := range found {
			names[n[1]] = append(names[n[1]], m[1])
		}
		if uncovered := strings.HasPrefix(m[2], "not covered"); uncovered == (found != nil) {
			t.Errorf("clause %s has a generator, or the words %q", m[1], "not covered")
		}
	}
	if len(clauses) < 90 || len(slices.Compact(slices.Sorted(slices.Values(clauses)))) < len(clauses) {
		t.Errorf("%d clauses, expected 90 different ones", len(clauses))
	}
	for _, f := range forms {
		for _, c := range f.clauses {
			if !slices.Contains(names[f.name], c) {
				t.Errorf("clause %s lacks %s", c, f.name)
			}
		}
		if len(names[f.name]) > len(f.clauses) {
			t.Errorf("%s is beside %v, but covers %v", f.name, names[f.name], f.clauses)
		}
		delete(names, f.name)
	}
	for n := range base {
		if names[n] == nil {
			t.Errorf("no clause has %s", n)
		}
		delete(names, n)
	}
	for n, file := range others {
		if _, err := os.Stat(file); err != nil || names[n] == nil {
			t.Errorf("no clause has %s, or %s is absent", n, file)
		}
		delete(names, n)
	}
	for _, n := range featureNames {
		delete(names, n)
	}
	for n := range names {
		t.Errorf("no generator has %s", n)
	}
}

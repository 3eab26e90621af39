package heddle

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// rulesOf returns the rules of docs/understand/semantics.md: by number, the programs that show each.
func rulesOf(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs/understand", "semantics.md"))
	if err != nil {
		t.Fatal(err)
	}
	rules := make(map[string][]string)
	program := regexp.MustCompile("`([a-z0-9_]+)`")
	items := regexp.MustCompile(`(?m)^- \*\*(\d+\.\d+)\*\* `).FindAllStringSubmatchIndex(string(text), -1)
	for i, at := range items {
		number, end := string(text[at[2]:at[3]]), len(text)
		if i+1 < len(items) {
			end = items[i+1][0]
		}
		if _, ok := rules[number]; ok {
			t.Errorf("docs/understand/semantics.md has rule %s twice", number)
		}
		rules[number] = nil
		body := string(text[at[1]:end])
		if heading := strings.Index(body, "\n## "); heading >= 0 {
			body = body[:heading]
		}
		// The programs are in parentheses, which hold nothing else.
		for _, list := range regexp.MustCompile("\\((?:`[a-z0-9_]+`,?\\s*)+\\)").FindAllString(body, -1) {
			for _, name := range program.FindAllStringSubmatch(list, -1) {
				rules[number] = append(rules[number], name[1])
			}
		}
	}
	return rules
}

// TestSemanticsDocument holds the links between the rules of docs/understand/semantics.md and
// the programs of testdata/semantics, both ways.
func TestSemanticsDocument(t *testing.T) {
	rule := make(map[string]string) // by program
	for number, programs := range rulesOf(t) {
		for _, p := range programs {
			if rule[p] != "" {
				t.Errorf("%s stands under rules %s and %s", p, rule[p], number)
			}
			rule[p] = number
		}
	}
	for _, file := range semanticPrograms(t) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		number, _, _ := strings.Cut(strings.TrimPrefix(string(source), "// "), ":")
		switch want := rule[name]; {
		case want == "":
			t.Errorf("%s, of rule %s, stands under no rule of docs/understand/semantics.md", name, number)
		case want != number:
			t.Errorf("%s begins with rule %s, and stands under %s", name, number, want)
		}
		delete(rule, name)
	}
	for name, number := range rule {
		t.Errorf("rule %s names %s, which is no program of testdata/semantics", number, name)
	}
}

// TestCitations checks that comments cite rules of docs/understand/semantics.md that are there, and no
// document that is not in the repository.
func TestCitations(t *testing.T) {
	rules := rulesOf(t)
	sections := make(map[string]bool)
	for number := range rules {
		section, _, _ := strings.Cut(number, ".")
		sections[section] = true
	}
	cited := regexp.MustCompile(`\bsemantics (\d+(?:\.\d+)?)`)
	document := regexp.MustCompile(`\b(?:DESIGN|METHODS|STYLE)\b`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		switch filepath.Ext(path) {
		case ".go", ".c", ".h", ".md", ".txtar":
		default:
			return nil
		}
		if path == "document_test.go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if name := document.FindString(line); name != "" {
				t.Errorf("%s:%d cites %s, which is not in the repository", path, i+1, name)
			}
			for _, m := range cited.FindAllStringSubmatch(line, -1) {
				if _, ok := rules[m[1]]; !ok && !sections[m[1]] {
					t.Errorf("%s:%d cites rule %s of the semantics, which is not there", path, i+1, m[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

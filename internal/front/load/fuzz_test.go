package load

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// FuzzParse checks that any text gives a tree or an error, in short time and without panic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"int x;", "#include <pthread.h>\n", libc, "#define F(x, ...) #x ## __VA_ARGS__\nF(1,2)\n",
		"#if defined(A) && __has_include(<x.h>)\n#elif 1\n#endif\n", "_Pragma(\"once\") char *s = \"a\\\"b\" L\"c\";",
		"# 1 \"x\"\n#line 3 \"y\"\n#pragma pack(1)\n", "int a<:3:> = <%1, '\\'', 0x1p3, 1.e5%>;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		u, diags := Parse(ctx, "a.c", Options{ReadFile: tree{"a.c": text}.read})
		if (u.AST == nil) != diag.HasErrors(diags) {
			t.Errorf("tree %v, diagnostics %v", u.AST != nil, diags)
		}
		for _, d := range diags {
			if d.Code == "timeout" {
				t.Errorf("%v", d)
			}
			diag.Render(d, u.Source(d.File), diag.Plain)
		}
	})
}

package lower

import (
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestSpelled checks the spelling of accesses through pointers: as written, without macros and
// irrelevant conversions, and no spelling for an object with a name.
func TestSpelled(t *testing.T) {
	const before = `
struct node { int v; struct node *next; int buf[4]; struct { int in; }; struct { short a[2]; } s[2]; int b : 3; };
struct node *head, all[4];
int g, *gp, **gpp;
struct node *first(int k);
#define V(n) (((n))->v)
#define CONTAINER(p) ((struct node *)((char *)(p) - 8))
`
	for _, c := range []struct {
		expr string
		want []string
	}{
		{"g", nil},
		{"all[i].buf[1]", nil},
		{"(*&g)", nil},
		{"(&all[2])->v", nil},
		{"n->v", []string{"n->v"}},
		{"(*n).v", []string{"n->v"}},
		{"V(n->next)", []string{"n->next", "n->next->v"}},
		{"head->v", []string{"head->v"}},
		{"n->buf[i]", []string{"n->buf[i]"}},
		{"n->buf[(i + 1) % 4]", []string{"n->buf[(i + 1) % 4]"}},
		{"n->buf[(unsigned char)i]", []string{"n->buf[i]"}},
		{"n->s[1].a[i]", []string{"n->s[1].a[i]"}},
		{"n->in", []string{"n->in"}},
		{"n->b", []string{"n->b"}},
		{"n[i].v", []string{"n[i].v"}},
		{"*n->buf", []string{"n->buf[0]"}},
		{"*(gp + i)", []string{"gp[i]"}},
		{"gp[-1]", []string{"gp[-1]"}},
		{"*(gp - i)", []string{"*(gp - i)"}},
		{"**gpp", []string{"*gpp", "**gpp"}},
		{"(*gpp)[i]", []string{"*gpp", "(*gpp)[i]"}},
		{"*gp++", []string{"*gp++"}},
		{"((struct node *)v)->v", []string{"v->v"}},
		{"*(short *)gp", []string{"*(short int *)gp"}},
		{"first(i)->v", []string{"first(i)->v"}},
		{"(all[0] = *n->next, i)", []string{"n->next", "*n->next"}},
		{"CONTAINER(gp)->v", []string{"((struct node *)((char *)gp - 8))->v"}},
		{"(i ? n : head)->v", nil},
		{"n->buf[i + n->buf[i + n->buf[i + n->buf[i + 1]]]]",
			[]string{"n->buf[i + 1]", "n->buf[i + n->buf[i + 1]]", "n->buf[i + n->buf[i + n->buf[i + 1]]]"}},
	} {
		p := Lower(analyze(t, before+"int f(struct node *n, void *v, int i) { return "+c.expr+"; }", ir.LP64), Options{Model: ir.LP64}).Program
		var got []string
		for _, in := range p.Instrs() {
			if in.Text != "" {
				got = append(got, in.Text)
			}
		}
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.expr, got, c.want)
		}
	}
}

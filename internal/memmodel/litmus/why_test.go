package litmus

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/read"
)

// TestWhy has tests whose condition no execution decides, and the reasons.
func TestWhy(t *testing.T) {
	for _, c := range []struct{ model, text, want string }{
		{"tso", `X86 SB+mfences
{}
 P0         | P1         ;
 MOV [x],$1 | MOV [y],$1 ;
 MFENCE     | MFENCE     ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)`, `tso
po: P0 W[x]=1 -> P0 F.mfence.MFENCE
po: P0 F.mfence.MFENCE -> P0 R[y]=0
rf: initial W[y]=0 -> P0 R[y]=0
co: initial W[y]=0 -> P1 W[y]=1
po: P1 W[y]=1 -> P1 F.mfence.MFENCE
po: P1 F.mfence.MFENCE -> P1 R[x]=0
rf: initial W[x]=0 -> P1 R[x]=0
co: initial W[x]=0 -> P0 W[x]=1`},
		// Coherence forbids the only candidate, which the search leaves out at first.
		{"sc", `X86 CoRR
{}
 P0         | P1          ;
 MOV [x],$1 | MOV EAX,[x] ;
            | MOV EBX,[x] ;
exists (1:EAX=1 /\ 1:EBX=0)`, `sc
rf: P0 W[x]=1 -> P1 R[x]=1
po: P1 R[x]=1 -> P1 R[x]=0
rf: initial W[x]=0 -> P1 R[x]=0
co: initial W[x]=0 -> P0 W[x]=1`},
		// The read and the write of an AMO are one event.
		{"riscv", `RISCV AMO
{ 0:x6=x; 0:x8=1; 1:x6=x; 1:x8=1; }
 P0                   | P1                   ;
 amoadd.w x5,x8,(x6)  | amoadd.w x5,x8,(x6)  ;
exists (0:x5=0 /\ 1:x5=0)`, `coherence
co: P0 W.AMO[x]=1 -> P1 W.AMO[x]=1
rf: initial W[x]=0 -> P1 R.AMO[x]=0
co: initial W[x]=0 -> P0 W.AMO[x]=1`},
		// No candidate has this value.
		{"sc", "X86 none\n{}\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=7)", "none"},
	} {
		test, err := read.Test("test.litmus", c.text)
		if err != nil {
			t.Fatal(err)
		}
		model, err := memmodel.Named(c.model)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Why(context.Background(), test, model)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if r != nil {
			got = strings.Join(append([]string{r.Axiom}, r.Pairs...), "\n")
		}
		if got != c.want {
			t.Errorf("%s:\n%s\nexpected\n%s", test.Name, got, c.want)
		}
	}
}

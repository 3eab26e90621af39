package openmp

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// rewritten returns the text of a unit after Rewrite, and the message of its error.
func rewritten(text string) (out, message string) {
	var list []preprocess.Token
	for i, line := range strings.Split(text, "\n") {
		pos := preprocess.Pos{Line: int32(i + 1), Col: 1}
		if directive, ok := strings.CutPrefix(line, "#pragma "); ok {
			list = append(list, preprocess.Token{Kind: preprocess.Pragma, Text: directive, Pos: pos})
			continue
		}
		list = append(list, preprocess.Tokens(line, pos)...)
	}
	list = Rewrite(list, func(d diag.Diagnostic, _ preprocess.Pos) { message = d.Message })
	return spell(list), message
}

// TestRewrite checks parts of rewritten units.
func TestRewrite(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"int f(void) {\n#pragma omp parallel\nx++; y++; }", "__heddle_omp_enter ( __omp_self ) ; x ++ ; __heddle_omp_barrier ( ) ; return 0 ; } __heddle_omp_parallel ( __omp_parallel_2 , 0 ) ; } y ++ ;"},
		{"void f(void) { if (a)\n#pragma omp critical(c)\nx++; else y++; }", "& __omp_critical_c ) ; x ++ ; __heddle_omp_leave_critical ( & __omp_critical_c ) ; } else y ++ ;"},
		{"void f(void) {\n#pragma omp parallel if(n > 1) num_threads(n)\n{ } }", "__heddle_omp_parallel ( __omp_parallel_2 , ( n > 1 ) ? ( n ) : 1 )"},
		{"void f(void) {\n#pragma omp for nowait\nfor (int i = 1; 9 >= i; i += 2) g(i); }", "? ( __omp_bound_2_0 - __omp_lower_2_0 ) / __omp_step_2_0 + 1 : 0 )"},
		{"void f(void) {\n#pragma omp for\nfor (i = n; i > 0; --i) continue; }", "do { continue ; } while ( 0 ) ; }"},
		{"int x;\n#pragma omp threadprivate(x)\nint y;", `"#pragma omp threadprivate x"`},
		{"void f(void) {\n#pragma omp barrier\n#pragma omp taskwait\n}", "__heddle_omp_barrier ( ) ; __heddle_omp_taskwait ( ) ;"},
		{"void f(void) {\n#pragma omp atomic capture\nv = x++; }", "default : __atomic_fetch_add ( __omp_place , __omp_operand , 0 ) ) ; v = __omp_old ; }"},
		{"void f(void) {\n#pragma omp atomic seq_cst\nx = 2 - x; }", "__omp_new = __omp_operand - __omp_old ;"},
		{"void f(void) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) ; }", "__heddle_omp_next ( "},
		{"void f(void) {\n#pragma omp distribute simd\nfor (int i = 0; i < 9; i++) ; }", "__heddle_omp_next_nowait ( "},
		{"void f(void) {\n#pragma omp for ordered\nfor (int i = 0; i < 9; i++)\n#pragma omp ordered\nx++; }", "{ __heddle_omp_ordered ( ) ; x ++ ; __heddle_omp_ordered_end ( ) ; } } while ( 0 ) ; __heddle_omp_iterated ( ) ;"},
		{"void f(void) {\n#pragma omp critical\nfor (;;) { if (x) continue; switch (x) default: break; } return; }", "default : break ; } __heddle_omp_leave_critical ( & __omp_critical ) ; } return ;"},
		{"void f(void) {\n#pragma omp simd safelen(4)\nfor (i = 0; i < 9; i++) ; }", "= __heddle_omp_next_lane ( __omp_loop_2 , 4 ) )"},
		{"#pragma omp declare reduction(m : int, long : omp_out += omp_in)\nvoid f(void) {\n#pragma omp parallel reduction(m: x)\n; }",
			"_Generic ( x , int : __omp_combine_1 , long : __omp_combine_2 ) ( & ( * __omp_out_3_x ) , & x ) ;"},
		{"void f(void) {\n#pragma omp parallel reduction(+: p[1:n])\n; }", "__typeof__ ( p [ 0 ] ) __omp_part_1_p [ __omp_length_1_p ] , * p = __omp_part_1_p - __omp_lower_1_p ;"},
		{"void f(void) {\n#pragma omp for ordered(2)\nfor (int i = 0; i < n; i++) for (int j = 0; j < m; j++) {\n#pragma omp ordered doacross(sink: i - 1, j)\n} }",
			"( __omp_x_0 * ( long long ) __omp_count_2_1 + __omp_x_1 ) ) ; }"},
		{"#pragma omp begin declare target\nint x;\n#pragma omp end declare target", "int x ;"},
		{"void f(void) {\n#pragma omp flush acquire\n}", "__atomic_thread_fence ( 2 ) ;"},
		{"void f(void) {\n#pragma omp parallel master taskloop num_threads(2)\nfor (int i = 0; i < 9; i++) ; }", "if ( __heddle_omp_first ( ) ) {"},
		{"void f(void) {\n#pragma omp task depend(in: a[2:n])\nx++; }", "__heddle_omp_depend ( ( void * ) & ( a [ 2 ] ) , 1 ) ;"},
	} {
		out, message := rewritten(tt.text)
		if message != "" || !strings.Contains(out, tt.want) {
			t.Errorf("%q: %s: no %q in\n%s", tt.text, message, tt.want, out)
		}
	}
}

// TestRefused checks the messages about directives without a rewriting.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"#pragma omp declare variant(f)", "unsupported: #pragma omp declare"},
		{"#pragma omp declare reduction(+ : int : omp_out += omp_in)", "unsupported: #pragma omp declare reduction"},
		{"void f(void) {\n#pragma omp taskloop\nfor (;;) ; }", "unsupported: a loop that is not in canonical form, behind #pragma omp taskloop"},
		{"void f(void) {\n#pragma omp taskloop grainsize(strict: 2)\nfor (int i = 0; i < 9; i++) ; }", "unsupported: clause grainsize of #pragma omp taskloop"},
		{"void f(void) {\n#pragma omp taskloop linear(x)\nfor (int i = 0; i < 9; i++) ; }", "unsupported: clause linear of #pragma omp taskloop"},
		{"void f(void) {\n#pragma omp taskloop firstprivate(x) lastprivate(x)\nfor (int i = 0; i < 9; i++) ; }", "unsupported: clause lastprivate of #pragma omp taskloop"},
		{"void f(void) {\n#pragma omp for ordered(2)\nfor (int i = 0; i < 9; i++) ; }", "no for loop behind #pragma omp for"},
		{"void f(void) {\n#pragma omp ordered depend(source)\n}", "#pragma omp ordered depend outside of a loop with the clause ordered(n)"},
		{"void f(void) {\n#pragma omp for ordered(1)\nfor (int i = 0; i < 9; i++) {\n#pragma omp ordered depend(sink: i, 1)\n} }", "unsupported: clause depend of #pragma omp ordered"},
		{"void f(void) {\n#pragma omp parallel reduction(other: x)\n; }", "unsupported: clause reduction of #pragma omp parallel"},
		{"void f(void) {\n#pragma omp parallel reduction(+: x[0:2][0:2])\n; }", "unsupported: clause reduction of #pragma omp parallel"},
		{"void f(void) {\n#pragma omp for\nfor (;;) ; }", "unsupported: a loop that is not in canonical form, behind #pragma omp for"},
		{"void f(void) {\n#pragma omp parallel private(x\n; }", "invalid directive #pragma omp parallel private(x"},
		{"void f(void) {\n#pragma omp parallel wrong(x)\n; }", "unsupported: clause wrong of #pragma omp parallel"},
		{"void f(void) {\n#pragma omp parallel private(a[0:n])\n; }", "unsupported: clause private of #pragma omp parallel"},
		{"void f(void) {\n#pragma omp parallel for safelen(4)\nfor (i = 0; i < 9; i++) ; }", "unsupported: clause safelen of #pragma omp parallel for"},
		{"void f(void) {\n#pragma omp for collapse(2)\nfor (i = 0; i < 9; i++) for (j = i; j < 9; j++) ; }", "unsupported: a nest of loops that is not rectangular, behind #pragma omp for"},
		{"int x = (\n#pragma omp barrier\n1);", "unsupported: #pragma omp barrier"},
		{"int x;\n#pragma omp threadprivate(x)\nvoid f(void) {\n#pragma omp simd\nfor (int i = 0; i < 9; i++) ; }", "unsupported: #pragma omp simd beside threadprivate variables"},
		{"void f(void) {\n#pragma omp target nowait\n; }", "unsupported: clause nowait of #pragma omp target"},
		{"void f(void) {\n#pragma omp parallel\nreturn; }", "unsupported: return inside a construct of OpenMP"},
		{"void f(void) { for (;;)\n#pragma omp critical\ncontinue; }", "unsupported: continue inside a construct of OpenMP"},
		{"void f(void) {\n#pragma omp for\nfor (int i = 0; i < 9; i++) { break; } }", "unsupported: break inside a construct of OpenMP"},
		{"void f(void) {\n#pragma omp parallel\n{\n#pragma omp for linear(x)\nfor (int i = 0; i < 9; i++) ; } }", "unsupported: clause linear of #pragma omp for"},
		{"void f(void) {\n#pragma omp atomic\nx = y; }", "unsupported: this statement behind #pragma omp atomic"},
	} {
		if _, message := rewritten(tt.text); message != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, message, tt.want)
		}
	}
}

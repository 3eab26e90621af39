/* Vectors of GNU C. */
#include <stdio.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef signed char v16qi __attribute__((vector_size(16)));
typedef unsigned char v16uqi __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef int v2si __attribute__((vector_size(8)));
int __attribute__((vector_size(16))) f1(int a) { return (v4si){a, a+1, a+2, a+3}; }
v4si g1 = {1,2,3,4};
static v4si g2 = (v4si){5,6};
v4si arr[2] = {1,2,3,4,5,6,7,8};
struct s { char c; v4si a; int b __attribute__((vector_size(8))); } st = { 'c', {9, 8, 7, 6}, {5, 4} };
static void show(const char *n, v4si v) { printf("%s: %d %d %d %d\n", n, v[0], v[1], v[2], v[3]); }
static void showf(const char *n, v4sf v) { printf("%s: %g %g %g %g\n", n, v[0], v[1], v[2], v[3]); }
static void bytes(const char *n, const void *p, int k) { const unsigned char *b = p; printf("%s:", n); for (int i = 0; i < k; i++) printf(" %02x", b[i]); printf("\n"); }
int side; int eff(int x) { side++; return x; }
v4si *next(v4si **p) { side++; return (*p)++; }
int sum(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); v4si r = {0}; for (int i = 0; i < n; i++) r += __builtin_va_arg(ap, v4si); __builtin_va_end(ap); return r[0]+r[1]+r[2]+r[3]; }
int main(void){
	v4si a = g1 + 1;
	int k = ((v4si){1,2})[1];
	int i = 2;
	show("a", a);
	printf("%d\n", k);
	show("shuffle", __builtin_shuffle(a, g1));
	show("shuffle2", __builtin_shuffle(a, g1, (v4si){0, 5, 11, -1}));
	a[2] = 3;
	*(&a[1]) = 2;
	a[i+1] += 7;
	show("a", a);
	show("sv", __builtin_shufflevector(a, g1, 0, 5, 2, 7));
	printf("%d %d\n", (int)sizeof(int __attribute__((vector_size(8)))), (int)_Alignof(v4si));
	v2si b = (__attribute__((vector_size(8))) int)0x300000004LL;
	printf("%d %d %llx\n", b[0], b[1], (unsigned long long)b);
	show("f1", f1(3));
	show("g2", g2);
	show("arr", arr[1]);
	show("st", st.a);
	printf("%d\n", st.b[1]);
	v4sf f = {1.5f, 2, 3, 4};
	showf("f", f * 2);
	showf("f", 1 / f);
	show("f<2", f < 2);
	show("fi", (v4si)f);
	show("cmp", a > g1);
	show("cmp", a == g1);
	v4su u = {1, 0xffffffff, 3, 4};
	show("ucmp", u > 5);
	show("mix", g1 < u);
	show("div", a / 3);
	show("rem", a % (v4si){2, 3, 4, 5});
	show("shl", a << 2);
	show("shr", (-a) >> g1);
	show("ushr", (v4si)(u >> 4));
	show("sc", 1 << g1);
	show("bits", (a & 6) | (g1 ^ ~a));
	show("neg", -a);
	v16qi q = {1,2,3,-4,5,6,7,8,9,10,11,12,13,14,15,100};
	q = q + q / 2 - 3;
	bytes("q", &q, 16);
	v16uqi uq = (v16uqi)q;
	uq = uq * 3 + 250;
	bytes("uq", &uq, 16);
	q = uq > 100;
	bytes("cmp", &q, 16);
	v8hi h = (v8hi)q;
	h += 3;
	h <<= 2;
	bytes("h", &h, 16);
	h++;
	--h;
	h--;
	bytes("h", &h, 16);
	v2di d = {1, -2};
	d *= 5;
	d = d - (d < 0);
	bytes("d", &d, 16);
	v2df df = {1.25, -3};
	df = df / 2 + 1;
	bytes("df", &df, 16);
	v2di c = df > 0.5;
	bytes("c", &c, 16);
	v4sf cv = __builtin_convertvector(a, v4sf);
	showf("cv", cv);
	show("cvi", __builtin_convertvector(cv / 2, v4si));
	v4si *p = arr;
	*next(&p) += 10;
	show("arr0", arr[0]);
	next(&p)[0][1]++;
	show("arr1", arr[1]);
	printf("%d %d\n", (int)(p - arr), side);
	show("lit", (v4si){eff(1), eff(2), 3, eff(4)} + (v4si){eff(1)});
	printf("%d\n", side);
	printf("%d\n", ((v4si){eff(7), eff(8)})[0]);
	printf("%d\n", side);
	v4si old = a++;
	show("old", old);
	show("a", a);
	show("pre", ++a);
	a = k ? a : g1;
	return sum(2, a, g1) & 0xff;
}

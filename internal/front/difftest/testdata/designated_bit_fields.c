#include <stdio.h>
struct A { unsigned short m0:8; unsigned long long m1:53; };
struct S { struct A m0; _Bool m1 : 1; signed char m2; unsigned short m3 : 8; };
struct S g = { .m1 = -433, .m2 = 3, .m0 = { .m0 = 0x1ce68c2de0213d5cull } };
int main(void){ printf("%d %d %d %d %d %zu\n", g.m1, g.m2, g.m0.m0, (int)g.m0.m1, g.m3, sizeof g); return 0; }

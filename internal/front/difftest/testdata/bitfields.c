#include <stdio.h>
/* Bit-fields: the type of their value, and of an assignment to one. */

struct s {
	unsigned f : 5;
	unsigned h : 20;
	int g : 7;
	_Bool b : 1;
	unsigned long long w : 40;
} s;

int main(void)
{
	signed char m = -1;
	s.f = 40;
	s.g = 100;
	s.b = 6;
	s.w = -1;
	printf("%d %d %d %llx\n", s.f, s.g, s.b, (unsigned long long)s.w);
	printf("%d %d\n", s.f >= m, s.h - 1 < 0);
	printf("%d %d\n", s.g = 200, s.f = 33);
	s.w += 5;
	s.g <<= 1;
	s.b ^= 1;
	s.h--;
	printf("%d %d %d %llx\n", s.h, s.g, s.b, (unsigned long long)s.w);
	printf("%d ", s.f++);
	printf("%d ", --s.f);
	printf("%d\n", s.g++);
	struct s t = { .w = 1ull << 39, .g = -64, .f = 31 }, u[2] = { [1] = t };
	u[0] = u[1];
	u[1].w >>= 39;
	u[0].f = u[0].g = 3;
	printf("%d %d %llx %llx\n", u[0].f, u[0].g, (unsigned long long)u[0].w, (unsigned long long)u[1].w);
	return t.g & 0x3f;
}

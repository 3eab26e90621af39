// 5.17: _BitInt(N) has N bits and is not promoted; arithmetic is in the wider type (C23 6.3.1.8).
//
// expect: assert=safe race=safe deadlock=safe memory=safe shift=safe overflow=violation uninit=safe
#include <assert.h>

typedef unsigned _BitInt(12) u12;
typedef _BitInt(12) s12;

static u12 global = 0xfff, list[3] = {1, 4095, 7};
static s12 minus = -5;
static struct {
	char c;
	unsigned _BitInt(37) wide;
	s12 field : 9;
} s = {1, 0x1fffffffffull, -200};

static s12 half(s12 x, unsigned _BitInt(3) y) { return x / 2 + (s12)y; }

static int sum(s12 *p, u12 *q)
{
	*p -= 1;
	*q += 1;
	return *p + (int)*q;
}

int main(void)
{
	u12 u = global;
	s12 x = minus;
	_BitInt(5) a = 15;
	_BitInt(62) w = 1;

	assert(++u == 0 && (u12)(u - 1) == 0xfff && u - 1uwb > 0);
	assert((u12)0xfff + 1wb == 0 && (u12)0xfff + 1 == 0x1000); // 1 is an int
	assert(global + global == 0xffe && list[1] * list[2] == 4089);
	assert(-x == 5 && x / 2 == -2 && x >> 1 == -3 && ~x == 4 && x < 0);
	assert(sizeof(u) == 2 && sizeof(a) == 1 && sizeof(s.wide) == 8 && sizeof(a + a) == 1 && sizeof(a + 1) == 4);
	assert(_Generic(a + a, _BitInt(5) : 1, default : 0) && _Generic(a + u, u12 : 1, default : 0));
	assert(_Generic(7wb, _BitInt(4) : 1, default : 0) && _Generic(7uwb, unsigned _BitInt(3) : 1, default : 0));
	assert(_Generic(x + 1L, long : 1, default : 0) && _Generic(+s.field, s12 : 1, default : 0));
	assert(half(x, 7) == 5 && (unsigned _BitInt(3))9 == 1 && (s12)0x800 == -2048);
	assert(s.wide + 1uwb == 0 && s.wide << 36 == 1ull << 36 && s.field * 2 == -400 && s.field == -200);
	assert(sum(&x, &u) == -5 && x == -6 && u == 1);
	w <<= 58;
	assert(w >> 52 == 64 && (w | 3) % 5 == 2 && (int)(w >> 58) == 1);
	s12 *p = &x;
	*p = 2047;
	switch (*p) {
	case 2047:
		(*p)++; // overflows
		break;
	default:
		assert(0);
	}
	assert(x == -2048 && (double)x == -2048.0 && (u12)3.75 == 3);
	return 0;
}

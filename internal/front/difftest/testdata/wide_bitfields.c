// A bit-field wider than int has a type of exactly its width: arithmetic wraps there.
#include <stdio.h>

struct s {
	unsigned long long u33 : 33, u40 : 40, u63 : 63, u64 : 64;
	long long s33 : 33, s40 : 40, s63 : 63;
	unsigned long long u32 : 32, u31 : 31;
};

struct s x;

static void show(const char *what, unsigned long long v) { printf("%s %llx\n", what, v); }

static int chosen(void)
{
	switch (x.u40 - 1) {
	case 0xffffffffffULL:
		return 1;
	case 5 ... 7:
		return 2;
	}
	switch (x.s40 + 1) {
	case -3 ... 3:
		return 3;
	}
	return 4;
}

int main(void)
{
	show("minus", x.u40 - 1);
	show("neg", -x.u33 - 1);
	show("not", ~x.u40);
	show("not", ~x.u63);
	show("not", ~x.u64);
	show("int", x.u31 - 1);
	show("unsigned", x.u32 - 1);
	x.u40 = 0xf123456789ULL;
	x.u33 = 0x1ffffffffULL;
	x.u63 = 0x7fffffffffffffffULL;
	show("left", x.u40 << 4);
	show("left", x.u33 << 1);
	show("left", (unsigned long long)x.u33 << 1);
	show("right", x.u40 >> 36);
	show("with int", x.u40 * 3);
	show("with long long", x.u40 * 3LL);
	show("with unsigned", x.u33 + 4000000000u);
	show("two", x.u33 + x.u33);
	show("two", x.u33 + x.u40);
	show("two", x.u63 * x.u40);
	show("less", x.u40 - 0xffffffffffLL < 0);
	show("less", x.u33 - 0x1ffffffffLL - 1 < 0);
	show("less", x.u33 > -1);
	show("less", (x.u63 > -1) + 2 * (x.u63 > -1LL) + 4 * (x.u63 > x.s33));
	x.s40 = -2;
	x.s33 = -1;
	x.s63 = 0x4000000000000000LL - 1;
	show("signed", x.s40 * 3);
	show("signed", x.s40 / 2 + x.s40 % 2);
	show("signed", x.s40 >> 1);
	show("signed and unsigned", x.s33 + x.u33);
	show("signed and unsigned", x.s40 + x.u33);
	show("signed and unsigned", x.u33 < x.s40);
	show("signed and unsigned", x.u40 < x.s40);
	show("signed", x.s63 - 1);
	show("float", (unsigned long long)((x.u40 + 1) * 2.0));
	show("conditional", x.s33 ? x.u40 + 0xff00000000ULL : 0);
	show("conditional", (x.s33 ? x.u40 : 0) << 8);
	show("comma", (x.s33, x.u40) << 8);
	show("assigned", (x.u40 = 0x8000000001ULL) << 1);
	show("incremented", ++x.u40 << 1);
	show("incremented", x.u40++ << 1);
	show("compound", x.u40 += 0x8000000000ULL);
	show("compound", x.u40 <<= 38);
	show("compound", x.u33 *= x.u33);
	show("compound", x.s40 -= 7);
	x.u40 = 0;
	show("decremented", --x.u40);
	show("decremented", x.u33--);
	show("size", sizeof(x.u40 + 1) + sizeof(x.u33 << 1) * 16);
	__typeof__(x.u40 + 1) y = -1;
	show("object", y + 1);
	show("object", y << 8);
	__auto_type z = x.u33 + x.s33;
	z += 5;
	show("object", z);
	x.u40 = 0;
	show("switch", chosen());
	x.u40 = 7;
	show("switch", chosen());
	x.s40 = -4;
	x.u40 = 1;
	show("switch", chosen());
	int i[3] = {10, 20, 30}, *p = i + 1;
	x.s40 = -1;
	show("index", p[x.s40] + *(p + x.s40 + 2));
	show("shift by", 1 << (x.s40 + 3));
	show("logical", (x.u40 && x.u33 - x.u33) + 2 * !x.u40);
	return 0;
}

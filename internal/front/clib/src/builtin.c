/*
 * builtin.c - gcc's bit functions, without loops. Functions whose result for
 * zero gcc leaves undefined yield the width here.
 */

int __builtin_popcountll(unsigned long long x)
{
	x -= x >> 1 & 0x5555555555555555ULL;
	x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
	return (int)(x * 0x0101010101010101ULL >> 56);
}

int __builtin_popcount(unsigned x)
{
	x -= x >> 1 & 0x55555555u;
	x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0fu;
	return (int)(x * 0x01010101u >> 24);
}

int __builtin_popcountl(unsigned long x)
{
	return __builtin_popcountll(x);
}

/* The zeros below the lowest one are the ones of (x & -x) - 1. */
int __builtin_ctz(unsigned x)
{
	return __builtin_popcount((x & -x) - 1);
}

int __builtin_ctzll(unsigned long long x)
{
	return __builtin_popcountll((x & -x) - 1);
}

int __builtin_ctzl(unsigned long x)
{
	return sizeof x == 8 ? __builtin_ctzll(x) : __builtin_ctz((unsigned)x);
}

/* Spread the highest bit downwards, then count the zero bits above. */
int __builtin_clz(unsigned x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	return __builtin_popcount(~x);
}

int __builtin_clzll(unsigned long long x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	x |= x >> 32;
	return __builtin_popcountll(~x);
}

int __builtin_clzl(unsigned long x)
{
	return sizeof x == 8 ? __builtin_clzll(x) : __builtin_clz((unsigned)x);
}

/* The copies of the sign bit below it. */
int __builtin_clrsb(int x)
{
	return __builtin_clz((unsigned)(x ^ x >> 31)) - 1;
}

int __builtin_clrsbll(long long x)
{
	return __builtin_clzll((unsigned long long)(x ^ x >> 63)) - 1;
}

int __builtin_clrsbl(long x)
{
	return sizeof x == 8 ? __builtin_clrsbll(x) : __builtin_clrsb((int)x);
}

int __builtin_parity(unsigned x)
{
	x ^= x >> 16;
	x ^= x >> 8;
	x ^= x >> 4;
	return 0x6996 >> (x & 15) & 1;
}

int __builtin_parityll(unsigned long long x)
{
	return __builtin_parity((unsigned)(x ^ x >> 32));
}

int __builtin_parityl(unsigned long x)
{
	return __builtin_parityll(x);
}

int __builtin_ffs(int x)
{
	return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}

int __builtin_ffsll(long long x)
{
	return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}

int __builtin_ffsl(long x)
{
	return x ? __builtin_ctzl((unsigned long)x) + 1 : 0;
}

int ffs(int x)
{
	return __builtin_ffs(x);
}

int ffsl(long x)
{
	return __builtin_ffsl(x);
}

int ffsll(long long x)
{
	return __builtin_ffsll(x);
}

unsigned short __builtin_bswap16(unsigned short x)
{
	return (unsigned short)(x << 8 | x >> 8);
}

unsigned __builtin_bswap32(unsigned x)
{
	return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
	return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 |
	       __builtin_bswap32((unsigned)(x >> 32));
}

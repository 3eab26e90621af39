// 5.8: a read of a copy of bytes without a value, other than to copy them, has no value.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <stdlib.h>
#include <string.h>

struct pair {
	int first, second;
};

static struct pair pass(struct pair p)
{
	return p;
}

int main(void)
{
	struct pair a, b, c, *d = malloc(sizeof *d), e;
	unsigned char bytes[sizeof a];
	size_t n = sizeof a;

	a.first = 1;
	b = a;
	memcpy(&c, &b, n);
	*d = pass(c);
	memmove(bytes, d, n);
	for (size_t i = 0; i < n; i++)
		((char *)&e)[i] = bytes[i];
	b.second = b.first + c.first + d->first + e.first;
	free(d);
	return e.second == 4 ? 0 : 1;
}

// 8.5: an operation on vectors is one for each element, without promotion; a comparison yields 0 or -1.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v8 __attribute__((vector_size(8)));

static v4 twice(v4 v)
{
	v[0]++;
	return v + v;
}

int main(void)
{
	v4 a = { 1, 2, 3 }, b = twice(a), mask = { 7, 0, 5, 2 };
	v8 small = { 255 }, more = small + 2;
	int last = 3;

	assert(a[0] == 1 && b[0] == 4 && b[2] == 6 && b[last] == 0);
	assert((a < 3)[1] == -1 && (a < 3)[2] == 0);
	assert(__builtin_shuffle(a, b, mask)[0] == 0 && __builtin_shuffle(a, b, mask)[2] == 4);
	assert(more[0] == 1 && ((unsigned long long)more >> 56) == 2);
	return 0;
}
